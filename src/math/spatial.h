// spatial.h: three-vectors and 3x3 matrices (row-major) over real.
#pragma once

#include "davit/real.h"

typedef struct {
  real x[3];
} v3;

// Symmetric 3x3 matrices are six numbers, xx xy xz yy yz zz; this is where (i, j) is.
#define DV_SYM(i, j) ((i) + (j) + ((i) && (j)))

DV_FN v3 dv_v3_zero(void)
{
  v3 a;
  for (int i = 0; i < 3; i++) a.x[i] = dv_real(0);
  return a;
}
DV_FN v3 dv_v3_unit(int axis)  // zero if there is no such axis
{
  v3 a;
  for (int i = 0; i < 3; i++) a.x[i] = dv_real(i == axis);
  return a;
}
DV_FN v3 dv_v3_of(const real *p)
{
  v3 a;
  for (int i = 0; i < 3; i++) a.x[i] = p[i];
  return a;
}
DV_FN void dv_v3_put(real *p, v3 a)
{
  for (int i = 0; i < 3; i++) p[i] = a.x[i];
}
DV_FN v3 dv_v3_add(v3 a, v3 b)
{
  for (int i = 0; i < 3; i++) a.x[i] += b.x[i];
  return a;
}
DV_FN v3 dv_v3_sub(v3 a, v3 b)
{
  for (int i = 0; i < 3; i++) a.x[i] -= b.x[i];
  return a;
}
DV_FN v3 dv_v3_scale(v3 a, real s)
{
  for (int i = 0; i < 3; i++) a.x[i] *= s;
  return a;
}
DV_FN real dv_v3_dot(v3 a, v3 b) { return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]; }
DV_FN v3 dv_v3_cross(v3 a, v3 b)
{
  v3 r;
  r.x[0] = a.x[1] * b.x[2] - a.x[2] * b.x[1];
  r.x[1] = a.x[2] * b.x[0] - a.x[0] * b.x[2];
  r.x[2] = a.x[0] * b.x[1] - a.x[1] * b.x[0];
  return r;
}
DV_FN v3 dv_m3_mul(const real *R, v3 a)  // R a
{
  v3 r;
  for (int i = 0; i < 3; i++) r.x[i] = R[3 * i] * a.x[0] + R[3 * i + 1] * a.x[1] + R[3 * i + 2] * a.x[2];
  return r;
}
DV_FN v3 dv_m3_tmul(const real *R, v3 a)  // R^T a
{
  v3 r;
  for (int i = 0; i < 3; i++) r.x[i] = R[i] * a.x[0] + R[3 + i] * a.x[1] + R[6 + i] * a.x[2];
  return r;
}
DV_FN void dv_m3_product(const real *A, const real *B, real *C)  // C = A B
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}
DV_FN v3 dv_s3_mul(const real *S, v3 a)  // S a, S symmetric
{
  v3 r;
  for (int i = 0; i < 3; i++) r.x[i] = S[DV_SYM(i, 0)] * a.x[0] + S[DV_SYM(i, 1)] * a.x[1] + S[DV_SYM(i, 2)] * a.x[2];
  return r;
}
DV_FN void dv_m3_rotate(const real *R, real *A)  // A <- R A R^T
{
  real T[9];
  dv_m3_product(R, A, T);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[3 * i + j] = T[3 * i] * R[3 * j] + T[3 * i + 1] * R[3 * j + 1] + T[3 * i + 2] * R[3 * j + 2];
}
DV_FN void dv_s3_rotate(const real *R, real *S)  // S <- R S R^T, S symmetric
{
  real A[9], T[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[3 * i + j] = S[DV_SYM(i, j)];
  dv_m3_product(R, A, T);
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) S[DV_SYM(i, j)] = T[3 * i] * R[3 * j] + T[3 * i + 1] * R[3 * j + 1] + T[3 * i + 2] * R[3 * j + 2];
}
