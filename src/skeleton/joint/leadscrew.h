// leadscrew.h: a screw by its travel: translation by q along the axis e of the placement and rotation by k q about it.
//
//   R_PL = R Rot(e, k q),  r = p + R e q,  S = (k e, e),  k = 1/pitch, the link's number;  see scalar.inc for what is in U
#pragma once

#include "skeleton/pass.h"
#include "skeleton/joint/revolute.h"
#include "skeleton/joint/prismatic.h"

#define P(name) leadscrew_##name
enum { P(rates) = 1 };

DV_FN void P(set)(HERE, const real *q)
{
  dv_sincos(h.b->pitch * q[0], &h.k->s, &h.k->c);
  prismatic_set(e, h, q);
}
DV_FN v3 P(down)(HERE, v3 a) { return revolute_down(e, h, a); }
DV_FN v3 P(up)(HERE, v3 a) { return revolute_up(e, h, a); }
DV_FN v3 P(origin)(HERE) { return h.k->r; }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v)
{
  w->x[e] += h.b->pitch * x[0];
  v->x[e] += x[0];
}
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv)
{
  const real turn = h.b->pitch * qd[0];
  revolute_product(e, h, w, &turn, cw, cv);
  prismatic_product(e, h, w, qd, cw, cv);
}
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau) { tau[0] = h.b->pitch * n.x[e] + f.x[e]; }
DV_FN void P(solve)(HERE, const dv_lump *I, v3 pn, v3 pf, const real *tau, int want, dv_lump *r, v3 *n, v3 *f)
{
  const v3 cw = h.k->cw, cv = h.k->cv;
  real Ua[3], Ul[3], g[6], turn = h.b->pitch;
  for (int i = 0; i < 3; i++) {
    Ua[i] = turn * I->J[DV_SYM(i, e)] + I->H[3 * i + e];
    Ul[i] = turn * I->H[3 * e + i] + I->M[DV_SYM(i, e)];
  }
  real Di = 1 / (turn * Ua[e] + Ul[e]), k = Di * (tau[0] - (turn * pn.x[e] + pf.x[e]));
  dv_gains_put(h.k->U, Ua, Ul, Di, k, g);
  if (!want) return;
  dv_lump_less(I, g, Ua, Ul, r);
  *n = dv_v3_add(pn, dv_v3_add(dv_v3_scale(dv_v3_of(Ua), k), dv_lump_moment(r, cw, cv)));
  *f = dv_v3_add(pf, dv_v3_add(dv_v3_scale(dv_v3_of(Ul), k), dv_lump_force(r, cw, cv)));
}
DV_FN void P(turn)(HERE, real *S) { revolute_turn(e, h, S); }
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  v3 n2, f2;
  revolute_press(e, h, c, j, &n2, &f2);
  prismatic_press(e, h, c, j, n, f);
  *n = dv_v3_add(*n, dv_v3_scale(n2, h.b->pitch));
  *f = dv_v3_add(*f, dv_v3_scale(f2, h.b->pitch));
}
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated)
{
  (void)eliminated;
  revolute_lift(e, h, u, 0);
}

// S x u of a twist and S x* f of a wrench, for a rate x.
DV_FN dv_six P(turn_by)(HERE, const real *x, dv_six u)
{
  real turn = h.b->pitch * x[0];
  return six_add(revolute_turn_by(e, h, &turn, u), prismatic_turn_by(e, h, x, u));
}
DV_FN dv_six P(turn_wrench_by)(HERE, const real *x, dv_six f)
{
  real turn = h.b->pitch * x[0];
  return six_add(revolute_turn_by(e, h, &turn, f), prismatic_turn_wrench_by(e, h, x, f));
}

#include "skeleton/joint/scalar.inc"
#include "skeleton/passes.inc"
