// pass.h: what the passes and the joints share.
//
// A pass visits the links in order, or in reverse. What depends on the joint is written in terms of the joint's
// primitives (joint/*.h, passes.inc) with the axis as a constant, and chosen by a switch made from joints.def.
#pragma once

#include "skeleton/six.h"
#include "skeleton/skeleton.h"

#include <stddef.h>

// The link that a pass is at.
typedef struct {
  const dv_link *l;
  const dv_link_num *b;
  dv_link_work *k;
  const real *num;  // the tree's numbers and work
  dv_link_work *w;
} here;

// First arguments of every primitive: the axis, a constant, and the link.
#define HERE __attribute__((unused)) const int e, __attribute__((unused)) const here h

enum {
#define DV_JOINT(name, family, axis, nq, nv, sine) DV_ROW_##name,
#include "skeleton/joints.def"
  DV_JOINT_ROWS
};

DV_FN here dv_here_of(const dv_link *l, dv_link_work *k, const real *num, dv_link_work *w)
{
  here h;
  h.l = l;
  h.b = (const dv_link_num *)(const void *)(num + l->num);
  h.k = k;
  h.num = num;
  h.w = w;
  return h;
}
DV_FN here dv_here(const dv_tree *t, const real *num, dv_link_work *w, int i) { return dv_here_of(&t->link[i], &w[i], num, w); }
// Fields of a beam, of a site; scratch of a beam, of a site, of the site's beam.
DV_FN const real *dv_shape(here h) { return h.num + h.l->shape; }
DV_FN const real *dv_site_shape(here h) { return h.num + h.l->site_shape; }
DV_FN real *dv_room(here h) { return (real *)(void *)h.w + h.l->room; }
DV_FN real *dv_site_room(here h) { return (real *)(void *)h.w + h.l->site_room; }
DV_FN real *dv_site_beam_room(here h) { return (real *)(void *)h.w + h.l->site_beam_room; }
DV_FN dv_link_work *dv_parent_of(here h, dv_link_work *w) { return h.l->parent < 0 ? NULL : &w[h.l->parent]; }

DV_FN v3 dv_lump_moment(const dv_lump *u, v3 al, v3 acc) { return dv_v3_add(dv_s3_mul(u->J, al), dv_m3_mul(u->H, acc)); }
DV_FN v3 dv_lump_force(const dv_lump *u, v3 al, v3 acc) { return dv_v3_add(dv_m3_tmul(u->H, al), dv_s3_mul(u->M, acc)); }

// Wrenches side by side, which go up a tree together.
enum { DV_BLOCK = 32 };
typedef struct {
  real n[3][DV_BLOCK], f[3][DV_BLOCK];
} dv_wrenches;

// W r, where r has the zeros of `level`.
DV_FN v3 dv_m3_reach(int level, const real *W, v3 r)
{
  v3 a;
  switch (level) {
  case 3:
    for (int i = 0; i < 3; i++) a.x[i] = W[3 * i + 2] * r.x[2];
    return a;
  case 5:
    for (int i = 0; i < 3; i++) a.x[i] = W[3 * i + 1] * r.x[1];
    return a;
  case 6:
    for (int i = 0; i < 3; i++) a.x[i] = W[3 * i] * r.x[0];
    return a;
  default: return dv_m3_mul(W, r);
  }
}

// The inertia of a rigid body: mass, mass x centre of mass, inertia about the origin.
typedef struct {
  real m;
  v3 mc;
  real I[6];
} solid;

DV_FN void dv_solid_add(solid *c, const solid *b)
{
  c->m += b->m;
  c->mc = dv_v3_add(c->mc, b->mc);
  for (int i = 0; i < 6; i++) c->I[i] += b->I[i];
}

// A rigid body about a point at r, seen from the origin:  I + 2 r.d - (r d^T + d r^T),  d = mc + m r/2;  mc + m r.
DV_FN void dv_solid_shift(v3 r, solid *c)
{
  v3 mr = dv_v3_scale(r, c->m), d = dv_v3_add(c->mc, dv_v3_scale(mr, dv_real(0.5)));
  real xx = r.x[0] * d.x[0], yy = r.x[1] * d.x[1], zz = r.x[2] * d.x[2];
  c->I[0] += 2 * (yy + zz);
  c->I[3] += 2 * (xx + zz);
  c->I[5] += 2 * (xx + yy);
  c->I[1] -= r.x[0] * d.x[1] + r.x[1] * d.x[0];
  c->I[2] -= r.x[0] * d.x[2] + r.x[2] * d.x[0];
  c->I[4] -= r.x[1] * d.x[2] + r.x[2] * d.x[1];
  c->mc = dv_v3_add(c->mc, mr);
}

