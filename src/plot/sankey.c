// sankey.c: streams as bands: what comes in from the left, through one bar, to what takes it at the right; heights are amounts.
#include "base/shown.h"
#include "plot/path.h"
#include "plot/svg.h"

#include <math.h>
#include <stdlib.h>

enum { BEND = 150, BAR = 26, GAP = 16, LEAST = 30, HEAD = 34, LETTERS = 10, BANDS = 240 };

typedef struct {
  const dv_stream *s;
  int n;
  double sum, x, bar;  // px: the bands' outer ends, and where they meet the bar
} side;

static int larger(const void *a, const void *b)
{
  const dv_stream *x = a, *y = b;
  return (x->amount < y->amount) - (x->amount > y->amount);
}

static side side_of(dv_arena *a, const dv_stream *s, int n)
{
  dv_stream *own = DV_TAKE(a, dv_stream, n + 1);
  side d = {.s = own, .n = n};
  for (int i = 0; i < n; i++) own[i] = s[i], d.sum += s[i].amount;
  qsort(own, (size_t)n, sizeof *own, larger);
  return d;
}

static double room(const dv_stream *s, double thick) { return fmax(thick * s->amount, LEAST) + GAP; }

static double height_of(const side *d, double thick)
{
  double h = 0;
  for (int i = 0; i < d->n; i++) h += room(&d->s[i], thick);
  return h;
}

static void put_point(dv_text *t, const char *before, double x, double y)
{
  dv_text_add(t, "%s", before);
  dv_pixel(t, x);
  dv_text_put(t, " ", 1);
  dv_pixel(t, y);
}

// From (x, y) to (to, at), as thick as d all along.
static void put_band(dv_text *t, const char *color, double x, double y, double to, double at, double d)
{
  double middle = (x + to) / 2;
  dv_text_add(t, "<path fill=\"%s\" fill-opacity=\"0.75\" d=\"", color);
  put_point(t, "M", x, y);
  put_point(t, "C", middle, y);
  put_point(t, " ", middle, at);
  put_point(t, " ", to, at);
  put_point(t, "L", to, at + d);
  put_point(t, "C", middle, at + d);
  put_point(t, " ", middle, y + d);
  put_point(t, " ", x, y + d);
  dv_text_add(t, "Z\"/>\n");
}

static const char *amount_text(dv_arena *a, const dv_sankey *f, double amount, double sum)
{
  dv_shown u = dv_shown_as(f->unit, sum);
  return dv_arena_text(a, "%.4g %s, %.3g %%", u.factor * amount, dv_unit_pretty(a, u.unit), 100 * amount / sum);
}

static void put_side(dv_text *t, const dv_sankey *f, const side *d, double top, double inner, double thick, double sum)
{
  static const char *const color[] = {"#E69F00", "#0072B2", "#D55E00"};
  const char *where = d->x < d->bar ? "end" : "start";
  double label = d->x + (d->x < d->bar ? -LETTERS : LETTERS), y = top;
  for (int i = 0; i < d->n; i++) {
    const dv_stream *s = &d->s[i];
    double high = fmax(thick * s->amount, 1), middle = y + room(s, thick) / 2;
    put_band(t, color[s->sort], d->x, middle - high / 2, d->bar, inner, high);
    dv_svg_text(t, where, label, middle - 2, s->name);
    dv_svg_text(t, d->x < d->bar ? "small end" : "small", label, middle + 12, amount_text(t->arena, f, s->amount, sum));
    y += room(s, thick);
    inner += thick * s->amount;
  }
}

static double widest(const dv_sankey *f, dv_arena *a, const side *d, double sum)
{
  double w = 40;
  for (int i = 0; i < d->n; i++)
    w = fmax(w, fmax(dv_svg_width(d->s[i].name), dv_svg_width(amount_text(a, f, d->s[i].amount, sum))));
  return w + 2 * LETTERS;
}

char *dv_sankey_svg(dv_arena *a, const dv_sankey *f)
{
  dv_text t = {.arena = a};
  side in = side_of(a, f->in, f->nin), out = side_of(a, f->out, f->nout);
  double sum = fmax(fmax(in.sum, out.sum), 1e-300), thick = BANDS / sum;
  double tall = fmax(height_of(&in, thick), height_of(&out, thick)), foot = f->caption ? 28 : 8;
  in.x = widest(f, a, &in, sum);
  in.bar = in.x + BEND;
  out.bar = in.bar + BAR;
  out.x = out.bar + BEND;
  double wide =
      fmax(out.x + widest(f, a, &out, sum), fmax(dv_svg_width(f->title) * 1.25, f->caption ? dv_svg_width(f->caption) : 0) + 24);
  dv_svg_head(&t, (int)wide, HEAD + tall + foot);
  dv_svg_text(&t, "title", 12, 20, f->title);
  double bar = HEAD + (tall - BANDS) / 2;
  put_side(&t, f, &in, HEAD + (tall - height_of(&in, thick)) / 2, bar, thick, sum);
  put_side(&t, f, &out, HEAD + (tall - height_of(&out, thick)) / 2, bar, thick, sum);
  dv_text_add(&t, "<rect fill=\"#555\" x=\"");
  dv_pixel(&t, in.bar);
  dv_text_add(&t, "\" width=\"%d\" y=\"", BAR);
  dv_pixel(&t, bar);
  dv_text_add(&t, "\" height=\"%d\"/>\n", BANDS);
  if (f->caption) dv_svg_text(&t, "small", 12, HEAD + tall + 16, f->caption);
  dv_text_add(&t, "</svg>\n");
  return t.at;
}
