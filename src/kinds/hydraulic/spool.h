// spool.h: a valve's spool follows its command at once, as a first-order lag, or as a second-order one; its speed is limited.
//
//   first: x' = (u - x)/time, at most `speed`;   |u| <= reach
//   second: x'' = 2 damping omega (v - x'),  v = omega (u - x)/(2 damping), at most `speed`;
//           below that limit x'' = omega^2 (u - x) - 2 damping omega x'
#pragma once

#include "davit/kind.h"

enum { SPOOL_INSTANT, SPOOL_FIRST, SPOOL_SECOND };

// clang-format off
#define SPOOL_PARAMETERS \
  DV_P(reach,   "1",     1,    1e-12, 1e30, "greatest opening that a command can ask for") \
  DV_P(time,    "s",     0.01, 1e-6,  100,  "first: time constant") \
  DV_P(omega,   "rad/s", 300,  1e-2,  1e6,  "second: natural frequency") \
  DV_P(damping, "1",     0.8,  0.01,  100,  "second: damping ratio") \
  DV_P(speed,   "1/s",   1e30, 1e-6,  1e30, "greatest rate of the spool")
// clang-format on
DV_GROUP_STRUCT(spool_par, SPOOL_PARAMETERS);
#define SPOOL_OPTION                                                                                                             \
  {                                                                                                                              \
    "spool", "instant|first|second", "how the spool follows its command"                                                         \
  }
#define SPOOL_STATES                                                                                                             \
  {"spool", "1", 1, "spool position", 0}, { "spool_rate", "1/s", 100, "its rate", 0 }

DV_FN real spool_goal(const spool_par *s, real command) { return dv_clamp(command, -s->reach, s->reach); }

DV_FN real spool_at(const spool_par *s, int how, real command, const real *x)
{
  return how == SPOOL_INSTANT ? spool_goal(s, command) : x[0];
}

DV_FN void spool_rate(const spool_par *s, int how, real command, const real *x, real *dx)
{
  if (how == SPOOL_INSTANT) return;
  real gap = spool_goal(s, command) - x[0];
  if (how == SPOOL_FIRST) dx[0] = dv_clamp(gap / s->time, -s->speed, s->speed);
  if (how != SPOOL_SECOND) return;
  real brake = 2 * s->damping * s->omega, wanted = dv_clamp(s->omega * s->omega / brake * gap, -s->speed, s->speed);
  dx[0] = x[1];
  dx[1] = brake * (wanted - x[1]);
}

// Opening of an edge, 0..1 at full travel: it opens when the spool has passed the overlap (negative: open at rest).
DV_FN real spool_opening(real x, real overlap) { return dv_max(x - overlap, dv_real(0)) / (1 - overlap); }
