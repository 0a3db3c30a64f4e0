// mesh.h: teeth or a belt between two axes: a stiff spring with damper, free within a gap.
//
//   s = stretch beyond the gap,  e = k s + d s'  in contact; with a gap it only pushes, and lets go where it would pull
#pragma once

#include "davit/kind.h"

typedef struct {
  real stiffness, damping, gap;
} mesh_par;

enum { MESH_ABOVE, MESH_BELOW, MESH_PUSHING, MESH_ROOTS };

DV_FN dv_bool mesh_above(const mesh_par *m, const dv_cell *c, real x) { return dv_beyond(c, MESH_ABOVE, x > 0.5 * m->gap); }
DV_FN dv_bool mesh_below(const mesh_par *m, const dv_cell *c, real x) { return dv_beyond(c, MESH_BELOW, x < -0.5 * m->gap); }

DV_FN real mesh_stretch(const mesh_par *m, const dv_cell *c, real x)
{
  real half = 0.5 * m->gap, off = dv_select(mesh_above(m, c, x), x - half, dv_select(mesh_below(m, c, x), x + half, dv_real(0)));
  return dv_select(m->gap > 0.0, off, x);
}

DV_FN real mesh_linear(const mesh_par *m, const dv_cell *c, real x, real v)
{
  return m->stiffness * mesh_stretch(m, c, x) + m->damping * v;
}

// Negative: a tooth would pull.
DV_FN real mesh_pushing(const mesh_par *m, const dv_cell *c, real x, real v)
{
  real one = dv_real(1), e = mesh_linear(m, c, x, v);
  real pushing = dv_select(mesh_above(m, c, x), e, dv_select(mesh_below(m, c, x), -e, one));
  return dv_select(m->gap > 0.0, pushing, one);
}

DV_FN real mesh_effort(const mesh_par *m, const dv_cell *c, real x, real v)
{
  dv_bool touches = mesh_above(m, c, x) | mesh_below(m, c, x) | dv_not(m->gap > 0.0);
  dv_bool pulls = dv_beyond(c, MESH_PUSHING, mesh_pushing(m, c, x, v) < 0.0);
  return dv_select(touches & dv_not(pulls), mesh_linear(m, c, x, v), dv_real(0));
}

DV_FN real mesh_stored(const mesh_par *m, const dv_cell *c, real x)
{
  real s = mesh_stretch(m, c, x);
  return 0.5 * m->stiffness * s * s;
}

DV_FN real mesh_loss(const mesh_par *m, const dv_cell *c, real x, real v)
{
  return (mesh_effort(m, c, x, v) - m->stiffness * mesh_stretch(m, c, x)) * v;
}

// Where a tooth leaves the gap at either side, or lets go; without play nothing changes anywhere.
DV_FN void mesh_roots(const mesh_par *m, const dv_cell *c, real x, real v)
{
  c->root[MESH_ABOVE] = dv_select(m->gap > 0.0, 0.5 * m->gap - x, dv_real(1));
  c->root[MESH_BELOW] = dv_select(m->gap > 0.0, 0.5 * m->gap + x, dv_real(1));
  c->root[MESH_PUSHING] = mesh_pushing(m, c, x, v);
}
