// crba.h: composite bodies, which both ways to the mass matrix start from.
#pragma once

#include "skeleton/joints.h"

// Composites: the nearest child's share stays at hand, the others' are heaped on the link in n (mass x centre of mass)
// and U (inertia, mass).
DV_FN void dv_composite_heap(dv_link_work *k, const solid *c)
{
  const int old = k->heaped;
  for (int i = 0; i < 3; i++) k->n.x[i] = old ? k->n.x[i] + c->mc.x[i] : c->mc.x[i];
  for (int i = 0; i < 6; i++) k->U[i] = old ? k->U[i] + c->I[i] : c->I[i];
  k->U[6] = old ? k->U[6] + c->m : c->m;
  k->heaped = 1;
}

// The link's own body and all that it carries; `near`: c has the nearest child's share.
DV_FN void dv_composite_gather(here h, int near, solid *c)
{
  v3 mc = dv_v3_of(h.b->mc);
  c->m = near ? c->m + h.b->m : h.b->m;
  c->mc = near ? dv_v3_add(c->mc, mc) : mc;
  for (int i = 0; i < 6; i++) c->I[i] = near ? c->I[i] + h.b->I[i] : h.b->I[i];
  if (h.l->body == DV_BEAM) dv_solid_add(c, dv_beam_room(h).own);
  if (!h.k->heaped) return;
  c->m += h.k->U[6];
  c->mc = dv_v3_add(c->mc, h.k->n);
  for (int i = 0; i < 6; i++) c->I[i] += h.k->U[i];
  h.k->heaped = 0;
}

// I_c times column j of S.
DV_FN void dv_composite_press(here h, const solid *c, int j, int full, v3 *n, v3 *f)
{
  switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_press(axis, h, c, j, n, f))
#include "skeleton/joints.def"
    DV_NO_OTHER;
  }
  if (!full) return;
  switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_press_full(axis, h, j, n, f))
#include "skeleton/joints.def"
    DV_NO_OTHER;
  }
}

// Rates of each joint of its own.
DV_FN int dv_joint_rates(int row)
{
  static const int rates[] = {
#define DV_JOINT(name, family, axis, nq, nv, ...) nv,
#include "skeleton/joints.def"
  };
  return rates[row];
}

#ifdef __cplusplus
extern "C" {
#endif
int DV_X(dv_crba_rows)(DV_TREE, real *Mass);  // rigid trees whose links are numbered depth first; 0: this is another one
#ifdef __cplusplus
}
#endif
