// crba.c: mass matrix by composite bodies.
//
//   I_c = I + sum of the children's;  for each joint i:  F = I_c S_i,  M_ii = S_i^T F,  and up the tree  M_ji = S_j^T F
//
// Cost grows with links times depth. Featherstone 2008, ch. 6. Here column by column, for any tree; see crba_rows.c.
#include "skeleton/crba.h"

// Composites of the added inertias, in load.I of each link.
static void compose_full(DV_TREE)
{
  dv_lump c;
  dv_lump_zero(&c);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    h.k->load.I = h.l->body == DV_FULL ? dv_full_lump(h) : c;
  }
  for (int i = t->nlink - 1; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    dv_link_work *p = dv_parent_of(h, w);
    if (!p) continue;
    c = h.k->load.I;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_compose_full(axis, h, &c))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    dv_lump_add(&p->load.I, &c);
  }
}

// Column `column` of the mass matrix, from link i to the root: rows of its joints. In elastic trees several shares add up;
// `mine`: the first link's rows are the column's own, and come with their mirrored ones.
DV_FN void climb(DV_TREE, const int elastic, int i, int column, int mine, v3 n, v3 f, real *Mass)
{
  for (; i >= 0; i = t->link[i].parent, mine = 0) {
    here h = dv_here(t, num, w, i);
    real share[DV_MODES_MOST];
    int rates = h.l->site_modes;
    for (int j = 0; elastic && j < rates; j++) share[j] = dv_real(0);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, nq, nv, ...) DV_CASE(name, if (nv) rates = nv; family##_back(axis, h, &n, &f, share))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    for (int j = 0; j < rates; j++) {
      int row = h.l->iv + j;
      real *to = &Mass[t->nv * row + column], *mirror = &Mass[t->nv * column + row];
      *to = elastic ? *to + share[j] : share[j];
      if (!elastic) *mirror = share[j];
      else if (!mine) *mirror += share[j];
    }
  }
}

// Modal columns of a beam: its nodes' share; its sites add theirs as links of their own.
static void modal_columns(DV_TREE, int i, real *Mass)
{
  here h = dv_here(t, num, w, i);
  beam_room r = dv_beam_room(h);
  const int n = h.l->modes;
  for (int k = 0; k < n; k++) {
    for (int l = 0; l < n; l++) Mass[t->nv * (h.l->mv + l) + h.l->mv + k] += r.N[n * k + l];
    climb(t, num, w, 1, i, h.l->mv + k, 0, dv_v3_of(r.B + 6 * k), dv_v3_of(r.B + 6 * k + 3), Mass);
  }
}

DV_FN void columns(DV_TREE, int full, const int elastic, real *Mass)
{
  solid c;
  for (int i = t->nlink - 1, near = 0; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    int parent = h.l->parent, own = dv_joint_rates(h.l->joint);
    if (elastic && h.l->joint == DV_ROW_site) own = h.l->site_modes;
    dv_composite_gather(h, near, &c);
    for (int j = 0; j < own; j++) {
      v3 n, f;
      dv_composite_press(h, &c, j, full, &n, &f);
      climb(t, num, w, elastic, i, h.l->iv + j, 1, n, f, Mass);
    }
    if (elastic && h.l->body == DV_BEAM) modal_columns(t, num, w, i, Mass);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_compose(axis, h, &c))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    near = parent == i - 1;
    if (parent >= 0 && !near) dv_composite_heap(&w[parent], &c);
  }
}

void DV_X(dv_crba)(DV_TREE, const real *q, real *Mass)
{
  const int full = t->full;
  DV_X(dv_position)(t, num, w, q);
  if (full) compose_full(t, num, w);
  if (!t->elastic && DV_X(dv_crba_rows)(t, num, w, Mass)) return;
  for (int i = 0; i < t->nv * t->nv; i++) Mass[i] = dv_real(0);
  if (t->elastic) columns(t, num, w, full, 1, Mass);
  else columns(t, num, w, full, 0, Mass);
}
