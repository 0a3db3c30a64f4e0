// skate.h: the second origin does not move along axis j of its own frame, as seen from the first: a blade, or a wheel without its
// spin. An equation of rates, which no position has.
//
//   c' = b.(vB - vA - wA x d)   c'' - J v' = (wB x b).(vB - vA - wA x d) - b.(wA x d')      Neimark & Fufaev 1972, ch. III
#ifdef DV_CLOSURE
DV_CLOSURE(SKATE, skate, 0, 1, "blade", "m/s are left across its blade")
#elif !defined DV_SKATE_H
#define DV_SKATE_H

#include "engine/closure/side.h"

DV_FN void skate_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 b = side_axis(&s[1], row->j), none = dv_v3_zero();
  (void)e;
  *c = dv_real(0);
  screw_put(screw, dv_v3_cross(b, side_between(s)), dv_v3_sub(none, b), none, b);
}

DV_FN real skate_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  v3 b = side_axis(&s[1], row->j), apart = dv_v3_sub(s[1].v, s[0].v);
  v3 over = dv_v3_sub(apart, dv_v3_cross(s[0].w, side_between(s)));
  (void)e, (void)screw;
  return dv_v3_dot(dv_v3_cross(s[1].w, b), over) - dv_v3_dot(b, dv_v3_cross(s[0].w, apart));
}

#endif
