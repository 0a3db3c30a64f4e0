// crba_rows.c: mass matrix of a rigid tree, row by row.
//
//   F_c = I_c S_c of each column c;   at each link, from its last descendant's to its own:  M_jc = S_j^T F_c,  F_c to the parent
//
// In links numbered depth first the columns that a link carries are its own and those up to `end`. Blocks of them go up
// together: one choice of joint and one set of constants for many, side by side in memory, and rows are written in order.
#include "skeleton/crba.h"

enum { TILE = 8, LONG = 24 };  // LONG: rates from which on this is faster

// Composites of all links, in U and n; 0: the links are not numbered depth first.
static int composites(DV_TREE)
{
  solid c;
  int nested = 1;
  for (int i = 0; i < t->nlink; i++) w[i].end = w[i].count = 0;
  for (int i = t->nlink - 1, near = 0; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    const int parent = h.l->parent, own = dv_joint_rates(h.l->joint);
    h.k->count += own;
    if (!h.k->end) h.k->end = h.l->iv + own;
    nested &= h.k->end - h.l->iv == h.k->count;
    dv_composite_gather(h, near, &c);
    dv_composite_heap(h.k, &c);
    h.k->heaped = 0;
    near = parent == i - 1;
    if (parent < 0) continue;
    w[parent].count += h.k->count;
    if (w[parent].end < h.k->end) w[parent].end = h.k->end;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_compose(axis, h, &c))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    if (!near) dv_composite_heap(&w[parent], &c);
  }
  return nested;
}

// The columns of a link enter the block.
DV_FN void enter(here h, int full, int first, dv_wrenches *F)
{
  solid c;
  const int own = dv_joint_rates(h.l->joint);
  c.m = h.k->U[6];
  c.mc = h.k->n;
  for (int i = 0; i < 6; i++) c.I[i] = h.k->U[i];
  for (int j = 0; j < own; j++) {
    const int at = h.l->iv + j - first;
    v3 n, f;
    if (at < 0 || at >= DV_BLOCK) continue;
    dv_composite_press(h, &c, j, full, &n, &f);
    for (int i = 0; i < 3; i++) {
      F->n[i][at] = n.x[i];
      F->f[i][at] = f.x[i];
    }
  }
}

// Columns from..to of the block: entries in the rows of the link's joint; then seen from the parent.
DV_FN void pass_on(here h, int nv, int from, int to, dv_wrenches *F, real *row)
{
  switch (h.l->joint) {
#define DV_RIGID_JOINTS
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_back_block(axis, h, nv, from, to, F, row))
#include "skeleton/joints.def"
#undef DV_RIGID_JOINTS
    DV_NO_OTHER;
  }
}

// Columns first..first + DV_BLOCK of all rows; `last`: the link of the last of them.
static void block(DV_TREE, int first, int last, real *Mass)
{
  dv_wrenches F;
  const int most = t->nv - first < DV_BLOCK ? t->nv - first : DV_BLOCK;
  for (int i = last; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    const int iv = h.l->iv, from = iv < first ? 0 : iv - first, to = h.k->end - first < most ? h.k->end - first : most;
    if (to <= 0) continue;
    if (iv + dv_joint_rates(h.l->joint) > first) enter(h, t->full, first, &F);
    pass_on(h, t->nv, from, to, &F, Mass + t->nv * iv + first);
  }
}

// Zeros between branches; the lower half from the upper one, in tiles.
static void mirror(DV_TREE, real *Mass)
{
  const int n = t->nv;
  (void)num;
  for (int i = 0; i < t->nlink; i++)
    for (int r = t->link[i].iv; r < t->link[i].iv + dv_joint_rates(t->link[i].joint); r++)
      for (int c = w[i].end; c < n; c++) Mass[n * r + c] = dv_real(0);
  for (int r0 = 0; r0 < n; r0 += TILE)
    for (int c0 = 0; c0 <= r0; c0 += TILE)
      for (int r = r0; r < r0 + TILE && r < n; r++)
        for (int c = c0; c < c0 + TILE && c < r; c++) Mass[n * r + c] = Mass[n * c + r];
}

int DV_X(dv_crba_rows)(DV_TREE, real *Mass)
{
  if (t->nv < LONG || !composites(t, num, w)) return 0;
  int last = t->nlink - 1;
  for (int first = (t->nv - 1) / DV_BLOCK * DV_BLOCK; first >= 0; first -= DV_BLOCK) {
    block(t, num, w, first, last, Mass);
    while (last > 0 && t->link[last].iv >= first) last--;
  }
  mirror(t, num, w, Mass);
  return 1;
}
