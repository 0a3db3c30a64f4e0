// along.h: the origins do not part along axis i of the first frame.
//
//   c = a.d   c' = a.(vB - vA) + wA.(a x d)   c'' - J v' = 2 (wA x a).d' + (wA x (wA x a)).d
#ifdef DV_CLOSURE
DV_CLOSURE(ALONG, along, 0, 0, "along", "m are left between its frames")
#elif !defined DV_ALONG_H
#define DV_ALONG_H

#include "engine/closure/side.h"

DV_FN void along_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 a = side_axis(&s[0], row->i), d = side_between(s), none = dv_v3_zero();
  (void)e;
  *c = dv_v3_dot(a, d);
  screw_put(screw, dv_v3_cross(a, d), dv_v3_sub(none, a), none, a);
}

DV_FN real along_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  v3 turn = dv_v3_cross(s[0].w, side_axis(&s[0], row->i)), rate = dv_v3_sub(s[1].v, s[0].v);
  (void)e, (void)screw;
  return 2 * dv_v3_dot(turn, rate) + dv_v3_dot(dv_v3_cross(s[0].w, turn), side_between(s));
}

#endif
