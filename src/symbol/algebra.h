// algebra.h: vectors and 3x3 matrices of polynomials.
#pragma once

#include "symbol/ring.h"

typedef struct {
  dv_poly x[3];
} dv_pv;
typedef struct {
  dv_poly x[9];  // row-major
} dv_pm;
typedef struct {
  dv_pm R;
  dv_pv p;
} dv_pose;

dv_pv dv_pv_numbers(dv_ring *r, const double x[3]);
dv_pv dv_pv_add(dv_ring *r, dv_pv a, dv_pv b);
dv_pv dv_pv_sub(dv_ring *r, dv_pv a, dv_pv b);
dv_pv dv_pv_scale(dv_ring *r, dv_pv a, dv_poly c);
dv_pv dv_pv_cross(dv_ring *r, dv_pv a, dv_pv b);
dv_poly dv_pv_dot(dv_ring *r, dv_pv a, dv_pv b);
dv_pm dv_pm_numbers(dv_ring *r, const double x[9]);
dv_pm dv_pm_skew(dv_ring *r, dv_pv a);  // [a]: [a] b = a x b
dv_pm dv_pm_transpose(dv_pm a);
dv_pm dv_pm_add(dv_ring *r, dv_pm a, dv_pm b, double c);  // a + c b
dv_pm dv_pm_times(dv_ring *r, dv_pm a, dv_pm b);
dv_pm dv_pm_turned(dv_ring *r, dv_pm R, dv_pm a);  // R a R^T
dv_pv dv_pm_on(dv_ring *r, dv_pm a, dv_pv b);
dv_pv dv_pm_back(dv_ring *r, dv_pm a, dv_pv b);  // a^T b
dv_pose dv_pose_times(dv_ring *r, dv_pose a, dv_pose b);
dv_pm dv_pm_turn(dv_ring *r, const double axis[3], dv_poly c, dv_poly s);  // about a unit axis; c, s: cosine and sine
