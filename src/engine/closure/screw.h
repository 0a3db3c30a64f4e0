// screw.h: along axis z of the first frame the origins part by the pitch h per angle of turning about it.
//
//   c = z.d - h (phi + 2 pi n),  phi = atan2(s, k),  s = y.x_B,  k = x.x_B;   n: whole turns, those nearest to z.d/h
//   phi' = (k s' - s k')/r2,  phi'' = (k s'' - s k'')/r2 - 2 phi' (k k' + s s')/r2,  r2 = k^2 + s^2;  s', k' as in across.h
#ifdef DV_CLOSURE
DV_CLOSURE(SCREW, screw, 0, 0, "pitch", "m are left between its frames")
#elif !defined DV_SCREW_H
#define DV_SCREW_H

#include "engine/closure/across.h"
#include "engine/closure/along.h"

typedef struct {
  real s, k, r2;
  v3 ns, nk;  // s' = (wA - wB).ns, k' likewise
} screw_turn;

DV_FN screw_turn screw_turn_of(const side *s)
{
  v3 x = side_axis(&s[0], 0), y = side_axis(&s[0], 1), b = side_axis(&s[1], 0);
  screw_turn t;
  t.s = dv_v3_dot(y, b);
  t.k = dv_v3_dot(x, b);
  t.r2 = t.s * t.s + t.k * t.k;
  t.ns = dv_v3_cross(y, b);
  t.nk = dv_v3_cross(x, b);
  return t;
}

DV_FN v3 screw_angle_rate(const screw_turn *t)
{
  return dv_v3_scale(dv_v3_sub(dv_v3_scale(t->ns, t->k), dv_v3_scale(t->nk, t->s)), 1 / t->r2);
}

DV_FN void screw_gap(const dv_eval *e, const dv_closure *row, const side *s, real *c, real *screw)
{
  const double whole = 6.283185307179586;
  screw_turn t = screw_turn_of(s);
  real h = e->num[row->value], phi = dv_atan2(t.s, t.k);
  v3 turn = dv_v3_scale(screw_angle_rate(&t), h);
  along_gap(e, row, s, c, screw);
  phi += whole * dv_floor((*c / h - phi) / whole + 0.5);
  *c -= h * phi;
  for (int i = 0; i < 3; i++) {
    screw[i] -= turn.x[i];
    screw[6 + i] += turn.x[i];
  }
}

DV_FN real screw_bias(const dv_eval *e, const dv_closure *row, const side *s, const real *screw)
{
  screw_turn t = screw_turn_of(s);
  v3 w = dv_v3_sub(s[0].w, s[1].w);
  real ds = dv_v3_dot(w, t.ns), dk = dv_v3_dot(w, t.nk), rate = (t.k * ds - t.s * dk) / t.r2;
  real bend = t.k * across_bias_of(s, 1, 0) - t.s * across_bias_of(s, 0, 0) - 2 * rate * (t.k * dk + t.s * ds);
  return along_bias(e, row, s, screw) - e->num[row->value] * bend / t.r2;
}

#endif
