// mesh.h: teeth or a belt between two axes: a stiff spring with damper, free within a gap.
//
//   s = stretch beyond the gap,  e = k s + d s'  in contact; with a gap it only pushes
#pragma once

#include "davit/kind.h"

typedef struct {
  real stiffness, damping, gap;
} mesh_par;

DV_FN real mesh_stretch(const mesh_par *m, real x)
{
  real half = 0.5 * m->gap;
  return dv_max(x - half, dv_real(0)) + dv_min(x + half, dv_real(0));
}

DV_FN real mesh_effort(const mesh_par *m, real x, real v)
{
  real zero = dv_real(0), s = mesh_stretch(m, x), e = m->stiffness * s + m->damping * v;
  real pushing = dv_select(s > 0.0, dv_max(e, zero), dv_select(s < 0.0, dv_min(e, zero), zero));
  return dv_select(m->gap > 0.0, pushing, e);
}

DV_FN real mesh_stored(const mesh_par *m, real x)
{
  real s = mesh_stretch(m, x);
  return 0.5 * m->stiffness * s * s;
}
