// helical.h: a screw by its angle: rotation by q about the axis e of the placement and translation by pitch q along it.
//
//   R_PL = R Rot(e, q),  r = p + R e (pitch q),  S = (e, pitch e)
#pragma once

#include "skeleton/pass.h"
#include "skeleton/joint/revolute.h"
#include "skeleton/joint/prismatic.h"

#define P(name) helical_##name
#define TURN dv_real(1)
#define SLIDE h.b->pitch

DV_FN void P(set)(HERE, const real *q)
{
  for (int i = 0; i < 3; i++) h.k->r.x[i] = h.b->p[i] + h.b->R[3 * i + e] * (h.b->pitch * q[0]);
}

#include "skeleton/joint/screw.inc"
