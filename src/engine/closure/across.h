// across.h: axis i of the first frame stays at right angles to axis j of the second.
//
//   c = a.b   c' = (wA - wB).(a x b)   c'' - J v' = (wA - wB).((wA x a) x b + a x (wB x b))
#ifdef DV_CLOSURE
DV_CLOSURE(ACROSS, across, 1, 0, "across", "rad are left between its axes")
#elif !defined DV_ACROSS_H
#define DV_ACROSS_H

#include "engine/closure/side.h"

DV_FN void across_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 a = side_axis(&s[0], row->i), b = side_axis(&s[1], row->j), n = dv_v3_cross(a, b), none = dv_v3_zero();
  (void)e;
  *c = dv_v3_dot(a, b);
  screw_put(screw, n, none, dv_v3_sub(none, n), none);
}

// The same of any two axes.
DV_FN real across_bias_of(const side *s, int i, int j)
{
  v3 a = side_axis(&s[0], i), b = side_axis(&s[1], j), turn = dv_v3_cross(s[0].w, a);
  v3 twist = dv_v3_add(dv_v3_cross(turn, b), dv_v3_cross(a, dv_v3_cross(s[1].w, b)));
  return dv_v3_dot(dv_v3_sub(s[0].w, s[1].w), twist);
}

DV_FN real across_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  (void)e, (void)screw;
  return across_bias_of(s, row->i, row->j);
}

#endif
