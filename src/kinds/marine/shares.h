// shares.h: a wanted force and moment shared out to thrusters: weighted pseudo-inverse with limits.
//
//   tau = H f,  column of H: (e, r x e),   f += W H^T (H W H^T + eps)^-1 (tau - H f), three times from f = 0;   W: weights
//
// eps, 1e-6 of the trace, keeps what the thrusters cannot reach from blowing up; the repetition takes its error off the rest.
#pragma once

#include "davit/kind.h"
#include "math/dense.h"
#include "math/spatial.h"

enum { SHARES_MOST = 12, SHARES_ROW = 9, SHARES_PASSES = 3 };  // thrusters; columns of directions: 3 given, 6 of H

// clang-format off
#define SHARES_TABLES                                                                                                            \
  {"places",     3, 0, {"m", "m", "m", NULL}, SHARES_LEAST, 0, "rows of [x, y, z]: where the thrusters are, at most 12; body axes"}, \
  {"directions", 3, 6, {"1", "1", "1", NULL}, SHARES_LEAST, 0, "rows of [x, y, z]: where they push"                               }
// clang-format on

DV_FN int shares_count(const dv_cell *c)
{
  int n = c->rows[0] < c->rows[1] ? c->rows[0] : c->rows[1];
  return n < SHARES_MOST ? n : (int)SHARES_MOST;
}

DV_FN const char *shares_fault(const dv_cell *c)
{
  if (c->rows[0] != c->rows[1]) return "it has not as many directions as places|give one direction for each place";
  return c->rows[0] > SHARES_MOST ? "it has more than 12 thrusters|share them out to two such parts" : NULL;
}

// Columns of H behind the directions.
DV_FN void shares_prepare(const dv_cell *c)
{
  for (int k = 0; k < c->rows[1]; k++) {
    v3 e = dv_v3_of(c->table[1] + SHARES_ROW * k), r = k < c->rows[0] ? dv_v3_of(c->table[0] + 3 * k) : dv_v3_zero();
    real *h = c->table[1] + SHARES_ROW * k + 3;
    e = dv_v3_scale(e, 1 / dv_sqrt(dv_max(dv_v3_dot(e, e), dv_real(1e-30))));
    dv_v3_put(h, e);
    dv_v3_put(h + 3, dv_v3_cross(r, e));
  }
}

// Laws of a kind that shares out.
#define SHARES_LAWS                                                                                                              \
  DV_FAULT(fault)                                                                                                                \
  {                                                                                                                              \
    (void)p;                                                                                                                     \
    return shares_fault(c);                                                                                                      \
  }                                                                                                                              \
  DV_PREPARE(prepare)                                                                                                            \
  {                                                                                                                              \
    (void)p;                                                                                                                     \
    shares_prepare(c);                                                                                                           \
  }

DV_FN const real *shares_column(const dv_cell *c, int k) { return c->table[1] + SHARES_ROW * k + 3; }

// H W H^T + eps, lower triangle.
DV_FN void shares_gram(const dv_cell *c, const real *weight, real *G)
{
  real trace = dv_real(0);
  for (int i = 0; i < 36; i++) G[i] = dv_real(0);
  for (int k = 0; k < shares_count(c); k++) {
    const real *h = shares_column(c, k);
    for (int i = 0; i < 6; i++)
      for (int j = 0; j <= i; j++) G[6 * i + j] += weight[k] * h[i] * h[j];
  }
  for (int i = 0; i < 6; i++) trace += dv_abs(G[7 * i]);
  for (int i = 0; i < 6; i++) G[7 * i] += 1e-6 * trace + 1e-300;
}

// Less H f.
DV_FN void shares_less(const dv_cell *c, const real *f, real *y)
{
  for (int k = 0; k < shares_count(c); k++) {
    const real *h = shares_column(c, k);
    for (int i = 0; i < 6; i++) y[i] -= h[i] * f[k];
  }
}

// Beyond the limit all are scaled back, or clipped.
DV_FN void shares_limit(real limit, int clip, real *f)
{
  real most = limit;
  for (int k = 0; k < SHARES_MOST; k++) most = dv_max(dv_abs(f[k]), most);
  for (int k = 0; k < SHARES_MOST; k++) {
    real clipped = dv_clamp(f[k], -limit, limit), scaled = f[k] * dv_select(most > limit, limit / most, dv_real(1));
    f[k] = clip ? clipped : scaled;
  }
}

// Thrusts f [SHARES_MOST] for the wrench tau: force, then moment.
DV_FN void shares_out(const dv_cell *c, const real *weight, const real *tau, real limit, int clip, real *f)
{
  real G[36], y[6];
  for (int k = 0; k < SHARES_MOST; k++) f[k] = dv_real(0);
  shares_gram(c, weight, G);
  dv_ldl(6, G);
  for (int pass = 0; pass < SHARES_PASSES; pass++) {
    for (int i = 0; i < 6; i++) y[i] = tau[i];
    shares_less(c, f, y);
    dv_ldl_solve(6, G, y);
    for (int k = 0; k < shares_count(c); k++) {
      const real *h = shares_column(c, k);
      for (int i = 0; i < 6; i++) f[k] += weight[k] * h[i] * y[i];
    }
  }
  shares_limit(limit, clip, f);
}
