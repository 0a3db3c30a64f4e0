// ball.h: three rotations; q = unit quaternion (w x y z), rate = angular velocity in link axes.
//
//   R_PL = R R(q),  S = (1, 0);  U = (y, G): y = J^-1 (tau - n), G = J^-1 H, so al = y - G acc
#pragma once

#include "skeleton/pass.h"
#include "math/dense.h"
#include "math/quaternion.h"

#define P(name) ball_##name
#define LEVEL h.l->level
enum { P(rates) = 3 };

DV_FN void P(set)(HERE, const real *q)
{
  real E[9];
  dv_quat_matrix(q, E);
  if (h.l->turned) dv_m3_product(h.b->R, E, h.k->E);
  else memcpy(h.k->E, E, sizeof E);
}
DV_FN v3 P(down)(HERE, v3 a) { return dv_m3_tmul(h.k->E, a); }
DV_FN v3 P(up)(HERE, v3 a) { return dv_m3_mul(h.k->E, a); }
DV_FN v3 P(origin)(HERE) { return dv_v3_of(h.b->p); }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v)
{
  (void)v;
  *w = dv_v3_add(*w, dv_v3_of(x));
}
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv)
{
  (void)cv;
  *cw = dv_v3_add(*cw, dv_v3_cross(w, dv_v3_of(qd)));
}
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau)
{
  (void)f;
  dv_v3_put(tau, n);
}

// What is left of the inertia: M - H^T J^-1 H.
DV_FN void P(solve)(HERE, const dv_lump *I, v3 pn, v3 pf, const real *tau, int want, dv_lump *r, v3 *n, v3 *f)
{
  real *U = h.k->U, A[9], x[3];
  for (int i = 0; i < 9; i++) A[i] = I->J[DV_SYM(i / 3, i % 3)];
  dv_ldl(3, A);
  for (int i = 0; i < 3; i++) U[i] = tau[i] - pn.x[i];
  dv_ldl_solve(3, A, U);
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 3; i++) x[i] = I->H[3 * i + j];
    dv_ldl_solve(3, A, x);
    for (int i = 0; i < 3; i++) U[3 + 3 * i + j] = x[i];
  }
  if (!want) return;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      real s = I->M[DV_SYM(i, j)];
      for (int k = 0; k < 3; k++) s -= I->H[3 * k + i] * U[3 + 3 * k + j];
      r->M[DV_SYM(i, j)] = s;
    }
  for (int i = 0; i < 6; i++) r->J[i] = dv_real(0);
  for (int i = 0; i < 9; i++) r->H[i] = dv_real(0);
  *n = dv_v3_of(tau);
  *f = dv_v3_add(pf, dv_v3_add(dv_m3_tmul(I->H, dv_v3_of(U)), dv_s3_mul(r->M, h.k->cv)));
}
DV_FN void P(finish)(HERE, v3 *al, v3 *acc, real *qdd)
{
  v3 total = dv_v3_sub(dv_v3_of(h.k->U), dv_m3_mul(h.k->U + 3, *acc));
  dv_v3_put(qdd, dv_v3_sub(total, *al));
  *al = total;
}
DV_FN void P(turn)(HERE, real *S) { dv_s3_rotate(h.k->E, S); }
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  v3 al = dv_v3_unit(j);
  *n = dv_s3_mul(c->I, al);
  *f = dv_v3_cross(al, c->mc);
}
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated)
{
  dv_s3_rotate(h.k->E, u->M);
  if (eliminated) return;
  dv_s3_rotate(h.k->E, u->J);
  dv_m3_rotate(h.k->E, u->H);
}

DV_FN void P(rate)(const real *q, const real *v, real *qdot) { dv_quat_rate(q, dv_v3_of(v), qdot); }
DV_FN void P(add)(const real *q, double h, const real *dq, real *out)
{
  real now[4];
  memcpy(now, q, sizeof now);
  dv_quat_turn(now, dv_v3_scale(dv_v3_of(dq), dv_real(h)), out);
}
DV_FN void P(normalise)(real *q) { dv_quat_normalise(q); }

// S x u of a twist and S x* f of a wrench, for a rate x.
DV_FN dv_six P(turn_by)(HERE, const real *x, dv_six u)
{
  dv_six r = {dv_v3_cross(dv_v3_of(x), u.w), dv_v3_cross(dv_v3_of(x), u.v)};
  return r;
}
DV_FN dv_six P(turn_wrench_by)(HERE, const real *x, dv_six f) { return P(turn_by)(e, h, x, f); }

#include "skeleton/passes.inc"
