// inset.c: close-ups drawn inside their panel, in a corner, with the part that they show framed.
#include "plot/inset.h"

#include "plot/svg.h"

#include <math.h>

enum { LEFT = 44, BELOW = 20 };  // px for its numbers

static void box(dv_text *t, const char *class, double x, double y, double w, double h)
{
  dv_text_add(t, "<rect class=\"%s\" x=\"", class);
  dv_pixel(t, x);
  dv_text_add(t, "\" y=\"");
  dv_pixel(t, y);
  dv_text_add(t, "\" width=\"");
  dv_pixel(t, w);
  dv_text_add(t, "\" height=\"");
  dv_pixel(t, h);
  dv_text_add(t, "\"/>\n");
}

dv_frame dv_inset_place(const dv_frame *f, dv_corner corner)
{
  double w = fmin(0.42 * f->w, 260), h = 0.46 * f->h;
  int right = corner == DV_UPPER_RIGHT || corner == DV_LOWER_RIGHT, upper = corner == DV_UPPER_RIGHT || corner == DV_UPPER_LEFT;
  return (dv_frame){
      .x = right ? f->x + f->w - w - 8 : f->x + LEFT + 8, .y = upper ? f->y + 8 : f->y + f->h - h - BELOW - 8, .w = w, .h = h};
}

typedef struct {
  double x1, y1, x2, y2;
} area;

static int within(const area *a, double x, double y) { return x > a->x1 && x < a->x2 && y > a->y1 && y < a->y2; }

// Pixels of a curve that an area would cover.
static double covered(const area *a, const dv_curve *c, dv_map m)
{
  double sum = 0;
  for (int i = 1; i < c->n; i++) {
    double x = m.x0 + m.dx * c->x[i], y = m.y0 + m.dy * c->y[i], from = m.x0 + m.dx * c->x[i - 1],
           low = m.y0 + m.dy * c->y[i - 1];
    double length = hypot(x - from, y - low);
    if (isfinite(length) && within(a, (x + from) / 2, (y + low) / 2)) sum += length;
  }
  return sum;
}

// The part of the panel that the close-up shows must be seen, too.
static int hides_part(const area *a, const dv_frame *f, const dv_inset *inset)
{
  double x1 = f->map.x0 + f->map.dx * inset->x.lo, x2 = f->map.x0 + f->map.dx * inset->x.hi;
  return x1 < a->x2 && x2 > a->x1;
}

dv_corner dv_inset_corner(const dv_frame *f, const dv_panel *p, int i, unsigned *taken)
{
  dv_corner best = p->inset[i].corner;
  double least = HUGE_VAL;
  int wanted = best != DV_FREE_CORNER;
  for (int corner = DV_UPPER_RIGHT; corner <= DV_LOWER_LEFT && !wanted; corner++) {
    dv_frame in = dv_inset_place(f, (dv_corner)corner);
    area a = {in.x - LEFT, in.y - 6, in.x + in.w + 6, in.y + in.h + BELOW};
    double hidden = (hides_part(&a, f, &p->inset[i]) ? f->w : 0) + (*taken & 1u << corner ? 1e6 : 0);
    for (int c = 0; c < p->ncurve; c++) hidden += covered(&a, &p->curve[c], c < p->ncurve - p->right ? f->map : f->right_map);
    if (hidden < least) least = hidden, best = (dv_corner)corner;
  }
  *taken |= 1u << best;
  return best;
}

// White below it and its numbers; on the panel a frame around what it shows, and a line from there.
void dv_inset_ground(dv_text *t, const dv_frame *f, const dv_frame *in)
{
  double x1 = f->map.x0 + f->map.dx * in->sx.lo, x2 = f->map.x0 + f->map.dx * in->sx.hi, y1 = f->map.y0 + f->map.dy * in->sy.hi,
         y2 = f->map.y0 + f->map.dy * in->sy.lo;
  x1 = fmax(x1, f->x), x2 = fmin(x2, f->x + f->w), y1 = fmax(y1, f->y), y2 = fmin(y2, f->y + f->h);
  box(t, "part", x1, y1, x2 - x1, y2 - y1);
  double from = fmin(fmax(in->y + in->h / 2, y1), y2), middle = in->y + in->h / 2;
  if (x2 < in->x - LEFT) dv_svg_line(t, "lead", x2, from, in->x - LEFT, middle);
  else if (x1 > in->x + in->w) dv_svg_line(t, "lead", x1, from, in->x + in->w, middle);
  box(t, "ground", in->x - LEFT, in->y - 6, in->w + LEFT + 6, in->h + BELOW + 6);
}

void dv_inset_border(dv_text *t, const dv_frame *in) { box(t, "part", in->x, in->y, in->w, in->h); }
