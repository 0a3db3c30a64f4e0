// body.h: the bodies' rows: rigid (mass, centre of mass, inertia about the link's origin), and full, which has an added
// symmetric 6x6 inertia A besides, without weight.
//
//   rigid:  n = I al + w x I w + mc x acc,  f = m acc + al x mc + w x (w x mc)
//   full:   + A (al, a - w x v) + V x* A V,  V = (w, v), a = acc + g the acceleration without gravity's share
#pragma once

#include "skeleton/beam_link.h"

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

DV_FN void dv_burden_clear(dv_burden *c)
{
  dv_lump_zero(&c->I);
  c->n = c->f = dv_v3_zero();
}
DV_FN void dv_burden_add(dv_burden *c, const dv_burden *b)
{
  dv_lump_add(&c->I, &b->I);
  c->n = dv_v3_add(c->n, b->n);
  c->f = dv_v3_add(c->f, b->f);
}

// Its inertia added to what the link carries.
DV_FN void dv_rigid_inertia(here h, const dv_lump *load, dv_lump *u)
{
  const real *mc = h.b->mc, m = h.b->m, *J = load->J, *H = load->H, *M = load->M;
  for (int i = 0; i < 6; i++) u->J[i] = J[i] + h.b->I[i];
  u->H[0] = H[0], u->H[1] = H[1] - mc[2], u->H[2] = H[2] + mc[1];
  u->H[3] = H[3] + mc[2], u->H[4] = H[4], u->H[5] = H[5] - mc[0];
  u->H[6] = H[6] - mc[1], u->H[7] = H[7] + mc[0], u->H[8] = H[8];
  u->M[0] = M[0] + m, u->M[1] = M[1], u->M[2] = M[2], u->M[3] = M[3] + m, u->M[4] = M[4], u->M[5] = M[5] + m;
}
// The wrench that it takes at al = acc = 0, added to what the link carries.
DV_FN void dv_rigid_bias(here h, v3 w, v3 *n, v3 *f)
{
  *n = dv_v3_add(*n, dv_v3_cross(w, dv_s3_mul(h.b->I, w)));
  *f = dv_v3_add(*f, dv_v3_cross(w, dv_v3_cross(w, dv_v3_of(h.b->mc))));
}

DV_FN dv_lump dv_full_lump(here h)
{
  dv_lump A;
  memcpy(A.J, h.b->full, sizeof A.J);
  memcpy(A.H, h.b->full + 6, sizeof A.H);
  memcpy(A.M, h.b->full + 15, sizeof A.M);
  return A;
}

// The added part of a body that accelerates by (al, acc); needs v and g.
DV_FN void dv_full_wrench(here h, v3 al, v3 acc, v3 *nsum, v3 *fsum)
{
  dv_lump A = dv_full_lump(h);
  v3 w = h.k->w, v = h.k->v, a = dv_v3_sub(dv_v3_add(acc, h.k->g), dv_v3_cross(w, v));
  v3 moment = dv_lump_moment(&A, w, v), force = dv_lump_force(&A, w, v);  // momentum
  v3 n = dv_v3_add(dv_v3_cross(w, moment), dv_v3_cross(v, force)), f = dv_v3_cross(w, force);
  *nsum = dv_v3_add(*nsum, dv_v3_add(n, dv_lump_moment(&A, al, a)));
  *fsum = dv_v3_add(*fsum, dv_v3_add(f, dv_lump_force(&A, al, a)));
}

// The world's wrench on a link takes from what the joint must exert.
DV_FN void dv_push(const real *fext, v3 *n, v3 *f)
{
  *n = dv_v3_sub(*n, dv_v3_of(fext));
  *f = dv_v3_sub(*f, dv_v3_of(fext + 3));
}

// Momentum of a link about its origin, link axes; modal: of its modal coordinates, or NULL.
DV_FN void dv_link_momentum(here h, v3 *moment, v3 *force, real *modal)
{
  v3 w = h.k->w, v = h.k->v, mc = dv_v3_of(h.b->mc);
  *moment = dv_v3_add(dv_s3_mul(h.b->I, w), dv_v3_cross(mc, v));
  *force = dv_v3_add(dv_v3_scale(v, h.b->m), dv_v3_cross(w, mc));
  if (h.l->body == DV_BEAM) DV_X(dv_beam_momentum)(h, moment, force, modal);
  if (h.l->body != DV_FULL) return;
  dv_lump A = dv_full_lump(h);
  *moment = dv_v3_add(*moment, dv_lump_moment(&A, w, v));
  *force = dv_v3_add(*force, dv_lump_force(&A, w, v));
}
