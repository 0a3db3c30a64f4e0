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

int dv_corners_skin(dv_corners *f, dv_skin_sort sort, const char *bytes, size_t n)
{
  for (int i = 0; i < f->skins.n; i++) {
    const dv_skin *s = &f->skins.item[i];
    if (s->sort == sort && s->n == n && (s->bytes == bytes || !memcmp(s->bytes, bytes, n))) return i + 1;
  }
  if (f->skins.n >= DV_SKINS_MOST) return 0;
  *DV_PUSH(f->arena, &f->skins) = (dv_skin){sort, bytes, n};
  return f->skins.n;
}

void dv_corners_fill_uv(dv_corners *f, int corners)
{
  while (f->uv.n < 2 * corners) *DV_PUSH(f->arena, &f->uv) = 0;
}

void dv_corner_uv(dv_corners *f, const float uv[2])
{
  dv_corners_fill_uv(f, f->n / 3 - 1);
  for (int i = 0; i < 2; i++) *DV_PUSH(f->arena, &f->uv) = isfinite(uv[i]) ? uv[i] : 0;
}

uint32_t dv_color_of(const double rgba[4])
{
  uint32_t color = 0;
  for (int i = 0; i < 4; i++) {
    double x = rgba[i] > 0 ? fmin(rgba[i], 1) : 0;  // what is no number is 0
    if (i == 3 && !(x > 0)) x = 1;                  // some write no opacity where they mean all of it
    color |= (uint32_t)(255 * x + 0.5) << (8 * i);
  }
  return color;
}

void dv_corners_paint(dv_corners *f, const double rgba[4], int skin)
{
  const dv_paint none = {0}, *last = f->paints.n ? &f->paints.item[f->paints.n - 1] : &none;
  uint32_t color = rgba ? dv_color_of(rgba) : 0;
  if (color != last->color || skin != last->skin) *DV_PUSH(f->arena, &f->paints) = (dv_paint){f->n / 9, color, skin};
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
