// pass.h: what the passes and the joints share.
//
// A pass visits the links in order, or in reverse. What depends on the joint is written in terms of the joint's
// primitives (joint/*.h, passes.inc) with the axis as a constant, and chosen by a switch made from joints.def.
#pragma once

#include "skeleton/skeleton.h"

#include <stddef.h>

// The link that a pass is at.
typedef struct {
  const dv_link *l;
  const dv_link_num *b;
  dv_link_work *k;
} here;

// First arguments of every primitive: the axis, a constant, and the link.
#define HERE __attribute__((unused)) const int e, __attribute__((unused)) const here h

// An inertia: n = J al + H acc, f = H^T al + M acc.
typedef struct {
  real J[6], H[9], M[6];
} lump;

enum {
#define DV_JOINT(name, family, axis, nq, nv, sine) DV_ROW_##name,
#include "skeleton/joints.def"
  DV_ROWS
};

DV_FN here dv_here(const dv_tree *t, const real *num, dv_link_work *w, int i)
{
  here h;
  h.l = &t->link[i];
  h.b = (const dv_link_num *)(const void *)(num + h.l->num);
  h.k = &w[i];
  return h;
}
DV_FN dv_link_work *dv_parent_of(here h, dv_link_work *w) { return h.l->parent < 0 ? NULL : &w[h.l->parent]; }

DV_FN v3 dv_lump_moment(const lump *u, v3 al, v3 acc) { return dv_v3_add(dv_s3_mul(u->J, al), dv_m3_mul(u->H, acc)); }
DV_FN v3 dv_lump_force(const lump *u, v3 al, v3 acc) { return dv_v3_add(dv_m3_tmul(u->H, al), dv_s3_mul(u->M, acc)); }

DV_FN lump dv_lump_of(const dv_link_work *k)
{
  lump u;
  memcpy(u.J, k->J, sizeof u.J);
  memcpy(u.H, k->H, sizeof u.H);
  memcpy(u.M, k->M, sizeof u.M);
  return u;
}

// Turns an inertia: every block S <- R S R^T.
DV_FN void dv_lump_rotate(const real *R, lump *u)
{
  dv_s3_rotate(R, u->J);
  dv_s3_rotate(R, u->M);
  dv_m3_rotate(R, u->H);
}

// What is left of an inertia when the freedom with I S = (Ua, Ul) is eliminated:  I - U U^T / D.
DV_FN void dv_lump_less(const lump *I, const real *Ua, const real *Ul, real Di, lump *r)
{
  for (int i = 0; i < 3; i++) {
    real ga = Di * Ua[i], gl = Di * Ul[i];
    for (int j = i; j < 3; j++) {
      r->J[DV_SYM(i, j)] = I->J[DV_SYM(i, j)] - ga * Ua[j];
      r->M[DV_SYM(i, j)] = I->M[DV_SYM(i, j)] - gl * Ul[j];
    }
    for (int j = 0; j < 3; j++) r->H[3 * i + j] = I->H[3 * i + j] - ga * Ul[j];
  }
}

// Adds an inertia about a point at r to that of k:  H + [r]M,  J + [r]H^T - (H + [r]M)[r].
DV_FN void dv_lump_add(dv_link_work *k, v3 r, const lump *u)
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
    for (int j = i; j < 3; j++) k->J[DV_SYM(i, j)] += u->J[DV_SYM(i, j)] + X[3 * i + j] + rh.x[j];
  }
  for (int i = 0; i < 9; i++) k->H[i] += H[i];
  for (int i = 0; i < 6; i++) k->M[i] += u->M[i];
}

// The passes of other files of this folder.
int DV_X(dv_sines)(DV_TREE, const real *q);   // s, c of all links; 1: there are DV_FULL bodies
void DV_X(dv_weigh)(DV_TREE);                 // g of all links
