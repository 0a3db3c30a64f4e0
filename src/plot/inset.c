// inset.c: close-ups drawn inside their panel, in a corner, with the part that they show framed.
#include "plot/inset.h"

#include "plot/svg.h"

#include <math.h>

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
  double w = fmin(0.42 * f->w, 260), h = 0.46 * f->h, left = 44, below = 20;
  int right = corner == DV_UPPER_RIGHT || corner == DV_LOWER_RIGHT, upper = corner == DV_UPPER_RIGHT || corner == DV_UPPER_LEFT;
  return (dv_frame){
      .x = right ? f->x + f->w - w - 8 : f->x + left + 8, .y = upper ? f->y + 8 : f->y + f->h - h - below - 8, .w = w, .h = h};
}

// White below it and its numbers; on the panel a frame around what it shows, and a line from there.
void dv_inset_ground(dv_text *t, const dv_frame *f, const dv_frame *in)
{
  double x1 = f->map.x0 + f->map.dx * in->sx.lo, x2 = f->map.x0 + f->map.dx * in->sx.hi, y1 = f->map.y0 + f->map.dy * in->sy.hi,
         y2 = f->map.y0 + f->map.dy * in->sy.lo;
  x1 = fmax(x1, f->x), x2 = fmin(x2, f->x + f->w), y1 = fmax(y1, f->y), y2 = fmin(y2, f->y + f->h);
  box(t, "part", x1, y1, x2 - x1, y2 - y1);
  double from = fmin(fmax(in->y + in->h / 2, y1), y2), middle = in->y + in->h / 2;
  if (x2 < in->x - 44) dv_svg_line(t, "lead", x2, from, in->x - 44, middle);
  else if (x1 > in->x + in->w) dv_svg_line(t, "lead", x1, from, in->x + in->w, middle);
  box(t, "ground", in->x - 44, in->y - 6, in->w + 50, in->h + 26);
}

void dv_inset_border(dv_text *t, const dv_frame *in) { box(t, "part", in->x, in->y, in->w, in->h); }
