// ground.h: a profile of one direction that the machine may pass over: place along it, and what it adds to the ground.
//
//   xi = x cos b + y sin b + speed t + travel;   height += h(xi),  slope += h' (cos b, sin b),  rate += h' (speed + travel'),
//   bend += h'' (cos^2 b, cos b sin b, sin^2 b)
#pragma once

#include "davit/kind.h"

enum { GROUND_TRAVEL, GROUND_TRAVEL_RATE };

// clang-format off
#define GROUND_PARAMETERS \
  DV_P(direction, "rad", 0, -7,   7,   "along which the profile changes: angle from x towards y") \
  DV_P(speed,     "m/s", 0, -1e3, 1e3, "at which the machine passes over it")
// clang-format on
DV_GROUP_STRUCT(ground_way, GROUND_PARAMETERS);
static const dv_quantity ground_ins[] = {
    {"travel",      "m",   1, "distance passed, beside that of `speed`", DV_OPTIONAL    },
    {"travel_rate", "m/s", 1, "its rate",                                DV_RATE_OF_LAST},
};

DV_FN real ground_place(const ground_way *w, const dv_cell *c, const real *at)
{
  real sinb, cosb;
  dv_sincos(w->direction, &sinb, &cosb);
  return at[0] * cosb + at[1] * sinb + w->speed * c->t + c->in[GROUND_TRAVEL];
}

DV_FN void ground_add(const ground_way *w, const dv_cell *c, real height, real slope, real bend, dv_ground *g)
{
  real sinb, cosb;
  dv_sincos(w->direction, &sinb, &cosb);
  g->height += height;
  g->slope[0] += slope * cosb;
  g->slope[1] += slope * sinb;
  g->bend[0] += bend * cosb * cosb;
  g->bend[1] += bend * cosb * sinb;
  g->bend[2] += bend * sinb * sinb;
  g->rate += slope * (w->speed + c->in[GROUND_TRAVEL_RATE]);
}

// What a plot shows of it: the ground under the origin of its surface.
static const dv_quantity ground_outs[] = {
    {"value", "m",   1e-2, "height under the surface's origin", 0},
    {"rate",  "m/s", 1e-1, "of that height",                    0},
};
#define GROUND_SIGNAL                                                                                                            \
  DV_LAW(signal)                                                                                                                 \
  {                                                                                                                              \
    real at[2] = {dv_real(0), dv_real(0)};                                                                                       \
    dv_ground g;                                                                                                                 \
    memset(&g, 0, sizeof g);                                                                                                     \
    profile(p, c, at, &g);                                                                                                       \
    c->out[0] = g.height;                                                                                                        \
    c->out[1] = g.rate;                                                                                                          \
  }
