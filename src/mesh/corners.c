// corners.c: placements of meshes within their file.
#include "mesh/corners.h"

#include <math.h>
#include <string.h>

const double dv_matrix_unit[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

void dv_corner_placed(dv_corners *f, const float p[3], const double m[12])
{
  float q[3];
  for (int i = 0; i < 3; i++) q[i] = (float)(m[4 * i] * p[0] + m[4 * i + 1] * p[1] + m[4 * i + 2] * p[2] + m[4 * i + 3]);
  dv_corner_add(f, q);
}

void dv_corners_paint(dv_corners *f, const double rgba[4])
{
  uint32_t color = 0;
  for (int i = 0; rgba && i < 4; i++) {
    double x = rgba[i] > 0 ? fmin(rgba[i], 1) : 0;  // what is no number is 0
    if (i == 3 && !(x > 0)) x = 1;                  // some write no opacity where they mean all of it
    color |= (uint32_t)(255 * x + 0.5) << (8 * i);
  }
  uint32_t last = f->paints.n ? f->paints.item[f->paints.n - 1].color : 0;
  if (color != last) *DV_PUSH(f->arena, &f->paints) = (dv_paint){f->n / 9, color};
}

void dv_matrix_times(const double a[12], const double b[12], double out[12])
{
  double c[12];
  for (int i = 0; i < 12; i++) {
    const double *row = a + 4 * (i / 4);
    c[i] = row[0] * b[i % 4] + row[1] * b[4 + i % 4] + row[2] * b[8 + i % 4] + (i % 4 == 3 ? row[3] : 0);
  }
  memcpy(out, c, sizeof c);
}

void dv_matrix_turn(const double axis[3], double angle, double out[12])
{
  double n = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), c = cos(angle), s = sin(angle);
  memcpy(out, dv_matrix_unit, sizeof dv_matrix_unit);
  if (!(n > 0)) return;
  double x = axis[0] / n, y = axis[1] / n, z = axis[2] / n, k = 1 - c;
  double m[12] = {c + x * x * k,     x * y * k - z * s, x * z * k + y * s, 0,
                  y * x * k + z * s, c + y * y * k,     y * z * k - x * s, 0,
                  z * x * k - y * s, z * y * k + x * s, c + z * z * k,     0};
  memcpy(out, m, sizeof m);
}
