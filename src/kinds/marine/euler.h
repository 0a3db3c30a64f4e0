// euler.h: position and attitude of a vehicle as sailors give them: (x, y, z, roll, pitch, yaw), R = Rz(yaw) Ry(pitch) Rx(roll).
//
// Rates of the angles are singular at pitch = +-90 degrees; there cos(pitch) is held off zero.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

DV_FN void euler_place(const real *pose, real *eta)
{
  real level = dv_hypot(pose[0], pose[3]);
  dv_v3_put(eta, dv_v3_of(pose + 9));
  eta[3] = dv_atan2(pose[7], pose[8]);
  eta[4] = dv_atan2(-pose[6], level);
  eta[5] = dv_atan2(pose[3], pose[0]);
}

// twist: angular, linear, in the frame's axes.
DV_FN void euler_rate(const real *pose, const real *eta, const real *twist, real *rate)
{
  real sr, cr, sp, cp;
  dv_sincos(eta[3], &sr, &cr);
  dv_sincos(eta[4], &sp, &cp);
  real turn = (twist[1] * sr + twist[2] * cr) / dv_max(cp, dv_real(1e-9));
  dv_v3_put(rate, dv_m3_mul(pose, dv_v3_of(twist + 3)));
  rate[3] = twist[0] + sp * turn;
  rate[4] = twist[1] * cr - twist[2] * sr;
  rate[5] = turn;
}

// a - b of angles, in (-pi, pi].
DV_FN real euler_between(real a, real b)
{
  real d = a - b;
  return d - 6.283185307179586 * dv_floor(d / 6.283185307179586 + 0.5);
}
