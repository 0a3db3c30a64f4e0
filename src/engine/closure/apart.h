// apart.h: the origins keep a distance L.
//
//   c = |d| - L   c' = u.(vB - vA),  u = d/|d|   c'' - J v' = (d'.d' - (u.d')^2) / |d|
#ifdef DV_CLOSURE
DV_CLOSURE(APART, apart, 0, 0, "length", "m are left of its length")
#elif !defined DV_APART_H
#define DV_APART_H

#include "engine/closure/side.h"

DV_FN void apart_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 d = side_between(s), none = dv_v3_zero();
  real length = dv_sqrt(dv_v3_dot(d, d));
  v3 u = dv_v3_scale(d, 1 / length);
  *c = length - e->num[row->value];
  screw_put(screw, none, dv_v3_sub(none, u), none, u);
}

DV_FN real apart_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  v3 d = side_between(s), rate = dv_v3_sub(s[1].v, s[0].v);
  real along = dv_v3_dot(dv_v3_of(screw + 9), rate);
  (void)e, (void)row;
  return (dv_v3_dot(rate, rate) - along * along) / dv_sqrt(dv_v3_dot(d, d));
}

#endif
