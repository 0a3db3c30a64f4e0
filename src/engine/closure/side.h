// side.h: the two frames of a closure, and the screw of its row.
//
// A closure's file has NAME_gap: c, and its screw: factors of the twists in c', which is the wrench that a unit multiplier puts
// on both frames; and NAME_bias: c'' without accelerations, less what the screw makes of J' v.
#pragma once

#include "engine/evaluation.h"

typedef struct {
  real R[9];
  v3 p, w, v;  // world axes
} side;

DV_FN v3 side_axis(const side *s, int i)
{
  v3 a;
  for (int k = 0; k < 3; k++) a.x[k] = s->R[3 * k + i];
  return a;
}

DV_FN v3 side_between(const side *s) { return dv_v3_sub(s[1].p, s[0].p); }

DV_FN void screw_put(real *screw, v3 nA, v3 fA, v3 nB, v3 fB)
{
  dv_v3_put(screw, nA);
  dv_v3_put(screw + 3, fA);
  dv_v3_put(screw + 6, nB);
  dv_v3_put(screw + 9, fB);
}
