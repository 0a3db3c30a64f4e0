// stepper.h: what the one-step methods share, over real.
#pragma once

#include "davit/real.h"
#include "math/spatial.h"
#include "step/step.h"

DV_FN real *dv_reals(double *p) { return (real *)(void *)p; }
DV_FN double *dv_doubles(real *p) { return (double *)(void *)p; }
DV_FN const double *dv_const_doubles(const real *p) { return (const double *)(const void *)p; }

// out = x + h k
DV_FN void dv_along(int n, const real *x, double h, const real *k, real *out)
{
  for (int i = 0; i < n; i++) out[i] = x[i] + h * k[i];
}

// sum += w k, or w k for the first term
DV_FN void dv_weigh(int n, int first, double w, const real *k, real *sum)
{
  if (first)
    for (int i = 0; i < n; i++) sum[i] = w * k[i];
  else
    for (int i = 0; i < n; i++) sum[i] += w * k[i];
}

#ifdef __cplusplus
extern "C" {
#endif
// The right-hand side; 1: stop here (one lane, not finite). In more lanes a bad one must not stop the others.
int DV_X(dv_step_rates)(dv_stepping *s, double t, const real *x, real *dx, real *power);
// y = x (+) xi: attitudes turn by exp(xi), numbers add.
void DV_X(dv_step_retract)(const dv_stepping *s, const real *x, const real *xi, real *y);
// Rate of xi after an evaluation that gave dx at x0 (+) xi; xi NULL: zero.
void DV_X(dv_step_tangent)(const dv_stepping *s, const real *xi, const real *dx, real *rate);
void DV_X(dv_step_finish)(dv_stepping *s, double t, real *x);

#ifdef __cplusplus
}
#endif

// The end of a method's file: its row in base/solvers.def, and what it does (dv_stepper).
#define DV_STEPPER(id, ...)                                                                                                      \
  extern const dv_stepper DV_X(dv_##id);                                                                                         \
  const dv_stepper DV_X(dv_##id) = {&dv_solvers[DV_SOLVER_##id], __VA_ARGS__}
