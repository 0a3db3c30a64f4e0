// parametric.h: a coordinate that moves nothing, such as the parameter of a curve. Ties to other coordinates give it its meaning
// and its inertia: it has no row of its own in the mass matrix.
//
//   R_PL = R,  r = p,  S = 0
#pragma once

#include "skeleton/joint/prismatic.h"

#define P(name) parametric_##name
enum { P(rates) = 1 };

DV_FN void P(set)(HERE, const real *q) { (void)q; }
DV_FN v3 P(down)(HERE, v3 a) { return prismatic_down(e, h, a); }
DV_FN v3 P(up)(HERE, v3 a) { return prismatic_up(e, h, a); }
DV_FN v3 P(origin)(HERE) { return dv_v3_of(h.b->p); }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v) { (void)x, (void)w, (void)v; }
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv) { (void)w, (void)qd, (void)cw, (void)cv; }
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau)
{
  (void)n, (void)f;
  tau[0] = dv_real(0);
}
// Without ties its acceleration is any: not a number. The load goes through as it is.
DV_FN void P(solve)(HERE, const dv_lump *I, v3 pn, v3 pf, const real *tau, int want, dv_lump *r, v3 *n, v3 *f)
{
  (void)tau;
  for (int i = 0; i < 7; i++) h.k->U[i] = dv_real(NAN);
  if (!want) return;
  *r = *I;
  *n = dv_v3_add(pn, dv_lump_moment(I, h.k->cw, h.k->cv));
  *f = dv_v3_add(pf, dv_lump_force(I, h.k->cw, h.k->cv));
}
DV_FN void P(turn)(HERE, real *S) { prismatic_turn(e, h, S); }
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  (void)c, (void)j;
  *n = *f = dv_v3_zero();
}
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated) { prismatic_lift(e, h, u, eliminated); }

// S x u of a twist and S x* f of a wrench, for a rate x.
DV_FN dv_six P(turn_by)(HERE, const real *x, dv_six u)
{
  dv_six r = {dv_v3_zero(), dv_v3_zero()};
  (void)x, (void)u;
  return r;
}
DV_FN dv_six P(turn_wrench_by)(HERE, const real *x, dv_six f) { return P(turn_by)(e, h, x, f); }

#include "skeleton/joint/scalar.inc"
#include "skeleton/passes.inc"
