// quaternion.h: attitudes as quaternions (w x y z), q = cos(a/2) + axis sin(a/2); R(q) turns child axes into parent axes.
//
//   R(q) = 1 + 2/|q|^2 (w [u] + [u][u]),  q' = 1/2 q o (0, omega),  omega in child axes
#pragma once

#include "math/spatial.h"

// The rotation of q / |q|.
DV_FN void dv_quat_matrix(const real *q, real *R)
{
  real w = q[0], x = q[1], y = q[2], z = q[3], s = 2 / (w * w + x * x + y * y + z * z);
  real sx = s * x, sy = s * y, sz = s * z, xx = sx * x, yy = sy * y, zz = sz * z;
  real xy = sx * y, xz = sx * z, yz = sy * z, wx = sx * w, wy = sy * w, wz = sz * w;
  R[0] = 1 - (yy + zz), R[1] = xy - wz, R[2] = xz + wy;
  R[3] = xy + wz, R[4] = 1 - (xx + zz), R[5] = yz - wx;
  R[6] = xz - wy, R[7] = yz + wx, R[8] = 1 - (xx + yy);
}

// out = q o (w, u); out may not be q.
DV_FN void dv_quat_product(const real *q, real w, v3 u, real *out)
{
  v3 a = dv_v3_of(q + 1), c = dv_v3_cross(a, u);
  out[0] = q[0] * w - dv_v3_dot(a, u);
  for (int i = 0; i < 3; i++) out[1 + i] = q[0] * u.x[i] + w * a.x[i] + c.x[i];
}

DV_FN void dv_quat_rate(const real *q, v3 omega, real *rate)
{
  dv_quat_product(q, dv_real(0), dv_v3_scale(omega, dv_real(0.5)), rate);
}

// sin(a) / a and cos(a) of a = |turn| / 2.
DV_FN real dv_half_sinc(v3 turn, real *cosine)
{
  real a2 = 0.25 * dv_v3_dot(turn, turn), a = dv_sqrt(a2), s;
  dv_bool small = a2 < 1e-10;
  dv_sincos(a, &s, cosine);
  return dv_select(small, 1 - a2 * (1.0 / 6), s / dv_select(small, dv_real(1), a));
}

// out = q o exp(turn / 2): the attitude after turning by the vector `turn`, child axes.
DV_FN void dv_quat_turn(const real *q, v3 turn, real *out)
{
  real c, s = dv_half_sinc(turn, &c);
  dv_quat_product(q, c, dv_v3_scale(turn, 0.5 * s), out);
}

DV_FN void dv_quat_normalise(real *q)
{
  real s = 1 / dv_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; i++) q[i] *= s;
}

// (a - sin a) / a^3 of t = a^2; the series below 1, where the difference cancels.
DV_FN real dv_third_sinc(real t)
{
  real a = dv_sqrt(t), s, c;
  dv_sincos(a, &s, &c);
  dv_bool small = t < 1.0;
  real series = 1 - t / 20 * (1 - t / 42 * (1 - t / 72 * (1 - t / 110 * (1 - t / 156 * (1 - t / 210 * (1 - t / 272))))));
  return dv_select(small, series / 6, (a - s) / dv_select(small, dv_real(1), a * t));
}

// How far a body gets that moves with the constant twist (u, turn) of its own axes for one unit of time, in its first axes:
//   u + (1 - cos a)/a^2 turn x u + (a - sin a)/a^3 turn x (turn x u),  a = |turn|
DV_FN v3 dv_screw_travel(v3 u, v3 turn)
{
  real c, s = dv_half_sinc(turn, &c), third = dv_third_sinc(dv_v3_dot(turn, turn));
  v3 x = dv_v3_cross(turn, u), xx = dv_v3_cross(turn, x);
  return dv_v3_add(u, dv_v3_add(dv_v3_scale(x, 0.5 * s * s), dv_v3_scale(xx, third)));
}

// Quaternion of a rotation matrix: of the four ways, the one whose divisor is the largest (Shepperd 1978). Of two equal divisors
// one way is taken whole: a graph's slope takes half of each where it sees d > size ? d : size.
DV_FN void dv_quat_of(const real *R, real *q)
{
  real d[4], best[4], size;
  d[0] = 1 + R[0] + R[4] + R[8];
  d[1] = 1 + R[0] - R[4] - R[8];
  d[2] = 1 - R[0] + R[4] - R[8];
  d[3] = 1 - R[0] - R[4] + R[8];
  real wx = R[7] - R[5], wy = R[2] - R[6], wz = R[3] - R[1], xy = R[1] + R[3], xz = R[2] + R[6], yz = R[5] + R[7];
  real row[4][4] = {
      {d[0], wx,   wy,   wz  },
      {wx,   d[1], xy,   xz  },
      {wy,   xy,   d[2], yz  },
      {wz,   xz,   yz,   d[3]}
  };
  size = d[0];
  for (int i = 0; i < 4; i++) best[i] = row[0][i];
  for (int k = 1; k < 4; k++) {
    dv_bool larger = d[k] - size > 0.0;
    for (int i = 0; i < 4; i++) best[i] = dv_select(larger, row[k][i], best[i]);
    size = dv_select(larger, d[k], size);
  }
  real half = dv_select(best[0] < 0.0, dv_real(-0.5), dv_real(0.5)) / dv_sqrt(size);
  for (int i = 0; i < 4; i++) q[i] = best[i] * half;
}