DV_FN void dv_solid_lump(const solid *c, dv_lump *u)
{
  const real *d = c->mc.x, zero = dv_real(0);
  for (int i = 0; i < 6; i++) u->J[i] = c->I[i];
  u->H[0] = zero, u->H[1] = -d[2], u->H[2] = d[1];
  u->H[3] = d[2], u->H[4] = zero, u->H[5] = -d[0];
  u->H[6] = -d[1], u->H[7] = d[0], u->H[8] = zero;
  u->M[0] = u->M[3] = u->M[5] = c->m;
  u->M[1] = u->M[2] = u->M[4] = zero;
}

// Turns an inertia: every block S <- R S R^T.
DV_FN void dv_lump_rotate(const real *R, dv_lump *u)
{
  dv_s3_rotate(R, u->J);
  dv_s3_rotate(R, u->M);
  dv_m3_rotate(R, u->H);
}

// A freedom with I S = (Ua, Ul): its gains g = I S / D, for itself and for U, where k joins them.
DV_FN void dv_gains_put(real *U, const real *Ua, const real *Ul, real Di, real k, real *g)
{
  for (int i = 0; i < 3; i++) {
    U[i] = g[i] = Di * Ua[i];
    U[3 + i] = g[3 + i] = Di * Ul[i];
  }
  U[6] = k;
}

// What is left of an inertia when it is eliminated:  I - g (I S)^T.
DV_FN void dv_lump_less(const dv_lump *I, const real *g, const real *Ua, const real *Ul, dv_lump *r)
{
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      r->J[DV_SYM(i, j)] = I->J[DV_SYM(i, j)] - g[i] * Ua[j];
      r->M[DV_SYM(i, j)] = I->M[DV_SYM(i, j)] - g[3 + i] * Ul[j];
    }
    for (int j = 0; j < 3; j++) r->H[3 * i + j] = I->H[3 * i + j] - g[i] * Ul[j];
  }
}

// An inertia about a point at r, seen from the origin:  H + [r]M,  J + [r]H^T - (H + [r]M)[r].
DV_FN void dv_lump_shift(v3 r, const dv_lump *u, dv_lump *out)
{
  real H[9], X[9];
  for (int j = 0; j < 3; j++) {
    v3 m, row = dv_v3_of(u->H + 3 * j);
    for (int i = 0; i < 3; i++) m.x[i] = u->M[DV_SYM(i, j)];
    v3 rm = dv_v3_cross(r, m), rh = dv_v3_cross(r, row);
    for (int i = 0; i < 3; i++) {
      H[3 * i + j] = u->H[3 * i + j] + rm.x[i];
      X[3 * i + j] = rh.x[i];
    }
  }
  for (int i = 0; i < 3; i++) {
    v3 rh = dv_v3_cross(r, dv_v3_of(H + 3 * i));
    for (int j = i; j < 3; j++) out->J[DV_SYM(i, j)] = u->J[DV_SYM(i, j)] + X[3 * i + j] + rh.x[j];
  }
  for (int i = 0; i < 9; i++) out->H[i] = H[i];
  for (int i = 0; i < 6; i++) out->M[i] = u->M[i];
}

DV_FN void dv_lump_zero(dv_lump *u)
{
  for (int i = 0; i < 6; i++) u->J[i] = u->M[i] = dv_real(0);
  for (int i = 0; i < 9; i++) u->H[i] = dv_real(0);
}
DV_FN void dv_lump_add(dv_lump *u, const dv_lump *v)
{
  for (int i = 0; i < 6; i++) {
    u->J[i] += v->J[i];
    u->M[i] += v->M[i];
  }
  for (int i = 0; i < 9; i++) u->H[i] += v->H[i];
}

// The passes of other files of this folder.
void DV_X(dv_sines)(const dv_tree *t, dv_link_work *__restrict w, const real *q);  // s, c of all links
void DV_X(dv_weigh)(DV_TREE);                                                      // g of all links
