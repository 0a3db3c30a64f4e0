// oil.h: compressible oil, pure or with free air, and the energy that it holds and carries.
//
//   specific volume  v/v0 = (1 - y) e^(-p/bulk) + y (p0/(p0 + p))^a,  a = 1/n;   modulus B(p) = -v / (dv/dp)
//   energy density   h = (1/v) integral of -s dv from 0 to p;  it solves B h' = p + h
//
// A chamber V(t) that takes in q has p' = B/V (q - V') and d(V h)/dt = p q - p V' + h q: it stores V h and h q is `carried`.
// Pure oil: B = bulk, h = bulk (e^x - 1 - x), x = p/bulk. Pressures are above the atmosphere's. Free air: Merritt 1967; near
// vacuum its volume goes on along the tangent of the gas law.
#pragma once

#include "davit/kind.h"

enum { OIL_PURE, OIL_AERATED };

#define OIL_ATMOSPHERE 101325.0
#define OIL_FLOOR 1e-3  // least absolute pressure of the gas law, in atmospheres

// clang-format off
#define OIL_PARAMETERS \
  DV_P(bulk,       "Pa", 1.4e9, 1e6, 1e11, "bulk modulus of the oil") \
  DV_P(air,        "1",  0.005, 0,   0.5,  "aerated: part of the volume that is free air at atmospheric pressure") \
  DV_P(polytropic, "1",  1.4,   1,   1.7,  "aerated: exponent of the air's gas law")
// clang-format on
DV_GROUP_STRUCT(oil_par, OIL_PARAMETERS);
#define OIL_OPTION                                                                                                               \
  {                                                                                                                              \
    "oil", "pure|aerated", "constant bulk modulus, or with free air"                                                             \
  }

// expm1(y)/y
DV_FN real oil_slope(real y)
{
  dv_bool tiny = dv_abs(y) < 1e-5;
  real z = dv_select(tiny, dv_real(1), y);
  return dv_select(tiny, 1 + 0.5 * y, dv_expm1(z) / z);
}

// e^x - 1 - x; a series where the difference would be rounding.
DV_FN real oil_rest(real x)
{
  real series = x * x * (0.5 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120))));
  return dv_select(dv_abs(x) < 1e-3, series, dv_expm1(x) - x);
}

// The gas at pressure p: volume over that in the atmosphere, -d(volume)/dp, work since then.
typedef struct {
  real volume, slope, work;
} oil_gas;

DV_FN oil_gas oil_gas_at(const oil_par *o, real p)
{
  real a = 1 / o->polytropic, log = dv_log(dv_max(1 + p / OIL_ATMOSPHERE, dv_real(OIL_FLOOR)));
  real below = dv_min(p - OIL_ATMOSPHERE * (OIL_FLOOR - 1), dv_real(0)), held = p - below;  // held: where the gas law ends
  real law = dv_exp(-a * log);
  oil_gas g;
  g.slope = law * a * dv_exp(-log) / OIL_ATMOSPHERE;
  g.volume = law - g.slope * below;
  g.work = OIL_ATMOSPHERE * log * oil_slope((1 - a) * log) - held * law + g.slope * below * (held + 0.5 * below);
  return g;
}

// 1/B at pressure p, so that capacity = V times it.
DV_FN real oil_compliance(const oil_par *o, int aerated, real p)
{
  if (!aerated) return 1 / o->bulk;
  real liquid = (1 - o->air) * dv_exp(-p / o->bulk);
  oil_gas g = oil_gas_at(o, p);
  return (liquid / o->bulk + o->air * g.slope) / (liquid + o->air * g.volume);
}

// h: energy per volume beyond that of oil at atmospheric pressure.
DV_FN real oil_energy(const oil_par *o, int aerated, real p)
{
  real x = p / o->bulk;
  if (!aerated) return o->bulk * oil_rest(x);
  real shrunk = dv_exp(-x), liquid_work = o->bulk * shrunk * oil_rest(x);
  oil_gas g = oil_gas_at(o, p);
  return ((1 - o->air) * liquid_work + o->air * g.work) / ((1 - o->air) * shrunk + o->air * g.volume);
}

// A rigid volume with a net inflow q: pure oil stores V p^2/2B and takes in p q alone, which is as exact as V h with h q.
DV_FN real oil_held(const oil_par *o, int aerated, real volume, real p)
{
  return aerated ? volume * oil_energy(o, OIL_AERATED, p) : 0.5 * volume / o->bulk * p * p;
}

DV_FN real oil_held_carried(const oil_par *o, int aerated, real p, real q)
{
  return aerated ? oil_energy(o, OIL_AERATED, p) * q : dv_real(0);
}
