// leadscrew.h: a screw by its travel: translation by q along the axis e of the placement and rotation by k q about it.
//
//   R_PL = R Rot(e, k q),  r = p + R e q,  S = (k e, e),  k = 1/pitch, the link's number
#pragma once

#include "skeleton/pass.h"
#include "skeleton/joint/revolute.h"
#include "skeleton/joint/prismatic.h"

#define P(name) leadscrew_##name
#define TURN h.b->pitch
#define SLIDE dv_real(1)

DV_FN void P(set)(HERE, const real *q)
{
  dv_sincos(h.b->pitch * q[0], &h.k->s, &h.k->c);
  prismatic_set(e, h, q);
}

#include "skeleton/joint/screw.inc"
