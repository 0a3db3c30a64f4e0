// polar.c: circles and spokes of a polar panel: angles from the right, counter-clockwise.
#include "plot/frame.h"
#include "plot/svg.h"

#include <math.h>

static const double radian = 0.017453292519943295;

double dv_frame_radius(const dv_panel *p)
{
  double most = 0;
  if (p->y_window.given && isfinite(p->y_window.hi)) return p->y_window.hi;
  for (int c = 0; c < p->ncurve; c++)
    for (int i = 0; i < p->curve[c].n; i++) {
      double r = hypot(p->curve[c].x[i], p->curve[c].y[i]);
      if (isfinite(r)) most = fmax(most, r);
    }
  return most > 0 ? most : 1;
}

static void put_circle(dv_text *t, const dv_frame *f, double r, const char *label)
{
  dv_text_add(t, "<circle class=\"grid\" cx=\"");
  dv_pixel(t, f->map.x0);
  dv_text_add(t, "\" cy=\"");
  dv_pixel(t, f->map.y0);
  dv_text_add(t, "\" r=\"");
  dv_pixel(t, r * f->map.dx);
  dv_text_add(t, "\"/>\n");
  dv_svg_text(t, "small", f->map.x0 + r * f->map.dx * cos(75 * radian) + 2, f->map.y0 - r * f->map.dx * sin(75 * radian) - 2,
              label);
}

void dv_frame_polar(dv_text *t, const dv_frame *f, const dv_panel *p)
{
  double radius = dv_frame_radius(p);
  dv_scale s = dv_scale_of(t->arena, 0, radius, 0, 4, p->y_unit ? p->y_unit : "");
  for (int i = 0; i < s.nticks; i++)
    if (dv_scale_tick(&s, i) > 0) put_circle(t, f, dv_scale_tick(&s, i), dv_scale_label(t->arena, &s, i));
  put_circle(t, f, radius, "");
  for (int degree = 0; degree < 360; degree += 30) {
    double c = cos(degree * radian), d = sin(degree * radian), r = radius * f->map.dx;
    dv_svg_line(t, "grid", f->map.x0, f->map.y0, f->map.x0 + r * c, f->map.y0 - r * d);
    dv_svg_text(t, "mid small", f->map.x0 + (r + 16) * c, f->map.y0 - (r + 11) * d + 4,
                dv_arena_text(t->arena, "%d\u00b0", degree));
  }
  const char *label = p->y_label ? p->y_label : dv_unit_meaning(p->y_unit ? p->y_unit : "");
  dv_svg_text(t, "start", f->x, f->y + f->h - 2, dv_scale_title(t->arena, &s, label, p->y_unit ? p->y_unit : ""));
}
