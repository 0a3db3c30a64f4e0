// least.h: nonlinear least squares with bounds, and the singular values of small matrices.
#pragma once

#include "base/arena.h"

// r [m] and, unless NULL, J = dr/dx [m][n] at x. Non-zero: there is no value here, the step is shortened.
typedef int dv_residual(void *context, const double *x, double *r, double *J);

typedef struct {
  int n, m;
  const double *lower, *upper;  // [n]; NULL: none
  double tolerance;             // of a step, relative; 0: 1e-13
  double stride;                // largest change of a coordinate in one step; 0: any
  int most;                     // iterations; 0: 200
  dv_residual *f;
  void *context;
} dv_least;

typedef struct {
  double norm;  // |r|
  int iterations, converged;
} dv_least_result;

// x [n]: start, then the least |r|. 0, or -1: no value at the start.
int dv_least_squares(dv_arena *a, const dv_least *p, double *x, dv_least_result *out);

// A [m][n] = U diag(s) V', s falling [n]; U [m][n] or NULL, V [n][n] or NULL.
void dv_svd(dv_arena *a, int m, int n, const double *A, double *U, double *s, double *V);
