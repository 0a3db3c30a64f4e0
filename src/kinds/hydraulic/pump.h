// pump.h: what all pumps share: a shaft at the speed of its axis plus a given one, leakage and drag from two efficiencies.
//
//   q = y D w - G dp,   torque = y D dp + d w + f D |dp| sgn(w),   w = rate of the axis + speed,   y: part in use of D
//   G = (1 - volumetric) D w_r/p_r,   d = (1 - dry) l D p_r/w_r,   f = dry l,   l = 1/mechanical - 1
//
// At the rated point the efficiencies are those given. In warm oil (warm.h) G goes by 1/mu and d by mu, f stays: the losses of
// W. E. Wilson, Performance criteria for positive-displacement pumps and fluid motors, Trans. ASME 71, 1949. sgn(w) is smooth
// within a thousandth of w_r.
#pragma once

#include "kinds/hydraulic/warm.h"

enum { PUMP_P, PUMP_T, PUMP_AXIS };

#define PUMP_PORTS                                                                                                               \
  {"p", DV_HYDRAULIC, DV_ANSWERS, "pressure line"}, {"t", DV_HYDRAULIC, DV_ANSWERS, "suction"},                                  \
  {                                                                                                                              \
    "axis", DV_ROTARY, DV_MAY_ANSWER, "shaft; without one the given speed alone counts"                                          \
  }
// clang-format off
#define PUMP_PARAMETERS \
  DV_P(displacement,   "m^3/rad", DV_REQUIRED, 1e-12, 1,   "volume per angle") \
  DV_P(volumetric,     "1",       1,           0.3,   1,   "volumetric efficiency at the rated point") \
  DV_P(mechanical,     "1",       1,           0.3,   1,   "hydromechanical efficiency at the rated point") \
  DV_P(dry,            "1",       0,           0,     1,   "share of its loss of torque there that is dry friction: by pressure, not by viscosity") \
  DV_P(rated_speed,    "rad/s",   157,         1e-3,  1e5, "speed of the rated point") \
  DV_P(rated_pressure, "Pa",      2e7,         1e3,   1e9, "pressure of the rated point")
// clang-format on
DV_GROUP_STRUCT(pump_par, PUMP_PARAMETERS);
enum { PUMP_SPEED, PUMP_THINNER, PUMP_INPUT_COUNT };

#define PUMP_INPUTS                                                                                                              \
  {"speed", "rad/s", 100, "given speed of the shaft, added to that of the axis", DV_BY_ANSWER | DV_OPTIONAL}, WARM_THINNER

DV_FN real pump_leak(const pump_par *p, const dv_cell *c)
{
  return warm_ratio(c->in[PUMP_THINNER]) * (1 - p->volumetric) * p->displacement * p->rated_speed / p->rated_pressure;
}

// Torque lost at w and dp.
DV_FN real pump_drag(const pump_par *p, const dv_cell *c, real w, real dp)
{
  real part = (1 / p->mechanical - 1) * p->displacement, least = 1e-3 * p->rated_speed;
  real wet = (1 - p->dry) * part * p->rated_pressure / p->rated_speed / warm_ratio(c->in[PUMP_THINNER]) * w;
  return wet + p->dry * part * dv_abs(dp) * w * 1.000000499999875 / dv_sqrt(w * w + least * least);
}

DV_FN void pump_answer(const pump_par *p, real used, dv_cell *c)
{
  real w = c->flow[PUMP_AXIS] + c->in[PUMP_SPEED], dp = c->effort[PUMP_P] - c->effort[PUMP_T];
  real q = used * p->displacement * w - pump_leak(p, c) * dp;
  c->flow[PUMP_P] = -q;
  c->flow[PUMP_T] = q;
  c->effort[PUMP_AXIS] = used * p->displacement * dp + pump_drag(p, c, w, dp);
}

DV_FN real pump_loss(const pump_par *p, const dv_cell *c)
{
  real w = c->flow[PUMP_AXIS] + c->in[PUMP_SPEED], dp = c->effort[PUMP_P] - c->effort[PUMP_T];
  return pump_leak(p, c) * dp * dp + pump_drag(p, c, w, dp) * w;
}

// Half over the rated pressure something should have opened.
DV_FN void pump_guard(const pump_par *p, dv_cell *c)
{
  c->guard[0] = 1.5 * p->rated_pressure - (c->effort[PUMP_P] - c->effort[PUMP_T]);
}

static const char *const pump_warnings[] = {
    "pressure is half over the rated one; a relief valve in the line must open earlier, or rated_pressure be higher"};
