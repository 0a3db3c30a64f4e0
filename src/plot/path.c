// path.c: curves as paths. Where many points fall on one pixel column, only the first, lowest, highest and last are drawn:
// the picture is the same and the file stays small.
#include "plot/path.h"

#include <math.h>

static const double most = 1e6, nearby = 0.2;  // px

void dv_pixel(dv_text *out, double x)
{
  double clamped = fmin(fmax(x, -most), most);
  long n = lround(clamped * 100);
  const char *sign = n < 0 ? "-" : "";
  if (n < 0) n = -n;
  if (n % 100 == 0) dv_text_add(out, "%s%ld", sign, n / 100);
  else if (n % 10 == 0) dv_text_add(out, "%s%ld.%ld", sign, n / 100, n / 10 % 10);
  else dv_text_add(out, "%s%ld.%02ld", sign, n / 100, n % 100);
}

typedef struct {
  dv_text *out;
  int drawing;    // 0: the next point starts a piece
  double px, py;  // last point written
} pen;

static void draw(pen *p, double x, double y)
{
  if (p->drawing && fabs(x - p->px) < nearby && fabs(y - p->py) < nearby) return;
  dv_text_put(p->out, p->drawing ? "L" : "M", 1);
  dv_pixel(p->out, x);
  dv_text_put(p->out, " ", 1);
  dv_pixel(p->out, y);
  p->drawing = 1;
  p->px = x;
  p->py = y;
}

typedef struct {
  int n;
  double x, first, last, lo, hi, lo_x, hi_x, last_x;
} column;

static void draw_column(pen *p, column *c)
{
  if (!c->n) return;
  draw(p, c->x, c->first);
  if (c->n > 2) {
    int low_first = c->lo_x < c->hi_x;
    draw(p, low_first ? c->lo_x : c->hi_x, low_first ? c->lo : c->hi);
    draw(p, low_first ? c->hi_x : c->lo_x, low_first ? c->hi : c->lo);
  }
  if (c->n > 1) draw(p, c->last_x, c->last);
  c->n = 0;
}

static void add(column *c, double x, double y)
{
  if (!c->n++) *c = (column){1, x, y, y, y, y, x, x, x};
  if (y < c->lo) c->lo = y, c->lo_x = x;
  if (y > c->hi) c->hi = y, c->hi_x = x;
  c->last = y;
  c->last_x = x;
}

void dv_path_of(dv_text *out, const dv_curve *c, dv_map m)
{
  pen p = {.out = out};
  column col = {0};
  int at = 0;
  for (int i = 0; i < c->n; i++) {
    double x = m.x0 + m.dx * c->x[i], y = m.y0 + m.dy * c->y[i];
    if (!isfinite(x) || !isfinite(y)) {
      draw_column(&p, &col);
      p.drawing = 0;
      continue;
    }
    int pixel = (int)floor(fmin(fmax(x, -most), most) * 2);  // half pixels
    if (pixel != at) draw_column(&p, &col);
    at = pixel;
    add(&col, x, y);
  }
  draw_column(&p, &col);
}

void dv_path_dots(dv_text *out, const dv_curve *c, dv_map m)
{
  for (int i = 0; i < c->n; i++) {
    if (!isfinite(c->x[i]) || !isfinite(c->y[i])) continue;
    dv_text_add(out, "M");
    dv_pixel(out, m.x0 + m.dx * c->x[i]);
    dv_text_add(out, " ");
    dv_pixel(out, m.y0 + m.dy * c->y[i]);
    dv_text_add(out, "h0");
  }
}
