// screw_algebra.h: twists and wrenches as screws (Cibicik, Pedersen, Egeland 2019, sec. 2): change of axes and of reference
// point.
//
//   twist t = [w; v]   wrench w = [f; n]   power = t^T Pi w,  Pi = [0 1; 1 0]
//   U = [1 0; p^ 1], p from the new reference point to the old one      V = diag(R, R) U
#pragma once

#include "math/spatial.h"

typedef struct {
  v3 w, v;  // angular; linear, of the reference point
} dv_twist;

typedef struct {
  v3 f, n;  // force; moment about the reference point
} dv_wrench;

static inline dv_twist dv_twist_zero(void) { return (dv_twist){dv_v3_zero(), dv_v3_zero()}; }
static inline dv_twist dv_twist_add(dv_twist a, dv_twist b) { return (dv_twist){dv_v3_add(a.w, b.w), dv_v3_add(a.v, b.v)}; }
static inline dv_twist dv_twist_sub(dv_twist a, dv_twist b) { return (dv_twist){dv_v3_sub(a.w, b.w), dv_v3_sub(a.v, b.v)}; }
static inline dv_twist dv_twist_scale(dv_twist a, double s) { return (dv_twist){dv_v3_scale(a.w, s), dv_v3_scale(a.v, s)}; }

// One of the six unit screws: L_x L_y L_z, N_x N_y N_z.
static inline dv_twist dv_twist_unit(int i) { return (dv_twist){dv_v3_unit(i), dv_v3_unit(i - 3)}; }

// U: the same twist at another reference point; p leads from there to the old one.
static inline dv_twist dv_twist_refer(dv_twist a, v3 p) { return (dv_twist){a.w, dv_v3_add(a.v, dv_v3_cross(p, a.w))}; }

// The same twist in the axes that R's columns are; and back.
static inline dv_twist dv_twist_down(const double *R, dv_twist a) { return (dv_twist){dv_m3_tmul(R, a.w), dv_m3_tmul(R, a.v)}; }
static inline dv_twist dv_twist_up(const double *R, dv_twist a) { return (dv_twist){dv_m3_mul(R, a.w), dv_m3_mul(R, a.v)}; }

// Rate of a screw that is carried along by a: [w x w_b; w x v_b + v x w_b].
static inline dv_twist dv_twist_cross(dv_twist a, dv_twist b)
{
  return (dv_twist){dv_v3_cross(a.w, b.w), dv_v3_add(dv_v3_cross(a.w, b.v), dv_v3_cross(a.v, b.w))};
}

static inline dv_wrench dv_wrench_add(dv_wrench a, dv_wrench b) { return (dv_wrench){dv_v3_add(a.f, b.f), dv_v3_add(a.n, b.n)}; }

// What a momentum that is carried along by the twist a asks for: [w x f; w x n + v x f].
static inline dv_wrench dv_wrench_carry(dv_twist a, dv_wrench h)
{
  return (dv_wrench){dv_v3_cross(a.w, h.f), dv_v3_add(dv_v3_cross(a.w, h.n), dv_v3_cross(a.v, h.f))};
}

static inline double dv_power(dv_twist t, dv_wrench w) { return dv_v3_dot(t.w, w.n) + dv_v3_dot(t.v, w.f); }
