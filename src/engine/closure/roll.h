// roll.h: what touches the plane does not slip along axis i of the first frame: an equation of rates, which no position has.
//
//   c' = t.(vB + wB x u - vA - wA x D),   t: axis i,  u: from the centre to what touches (touch.h),  D = d + u
//   c'' - J v' = (wA x t).(slip) + t.(wB x u' - wA x D'),   D' = vB - vA + u'
//
// Neimark & Fufaev 1972, ch. III; the contact force does no work, for what touches is at rest on the plane.
#ifdef DV_CLOSURE
DV_CLOSURE(ROLL, roll, 0, 1, "rolling", "m/s are left of its rolling")
DV_CLOSURE(SPIN, spin, 0, 1, "rolling", "m/s are left of its rolling")
#elif !defined DV_ROLL_H
#define DV_ROLL_H

#include "engine/closure/touch.h"

DV_FN void roll_screw(v3 t, v3 d, v3 u, real *screw)
{
  screw_put(screw, dv_v3_cross(t, dv_v3_add(d, u)), dv_v3_sub(dv_v3_zero(), t), dv_v3_cross(u, t), t);
}

DV_FN real roll_rest(const side *s, v3 t, const touch_arm *a)
{
  v3 D = dv_v3_add(side_between(s), a->u), apart = dv_v3_sub(s[1].v, s[0].v);
  v3 slip = dv_v3_add(apart, dv_v3_sub(dv_v3_cross(s[1].w, a->u), dv_v3_cross(s[0].w, D)));
  v3 rest = dv_v3_sub(dv_v3_cross(s[1].w, a->rate), dv_v3_cross(s[0].w, dv_v3_add(apart, a->rate)));
  return dv_v3_dot(turned_by(s[0].w, t), slip) + dv_v3_dot(t, rest);
}

DV_FN void slip_gap(const dv_closure *row, const side *s, touch_arm a, real *c, real *screw)
{
  *c = dv_real(0);
  roll_screw(side_axis(&s[0], row->i), side_between(s), a.u, screw);
}
DV_FN real slip_bias(const dv_closure *row, const side *s, touch_arm a) { return roll_rest(s, side_axis(&s[0], row->i), &a); }

DV_FN void roll_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  slip_gap(row, s, disc_arm(s, e->num[row->value]), c, screw);
}
DV_FN real roll_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  (void)screw;
  return slip_bias(row, s, disc_arm(s, e->num[row->value]));
}

// The same of a ball.
DV_FN void spin_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  slip_gap(row, s, ball_arm(s, e->num[row->value]), c, screw);
}
DV_FN real spin_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  (void)screw;
  return slip_bias(row, s, ball_arm(s, e->num[row->value]));
}

#endif
