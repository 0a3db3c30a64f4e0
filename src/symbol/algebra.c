// algebra.c: vectors and 3x3 matrices of polynomials.
#include "symbol/algebra.h"

dv_pv dv_pv_numbers(dv_ring *r, const double x[3])
{
  dv_pv a;
  for (int i = 0; i < 3; i++) a.x[i] = dv_poly_number(r, x[i]);
  return a;
}

dv_pv dv_pv_add(dv_ring *r, dv_pv a, dv_pv b)
{
  for (int i = 0; i < 3; i++) a.x[i] = dv_poly_add(r, a.x[i], b.x[i]);
  return a;
}

dv_pv dv_pv_sub(dv_ring *r, dv_pv a, dv_pv b)
{
  for (int i = 0; i < 3; i++) a.x[i] = dv_poly_sub(r, a.x[i], b.x[i]);
  return a;
}

dv_pv dv_pv_scale(dv_ring *r, dv_pv a, dv_poly c)
{
  for (int i = 0; i < 3; i++) a.x[i] = dv_poly_times(r, a.x[i], c);
  return a;
}

dv_pv dv_pv_cross(dv_ring *r, dv_pv a, dv_pv b)
{
  dv_pv c;
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    dv_sum_begin(r);
    dv_sum_product(r, a.x[y], b.x[z], 1);
    dv_sum_product(r, a.x[z], b.x[y], -1);
    c.x[i] = dv_sum_end(r);
  }
  return c;
}

dv_poly dv_pv_dot(dv_ring *r, dv_pv a, dv_pv b)
{
  dv_sum_begin(r);
  for (int i = 0; i < 3; i++) dv_sum_product(r, a.x[i], b.x[i], 1);
  return dv_sum_end(r);
}

dv_pm dv_pm_numbers(dv_ring *r, const double x[9])
{
  dv_pm a;
  for (int i = 0; i < 9; i++) a.x[i] = dv_poly_number(r, x[i]);
  return a;
}

dv_pm dv_pm_skew(dv_ring *r, dv_pv a)
{
  dv_pm m = {0};
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    m.x[3 * z + y] = a.x[i];
    m.x[3 * y + z] = dv_poly_scale(r, a.x[i], -1);
  }
  return m;
}

dv_pm dv_pm_transpose(dv_pm a)
{
  dv_pm b;
  for (int i = 0; i < 9; i++) b.x[i] = a.x[3 * (i % 3) + i / 3];
  return b;
}

dv_pm dv_pm_add(dv_ring *r, dv_pm a, dv_pm b, double c)
{
  for (int i = 0; i < 9; i++) {
    dv_sum_begin(r);
    dv_sum_add(r, a.x[i], 1);
    dv_sum_add(r, b.x[i], c);
    a.x[i] = dv_sum_end(r);
  }
  return a;
}

dv_pm dv_pm_times(dv_ring *r, dv_pm a, dv_pm b)
{
  dv_pm c;
  for (int i = 0; i < 9; i++) {
    dv_sum_begin(r);
    for (int k = 0; k < 3; k++) dv_sum_product(r, a.x[i - i % 3 + k], b.x[3 * k + i % 3], 1);
    c.x[i] = dv_sum_end(r);
  }
  return c;
}

dv_pm dv_pm_turned(dv_ring *r, dv_pm R, dv_pm a) { return dv_pm_times(r, dv_pm_times(r, R, a), dv_pm_transpose(R)); }

dv_pv dv_pm_on(dv_ring *r, dv_pm a, dv_pv b)
{
  dv_pv c;
  for (int i = 0; i < 3; i++) {
    dv_sum_begin(r);
    for (int k = 0; k < 3; k++) dv_sum_product(r, a.x[3 * i + k], b.x[k], 1);
    c.x[i] = dv_sum_end(r);
  }
  return c;
}

dv_pv dv_pm_back(dv_ring *r, dv_pm a, dv_pv b) { return dv_pm_on(r, dv_pm_transpose(a), b); }

dv_pose dv_pose_times(dv_ring *r, dv_pose a, dv_pose b)
{
  return (dv_pose){dv_pm_times(r, a.R, b.R), dv_pv_add(r, a.p, dv_pm_on(r, a.R, b.p))};
}

// Rodrigues: c 1 + s [e] + (1 - c) e e'
dv_pm dv_pm_turn(dv_ring *r, const double e[3], dv_poly c, dv_poly s)
{
  dv_pm a;
  for (int i = 0; i < 9; i++) {
    int row = i / 3, column = i % 3;
    double ee = e[row] * e[column], skew = row == column ? 0 : ((column - row + 3) % 3 == 1 ? -1 : 1) * e[3 - row - column];
    dv_sum_begin(r);
    dv_sum_term(r, 0, 0, ee);
    dv_sum_add(r, c, (row == column) - ee);
    dv_sum_add(r, s, skew);
    a.x[i] = dv_sum_end(r);
  }
  return a;
}
