// area.c: area of a union of triangles or points: squares whose middle is covered are counted.
#include "study/workspace.h"

#include <math.h>

dv_raster *dv_raster_new(dv_arena *a, const double x[2], const double y[2], int n)
{
  dv_raster *r = DV_TAKE(a, dv_raster, 1);
  *r = (dv_raster){x[0], y[0], (x[1] - x[0]) / n, (y[1] - y[0]) / n, n, n, DV_TAKE(a, char, (size_t)n *(size_t)n)};
  return r;
}

static double side(const double *a, const double *b, double x, double y)
{
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static int bound(double x, int most) { return x < 0 ? 0 : x > most ? most : (int)x; }

void dv_raster_triangle(dv_raster *r, const double *a, const double *b, const double *c)
{
  int i0 = bound((fmin(a[0], fmin(b[0], c[0])) - r->x0) / r->dx - 1, r->nx),
      i1 = bound((fmax(a[0], fmax(b[0], c[0])) - r->x0) / r->dx + 1, r->nx);
  int j0 = bound((fmin(a[1], fmin(b[1], c[1])) - r->y0) / r->dy - 1, r->ny),
      j1 = bound((fmax(a[1], fmax(b[1], c[1])) - r->y0) / r->dy + 1, r->ny);
  for (int j = j0; j < j1; j++)
    for (int i = i0; i < i1; i++) {
      double x = r->x0 + (i + 0.5) * r->dx, y = r->y0 + (j + 0.5) * r->dy;
      double p = side(a, b, x, y), q = side(b, c, x, y), s = side(c, a, x, y);
      if ((p >= 0 && q >= 0 && s >= 0) || (p <= 0 && q <= 0 && s <= 0)) r->covered[j * r->nx + i] = 1;
    }
}

void dv_raster_point(dv_raster *r, double x, double y)
{
  int i = (int)((x - r->x0) / r->dx), j = (int)((y - r->y0) / r->dy);
  if (i >= 0 && i < r->nx && j >= 0 && j < r->ny) r->covered[j * r->nx + i] = 1;
}

void dv_raster_measure(const dv_raster *r, double *area, double *moment)
{
  double cell = r->dx * r->dy;
  *area = *moment = 0;
  for (int j = 0; j < r->ny; j++)
    for (int i = 0; i < r->nx; i++)
      if (r->covered[j * r->nx + i]) *area += cell, *moment += cell * (r->x0 + (i + 0.5) * r->dx);
}
