// lu.h: dense P A = L U with partial pivoting, over lanes.
//
// Each lane chooses its own pivots, exactly as one lane would, so that every width gives the same bits; the search and
// the exchange of rows cost n^2, the elimination n^3.
#pragma once

#include "davit/real.h"

// Row of the largest |A[i][k]|, i >= k, of one lane.
DV_FN int dv_lu_pivot(int n, const real *A, int k, int lane)
{
  int best = k;
  double most = fabs(dv_lane(A[k * n + k], lane));
  for (int i = k + 1; i < n; i++) {
    double a = fabs(dv_lane(A[i * n + k], lane));
    if (a > most) {
      most = a;
      best = i;
    }
  }
  return best;
}

DV_FN void dv_lu_exchange(int n, real *a, real *b, int stride, int lane)
{
  for (int j = 0; j < n; j++) {
    double t = dv_lane(a[j * stride], lane);
    dv_put(&a[j * stride], lane, dv_lane(b[j * stride], lane));
    dv_put(&b[j * stride], lane, t);
  }
}

// A [n][n] in place; its diagonal holds 1 / U_kk. pivot [n][lane].
DV_HD inline void dv_lu_factor(int n, real *__restrict A, int *__restrict pivot)
{
  for (int k = 0; k < n; k++) {
    real *top = A + k * n;
    for (int l = 0; l < DV_LANES; l++) {
      int p = dv_lu_pivot(n, A, k, l);
      pivot[k * DV_LANES + l] = p;
      if (p != k) dv_lu_exchange(n, top, A + p * n, 1, l);
    }
    top[k] = 1 / top[k];
    for (int i = k + 1; i < n; i++) {
      real *row = A + i * n, factor = row[k] * top[k];
      row[k] = factor;
      if (dv_all(factor == 0.0)) continue;
      for (int j = k + 1; j < n; j++) row[j] -= factor * top[j];
    }
  }
}

// b := A^-1 b
DV_HD inline void dv_lu_solve(int n, const real *__restrict A, const int *__restrict pivot, real *__restrict b)
{
  for (int k = 0; k < n; k++)
    for (int l = 0; l < DV_LANES; l++) {
      int p = pivot[k * DV_LANES + l];
      if (p != k) dv_lu_exchange(1, b + k, b + p, 1, l);
    }
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++) b[i] -= A[i * n + j] * b[j];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= A[i * n + j] * b[j];
    b[i] *= A[i * n + i];
  }
}
