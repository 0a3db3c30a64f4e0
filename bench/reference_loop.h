// reference_loop.h: data and small algebra of the reference loop; see reference_loop.c.
#pragma once

#include "davit/real.h"

typedef struct {
  real x[3];
} vec;

// A link's constants, shared by the lanes.
typedef struct {
  int parent, axis, turned;
  double R[9], p[3], m, mc[3], I[6];  // I about the origin: xx xy xz yy yz zz
} loop_link;

typedef struct {
  vec w, v, cw, cv, pn, pf, al, acc, f, n;
  real W[9];              // [alpha]x + [w]x[w]x
  real J[6], H[9], M[6];  // articulated inertia
  real s, c, Ua[3], Ul[3], Di, u;
} loop_work;

#define SYM(i, j) ((i) + (j) + ((i) && (j)))

DV_FN vec zero(void)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = dv_real(0);
  return r;
}

DV_FN vec add(vec a, vec b)
{
  for (int i = 0; i < 3; i++) a.x[i] += b.x[i];
  return a;
}

DV_FN vec subtract(vec a, vec b)
{
  for (int i = 0; i < 3; i++) a.x[i] -= b.x[i];
  return a;
}

DV_FN vec cross(vec a, vec b)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = a.x[(i + 1) % 3] * b.x[(i + 2) % 3] - a.x[(i + 2) % 3] * b.x[(i + 1) % 3];
  return r;
}

DV_FN vec lever(const double *p, vec b)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = p[(i + 1) % 3] * b.x[(i + 2) % 3] - p[(i + 2) % 3] * b.x[(i + 1) % 3];
  return r;
}

DV_FN vec symmetric(const double *S, vec a)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = S[SYM(i, 0)] * a.x[0] + S[SYM(i, 1)] * a.x[1] + S[SYM(i, 2)] * a.x[2];
  return r;
}

DV_FN vec turn(const double *R, vec a)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = R[3 * i] * a.x[0] + R[3 * i + 1] * a.x[1] + R[3 * i + 2] * a.x[2];
  return r;
}

DV_FN vec turn_back(const double *R, vec a)
{
  vec r;
  for (int i = 0; i < 3; i++) r.x[i] = R[i] * a.x[0] + R[3 + i] * a.x[1] + R[6 + i] * a.x[2];
  return r;
}

// Rotation about the constant axis e.
DV_FN vec spin(int e, real s, real c, vec a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  real t = a.x[y];
  a.x[y] = c * t - s * a.x[z];
  a.x[z] = s * t + c * a.x[z];
  return a;
}

DV_FN vec spin_back(int e, real s, real c, vec a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  real t = a.x[y];
  a.x[y] = c * t + s * a.x[z];
  a.x[z] = c * a.x[z] - s * t;
  return a;
}

DV_FN vec to_child(int e, const loop_link *b, const loop_work *k, vec a)
{
  if (b->turned) a = turn_back(b->R, a);
  return spin_back(e, k->s, k->c, a);
}

DV_FN vec to_parent(int e, const loop_link *b, const loop_work *k, vec a)
{
  a = spin(e, k->s, k->c, a);
  return b->turned ? turn(b->R, a) : a;
}

// A <- R A R^T.
DV_FN void turn_general(const double *R, real *A)
{
  real T[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) T[3 * i + j] = R[3 * i] * A[j] + R[3 * i + 1] * A[3 + j] + R[3 * i + 2] * A[6 + j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[3 * i + j] = T[3 * i] * R[3 * j] + T[3 * i + 1] * R[3 * j + 1] + T[3 * i + 2] * R[3 * j + 2];
}

DV_FN void turn_symmetric(const double *R, real *S)
{
  real T[9], A[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[3 * i + j] = S[SYM(i, j)];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) T[3 * i + j] = R[3 * i] * A[j] + R[3 * i + 1] * A[3 + j] + R[3 * i + 2] * A[6 + j];
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) S[SYM(i, j)] = T[3 * i] * R[3 * j] + T[3 * i + 1] * R[3 * j + 1] + T[3 * i + 2] * R[3 * j + 2];
}

// The same for a rotation about e by double-angle terms; hollow: row and column e are zero.
DV_FN void spin_symmetric(int e, real s, real c, real *S, int hollow)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  real yy = S[SYM(y, y)], yz = S[SYM(y, z)], zz = S[SYM(z, z)], cs = c * s, s2 = s * s, d = yy - zz;
  real turned = yy - s2 * d - 2 * cs * yz;
  S[SYM(y, y)] = turned;
  S[SYM(z, z)] = yy + zz - turned;
  S[SYM(y, z)] = cs * d + (1 - 2 * s2) * yz;
  if (hollow) return;
  real a = S[SYM(e, y)], b = S[SYM(e, z)];
  S[SYM(e, y)] = c * a - s * b;
  S[SYM(e, z)] = s * a + c * b;
}

// Row e of A is zero.
DV_FN void spin_general(int e, real s, real c, real *A)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  for (int j = 0; j < 3; j++) {
    real t = A[3 * y + j];
    A[3 * y + j] = c * t - s * A[3 * z + j];
    A[3 * z + j] = s * t + c * A[3 * z + j];
  }
  for (int n = 0; n < 2; n++) {
    real *row = A + 3 * (n ? z : y), t = row[y];
    row[y] = c * t - s * row[z];
    row[z] = s * t + c * row[z];
  }
}

void DV_X(dv_loop_rnea)(int n, const loop_link *link, loop_work *work, const real *q, const real *v, const real *a, real *out);
void DV_X(dv_loop_aba)(int n, const loop_link *link, loop_work *work, const real *q, const real *v, const real *tau, real *out);
