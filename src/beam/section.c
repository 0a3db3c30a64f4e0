// section.c: sections along the beam, linear between the rows of its table.
#include "beam/shape.h"

dv_beam_section dv_beam_section_at(const dv_beam_data *d, double x)
{
  const dv_beam_section *s = d->section;
  int i = 0;
  while (i + 2 < d->nsection && x >= s[i + 1].x) i++;
  if (d->nsection == 1) return s[0];
  double t = (x - s[i].x) / (s[i + 1].x - s[i].x);
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  dv_beam_section r;
  const double *a = &s[i].x, *b = &s[i + 1].x;
  for (int k = 0; k < (int)(sizeof r / sizeof(double)); k++) (&r.x)[k] = a[k] + t * (b[k] - a[k]);
  r.x = x;
  return r;
}

dv_way_section dv_beam_way_at(const dv_beam_data *d, dv_beam_way way, double x)
{
  dv_beam_section s = dv_beam_section_at(d, x);
  dv_way_section w = {0, 0, d->density * s.A, 0};
  switch (way) {
  case DV_BEND_Y: w.bend = d->E * s.Iz, w.shear = d->G * s.Ay, w.turn = d->density * s.Iz; break;
  case DV_BEND_Z: w.bend = d->E * s.Iy, w.shear = d->G * s.Az, w.turn = d->density * s.Iy; break;
  case DV_TWIST: w.bend = d->G * s.J, w.mass = d->density * (s.Iy + s.Iz); break;
  default: w.bend = d->E * s.A; break;
  }
  return w;
}
