// dense.h: small symmetric systems over real, of a size known to the compiler.
//
//   A = L D L^T  without pivoting (A positive definite),  then  L D L^T x = b
#pragma once

#include "davit/real.h"

// In place, row-major n x n, lower triangle: L below the diagonal, 1/D on it.
DV_FN void dv_ldl(int n, real *A)
{
  for (int j = 0; j < n; j++) {
    real d = A[n * j + j];
    for (int k = 0; k < j; k++) {
      real LD = A[n * j + k];
      A[n * j + k] = LD * A[n * k + k];
      d -= LD * A[n * j + k];
    }
    A[n * j + j] = 1 / d;
    // rows below keep L D until their own turn
    for (int i = j + 1; i < n; i++)
      for (int k = 0; k < j; k++) A[n * i + j] -= A[n * i + k] * A[n * j + k];
  }
}

DV_FN void dv_ldl_solve(int n, const real *A, real *x)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) x[i] -= A[n * i + k] * x[k];
  for (int i = 0; i < n; i++) x[i] *= A[n * i + i];
  for (int i = n - 1; i >= 0; i--)
    for (int k = i + 1; k < n; k++) x[i] -= A[n * k + i] * x[k];
}
