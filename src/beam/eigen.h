// eigen.h: small dense symmetric eigenproblems.
#pragma once

#include "base/arena.h"

void dv_eigen_symmetric(int n, double *a, double *values, double *vectors);  // a destroyed; columns of vectors (or NULL)
// K x = l M x, K and M symmetric, M positive definite; l rising, columns of x with x^T M x = 1. Both destroyed. 0, or -1: M is
// not positive definite. shift: K + shift M must be positive definite.
int dv_eigen_pair(dv_arena *a, int n, double *K, double *M, double shift, double *values, double *vectors);
int dv_cholesky(int n, double *A);  // in place, lower; 0, or -1: not positive definite
void dv_cholesky_solve(int n, const double *L, double *x);
