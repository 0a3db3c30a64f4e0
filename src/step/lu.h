// lu.h: W = L U by rows in a fixed order, over lanes; pivots lie on the diagonal, entries where pattern.h says.
//
//   l_ki = (w_ki - sum_j l_kj u_ji) / u_ii,   u_ki = w_ki - sum_j l_kj u_ji
//
// Rows and columns of W = 1 - h g J have the same units, so its pivots have none; one that all but vanishes is held at 2^-20,
// which is W of a slightly different J: the method that uses it keeps its order with any J, and sees by its residual that this
// one is bad.
#pragma once

#include "davit/real.h"
#include "step/pattern.h"

// W [filled] in place; its diagonal holds 1 / u_kk. line [n]: scratch.
DV_HD inline void dv_lu_factor(const dv_pattern *p, real *__restrict W, real *__restrict line)
{
  for (int k = 0; k < p->n; k++) {
    const int *at = p->at, begin = p->first[k], end = p->first[k + 1], middle = p->diagonal[k];
    for (int e = begin; e < end; e++) line[at[e]] = W[e];
    for (int e = begin; e < middle; e++) {
      int i = at[e], last = p->first[i + 1];
      real factor = line[i] * W[p->diagonal[i]];
      line[i] = factor;
      for (int u = p->diagonal[i] + 1; u < last; u++) line[at[u]] -= factor * W[u];
    }
    for (int e = begin; e < end; e++) W[e] = line[at[e]];
    real pivot = W[middle];
    W[middle] = 1 / dv_select(dv_abs(pivot) < 0x1p-20, dv_copysign(dv_real(0x1p-20), pivot), pivot);
  }
}

// b := W^-1 b; line [n]: scratch.
DV_HD inline void dv_lu_solve(const dv_pattern *p, const real *__restrict W, real *__restrict b, real *__restrict line)
{
  for (int k = 0; k < p->n; k++) {
    real sum = b[p->order[k]];
    for (int e = p->first[k]; e < p->diagonal[k]; e++) sum -= W[e] * line[p->at[e]];
    line[k] = sum;
  }
  for (int k = p->n - 1; k >= 0; k--) {
    real sum = line[k];
    for (int e = p->diagonal[k] + 1; e < p->first[k + 1]; e++) sum -= W[e] * line[p->at[e]];
    line[k] = sum * W[p->diagonal[k]];
    b[p->order[k]] = line[k];
  }
}
