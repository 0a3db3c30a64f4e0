// matrix.h: small dense matrices of doubles, row-major.
#pragma once

#include <math.h>
#include <string.h>

// out = A x, A [rows][columns]
static inline void dv_matrix_times(int rows, int columns, const double *A, const double *x, double *out)
{
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < columns; j++) sum += A[i * columns + j] * x[j];
    out[i] = sum;
  }
}

// out = A^T x, A [rows][columns]
static inline void dv_matrix_turned_times(int rows, int columns, const double *A, const double *x, double *out)
{
  memset(out, 0, (size_t)columns * sizeof *out);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) out[j] += A[i * columns + j] * x[i];
}

// C = A B, all [n][n]
static inline void dv_matrix_product(int n, const double *A, const double *B, double *C)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
}

// C = A^T B, all [n][n]
static inline void dv_matrix_turned_product(int n, const double *A, const double *B, double *C)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += A[k * n + i] * B[k * n + j];
      C[i * n + j] = sum;
    }
}

// x := A^-1 x by Cholesky, A = L L^T in place (lower triangle). 1: A is not positive definite.
static inline int dv_matrix_divide(int n, double *A, double *x)
{
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      double sum = A[i * n + j];
      for (int k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k];
      if (i == j && !(sum > 0)) return 1;
      A[i * n + j] = i == j ? sqrt(sum) : sum / A[j * n + j];
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) x[i] -= A[i * n + k] * x[k];
    x[i] /= A[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= A[k * n + i] * x[k];
    x[i] /= A[i * n + i];
  }
  return 0;
}

// inverse of A [n][n] by Gauss and Jordan with row pivots; A is spoilt. 1: singular.
static inline int dv_matrix_inverse(int n, double *A, double *inverse)
{
  for (int i = 0; i < n * n; i++) inverse[i] = i % (n + 1) == 0;
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int i = c + 1; i < n; i++)
      if (fabs(A[i * n + c]) > fabs(A[best * n + c])) best = i;
    if (A[best * n + c] == 0) return 1;
    double pivot = 1 / A[best * n + c];
    for (int j = 0; j < n; j++) {
      double a = A[best * n + j] * pivot, b = inverse[best * n + j] * pivot;
      A[best * n + j] = A[c * n + j], inverse[best * n + j] = inverse[c * n + j];
      A[c * n + j] = a, inverse[c * n + j] = b;
    }
    for (int i = 0; i < n; i++) {
      double f = A[i * n + c];
      if (i == c) continue;
      for (int j = 0; j < n; j++) A[i * n + j] -= f * A[c * n + j], inverse[i * n + j] -= f * inverse[c * n + j];
    }
  }
  return 0;
}
