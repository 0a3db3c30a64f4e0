// prismatic.h: translation by q along the axis e of the placement.
//
//   r = p + R e q,  S = (0, e);  see scalar.inc for what is in U
#pragma once

#include "skeleton/pass.h"

#define P(name) prismatic_##name
enum { P(rates) = 1 };

DV_FN void P(set)(HERE, const real *q)
{
  for (int i = 0; i < 3; i++) h.k->r.x[i] = h.b->p[i] + h.b->R[3 * i + e] * q[0];
}
DV_FN v3 P(down)(HERE, v3 a) { return h.l->turned ? dv_m3_tmul(h.b->R, a) : a; }
DV_FN v3 P(up)(HERE, v3 a) { return h.l->turned ? dv_m3_mul(h.b->R, a) : a; }
DV_FN v3 P(origin)(HERE) { return h.k->r; }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v)
{
  (void)w;
  v->x[e] += x[0];
}
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  (void)cw;
  cv->x[y] += 2 * w.x[z] * qd[0];
  cv->x[z] -= 2 * w.x[y] * qd[0];
}
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau)
{
  (void)n;
  tau[0] = f.x[e];
}
DV_FN void P(solve)(HERE, const dv_lump *I, v3 pn, v3 pf, const real *tau, int want, dv_lump *r, v3 *n, v3 *f)
{
  const v3 cv = h.k->cv;
  real Ua[3], Ul[3], g[6];
  for (int i = 0; i < 3; i++) {
    Ua[i] = I->H[3 * i + e];
    Ul[i] = I->M[DV_SYM(i, e)];
  }
  real Di = 1 / Ul[e], k = Di * (tau[0] - pf.x[e]);
  dv_gains_put(h.k->U, Ua, Ul, Di, k, g);
  if (!want) return;
  dv_lump_less(I, g, Ua, Ul, r);
  *n = dv_v3_add(pn, dv_v3_add(dv_v3_scale(dv_v3_of(Ua), k), dv_m3_mul(r->H, cv)));
  *f = dv_v3_add(pf, dv_v3_add(dv_v3_scale(dv_v3_of(Ul), k), dv_s3_mul(r->M, cv)));
}
DV_FN void P(turn)(HERE, real *S)
{
  if (h.l->turned) dv_s3_rotate(h.b->R, S);
}
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  (void)j;
  *n = *f = dv_v3_zero();
  n->x[y] = c->mc.x[z];
  n->x[z] = -c->mc.x[y];
  f->x[e] = c->m;
}
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated)
{
  (void)eliminated;
  if (h.l->turned) dv_lump_rotate(h.b->R, u);
}

// S x u of a twist and S x* f of a wrench, for a rate x.
DV_FN dv_six P(turn_by)(HERE, const real *x, dv_six u)
{
  dv_six r = {dv_v3_zero(), axis_cross(e, x[0], u.w)};
  return r;
}
DV_FN dv_six P(turn_wrench_by)(HERE, const real *x, dv_six f)
{
  dv_six r = {axis_cross(e, x[0], f.v), dv_v3_zero()};
  return r;
}

#include "skeleton/joint/scalar.inc"
#include "skeleton/passes.inc"
