// jet.h: a value with its first and second time derivative.
//
//   (f o a)' = f' a',   (f o a)'' = f'' a'^2 + f' a''
#pragma once

#include "davit/real.h"

typedef struct {
  real v, d, dd;  // value, first, second derivative
} dv_jet;

DV_FN dv_jet dv_jet_of(real v, real d, real dd)
{
  dv_jet j;
  j.v = v;
  j.d = d;
  j.dd = dd;
  return j;
}
DV_FN dv_jet dv_jet_const(real v) { return dv_jet_of(v, dv_real(0), dv_real(0)); }

// f(a) from f, f', f'' at a.v
DV_FN dv_jet dv_jet_chain(dv_jet a, real f, real f1, real f2) { return dv_jet_of(f, f1 * a.d, f2 * a.d * a.d + f1 * a.dd); }

DV_FN dv_jet dv_jet_add(dv_jet a, dv_jet b) { return dv_jet_of(a.v + b.v, a.d + b.d, a.dd + b.dd); }
DV_FN dv_jet dv_jet_sub(dv_jet a, dv_jet b) { return dv_jet_of(a.v - b.v, a.d - b.d, a.dd - b.dd); }
DV_FN dv_jet dv_jet_neg(dv_jet a) { return dv_jet_of(-a.v, -a.d, -a.dd); }
DV_FN dv_jet dv_jet_mul(dv_jet a, dv_jet b)
{
  return dv_jet_of(a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2 * a.d * b.d + a.v * b.dd);
}
DV_FN dv_jet dv_jet_inverse(dv_jet a)
{
  real r = 1 / a.v;
  return dv_jet_chain(a, r, -r * r, 2 * r * r * r);
}
DV_FN dv_jet dv_jet_select(dv_bool m, dv_jet a, dv_jet b)
{
  return dv_jet_of(dv_select(m, a.v, b.v), dv_select(m, a.d, b.d), dv_select(m, a.dd, b.dd));
}
DV_FN dv_jet dv_jet_sin(dv_jet a)
{
  real s, c;
  dv_sincos(a.v, &s, &c);
  return dv_jet_chain(a, s, c, -s);
}
DV_FN dv_jet dv_jet_cos(dv_jet a)
{
  real s, c;
  dv_sincos(a.v, &s, &c);
  return dv_jet_chain(a, c, -s, -c);
}
DV_FN dv_jet dv_jet_tan(dv_jet a)
{
  real s, c;
  dv_sincos(a.v, &s, &c);
  real t = s / c, g = 1 + t * t;
  return dv_jet_chain(a, t, g, 2 * t * g);
}
DV_FN dv_jet dv_jet_exp(dv_jet a)
{
  real e = dv_exp(a.v);
  return dv_jet_chain(a, e, e, e);
}
DV_FN dv_jet dv_jet_log(dv_jet a)
{
  real r = 1 / a.v;
  return dv_jet_chain(a, dv_log(a.v), r, -r * r);
}
DV_FN dv_jet dv_jet_sqrt(dv_jet a)
{
  real s = dv_sqrt(a.v), r = 0.5 / s;
  return dv_jet_chain(a, s, r, -0.5 * r / a.v);
}
// E = e^|x| - 1: sinh |x| = (E + E/(E + 1))/2, cosh x = (E + 1 + 1/(E + 1))/2. |x| is side x: that has a slope at zero.
DV_FN dv_jet dv_jet_sinh(dv_jet a)
{
  real side = dv_copysign(dv_real(1), a.v), E = dv_expm1(side * a.v), s = side * (0.5 * (E + E / (E + 1))),
       c = 0.5 * (E + 1 + 1 / (E + 1));
  return dv_jet_chain(a, s, c, s);
}
DV_FN dv_jet dv_jet_cosh(dv_jet a)
{
  dv_jet s = dv_jet_sinh(dv_jet_of(a.v, dv_real(1), dv_real(0)));
  return dv_jet_chain(a, s.d, s.v, s.d);
}
DV_FN dv_jet dv_jet_tanh(dv_jet a)
{
  real t = dv_tanh(a.v), g = 1 - t * t;
  return dv_jet_chain(a, t, g, -2 * t * g);
}
DV_FN dv_jet dv_jet_asin(dv_jet a)
{
  real g = 1 / dv_sqrt(1 - a.v * a.v);
  return dv_jet_chain(a, dv_asin(a.v), g, a.v * g * g * g);
}
DV_FN dv_jet dv_jet_acos(dv_jet a)
{
  real g = 1 / dv_sqrt(1 - a.v * a.v);
  return dv_jet_chain(a, dv_acos(a.v), -g, -a.v * g * g * g);
}
DV_FN dv_jet dv_jet_atan(dv_jet a)
{
  real g = 1 / (1 + a.v * a.v);
  return dv_jet_chain(a, dv_atan(a.v), g, -2 * a.v * g * g);
}
// atan2(y, x)' = (x y' - y x') / (x^2 + y^2)
DV_FN dv_jet dv_jet_atan2(dv_jet y, dv_jet x)
{
  real r2 = x.v * x.v + y.v * y.v, n = x.v * y.d - y.v * x.d, dn = x.v * y.dd - y.v * x.dd, dr2 = 2 * (x.v * x.d + y.v * y.d);
  return dv_jet_of(dv_atan2(y.v, x.v), n / r2, (dn * r2 - n * dr2) / (r2 * r2));
}
// a^b for a constant exponent (any sign of a if b is a whole number up to 16 in size), else exp(b log a)
DV_FN dv_jet dv_jet_power(dv_jet a, dv_jet b) { return dv_jet_exp(dv_jet_mul(b, dv_jet_log(a))); }
DV_FN dv_jet dv_jet_whole_power(dv_jet a, int n)
{
  dv_jet r = dv_jet_const(dv_real(1));
  for (int i = 0; i < (n < 0 ? -n : n); i++) r = dv_jet_mul(r, a);
  return n < 0 ? dv_jet_inverse(r) : r;
}
