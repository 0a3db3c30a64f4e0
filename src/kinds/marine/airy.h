// airy.h: one linear wave train on water of depth h (Airy): elevation, orbital velocity and acceleration.
//
//   zeta = a cos(th),  th = k (x cos b + y sin b) - w t + e,   w^2 = g k tanh(k h)
//   u = a w C cos(th),  v_up = a w S sin(th),   C, S = cosh, sinh(k (h - d)) / sinh(k h),  d: depth below the surface at rest
//
// The world's z axis is vertical, either way. Above the rest surface d = 0 is taken.
#pragma once

#include "davit/kind.h"

typedef struct {
  real amplitude, omega, number, phase, cosb, sinb;
} airy;

// k of w^2 = g k tanh(k h) by Newton on y tanh y = w^2 h/g, from Eckart's start.
DV_FN real airy_number(real omega, real gravity, real h)
{
  real y0 = omega * omega * h / gravity, y = y0 / dv_sqrt(dv_tanh(y0));
  for (int i = 0; i < 12; i++) {
    real th = dv_tanh(y);
    y -= (y * th - y0) / (th + y * (1 - th * th));
  }
  return y / h;
}

// cosh and sinh(k (h - d)) / sinh(k h), without overflow.
DV_FN void airy_decay(real k, real h, real d, real *C, real *S)
{
  real below = dv_clamp(d, dv_real(0), h), top = dv_exp(-k * below), image = dv_exp(-2 * k * (h - below));
  real scale = top / -dv_expm1(-2 * k * h);
  *C = scale * (1 + image);
  *S = scale * (1 - image);
}

DV_FN void airy_add(const airy *a, real h, real level, real t, const real *point, dv_water *w)
{
  real s, c, C, S, aw = a->amplitude * a->omega, up = w->up[2];
  dv_sincos(a->number * (point[0] * a->cosb + point[1] * a->sinb) - a->omega * t + a->phase, &s, &c);
  airy_decay(a->number, h, level - up * point[2], &C, &S);
  w->depth += a->amplitude * c;
  w->velocity[0] += aw * C * c * a->cosb;
  w->velocity[1] += aw * C * c * a->sinb;
  w->velocity[2] += aw * S * s * up;
  w->acceleration[0] += aw * a->omega * C * s * a->cosb;
  w->acceleration[1] += aw * a->omega * C * s * a->sinb;
  w->acceleration[2] -= aw * a->omega * S * c * up;
}
