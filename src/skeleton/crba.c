// crba.c: mass matrix by composite bodies.
//
//   I_c = I + sum of the children's;  for each joint i:  F = I_c S_i,  M_ii = S_i^T F,  and up the tree  M_ji = S_j^T F
//
// Cost grows with links times depth. Featherstone 2008, ch. 6.
#include "skeleton/joints.h"

static void compose(DV_TREE)
{
  lump c;
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    lump u;
    dv_lump_zero(&c);
    dv_rigid_inertia(h, &c, &u);
    if (h.l->body == DV_FULL) dv_full_inertia(h, &u);
    dv_lump_put(h.k, &u);
  }
  for (int i = t->nlink - 1; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    dv_link_work *p = dv_parent_of(h, w);
    if (!p) continue;
    c = dv_lump_of(h.k);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_compose(axis, h, &c))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    dv_lump_add(p->J, p->H, p->M, c.J, c.H, c.M);
  }
}

// I_c times column j of S.
DV_FN void press(here h, int j, v3 *n, v3 *f)
{
  v3 al = dv_v3_zero(), acc = al;
  lump u = dv_lump_of(h.k);
  real unit[6];
  for (int i = 0; i < 6; i++) unit[i] = dv_real(i == j);
  switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_gain(axis, h, unit, &al, &acc))
#include "skeleton/joints.def"
    DV_NO_OTHER;
  }
  *n = dv_lump_moment(&u, al, acc);
  *f = dv_lump_force(&u, al, acc);
}

// Column `column` of the mass matrix, from link i to the root.
static void climb(DV_TREE, int i, int column, v3 n, v3 f, real *Mass)
{
  for (; i >= 0; i = t->link[i].parent) {
    here h = dv_here(t, num, w, i);
    real share[6];
    int rates = 0;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, nq, nv, ...) DV_CASE(name, rates = nv; family##_back(axis, h, &n, &f, share))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    for (int j = 0; j < rates; j++) {
      int row = h.l->iv + j;
      Mass[t->nv * row + column] = share[j];
      Mass[t->nv * column + row] = share[j];
    }
  }
}

void DV_X(dv_crba)(DV_TREE, const real *q, real *Mass)
{
  static const int rates[] = {
#define DV_JOINT(name, family, axis, nq, nv, ...) nv,
#include "skeleton/joints.def"
  };
  DV_X(dv_position)(t, num, w, q);
  compose(t, num, w);
  for (int i = 0; i < t->nv * t->nv; i++) Mass[i] = dv_real(0);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    for (int j = 0; j < rates[h.l->joint]; j++) {
      v3 n, f;
      press(h, j, &n, &f);
      climb(t, num, w, i, h.l->iv + j, n, f, Mass);
    }
  }
}
