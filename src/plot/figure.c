// figure.c: lays out the panels of a figure and writes them as SVG.
#include "plot/path.h"
#include "plot/scale.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 860, HEIGHT = 200, LEFT = 76, RIGHT = 18, TOP = 14, LINE = 18, GAP_JOINED = 14, GAP_LAST = 44, TITLE = 26 };

// Okabe and Ito (2008), without the yellow that vanishes on white: tells apart for every kind of colour vision.
static const char *const colour[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
static const char *const dash[] = {"", "6 3", "2 2", "8 3 2 3"};
enum { COLOURS = 7, DASHES = 4 };

const char *dv_unit_meaning(const char *unit)
{
  static const char *const table[][2] = {
      {"m",       "position"            },
      {"m/s",     "velocity"            },
      {"m/s2",    "acceleration"        },
      {"rad",     "angle"               },
      {"rad/s",   "angular rate"        },
      {"rad/s2",  "angular acceleration"},
      {"N",       "force"               },
      {"N.m",     "moment"              },
      {"J",       "energy"              },
      {"W",       "power"               },
      {"Pa",      "pressure"            },
      {"m3/s",    "flow"                },
      {"kg m/s",  "momentum"            },
      {"kg m2/s", "angular momentum"    },
      {"V",       "voltage"             },
      {"A",       "current"             },
      {"kg",      "mass"                },
      {"Hz",      "frequency"           },
      {"K",       "temperature"         }
  };
  for (int i = 0; i < (int)(sizeof table / sizeof *table); i++)
    if (!strcmp(unit, table[i][0])) return table[i][1];
  return NULL;
}

// m^3/s as people write it; "kg m2/s" gets its raised digits, N.m its dot.
static const char *pretty(dv_arena *a, const char *unit)
{
  static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                       "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  dv_text t = {.arena = a};
  for (const char *s = unit; *s; s++) {
    int after = s > unit && (isalpha((unsigned char)s[-1]) || s[-1] == '^' || s[-1] == '-');
    if (isdigit((unsigned char)*s) && after) dv_text_add(&t, "%s", raised[*s - '0']);
    else if (*s == '-' && isdigit((unsigned char)s[1])) dv_text_add(&t, "\u207b");
    else if (*s == '.') dv_text_add(&t, "\u00b7");
    else if (*s != '^') dv_text_put(&t, s, 1);
  }
  return dv_text_all(&t);
}

static const char *bare(const char *unit) { return unit && strcmp(unit, "1") ? unit : ""; }

static void put_escaped(dv_text *t, const char *s)
{
  for (; *s; s++) {
    if (*s == '&') dv_text_add(t, "&amp;");
    else if (*s == '<') dv_text_add(t, "&lt;");
    else if (*s == '>') dv_text_add(t, "&gt;");
    else if (*s == '"') dv_text_add(t, "&quot;");
    else if ((unsigned char)*s >= 0x20) dv_text_put(t, s, 1);
  }
}

static void put_text(dv_text *t, const char *class, double x, double y, const char *text)
{
  dv_text_add(t, "<text class=\"%s\" x=\"", class);
  dv_pixel(t, x);
  dv_text_add(t, "\" y=\"");
  dv_pixel(t, y);
  dv_text_add(t, "\">");
  put_escaped(t, text);
  dv_text_add(t, "</text>\n");
}

static void put_line(dv_text *t, const char *class, double x1, double y1, double x2, double y2)
{
  dv_text_add(t, "<path class=\"%s\" d=\"M", class);
  dv_pixel(t, x1);
  dv_text_put(t, " ", 1);
  dv_pixel(t, y1);
  dv_text_put(t, "L", 1);
  dv_pixel(t, x2);
  dv_text_put(t, " ", 1);
  dv_pixel(t, y2);
  dv_text_add(t, "\"/>\n");
}

// Mean advance of a sans-serif face; UTF-8 continuation bytes take no room.
static double text_width(const char *s)
{
  int n = 0;
  for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
  return 6.9 * n;
}

typedef struct {
  double x, y, w, h;  // plot area, px
  dv_scale sx, sy;
  dv_map map;
} frame;

static void extent(const dv_panel *p, int of_y, double *lo, double *hi)
{
  *lo = HUGE_VAL;
  *hi = -HUGE_VAL;
  for (int c = 0; c < p->ncurve; c++)
    for (int i = 0; i < p->curve[c].n; i++) {
      double v = of_y ? p->curve[c].y[i] : p->curve[c].x[i];
      if (!isfinite(v)) continue;
      *lo = fmin(*lo, v);
      *hi = fmax(*hi, v);
    }
}

// Time runs from edge to edge; a curve that turns back needs room at its sides.
static double x_margin(const dv_panel *p)
{
  for (int c = 0; c < p->ncurve; c++)
    for (int i = 1; i < p->curve[c].n; i++)
      if (p->curve[c].x[i] < p->curve[c].x[i - 1]) return 0.03;
  return 0;
}

static void set_frame(dv_arena *a, frame *f, const dv_panel *p)
{
  double lo, hi;
  extent(p, 0, &lo, &hi);
  f->sx = dv_scale_of(a, lo, hi, x_margin(p), (int)(f->w / 90), bare(p->x_unit));
  extent(p, 1, &lo, &hi);
  f->sy = dv_scale_of(a, lo, hi, 0.06, (int)(f->h / 36), bare(p->y_unit));
  f->map.dx = f->w / (f->sx.hi - f->sx.lo);
  f->map.x0 = f->x - f->map.dx * f->sx.lo;
  f->map.dy = -f->h / (f->sy.hi - f->sy.lo);
  f->map.y0 = f->y + f->h - f->map.dy * f->sy.lo;
}

static const char *axis_label(dv_arena *a, const char *label, const char *unit, const dv_scale *s)
{
  dv_text t = {.arena = a};
  dv_text_add(&t, "%s", label ? label : "");
  if (s->offset != 0) {
    dv_text_add(&t, " %s ", s->offset < 0 ? "+" : "\u2212");
    dv_text_number(&t, fabs(s->offset));
    if (*unit) dv_text_add(&t, " %s", pretty(a, unit));
  }
  if (*s->unit) dv_text_add(&t, "%s[%s]", t.n ? " " : "", pretty(a, s->unit));
  return dv_text_all(&t);
}

static void put_x_axis(dv_text *t, const frame *f, const dv_panel *p)
{
  double bottom = f->y + f->h;
  for (int i = 0; i < f->sx.nticks; i++) {
    double x = f->map.x0 + f->map.dx * dv_scale_tick(&f->sx, i);
    put_line(t, "grid", x, f->y, x, bottom);
    put_line(t, "axis", x, bottom, x, bottom + 4);
    if (!p->joined) put_text(t, "mid", x, bottom + 17, dv_scale_label(t->arena, &f->sx, i));
  }
  if (!p->joined) put_text(t, "mid", f->x + f->w / 2, bottom + 35, axis_label(t->arena, p->x_label, bare(p->x_unit), &f->sx));
}

static void put_y_axis(dv_text *t, const frame *f, const dv_panel *p)
{
  for (int i = 0; i < f->sy.nticks; i++) {
    double y = f->map.y0 + f->map.dy * dv_scale_tick(&f->sy, i);
    put_line(t, "grid", f->x, y, f->x + f->w, y);
    put_line(t, "axis", f->x - 4, y, f->x, y);
    put_text(t, "end", f->x - 8, y + 4, dv_scale_label(t->arena, &f->sy, i));
  }
  const char *label = p->y_label ? p->y_label : dv_unit_meaning(bare(p->y_unit));
  dv_text_add(t, "<g transform=\"translate(16 ");
  dv_pixel(t, f->y + f->h / 2);
  dv_text_add(t, ") rotate(-90)\">");
  put_text(t, "mid", 0, 0, axis_label(t->arena, label, bare(p->y_unit), &f->sy));
  dv_text_add(t, "</g>\n");
}

static void put_stroke(dv_text *t, int c)
{
  const char *d = dash[c / COLOURS % DASHES];
  dv_text_add(t, "stroke=\"%s\"", colour[c % COLOURS]);
  if (*d) dv_text_add(t, " stroke-dasharray=\"%s\"", d);
}

static void put_curves(dv_text *t, const frame *f, const dv_panel *p, int index)
{
  dv_text_add(t, "<clipPath id=\"p%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n", index, (int)f->x,
              (int)f->y, (int)f->w, (int)f->h);
  dv_text_add(t, "<g clip-path=\"url(#p%d)\">\n", index);
  for (int c = 0; c < p->ncurve; c++) {
    dv_text_add(t, "<path class=\"curve\" ");
    put_stroke(t, c);
    dv_text_add(t, " d=\"");
    dv_path_of(t, &p->curve[c], f->map);
    dv_text_add(t, "\"/>\n");
  }
  dv_text_add(t, "</g>\n");
}

// Where entry i of the legend stands: they flow from the left and wrap. Returns the number of lines.
static int legend_place(const dv_panel *p, double width, int i, double *x, int *line)
{
  *x = 0;
  *line = 0;
  for (int c = 0; c <= i; c++) {
    double w = 30 + text_width(p->curve[c].label) + 16;
    if (*x > 0 && *x + w > width) *x = 0, ++*line;
    if (c < i) *x += w;
  }
  return *line + 1;
}

static int legend_lines(const dv_panel *p, double width)
{
  double x;
  int line;
  return p->ncurve < 2 ? 0 : legend_place(p, width, p->ncurve - 1, &x, &line);
}

static void put_legend(dv_text *t, const dv_panel *p, double left, double top, double width)
{
  for (int c = 0; c < p->ncurve && p->ncurve > 1; c++) {
    double x;
    int line;
    legend_place(p, width, c, &x, &line);
    double y = top + LINE * line + 9;
    dv_text_add(t, "<path class=\"key\" ");
    put_stroke(t, c);
    dv_text_add(t, " d=\"M%d %dh22\"/>\n", (int)(left + x), (int)y);
    put_text(t, "start", left + x + 28, y + 4, p->curve[c].label);
  }
}

static void put_head(dv_text *t, int width, double height)
{
  dv_text_add(t, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", width,
              (int)height, width, (int)height);
  dv_text_add(t, "<style>text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:12px;fill:#333}"
                 ".mid{text-anchor:middle}.end{text-anchor:end}.title{font-size:14px;font-weight:bold;fill:#111}"
                 ".name{font-weight:bold;fill:#111}.grid{stroke:#e4e4e4;stroke-width:1;fill:none}"
                 ".axis{stroke:#777;stroke-width:1;fill:none}.curve{stroke-width:1.4;fill:none;stroke-linejoin:round}"
                 ".key{stroke-width:2.4;fill:none}</style>\n");
  dv_text_add(t, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
}

// Height of a panel above its plot area: title and legend.
static int head_of(const dv_panel *p, double width) { return (p->title ? LINE + 4 : 0) + LINE * legend_lines(p, width); }

static double put_panel(dv_text *t, const dv_panel *p, int index, double top, double width, double height)
{
  frame f = {.x = LEFT, .y = top + head_of(p, width), .w = width, .h = height};
  set_frame(t->arena, &f, p);
  if (p->title) put_text(t, "name", LEFT, top + 12, p->title);
  put_legend(t, p, LEFT, top + (p->title ? LINE + 4 : 0) - 2, width);
  put_x_axis(t, &f, p);
  put_y_axis(t, &f, p);
  put_line(t, "axis", f.x, f.y, f.x, f.y + f.h);
  put_line(t, "axis", f.x, f.y + f.h, f.x + f.w, f.y + f.h);
  put_curves(t, &f, p, index);
  return f.y + f.h + (p->joined ? GAP_JOINED : GAP_LAST);
}

char *dv_figure_svg(dv_arena *a, const dv_figure *f)
{
  dv_text t = {.arena = a};
  int width = f->width ? f->width : WIDTH, height = f->panel_height ? f->panel_height : HEIGHT;
  double inner = width - LEFT - RIGHT, total = TOP + (f->title ? TITLE : 0);
  for (int i = 0; i < f->npanel; i++)
    total += head_of(&f->panel[i], inner) + height + (f->panel[i].joined ? GAP_JOINED : GAP_LAST) + (i + 1 < f->npanel ? 6 : 0);
  put_head(&t, width, total);
  double top = TOP;
  if (f->title) {
    put_text(&t, "title", LEFT, top + 10, f->title);
    top += TITLE;
  }
  for (int i = 0; i < f->npanel; i++) top = put_panel(&t, &f->panel[i], i, top, inner, height) + 6;
  dv_text_add(&t, "</svg>\n");
  return t.at;
}
