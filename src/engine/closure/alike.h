// alike.h: a homokinetic joint: the frames bend against each other, but one does not turn ahead of the other.
//
//   c = a_i.b_j - a_j.b_i: four times w k of the quaternion that turns the first frame into the second, k along the third axis.
//   Zero: the axis of that turn lies across the joint's axis, as the plane of symmetry of a constant-velocity joint asks for.
#ifdef DV_CLOSURE
DV_CLOSURE(ALIKE, alike, 1, 0, "turning ahead", "rad are left between its axes")
#elif !defined DV_ALIKE_H
#define DV_ALIKE_H

#include "engine/closure/across.h"

DV_FN void alike_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 ai = side_axis(&s[0], row->i), aj = side_axis(&s[0], row->j), bi = side_axis(&s[1], row->i), bj = side_axis(&s[1], row->j);
  v3 n = dv_v3_sub(dv_v3_cross(ai, bj), dv_v3_cross(aj, bi)), none = dv_v3_zero();
  (void)e;
  *c = dv_v3_dot(ai, bj) - dv_v3_dot(aj, bi);
  screw_put(screw, n, none, dv_v3_sub(none, n), none);
}

DV_FN real alike_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  (void)e, (void)screw;
  return across_bias_of(s, row->i, row->j) - across_bias_of(s, row->j, row->i);
}

#endif
