// spline.h: cubic spline through way-points, at rest at both ends; constant outside.
//
//   on [t_i, t_i+1], h = t_i+1 - t_i, m = s'':  s = m_i (t_i+1-t)^3/6h + m_i+1 (t-t_i)^3/6h + linear part
// m solves the tridiagonal system of continuous s' with s' = 0 at the ends (de Boor 1978).
#pragma once

#include "kinds/signal/signal.h"

enum { SPLINE_T, SPLINE_Y, SPLINE_M, SPLINE_W, SPLINE_COLUMNS };  // place, value; derived: second derivative, scratch

// Row i of the system: lower m_i-1 + diagonal m_i + upper m_i+1 = right
DV_FN void spline_row(const real *q, int n, int i, real *lower, real *diagonal, real *upper, real *right)
{
  const real *here = q + i * SPLINE_COLUMNS;
  real zero = dv_real(0), left_h = zero, right_h = zero, left_slope = zero, right_slope = zero;
  if (i > 0) {
    left_h = here[SPLINE_T] - here[SPLINE_T - SPLINE_COLUMNS];
    left_slope = (here[SPLINE_Y] - here[SPLINE_Y - SPLINE_COLUMNS]) / left_h;
  }
  if (i < n - 1) {
    right_h = here[SPLINE_T + SPLINE_COLUMNS] - here[SPLINE_T];
    right_slope = (here[SPLINE_Y + SPLINE_COLUMNS] - here[SPLINE_Y]) / right_h;
  }
  *lower = left_h / 6;
  *upper = right_h / 6;
  *diagonal = (left_h + right_h) / 3;
  *right = right_slope - left_slope;
}

// Fills the derived columns of q, [n][SPLINE_COLUMNS].
DV_FN void spline_prepare(real *q, int n)
{
  real lower, diagonal, upper, right;
  for (int i = 0; i < n; i++) {
    spline_row(q, n, i, &lower, &diagonal, &upper, &right);
    if (i > 0) {
      diagonal -= lower * q[(i - 1) * SPLINE_COLUMNS + SPLINE_W];
      right -= lower * q[(i - 1) * SPLINE_COLUMNS + SPLINE_M];
    }
    q[i * SPLINE_COLUMNS + SPLINE_W] = upper / diagonal;
    q[i * SPLINE_COLUMNS + SPLINE_M] = right / diagonal;
  }
  for (int i = n - 2; i >= 0; i--)
    q[i * SPLINE_COLUMNS + SPLINE_M] -= q[i * SPLINE_COLUMNS + SPLINE_W] * q[(i + 1) * SPLINE_COLUMNS + SPLINE_M];
}

// Value and derivatives at t.
DV_FN dv_jet spline_at(const real *q, int n, real t)
{
  real a[SPLINE_COLUMNS], b[SPLINE_COLUMNS];
  signal_segment(q, SPLINE_COLUMNS, n, t, a, b);
  real h = b[SPLINE_T] - a[SPLINE_T], zero = dv_real(0);
  dv_bool inside = (t >= a[SPLINE_T]) & (t < b[SPLINE_T]);
  real x = dv_clamp(t - a[SPLINE_T], zero, h), y = h - x, la = a[SPLINE_Y] / h - a[SPLINE_M] * h / 6,
       lb = b[SPLINE_Y] / h - b[SPLINE_M] * h / 6;
  real value = (a[SPLINE_M] * y * y * y + b[SPLINE_M] * x * x * x) / (6 * h) + la * y + lb * x;
  real rate = (b[SPLINE_M] * x * x - a[SPLINE_M] * y * y) / (2 * h) + lb - la,
       acceleration = (a[SPLINE_M] * y + b[SPLINE_M] * x) / h;
  return dv_jet_of(value, dv_select(inside, rate, zero), dv_select(inside, acceleration, zero));
}
