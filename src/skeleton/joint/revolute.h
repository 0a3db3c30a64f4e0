// revolute.h: rotation by q about the axis e of the placement.
//
//   R_PL = R Rot(e, q),  S = (e, 0);  see scalar.inc for what is in U
#pragma once

#include "skeleton/body.h"

#define P(name) revolute_##name
#define LEVEL h.l->level
enum { P(rates) = 1 };

DV_FN v3 P(spin)(int e, real s, real c, v3 a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  real t = a.x[y];
  a.x[y] = c * t - s * a.x[z];
  a.x[z] = s * t + c * a.x[z];
  return a;
}
DV_FN void P(set)(HERE, const real *q) { (void)q; }  // s, c: dv_sines
DV_FN v3 P(down)(HERE, v3 a) { return P(spin)(e, -h.k->s, h.k->c, h.l->turned ? dv_m3_tmul(h.b->R, a) : a); }
DV_FN v3 P(up)(HERE, v3 a)
{
  a = P(spin)(e, h.k->s, h.k->c, a);
  return h.l->turned ? dv_m3_mul(h.b->R, a) : a;
}
DV_FN v3 P(origin)(HERE) { return dv_v3_of(h.b->p); }
DV_FN void P(gain)(HERE, const real *x, v3 *w, v3 *v)
{
  (void)v;
  w->x[e] += x[0];
}
DV_FN void P(product)(HERE, v3 w, const real *qd, v3 *cw, v3 *cv)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  (void)cv;
  cw->x[y] += w.x[z] * qd[0];
  cw->x[z] -= w.x[y] * qd[0];
}
DV_FN void P(force)(HERE, v3 n, v3 f, real *tau)
{
  (void)f;
  tau[0] = n.x[e];
}

// S <- Rot S Rot^T.
DV_FN void P(spin_symmetric)(int e, real s, real c, real *S)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  real yy = S[DV_SYM(y, y)], yz = S[DV_SYM(y, z)], zz = S[DV_SYM(z, z)], cs = c * s, ss = s * s, d = yy - zz;
  real new_yy = yy - ss * d - 2 * cs * yz;
  S[DV_SYM(y, y)] = new_yy;
  S[DV_SYM(z, z)] = yy + zz - new_yy;
  S[DV_SYM(y, z)] = cs * d + (1 - 2 * ss) * yz;
  real a = S[DV_SYM(e, y)], b = S[DV_SYM(e, z)];
  S[DV_SYM(e, y)] = c * a - s * b;
  S[DV_SYM(e, z)] = s * a + c * b;
}
// The same for any A; its part across e by the double angle.
DV_FN void P(spin_general)(int e, real s, real c, real *A)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  real cs = c * s, ss = s * s, d = A[3 * y + y] - A[3 * z + z], b = A[3 * y + z] + A[3 * z + y];
  real straight = ss * d + cs * b, across = cs * d - ss * b, t = A[3 * y + e];
  A[3 * y + y] -= straight;
  A[3 * z + z] += straight;
  A[3 * y + z] += across;
  A[3 * z + y] += across;
  A[3 * y + e] = c * t - s * A[3 * z + e];
  A[3 * z + e] = s * t + c * A[3 * z + e];
  t = A[3 * e + y];
  A[3 * e + y] = c * t - s * A[3 * e + z];
  A[3 * e + z] = s * t + c * A[3 * e + z];
}
DV_FN void P(turn)(HERE, real *S)
{
  P(spin_symmetric)(e, h.k->s, h.k->c, S);
  if (h.l->turned) dv_s3_rotate(h.b->R, S);
}
DV_FN void P(press)(HERE, const solid *c, int j, v3 *n, v3 *f)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  (void)j;
  for (int i = 0; i < 3; i++) n->x[i] = c->I[DV_SYM(i, e)];
  f->x[e] = dv_real(0);
  f->x[y] = -c->mc.x[z];
  f->x[z] = c->mc.x[y];
}
DV_FN void P(lift)(HERE, dv_lump *u, int eliminated)
{
  (void)eliminated;
  P(spin_symmetric)(e, h.k->s, h.k->c, u->J);
  P(spin_symmetric)(e, h.k->s, h.k->c, u->M);
  P(spin_general)(e, h.k->s, h.k->c, u->H);
  if (h.l->turned) dv_lump_rotate(h.b->R, u);
}

#include "skeleton/joint/revolute_aba.h"
// S x u of a twist and S x* f of a wrench, for a rate x.
DV_FN dv_six P(turn_by)(HERE, const real *x, dv_six u)
{
  dv_six r = {axis_cross(e, x[0], u.w), axis_cross(e, x[0], u.v)};
  return r;
}
DV_FN dv_six P(turn_wrench_by)(HERE, const real *x, dv_six f) { return P(turn_by)(e, h, x, f); }

#include "skeleton/joint/scalar.inc"
#include "skeleton/passes.inc"
