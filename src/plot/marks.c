// marks.c: limits, marks and bands of a panel; markers of its curves.
#include "plot/frame.h"
#include "plot/svg.h"

#include <math.h>

enum { MARKERS = 16 };

static double px(const dv_frame *f, double x) { return f->map.x0 + f->map.dx * x; }
static double py(const dv_frame *f, double y) { return f->map.y0 + f->map.dy * y; }

static int is_inside(double v, double from, double size) { return v >= from - 1e-6 && v <= from + size + 1e-6; }

static void put_limit(dv_text *t, const dv_frame *f, const dv_mark_line *l)
{
  double y = py(f, l->at);
  if (!is_inside(y, f->y, f->h)) return;
  dv_svg_line(t, "limit", f->x, y, f->x + f->w, y);
  dv_svg_text(t, "small end", f->x + f->w - 4, y - 3, l->label);
}

// At the right of its line, or left of it where there is no room.
static void put_name(dv_text *t, const dv_frame *f, double x, const char *name)
{
  int fits = x + 3 + dv_svg_width(name) <= f->x + f->w;
  dv_svg_text(t, fits ? "small" : "small end", fits ? x + 3 : x - 3, f->y + 11, name);
}

static void put_mark(dv_text *t, const dv_frame *f, const dv_mark_line *l)
{
  double x = px(f, l->at);
  if (!is_inside(x, f->x, f->w)) return;
  dv_svg_line(t, "mark", x, f->y, x, f->y + f->h);
  put_name(t, f, x, l->label);
}

void dv_frame_marks(dv_text *t, const dv_frame *f, const dv_panel *p)
{
  for (int i = 0; i < p->nlimit; i++)
    if (!p->limit[i].band) put_limit(t, f, &p->limit[i]);
    else if (is_inside(py(f, fmax(p->limit[i].at, p->limit[i].to)), f->y, f->h))
      dv_svg_text(t, "small end", f->x + f->w - 4, fmin(py(f, p->limit[i].at), py(f, p->limit[i].to)) + 12, p->limit[i].label);
  for (int i = 0; i < p->nmark; i++)
    if (!p->mark[i].band) put_mark(t, f, &p->mark[i]);
    else if (is_inside(px(f, p->mark[i].at), f->x, f->w)) put_name(t, f, px(f, p->mark[i].at), p->mark[i].label);
}

static void put_box(dv_text *t, double x1, double y1, double x2, double y2)
{
  dv_text_add(t, "<path class=\"band\" d=\"M");
  const double corner[] = {x1, y1, x2, y1, x2, y2, x1, y2};
  for (int i = 0; i < 8; i++) {
    dv_pixel(t, corner[i]);
    dv_text_put(t, " ", 1);
  }
  dv_text_add(t, "Z\"/>\n");
}

// There along the first curve, back along the second.
static void put_shade(dv_text *t, const dv_frame *f, const dv_curve *a, const dv_curve *b)
{
  int n = a->n < b->n ? a->n : b->n, every = n > 2000 ? n / 2000 : 1, first = 1;
  dv_text_add(t, "<path class=\"band\" d=\"");
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < n; k += every) {
      const dv_curve *c = side ? b : a;
      int i = side ? n - 1 - k : k;
      if (!isfinite(c->x[i]) || !isfinite(c->y[i])) continue;
      dv_text_put(t, first ? "M" : "L", 1);
      first = 0;
      dv_pixel(t, px(f, c->x[i]));
      dv_text_put(t, " ", 1);
      dv_pixel(t, py(f, c->y[i]));
    }
  dv_text_add(t, "Z\"/>\n");
}

void dv_frame_bands(dv_text *t, const dv_frame *f, const dv_panel *p)
{
  for (int i = 0; i < p->nlimit; i++)
    if (p->limit[i].band) put_box(t, f->x, py(f, p->limit[i].at), f->x + f->w, py(f, p->limit[i].to));
  for (int i = 0; i < p->nmark; i++)
    if (p->mark[i].band) put_box(t, px(f, p->mark[i].at), f->y, px(f, p->mark[i].to), f->y + f->h);
  if (p->nshade == 2) put_shade(t, f, &p->curve[p->shade[0]], &p->curve[p->shade[1]]);
}

// Some of the points of a line, so that it can be told from others without colours.
void dv_frame_markers(dv_text *t, const dv_curve *c, dv_map map, const char *colour)
{
  int every = c->n > MARKERS ? c->n / MARKERS : 1;
  for (int i = every / 2; i < c->n; i += every) {
    if (!isfinite(c->x[i]) || !isfinite(c->y[i])) continue;
    dv_text_add(t, "<circle r=\"3\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.4\" cx=\"", colour);
    dv_pixel(t, map.x0 + map.dx * c->x[i]);
    dv_text_add(t, "\" cy=\"");
    dv_pixel(t, map.y0 + map.dy * c->y[i]);
    dv_text_add(t, "\"/>\n");
  }
}
