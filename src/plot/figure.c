// figure.c: lays out the panels of a figure and writes them as SVG.
#include "plot/frame.h"
#include "plot/heat.h"
#include "plot/inset.h"
#include "plot/svg.h"

#include <math.h>
#include <string.h>

enum {
  WIDTH = 860,
  HEIGHT = 200,
  LEFT = 76,
  RIGHT = 18,
  TOP = 14,
  LINE = 18,
  GAP_JOINED = 14,
  GAP_LAST = 44,
  TITLE = 26,
  BAR = 100
};

// Okabe and Ito (2008), without the yellow that vanishes on white: tells apart for every kind of colour vision.
static const char *const colour[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
static const char *const dash[] = {"", "6 3", "2 2", "8 3 2 3"};
enum { COLOURS = 7, DASHES = 4 };

static const char *bare(const char *unit) { return unit && strcmp(unit, "1") ? unit : ""; }

typedef dv_frame frame;

static int left_curves(const dv_panel *p) { return p->ncurve - p->right; }

static int is_shown(const dv_window *w, double v)
{
  return !w->given || ((!isfinite(w->lo) || v >= w->lo) && (!isfinite(w->hi) || v <= w->hi));
}

// Of curves first to end - 1; of y as far as the window of x shows it.
static void extent_of(const dv_panel *p, int first, int end, int of_y, double *lo, double *hi)
{
  *lo = HUGE_VAL;
  *hi = -HUGE_VAL;
  for (int c = first; c < end; c++)
    for (int i = 0; i < p->curve[c].n; i++) {
      double v = of_y ? p->curve[c].y[i] : p->curve[c].x[i];
      if (!isfinite(v) || (of_y && !is_shown(&p->x_window, p->curve[c].x[i]))) continue;
      *lo = fmin(*lo, v);
      *hi = fmax(*hi, v);
    }
}

static void extent(const dv_panel *p, int of_y, double *lo, double *hi)
{
  extent_of(p, 0, of_y ? left_curves(p) : p->ncurve, of_y, lo, hi);
  for (int i = 0; i < p->nlimit && of_y; i++) {
    const dv_mark_line *l = &p->limit[i];
    *lo = fmin(*lo, l->band ? fmin(l->at, l->to) : l->at), *hi = fmax(*hi, l->band ? fmax(l->at, l->to) : l->at);
  }
  if (p->polar) *hi = 1.16 * dv_frame_radius(p), *lo = -*hi;
  if (p->heat) dv_heat_extent(p->heat, of_y, lo, hi);
}

// 1: both ends are given, and no room is left beside them.
static int take_window(const dv_window *w, double *range)
{
  if (!w->given) return 0;
  if (isfinite(w->lo)) range[0] = w->lo;
  if (isfinite(w->hi)) range[1] = w->hi;
  return isfinite(w->lo) && isfinite(w->hi);
}

static dv_map map_of(const frame *f, const dv_scale *sx, const dv_scale *sy)
{
  dv_map m = {.dx = f->w / (sx->hi - sx->lo), .dy = -f->h / (sy->hi - sy->lo)};
  m.x0 = f->x - m.dx * sx->lo;
  m.y0 = f->y + f->h - m.dy * sy->lo;
  return m;
}

static void set_right(dv_arena *a, frame *f, const dv_panel *p)
{
  double y[2];
  if (!p->right) return;
  extent_of(p, left_curves(p), p->ncurve, 1, &y[0], &y[1]);
  f->right = dv_scale_of(a, y[0], y[1], 0.06, (int)(f->h / 36), bare(p->right_unit));
  f->right_map = map_of(f, &f->sx, &f->right);
}

// One scale for both axes: the range that is short of it grows at both ends.
static void even_out(const frame *f, double *x, double *y)
{
  double wide = x[1] - x[0], high = y[1] - y[0], scale = fmax(1.04 * wide / f->w, 1.04 * high / f->h);
  double dx = (scale * f->w - wide) / 2, dy = (scale * f->h - high) / 2;
  x[0] -= dx, x[1] += dx, y[0] -= dy, y[1] += dy;
}

// Time runs from edge to edge; a curve that turns back needs room at its sides.
static double x_margin(const dv_panel *p)
{
  for (int c = 0; c < p->ncurve; c++)
    for (int i = 1; i < p->curve[c].n; i++)
      if (p->dots || p->curve[c].x[i] < p->curve[c].x[i - 1]) return 0.03;
  return 0;
}

static void set_frame(dv_arena *a, frame *f, const dv_panel *p)
{
  double x[2], y[2];
  extent(p, 0, &x[0], &x[1]);
  extent(p, 1, &y[0], &y[1]);
  if (p->equal && x[0] < x[1] && y[0] < y[1]) even_out(f, x, y);
  int tight = p->equal || p->heat, x_whole = p->polar || take_window(&p->x_window, x),
      y_whole = p->polar || take_window(&p->y_window, y);
  f->sx = dv_scale_of(a, x[0], x[1], tight || x_whole ? 0 : x_margin(p), (int)fmax(f->w / 90, 3), bare(p->x_unit));
  f->sy = dv_scale_of(a, y[0], y[1], tight || y_whole ? 0 : 0.06, (int)(f->h / 36), bare(p->y_unit));
  f->map = map_of(f, &f->sx, &f->sy);
  set_right(a, f, p);
}

static void put_x_tick(dv_text *t, const frame *f, const dv_panel *p, double at, const char *label)
{
  double x = f->map.x0 + f->map.dx * at, bottom = f->y + f->h;
  dv_svg_line(t, "grid", x, f->y, x, bottom);
  dv_svg_line(t, "axis", x, bottom, x, bottom + 4);
  if (!p->joined) dv_svg_text(t, "mid", x, bottom + 17, label);
}

static void put_y_tick(dv_text *t, const frame *f, const dv_panel *p, double at, const char *label)
{
  double y = f->map.y0 + f->map.dy * at;
  (void)p;
  dv_svg_line(t, "grid", f->x, y, f->x + f->w, y);
  dv_svg_line(t, "axis", f->x - 4, y, f->x, y);
  dv_svg_text(t, "end", f->x - 8, y + 4, label);
}

typedef void put_tick(dv_text *t, const frame *f, const dv_panel *p, double at, const char *label);

// 1, 2 and 5 of each decade; the decades alone if there are many. What is long is written short: 2e9.
static void put_decades(dv_text *t, const frame *f, const dv_panel *p, const dv_scale *s, put_tick *put)
{
  static const int digit[] = {1, 2, 5};
  int per = s->hi - s->lo > 4 ? 1 : 3;
  for (int k = (int)floor(s->lo); k <= (int)ceil(s->hi); k++)
    for (int i = 0; i < per; i++) {
      double at = k + log10(digit[i]);
      if (at < s->lo - 1e-9 || at > s->hi + 1e-9) continue;
      dv_text label = {.arena = t->arena};
      if (k > 5) dv_text_add(&label, "%de%d", digit[i], k);
      else dv_text_number(&label, k < 0 ? digit[i] / pow(10, -k) : digit[i] * pow(10, k));
      put(t, f, p, at, dv_text_all(&label));
    }
}

static void put_ticks(dv_text *t, const frame *f, const dv_panel *p, const dv_scale *s, put_tick *put)
{
  for (int i = 0; i < s->nticks; i++) put(t, f, p, dv_scale_tick(s, i), dv_scale_label(t->arena, s, i));
}

static void put_words(dv_text *t, const frame *f, const dv_panel *p, dv_words words, put_tick *put)
{
  for (int i = 0; i < words.n; i++) put(t, f, p, i, words.item[i]);
}

static void put_x_axis(dv_text *t, const frame *f, const dv_panel *p)
{
  double bottom = f->y + f->h;
  if (p->x_words.n) put_words(t, f, p, p->x_words, put_x_tick);
  else if (p->x_log) put_decades(t, f, p, &f->sx, put_x_tick);
  else put_ticks(t, f, p, &f->sx, put_x_tick);
  if (!p->joined)
    dv_svg_text(t, "mid", f->x + f->w / 2, bottom + 35, dv_scale_title(t->arena, &f->sx, p->x_label, bare(p->x_unit)));
}

static void put_y_axis(dv_text *t, const frame *f, const dv_panel *p)
{
  if (p->y_words.n) put_words(t, f, p, p->y_words, put_y_tick);
  else if (p->y_log) put_decades(t, f, p, &f->sy, put_y_tick);
  else put_ticks(t, f, p, &f->sy, put_y_tick);
  const char *label = p->y_label ? p->y_label : dv_unit_meaning(bare(p->y_unit));
  dv_text_add(t, "<g transform=\"translate(");
  dv_pixel(t, f->x - LEFT + 16);
  dv_text_add(t, " ");
  dv_pixel(t, f->y + f->h / 2);
  dv_text_add(t, ") rotate(-90)\">");
  dv_svg_text(t, "mid", 0, 0, dv_scale_title(t->arena, &f->sy, label, bare(p->y_unit)));
  dv_text_add(t, "</g>\n");
}

static void put_axes(dv_text *t, const frame *f, const dv_panel *p)
{
  put_x_axis(t, f, p);
  put_y_axis(t, f, p);
  dv_svg_line(t, "axis", f->x, f->y, f->x, f->y + f->h);
  dv_svg_line(t, "axis", f->x, f->y + f->h, f->x + f->w, f->y + f->h);
}

static void put_right_tick(dv_text *t, const frame *f, const dv_panel *p, double at, const char *label)
{
  double y = f->right_map.y0 + f->right_map.dy * at, x = f->x + f->w;
  (void)p;
  dv_svg_line(t, "axis", x, y, x + 4, y);
  dv_svg_text(t, "start", x + 8, y + 4, label);
}

static void put_right_axis(dv_text *t, const frame *f, const dv_panel *p)
{
  const char *label = p->right_label ? p->right_label : dv_unit_meaning(bare(p->right_unit));
  if (p->right_log) put_decades(t, f, p, &f->right, put_right_tick);
  else put_ticks(t, f, p, &f->right, put_right_tick);
  dv_svg_line(t, "axis", f->x + f->w, f->y, f->x + f->w, f->y + f->h);
  dv_text_add(t, "<g transform=\"translate(");
  dv_pixel(t, f->x + f->w + LEFT - 12);
  dv_text_add(t, " ");
  dv_pixel(t, f->y + f->h / 2);
  dv_text_add(t, ") rotate(-90)\">");
  dv_svg_text(t, "mid", 0, 0, dv_scale_title(t->arena, &f->right, label, bare(p->right_unit)));
  dv_text_add(t, "</g>\n");
}

// On a heat map the first colour, blue, would be lost.
static void put_stroke(dv_text *t, const dv_panel *p, int c)
{
  dv_pen own = {c + (p->heat != NULL), c / COLOURS, 0, 0};
  if (p->stroke) own = p->stroke[c];
  const char *d = dash[own.dash % DASHES];
  dv_text_add(t, "stroke=\"%s\"", p->bound && c + 1 == p->ncurve ? "#000000" : colour[own.colour % COLOURS]);
  if (*d) dv_text_add(t, " stroke-dasharray=\"%s\"", d);
}

static const char *dot_class(const dv_panel *p, int c) { return p->bold && c + 1 == p->ncurve ? "bold" : "dots"; }
static int is_points(const dv_panel *p, int c) { return p->dots || (p->stroke && p->stroke[c].points); }

static void put_curves(dv_text *t, const frame *f, const dv_panel *p, int index)
{
  dv_text_add(t, "<clipPath id=\"p%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n", index, (int)f->x,
              (int)f->y, (int)f->w, (int)f->h);
  dv_text_add(t, "<g clip-path=\"url(#p%d)\">\n", index);
  dv_frame_bands(t, f, p);
  if (p->heat) dv_heat_cells(t, p->heat, f->map);
  if (p->heat && p->contours) {
    dv_scale s = dv_heat_scale(t->arena, p->heat, f->h);
    dv_heat_contours(t, p->heat, f->map, &s);
  }
  for (int c = 0; c < p->ncurve; c++) {
    int dots = is_points(p, c);
    dv_map map = c < left_curves(p) ? f->map : f->right_map;
    dv_text_add(t, "<path class=\"%s\" ", dots ? dot_class(p, c) : "curve");
    put_stroke(t, p, c);
    dv_text_add(t, " d=\"");
    if (dots) dv_path_dots(t, &p->curve[c], map);
    else dv_path_of(t, &p->curve[c], map);
    dv_text_add(t, "\"/>\n");
    if (p->stroke && p->stroke[c].markers) dv_frame_markers(t, &p->curve[c], map, colour[p->stroke[c].colour % COLOURS]);
  }
  dv_text_add(t, "</g>\n");
}

// Where entry i of the legend stands: they flow from the left and wrap. Returns the number of lines.
static int legend_place(const dv_panel *p, double width, int i, double *x, int *line)
{
  *x = 0;
  *line = 0;
  for (int c = 0; c <= i; c++) {
    double w = 30 + dv_svg_width(p->curve[c].label) + 16;
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
    int dots = is_points(p, c);
    dv_text_add(t, "<path class=\"%s\" ", dots ? dot_class(p, c) : "key");
    put_stroke(t, p, c);
    dv_text_add(t, " d=\"M%d %dh%d\"/>\n", (int)(left + x) + (dots ? 11 : 0), (int)y, dots ? 0 : 22);
    dv_svg_text(t, "start", left + x + 28, y + 4, p->curve[c].label);
  }
}

// Height of a panel above its plot area: title and legend.
static int head_of(const dv_panel *p, double width) { return (p->title ? LINE + 4 : 0) + LINE * legend_lines(p, width); }

static void put_insets(dv_text *t, const frame *f, const dv_panel *p, int index)
{
  unsigned taken = 0;
  for (int i = 0; i < p->ninset; i++) {
    dv_panel q = *p;
    q.x_window = p->inset[i].x, q.y_window = p->inset[i].y;
    q.nlimit = q.nmark = q.joined = 0;
    frame in = dv_inset_place(f, dv_inset_corner(f, p, i, &taken));
    set_frame(t->arena, &in, &q);
    dv_inset_ground(t, f, &in);
    dv_text_add(t, "<g class=\"inset\">\n");
    if (q.x_log) put_decades(t, &in, &q, &in.sx, put_x_tick);
    else put_ticks(t, &in, &q, &in.sx, put_x_tick);
    if (q.y_log) put_decades(t, &in, &q, &in.sy, put_y_tick);
    else put_ticks(t, &in, &q, &in.sy, put_y_tick);
    dv_text_add(t, "</g>\n");
    put_curves(t, &in, &q, 1000 * (i + 1) + index);
    dv_inset_border(t, &in);
  }
}

typedef struct {
  double left, top, width, head;  // px; head: above the plot area, the same for the panels of a row
} cell;

static double put_panel(dv_text *t, const dv_panel *p, int index, cell at, double height)
{
  double width = at.width - LEFT - RIGHT, left = at.left + LEFT;
  frame f = {.x = left, .y = at.top + at.head, .w = width - (p->heat ? BAR : 0) - (p->right ? LEFT - RIGHT : 0), .h = height};
  set_frame(t->arena, &f, p);
  if (p->title) dv_svg_text(t, "name", left, at.top + 12, p->title);
  put_legend(t, p, left, at.top + (p->title ? LINE + 4 : 0) - 2, width);
  if (p->polar) dv_frame_polar(t, &f, p);
  else put_axes(t, &f, p);
  if (p->right) put_right_axis(t, &f, p);
  put_curves(t, &f, p, index);
  dv_frame_marks(t, &f, p);
  put_insets(t, &f, p, index);
  if (p->heat) dv_heat_bar(t, p->heat, f.x + f.w + 16, f.y, f.h);
  return f.y + f.h + (p->joined ? GAP_JOINED : GAP_LAST);
}

typedef struct {
  int columns, width, height;  // px: of a panel, of its plot area
} layout;

static layout layout_of(const dv_figure *f)
{
  int columns = f->columns > 1 ? f->columns : 1, width = f->width ? f->width : WIDTH;
  return (layout){columns, width / columns, f->panel_height ? f->panel_height : HEIGHT};
}

// Head of the row that begins with panel i.
static double head_of_row(const dv_figure *f, const layout *l, int i)
{
  double most = 0;
  for (int k = i; k < i + l->columns && k < f->npanel; k++) most = fmax(most, head_of(&f->panel[k], l->width - LEFT - RIGHT));
  return most;
}

// Words of the caption, as many in a line as fit; put 0: only count. Returns the number of lines.
static int caption_lines(dv_text *t, const char *text, double left, double top, double width, int put)
{
  int lines = 0;
  size_t most = (size_t)(width / 6.6);
  while (text && *text) {
    size_t n = strlen(text), cut = n;
    if (n > most)
      for (cut = most; cut && text[cut] != ' ';) cut--;
    if (!cut) cut = n > most ? most : n;
    if (put) dv_svg_text(t, "start", left, top + LINE * lines, dv_arena_copy(t->arena, text, cut));
    lines++;
    text += cut;
    while (*text == ' ') text++;
  }
  return lines;
}

char *dv_figure_svg(dv_arena *a, const dv_figure *f)
{
  dv_text t = {.arena = a};
  layout l = layout_of(f);
  double total = TOP + (f->title ? TITLE : 0), top = TOP;
  for (int i = 0; i < f->npanel; i += l.columns)
    total +=
        head_of_row(f, &l, i) + l.height + (f->panel[i].joined ? GAP_JOINED : GAP_LAST) + (i + l.columns < f->npanel ? 6 : 0);
  double wide = l.width * l.columns - LEFT - RIGHT, below = total;
  int lines = caption_lines(&t, f->caption, LEFT, 0, wide, 0);
  dv_svg_head_of(&t, l.width * l.columns, total + (lines ? LINE * lines + 12 : 0), f->paper);
  caption_lines(&t, f->caption, LEFT, below + 12, wide, 1);
  if (f->title) {
    dv_svg_text(&t, "title", LEFT, top + 10, f->title);
    top += TITLE;
  }
  for (int i = 0; i < f->npanel; i += l.columns) {
    double head = head_of_row(f, &l, i), bottom = top;
    for (int k = 0; k < l.columns && i + k < f->npanel; k++)
      bottom = put_panel(&t, &f->panel[i + k], i + k, (cell){k * l.width, top, l.width, head}, l.height);
    top = bottom + 6;
  }
  dv_text_add(&t, "</svg>\n");
  return t.at;
}
