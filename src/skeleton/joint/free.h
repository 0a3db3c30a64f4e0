// free.h: six freedoms; q = position in the placement's frame, unit quaternion (w x y z); rate = velocity of the origin,
// angular velocity, both in link axes.
//
//   R_PL = R R(q),  r = p + R x,  S = 1;  U = I^-1 (tau - p): the link's acceleration (al, acc), whatever the parent does
#pragma once

#include "skeleton/pass.h"
#include "math/dense.h"
#include "math/quaternion.h"

#define P(name) free_##name
enum { P(rates) = 6 };

DV_FN void P(set)(HERE, const real *q)
{
  real E[9];
  v3 x = dv_v3_of(q);
  dv_quat_matrix(q + 3, E);
  if (h.l->turned) {
    dv_m3_product(h.b->R, E, h.k->E);
    x = dv_m3_mul(h.b->R, x);
  } else {
    memcpy(h.k->E, E, sizeof E);
  }
  h.k->r = dv_v3_add(dv_v3_of(h.b->p), x);
}
DV_FN v3 P(down)(HERE, v3 a) { return dv_m3_tmul(h.k->E, a); }
DV_FN v3 P(up)(HERE, v3 a) { return dv_m3_mul(h.k->E, a); }
DV_FN v3 P(origin)(HERE) { return h.k->r; }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v)
{
  *v = dv_v3_add(*v, dv_v3_of(x));
  *w = dv_v3_add(*w, dv_v3_of(x + 3));
}
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv)
{
  v3 u = dv_v3_of(qd), o = dv_v3_of(qd + 3), twice = dv_v3_add(dv_v3_add(w, w), o);
  *cw = dv_v3_add(*cw, dv_v3_cross(w, o));
  *cv = dv_v3_add(*cv, dv_v3_cross(twice, u));
}
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau)
{
  dv_v3_put(tau, f);
  dv_v3_put(tau + 3, n);
}
DV_FN void P(solve)(HERE, const dv_lump *I, v3 pn, v3 pf, const real *tau, int want, dv_lump *r, v3 *n, v3 *f)
{
  real *U = h.k->U, A[36];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      A[6 * i + j] = I->J[DV_SYM(i, j)];
      A[6 * (3 + i) + j] = I->H[3 * j + i];
      A[6 * (3 + i) + 3 + j] = I->M[DV_SYM(i, j)];
    }
  for (int i = 0; i < 3; i++) {
    U[i] = tau[3 + i] - pn.x[i];
    U[3 + i] = tau[i] - pf.x[i];
  }
  dv_ldl(6, A);
  dv_ldl_solve(6, A, U);
  if (!want) return;
  for (int i = 0; i < 6; i++) r->J[i] = r->M[i] = dv_real(0);
  for (int i = 0; i < 9; i++) r->H[i] = dv_real(0);
  *n = dv_v3_of(tau + 3);
  *f = dv_v3_of(tau);
}
DV_FN void P(finish)(HERE, v3 *al, v3 *acc, real *qdd)
{
  v3 w = dv_v3_of(h.k->U), v = dv_v3_of(h.k->U + 3);
  dv_v3_put(qdd, dv_v3_sub(v, *acc));
  dv_v3_put(qdd + 3, dv_v3_sub(w, *al));
  *al = w;
  *acc = v;
}
DV_FN void P(turn)(HERE, real *S) { dv_s3_rotate(h.k->E, S); }
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  v3 acc = dv_v3_unit(j), al = dv_v3_unit(j - 3);
  *n = dv_v3_add(dv_s3_mul(c->I, al), dv_v3_cross(c->mc, acc));
  *f = dv_v3_add(dv_v3_scale(acc, c->m), dv_v3_cross(al, c->mc));
}
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated)
{
  if (!eliminated) dv_lump_rotate(h.k->E, u);
}

DV_FN void P(rate)(const real *q, const real *v, real *qdot)
{
  real E[9];
  dv_quat_matrix(q + 3, E);
  dv_v3_put(qdot, dv_m3_mul(E, dv_v3_of(v)));
  dv_quat_rate(q + 3, dv_v3_of(v + 3), qdot + 3);
}
DV_FN void P(add)(const real *q, double h, const real *dq, real *out)
{
  real E[9], now[7];
  v3 u = dv_v3_scale(dv_v3_of(dq), dv_real(h)), turn = dv_v3_scale(dv_v3_of(dq + 3), dv_real(h));
  memcpy(now, q, sizeof now);
  dv_quat_matrix(now + 3, E);
  dv_v3_put(out, dv_v3_add(dv_v3_of(now), dv_m3_mul(E, dv_screw_travel(u, turn))));
  dv_quat_turn(now + 3, turn, out + 3);
}
DV_FN void P(normalise)(real *q) { dv_quat_normalise(q + 3); }

// S x u of a twist and S x* f of a wrench, for a rate x.
DV_FN dv_six P(turn_by)(HERE, const real *x, dv_six u)
{
  dv_six J = {dv_v3_of(x + 3), dv_v3_of(x)};
  return six_cross(J, u);
}
DV_FN dv_six P(turn_wrench_by)(HERE, const real *x, dv_six f)
{
  dv_six J = {dv_v3_of(x + 3), dv_v3_of(x)};
  return six_cross_force(J, f);
}

#include "skeleton/passes.inc"
