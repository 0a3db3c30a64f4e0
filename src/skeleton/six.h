// six.h: twists and wrenches as pairs, and their cross products.
#pragma once

#include "math/spatial.h"

// A twist or acceleration (angular w, linear v), or a wrench or momentum (moment w, force v); link axes, about its origin.
typedef struct {
  v3 w, v;
} dv_six;

DV_FN dv_six six_zero(void)
{
  dv_six a = {dv_v3_zero(), dv_v3_zero()};
  return a;
}
DV_FN dv_six six_add(dv_six a, dv_six b)
{
  dv_six r = {dv_v3_add(a.w, b.w), dv_v3_add(a.v, b.v)};
  return r;
}
DV_FN dv_six six_sub(dv_six a, dv_six b)
{
  dv_six r = {dv_v3_sub(a.w, b.w), dv_v3_sub(a.v, b.v)};
  return r;
}
DV_FN dv_six six_half(dv_six a)
{
  dv_six r = {dv_v3_scale(a.w, dv_real(0.5)), dv_v3_scale(a.v, dv_real(0.5))};
  return r;
}
// a x b of twists; a x* f of a twist and a wrench.
DV_FN dv_six six_cross(dv_six a, dv_six b)
{
  dv_six r = {dv_v3_cross(a.w, b.w), dv_v3_add(dv_v3_cross(a.w, b.v), dv_v3_cross(a.v, b.w))};
  return r;
}
DV_FN dv_six six_cross_force(dv_six a, dv_six f)
{
  dv_six r = {dv_v3_add(dv_v3_cross(a.w, f.w), dv_v3_cross(a.v, f.v)), dv_v3_cross(a.w, f.v)};
  return r;
}

// (0, x e) x a along a coordinate axis e, without the products with zero.
DV_FN v3 axis_cross(int e, real x, v3 a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  v3 r;
  r.x[e] = dv_real(0);
  r.x[y] = -x * a.x[z];
  r.x[z] = x * a.x[y];
  return r;
}
