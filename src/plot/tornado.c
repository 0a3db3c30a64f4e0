// tornado.c: sensitivities as horizontal bars from zero, the strongest on top, over an axis with ticks.
#include "plot/path.h"
#include "plot/scale.h"
#include "plot/svg.h"

#include <math.h>
#include <stdlib.h>

enum { BAR = 24, HEAD = 34, FOOT = 52, LENGTH = 420, GAP = 12 };

typedef struct {
  const char *label, *note;
  double value;
} bar;

typedef struct {
  double left, right, top;  // px: of the axis
  dv_scale s;
} field;

static double size(double x) { return isfinite(x) ? fabs(x) : -1; }

static int stronger(const void *a, const void *b)
{
  double x = size(((const bar *)a)->value), y = size(((const bar *)b)->value);
  return (x < y) - (x > y);
}

static double place(const field *f, double value)
{
  return f->left + (f->right - f->left) * (value - f->s.lo) / (f->s.hi - f->s.lo);
}

static void put_bar(dv_text *t, const bar *b, const field *f, double y)
{
  double zero = place(f, 0), end = isfinite(b->value) ? place(f, b->value) : zero;
  dv_svg_text(t, "end", f->left - GAP, y + 16, b->label);
  dv_svg_text(t, "start", f->right + GAP, y + 16, b->note);
  dv_text_add(t, "<rect fill=\"%s\" x=\"", b->value < 0 ? "#D55E00" : "#0072B2");
  dv_pixel(t, fmin(zero, end));
  dv_text_add(t, "\" y=\"");
  dv_pixel(t, y + 4);
  dv_text_add(t, "\" height=\"%d\" width=\"", BAR - 8);
  dv_pixel(t, fabs(end - zero));
  dv_text_add(t, "\"/>\n");
}

static void put_axis(dv_text *t, const dv_tornado *f, const field *d, double bottom)
{
  for (int i = 0; i < d->s.nticks; i++) {
    double x = place(d, dv_scale_tick(&d->s, i));
    dv_svg_line(t, "grid", x, d->top, x, bottom);
    dv_svg_line(t, "axis", x, bottom, x, bottom + 4);
    dv_svg_text(t, "mid", x, bottom + 17, dv_scale_label(t->arena, &d->s, i));
  }
  dv_svg_line(t, "axis", d->left, bottom, d->right, bottom);
  dv_svg_text(t, "mid", (d->left + d->right) / 2, bottom + 35, dv_scale_title(t->arena, &d->s, f->axis, f->unit));
}

// From zero to the longest bar on either side.
static dv_scale scale_of(dv_arena *a, const dv_tornado *f)
{
  double lo = 0, hi = 0;
  for (int i = 0; i < f->n; i++)
    if (isfinite(f->value[i])) lo = fmin(lo, f->value[i]), hi = fmax(hi, f->value[i]);
  if (lo == hi) hi = 1;
  return dv_scale_of(a, lo, hi, 0.04, LENGTH / 90, f->unit);
}

static void put_tornado(dv_text *t, const dv_tornado *f, double left, double top)
{
  field d = {left, left + LENGTH, top + HEAD, scale_of(t->arena, f)};
  bar *b = DV_TAKE(t->arena, bar, f->n + 1);
  double bottom = d.top + BAR * f->n;
  for (int i = 0; i < f->n; i++) b[i] = (bar){f->label[i], f->note[i], f->value[i]};
  qsort(b, (size_t)f->n, sizeof *b, stronger);
  dv_svg_text(t, "name", 12, top + 16, f->title);
  put_axis(t, f, &d, bottom);
  for (int i = 0; i < f->n; i++) put_bar(t, &b[i], &d, d.top + BAR * i);
  dv_svg_line(t, "axis", place(&d, 0), d.top, place(&d, 0), bottom);
}

char *dv_tornado_svg(dv_arena *a, const dv_tornado *f, int n)
{
  dv_text t = {.arena = a};
  double left = 40, right = 0, wide = 0, height = 8;
  for (int k = 0; k < n; k++) {
    height += HEAD + FOOT + BAR * f[k].n;
    wide = fmax(wide, 1.15 * dv_svg_width(f[k].title) + 24);  // bold
    for (int i = 0; i < f[k].n; i++) {
      left = fmax(left, dv_svg_width(f[k].label[i]) + 2 * GAP);
      right = fmax(right, dv_svg_width(f[k].note[i]) + 2 * GAP);
    }
  }
  dv_svg_head(&t, (int)fmax(left + LENGTH + right, wide), height);
  double top = 4;
  for (int k = 0; k < n; k++) {
    put_tornado(&t, &f[k], left, top);
    top += HEAD + FOOT + BAR * f[k].n;
  }
  dv_text_add(&t, "</svg>\n");
  return t.at;
}
