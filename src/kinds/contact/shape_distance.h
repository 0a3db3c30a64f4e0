// shape_distance.h: distance of a point from a shape that stands at the origin, and the direction in which it grows.
//
//   ball: |x| - r;   capsule: |x - (0, 0, clamp(z))| - r;   box: |max(|x| - h, 0)|, inside: the nearest face
//   cylinder about z: as a box of (distance from the axis - r, |z| - h)
//
// The direction is the gradient of the distance, a unit vector. Inside a box or a cylinder it changes face where two are as near.
#pragma once

#include "math/spatial.h"

typedef struct {
  real radius, half[3];  // half[2]: half the length of a capsule or a cylinder
} shape_size;

DV_FN real shape_sign(real x) { return dv_select(x < 0.0, dv_real(-1), dv_real(1)); }

// Outside, the length of the positive parts of d; inside, the least negative of them. n: its gradient along each.
DV_FN real shape_corner(int count, const real *d, real *n)
{
  real out = dv_real(0), most = d[0], taken = dv_real(0), zero = dv_real(0);
  for (int i = 0; i < count; i++) out += dv_max(d[i], zero) * dv_max(d[i], zero);
  for (int i = 1; i < count; i++) most = dv_max(most, d[i]);
  dv_bool outside = most > 0.0;
  real length = dv_sqrt(dv_select(outside, out, dv_real(1)));
  for (int i = 0; i < count; i++) {
    real first = dv_select((d[i] == most) & (taken < 0.5), dv_real(1), zero);
    taken += first;
    n[i] = dv_select(outside, dv_max(d[i], zero) / length, first);
  }
  return dv_select(outside, length, most);
}

DV_FN real shape_ball(const shape_size *s, v3 x, v3 *n)
{
  real length = dv_sqrt(dv_v3_dot(x, x) + 1e-30);
  *n = dv_v3_scale(x, 1 / length);
  return length - s->radius;
}

DV_FN real shape_capsule(const shape_size *s, v3 x, v3 *n)
{
  x.x[2] -= dv_clamp(x.x[2], -s->half[2], s->half[2]);
  return shape_ball(s, x, n);
}

DV_FN real shape_box(const shape_size *s, v3 x, v3 *n)
{
  real d[3];
  for (int i = 0; i < 3; i++) d[i] = dv_abs(x.x[i]) - s->half[i];
  real far = shape_corner(3, d, n->x);
  for (int i = 0; i < 3; i++) n->x[i] *= shape_sign(x.x[i]);
  return far;
}

DV_FN real shape_cylinder(const shape_size *s, v3 x, v3 *n)
{
  real off = dv_sqrt(x.x[0] * x.x[0] + x.x[1] * x.x[1] + 1e-30), d[2] = {off - s->radius, dv_abs(x.x[2]) - s->half[2]}, m[2];
  real far = shape_corner(2, d, m);
  n->x[0] = m[0] * x.x[0] / off;
  n->x[1] = m[0] * x.x[1] / off;
  n->x[2] = m[1] * shape_sign(x.x[2]);
  return far;
}
