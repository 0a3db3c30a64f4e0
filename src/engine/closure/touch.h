// touch.h: a wheel of radius r stands on a plane: what is lowest of it has no height above axis z of the first frame.
//
//   n: the plane's normal (z of the first frame),  b: the wheel's axle (z of the second),  d: between the origins
//   from its centre to what touches:  u = -r n of a ball,  u = -r m/|m|, m = n - (n.b) b, of a disc's rim
//   c = n.(d + u):   n.d - r of a ball,   n.d - r s of a disc, s = sqrt(1 - g^2), g = n.b
//   s' = -g g'/s,  (g/s)' = g'/s^3;  g', g'' as in across.h. A disc that lies flat, s = 0, touches nowhere in particular.
#ifdef DV_CLOSURE
DV_CLOSURE(TOUCH, touch, 0, 0, "contact", "m are left between wheel and plane")
DV_CLOSURE(STAND, stand, 0, 0, "contact", "m are left between ball and plane")
#elif !defined DV_TOUCH_H
#define DV_TOUCH_H

#include "engine/closure/across.h"
#include "engine/closure/along.h"

typedef struct {
  v3 u, rate;  // from the centre to what touches, and how that changes
} touch_arm;

DV_FN v3 turned_by(v3 w, v3 a) { return dv_v3_cross(w, a); }

DV_FN touch_arm ball_arm(const side *s, real r)
{
  v3 n = side_axis(&s[0], 2);
  touch_arm a;
  a.u = dv_v3_scale(n, -r);
  a.rate = dv_v3_scale(turned_by(s[0].w, n), -r);
  return a;
}

DV_FN touch_arm disc_arm(const side *s, real r)
{
  v3 n = side_axis(&s[0], 2), b = side_axis(&s[1], 2), dn = turned_by(s[0].w, n), db = turned_by(s[1].w, b);
  real g = dv_v3_dot(n, b), dg = dv_v3_dot(dn, b) + dv_v3_dot(n, db);
  v3 m = dv_v3_sub(n, dv_v3_scale(b, g));
  v3 dm = dv_v3_sub(dn, dv_v3_add(dv_v3_scale(b, dg), dv_v3_scale(db, g)));
  real length = dv_sqrt(dv_v3_dot(m, m));
  v3 e = dv_v3_scale(m, 1 / length);
  touch_arm a;
  a.u = dv_v3_scale(e, -r);
  a.rate = dv_v3_scale(dv_v3_sub(dm, dv_v3_scale(e, dv_v3_dot(e, dm))), -r / length);
  return a;
}

DV_FN void stand_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  along_gap(e, row, s, c, screw);
  *c -= e->num[row->value];
}

DV_FN real stand_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  return along_bias(e, row, s, screw);
}

DV_FN void touch_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  v3 n = side_axis(&s[0], 2), b = side_axis(&s[1], 2);
  real g = dv_v3_dot(n, b), upright = dv_sqrt(1 - g * g), r = e->num[row->value];
  v3 turn = dv_v3_scale(dv_v3_cross(n, b), r * g / upright);
  along_gap(e, row, s, c, screw);
  *c -= r * upright;
  for (int i = 0; i < 3; i++) {
    screw[i] += turn.x[i];
    screw[6 + i] -= turn.x[i];
  }
}

DV_FN real touch_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  v3 n = side_axis(&s[0], 2), b = side_axis(&s[1], 2);
  real g = dv_v3_dot(n, b), upright = dv_sqrt(1 - g * g);
  real dg = dv_v3_dot(dv_v3_sub(s[0].w, s[1].w), dv_v3_cross(n, b));
  real bend = dg * dg / (upright * upright * upright) + g / upright * across_bias_of(s, 2, 2);
  return along_bias(e, row, s, screw) + e->num[row->value] * bend;
}

#endif
