// lu.h: dense P A = L U with partial pivoting, over lanes.
//
// Each lane chooses its own pivots, exactly as one lane would, so that every width gives the same bits; the search and
// the exchange of rows cost n^2, the elimination n^3; rows of a coordinate, q' = v, have two entries, and zeros are passed over.
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

DV_FN void dv_lu_exchange(int n, real *a, real *b, int lane)
{
  for (int j = 0; j < n; j++) {
    double t = dv_lane(a[j], lane);
    dv_put(&a[j], lane, dv_lane(b[j], lane));
    dv_put(&b[j], lane, t);
  }
}

// Columns beyond k where row `top` has an entry; how many.
DV_FN int dv_lu_entries(int n, const real *top, int k, int *entry)
{
  int count = 0;
  for (int j = k + 1; j < n; j++)
    if (!dv_all(top[j] == 0.0)) entry[count++] = j;
  return count;
}

DV_FN void dv_lu_reduce(int n, int k, real *__restrict row, const real *__restrict top, const int *entry, int count)
{
  real factor = row[k] * top[k];
  row[k] = factor;
  if (dv_all(factor == 0.0)) return;
  if (4 * count < n - k)
    for (int i = 0; i < count; i++) row[entry[i]] -= factor * top[entry[i]];
  else
    for (int j = k + 1; j < n; j++) row[j] -= factor * top[j];
}

// A [n][n] in place; its diagonal holds 1 / U_kk. pivot [n][lane], entry [n].
DV_HD inline void dv_lu_factor(int n, real *__restrict A, int *__restrict pivot, int *__restrict entry)
{
  for (int k = 0; k < n; k++) {
    real *top = A + k * n;
    for (int l = 0; l < DV_LANES; l++) {
      int p = dv_lu_pivot(n, A, k, l);
      pivot[k * DV_LANES + l] = p;
      if (p != k) dv_lu_exchange(n, top, A + p * n, l);
    }
    int count = dv_lu_entries(n, top, k, entry);
    top[k] = 1 / top[k];
    for (int i = k + 1; i < n; i++) dv_lu_reduce(n, k, A + i * n, top, entry, count);
  }
}

// b := A^-1 b
DV_HD inline void dv_lu_solve(int n, const real *__restrict A, const int *__restrict pivot, real *__restrict b)
{
  for (int k = 0; k < n; k++)
    for (int l = 0; l < DV_LANES; l++) {
      int p = pivot[k * DV_LANES + l];
      if (p != k) dv_lu_exchange(1, b + k, b + p, l);
    }
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++) b[i] -= A[i * n + j] * b[j];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= A[i * n + j] * b[j];
    b[i] *= A[i * n + i];
  }
}
