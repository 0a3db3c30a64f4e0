// rolling.h: a wheel about its y axis on a plane: its lowest point, the directions along and across its way, and how it slips.
//
//   e = -(n - (n . a) a)/|...|: towards the ground in the wheel's plane;  t = a x n/|...|: ahead;  l = n x t: to the left
//   depth = -(height of the axle + R e . n);   w: velocity of the rim's material point there, ground's axes
#pragma once

#include "math/spatial.h"

typedef struct {
  v3 at, arm;  // lowest point from the ground's origin, from the axle; ground's axes
  v3 ahead, left, up;
  real depth, rate;  // of the lowest point below the plane
  real speed;        // of the axle, ahead
  real slip[2];      // velocity of the rim's point: ahead, to the left
} rolling_look;

DV_FN rolling_look rolling_at(const dv_cell *c, real radius, real level)
{
  rolling_look k;
  const real *O = c->pose, *G = c->pose + 12;
  v3 axle = dv_m3_tmul(G, dv_v3_sub(dv_v3_of(O + 9), dv_v3_of(G + 9))), a = dv_m3_tmul(G, dv_m3_mul(O, dv_v3_unit(1)));
  v3 w_g = dv_v3_of(c->flow + 6), spin = dv_v3_sub(dv_m3_tmul(G, dv_m3_mul(O, dv_v3_of(c->flow))), w_g);
  v3 v = dv_v3_sub(dv_v3_sub(dv_m3_tmul(G, dv_m3_mul(O, dv_v3_of(c->flow + 3))), dv_v3_of(c->flow + 9)), dv_v3_cross(w_g, axle));
  k.up = dv_v3_unit(2);
  v3 in = dv_v3_sub(k.up, dv_v3_scale(a, a.x[2])), ahead = dv_v3_cross(a, k.up);
  real flat = 1 / dv_sqrt(dv_v3_dot(in, in) + 1e-24);
  k.arm = dv_v3_scale(in, -radius * flat);
  k.ahead = dv_v3_scale(ahead, 1 / dv_sqrt(dv_v3_dot(ahead, ahead) + 1e-24));
  k.left = dv_v3_cross(k.up, k.ahead);
  k.at = dv_v3_add(axle, k.arm);
  v3 rim = dv_v3_add(v, dv_v3_cross(spin, k.arm));
  k.depth = level - k.at.x[2];
  k.rate = -rim.x[2];
  k.speed = dv_v3_dot(k.ahead, v);
  k.slip[0] = dv_v3_dot(k.ahead, rim);
  k.slip[1] = dv_v3_dot(k.left, rim);
  return k;
}

// The force f on the wheel at its lowest point, ground's axes: what the part takes at both frames.
DV_FN void rolling_answer(dv_cell *c, const rolling_look *k, v3 f)
{
  v3 m = dv_v3_cross(k->arm, f), back = dv_v3_cross(k->at, f);
  v3 f_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, f)), m_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, m));
  for (int i = 0; i < 3; i++) {
    c->effort[i] = -m_o.x[i];
    c->effort[3 + i] = -f_o.x[i];
    c->effort[6 + i] = back.x[i];
    c->effort[9 + i] = f.x[i];
  }
}
