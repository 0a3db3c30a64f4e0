// loop_solve.c: the pivots' part of the closure Jacobian, A = J_D, factored without exchanges: A = L U.
//
// Where a mechanism passes a position in which loops can branch (all rods in line) a pivot p vanishes. A gap that Newton would
// close by a step as long as the way to that position, |c| / p > p / 2 (in sizes of row and column), leads to the wrong branch as
// likely as to the right one, and below 1e-7 the row is rounding. Then the row is left out: it becomes the unit row of its
// column, whose coordinate moves on by itself until the position is passed.
#include "engine/loop.h"

static dv_bool is_lost(real p, real c, real size, real span, real reach)
{
  real a = dv_abs(p) / (size * span), gap = dv_abs(c);
  dv_bool unsafe = (a < 0.01) & (gap > 0.5 * a * a * size) & (gap > DV_LOOP_TIGHT * reach);
  return dv_not(a > 1e-7) | unsafe;
}

// A metre of stroke and the thousand radians of its screw count alike.
static void find_spans(dv_loop_room *r)
{
  for (int j = 0; j < r->rank; j++) {
    real most = dv_real(1e-300);
    for (int i = 0; i < r->rank; i++)
      most = dv_max(most, dv_abs(r->J[r->row[i] * r->nv + r->column[j]]) / dv_max(r->size[r->row[i]], dv_real(1e-300)));
    r->span[r->column[j]] = most;
  }
}

// The unit row, in the lanes that lost it.
static void leave_out(real *row, int k, int n, dv_bool lost)
{
  for (int j = 0; j < n; j++) row[j] = dv_select(lost, dv_real(j == k), row[j]);
}

void DV_X(dv_loop_factor)(dv_loop_room *r)
{
  int n = r->rank;
  find_spans(r);
  for (int k = 0; k < n; k++) {
    r->rhs[k] = r->c[r->row[k]];
    for (int j = 0; j < n; j++) r->LU[k * n + j] = r->J[r->row[k] * r->nv + r->column[j]];
  }
  for (int k = 0; k < n; k++) {
    real *top = r->LU + k * n;
    int row = r->row[k];
    dv_bool lost = is_lost(top[k], r->rhs[k], r->size[row], r->span[r->column[k]], r->reach[row]);
    r->lost[k] = dv_select(lost, dv_real(1), dv_real(0));
    r->rhs[k] = dv_select(lost, dv_real(0), r->rhs[k]);
    if (dv_any(lost)) leave_out(top, k, n, lost);
    top[k] = 1 / top[k];
    for (int i = k + 1; i < n; i++) {
      real *a = r->LU + i * n, factor = a[k] * top[k];
      if (dv_all(a[k] == 0.0)) continue;
      a[k] = factor;
      for (int j = k + 1; j < n; j++) a[j] -= factor * top[j];
      r->rhs[i] -= factor * r->rhs[k];
    }
  }
}

void DV_X(dv_loop_solve)(const dv_loop_room *r, real *x)
{
  int n = r->rank;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++) x[i] -= r->LU[i * n + j] * x[j];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= r->LU[i * n + j] * x[j];
    x[i] *= r->LU[i * n + i];
  }
}

void DV_X(dv_loop_solve_transposed)(const dv_loop_room *r, real *x)
{
  int n = r->rank;
  for (int i = 0; i < n; i++) {
    x[i] *= r->LU[i * n + i];
    for (int j = i + 1; j < n; j++) x[j] -= r->LU[i * n + j] * x[i];
  }
  for (int i = n - 1; i > 0; i--)
    for (int j = 0; j < i; j++) x[j] -= r->LU[i * n + j] * x[i];
}

static void column(const dv_loop_room *r, real *G)
{
  DV_X(dv_loop_solve)(r, r->rhs);
  for (int k = 0; k < r->rank; k++) {
    G[r->column[k]] = r->rhs[k];
    *r->grip = dv_max(*r->grip, dv_abs(r->rhs[k]));
  }
}

// Columns of the free independent rates, then of the lost pivots (zero where they are not lost), if any lane has one.
void DV_X(dv_loop_spread)(dv_loop_room *r)
{
  int extra = 0;
  *r->grip = dv_real(0);
  for (int k = 0; k < r->rank; k++) {
    extra |= dv_any(r->lost[k] > 0.5);
    *r->grip = dv_max(*r->grip, r->lost[k] * 1e9);
  }
  for (int i = 0; i < r->nfree + (extra ? r->rank : 0); i++) {
    real *G = r->G + i * r->nv;
    for (int k = 0; k < r->nv; k++) G[k] = dv_real(0);
    for (int k = 0; k < r->rank; k++) {
      if (i < r->nfree) r->rhs[k] = dv_select(r->lost[k] > 0.5, dv_real(0), -r->J[r->row[k] * r->nv + r->free[i]]);
      else r->rhs[k] = i - r->nfree == k ? r->lost[k] : dv_real(0);
    }
    if (i < r->nfree) G[r->free[i]] = dv_real(1);
    column(r, G);
  }
  r->nmoving = r->nfree + (extra ? r->rank : 0);
}
