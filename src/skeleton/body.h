// body.h: the bodies' rows: rigid (mass, centre of mass, inertia about the link's origin), and full, which has an added
// symmetric 6x6 inertia A besides, without weight.
//
//   rigid:  n = I al + w x I w + mc x acc,  f = m acc + al x mc + w x (w x mc)
//   full:   + A (al, a - w x v) + V x* A V,  V = (w, v), a = acc + g the acceleration without gravity's share
#pragma once

#include "skeleton/pass.h"

// W = [al]x + [w]x[w]x: the acceleration of a point at r is acc + W r.
DV_FN void dv_turn_matrix(v3 w, v3 al, real *W)
{
  real xx = w.x[0] * w.x[0], yy = w.x[1] * w.x[1], zz = w.x[2] * w.x[2];
  real xy = w.x[0] * w.x[1], xz = w.x[0] * w.x[2], yz = w.x[1] * w.x[2];
  W[0] = -(yy + zz), W[1] = xy - al.x[2], W[2] = xz + al.x[1];
  W[3] = xy + al.x[2], W[4] = -(xx + zz), W[5] = yz - al.x[0];
  W[6] = xz - al.x[1], W[7] = yz + al.x[0], W[8] = -(xx + yy);
}

// What moves the rigid part: n, f of the link alone, from its W.
DV_FN void dv_rigid_wrench(here h, v3 w, v3 al, v3 acc, const real *W)
{
  v3 mc = dv_v3_of(h.b->mc), turn = dv_m3_mul(W, mc);
  for (int i = 0; i < 3; i++) h.k->f.x[i] = h.b->m * acc.x[i] + turn.x[i];
  h.k->n = dv_v3_add(dv_v3_add(dv_s3_mul(h.b->I, al), dv_v3_cross(w, dv_s3_mul(h.b->I, w))), dv_v3_cross(mc, acc));
}

// Its inertia, and the wrench at al = acc = 0.
DV_FN void dv_rigid_inertia(here h)
{
  real m = h.b->m, zero = dv_real(0), *H = h.k->H, *M = h.k->M;
  const real *mc = h.b->mc;
  for (int i = 0; i < 6; i++) h.k->J[i] = h.b->I[i];
  H[0] = zero, H[1] = -mc[2], H[2] = mc[1];
  H[3] = mc[2], H[4] = zero, H[5] = -mc[0];
  H[6] = -mc[1], H[7] = mc[0], H[8] = zero;
  M[0] = m, M[1] = zero, M[2] = zero, M[3] = m, M[4] = zero, M[5] = m;
}
DV_FN void dv_rigid_bias(here h, v3 w)
{
  v3 mc = dv_v3_of(h.b->mc);
  h.k->n = dv_v3_cross(w, dv_s3_mul(h.b->I, w));
  h.k->f = dv_v3_cross(w, dv_v3_cross(w, mc));
}

DV_FN lump dv_full_lump(here h)
{
  lump A;
  memcpy(A.J, h.b->full, sizeof A.J);
  memcpy(A.H, h.b->full + 6, sizeof A.H);
  memcpy(A.M, h.b->full + 15, sizeof A.M);
  return A;
}

// The added part of a body that accelerates by (al, acc); needs v and g.
DV_HD __attribute__((unused)) void dv_full_wrench(here h, v3 al, v3 acc)
{
  lump A = dv_full_lump(h);
  v3 w = h.k->w, v = h.k->v, a = dv_v3_sub(dv_v3_add(acc, h.k->g), dv_v3_cross(w, v));
  v3 moment = dv_lump_moment(&A, w, v), force = dv_lump_force(&A, w, v);  // momentum
  v3 n = dv_v3_add(dv_v3_cross(w, moment), dv_v3_cross(v, force)), f = dv_v3_cross(w, force);
  h.k->n = dv_v3_add(h.k->n, dv_v3_add(n, dv_lump_moment(&A, al, a)));
  h.k->f = dv_v3_add(h.k->f, dv_v3_add(f, dv_lump_force(&A, al, a)));
}
DV_HD __attribute__((unused)) void dv_full_inertia(here h)
{
  const real *A = h.b->full;
  for (int i = 0; i < 6; i++) h.k->J[i] += A[i];
  for (int i = 0; i < 9; i++) h.k->H[i] += A[6 + i];
  for (int i = 0; i < 6; i++) h.k->M[i] += A[15 + i];
}

// The world's wrench on a link takes from what the joint must exert.
DV_FN void dv_push(here h, const real *fext)
{
  for (int i = 0; i < 3; i++) {
    h.k->n.x[i] -= fext[i];
    h.k->f.x[i] -= fext[3 + i];
  }
}
