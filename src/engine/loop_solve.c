// loop_solve.c: the pivots' part of the closure Jacobian, A = J_D, factored: P A = L U.
//
// Rows change places, in each lane by itself, where a pivot is a tenth of another's. Where a mechanism passes a position in which
// loops can branch (all rods in line) the best pivot p of a column vanishes. A gap that Newton would close by a step as long as
// the way to that position, |c| / p > p / 2 (in sizes of row and column), leads to the wrong branch as likely as to the right
// one, and below 1e-7 it is rounding. Then the column is *lost*: the smallest row is left out and becomes the unit row of that
// column, whose coordinate moves on by itself until the position is passed.
//
// Loops that share no rate are groups, each a run of places with factors of its own: a thousand loops cost a thousand times one.
//
// Rows of positions change places among themselves, those of rates alone likewise: so the first part of the factors serves
// positions, and all of them rates.
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
    for (int i = r->from[j]; i < r->to[j]; i++)
      most = dv_max(most, dv_abs(r->J[r->row[i] * r->nv + r->column[j]]) / dv_max(r->size[r->row[i]], dv_real(1e-300)));
    r->span[r->column[j]] = most;
  }
}

// The rows in order; beside each its gap, size and reach.
static void load(dv_loop_room *r)
{
  int n = r->rank;
  for (int k = 0; k < n; k++) {
    const real *J = r->J + r->row[k] * r->nv;
    for (int j = r->from[k]; j < r->to[k]; j++) r->LU[k * n + j] = J[r->column[j]];
    r->kept[k].gap = r->c[r->row[k]];
    r->kept[k].size = dv_max(r->size[r->row[k]], dv_real(1e-300));
    r->kept[k].reach = r->reach[r->row[k]];
    r->lost[k] = r->dropped[k] = dv_real(0);
    for (int l = 0; l < DV_LANES; l++) r->order[k * DV_LANES + l] = k;
  }
}

static void swap(real *a, real *b, int lane)
{
  double t = dv_lane(*a, lane);
  dv_put(a, lane, dv_lane(*b, lane));
  dv_put(b, lane, t);
}

// End of the rows that may take place k.
static int last_row(const dv_loop_room *r, int k) { return k < r->places && r->places < r->to[k] ? r->places : r->to[k]; }

static void exchange(dv_loop_room *r, int i, int k, int lane)
{
  int n = r->rank, *order = r->order, t = order[i * DV_LANES + lane];
  if (i == k) return;
  order[i * DV_LANES + lane] = order[k * DV_LANES + lane];
  order[k * DV_LANES + lane] = t;
  for (int j = r->from[k]; j < r->to[k]; j++) swap(&r->LU[i * n + j], &r->LU[k * n + j], lane);
  swap(&r->kept[i].gap, &r->kept[k].gap, lane);
  swap(&r->kept[i].size, &r->kept[k].size, lane);
  swap(&r->kept[i].reach, &r->kept[k].reach, lane);
}

static double entry(const dv_loop_room *r, int i, int j, int lane)
{
  return fabs(dv_lane(r->LU[i * r->rank + j], lane)) / dv_lane(r->kept[i].size, lane);
}

// Row of the largest entry of column k, in sizes of the rows; k itself while it is not much smaller.
static int best_row(const dv_loop_room *r, int k, int lane)
{
  double own = entry(r, k, k, lane), most = own;
  int best = k;
  for (int i = k + 1; i < last_row(r, k); i++) {
    double a = entry(r, i, k, lane);
    if (a <= most) continue;
    most = a;
    best = i;
  }
  return own < 0.1 * most ? best : k;
}

// 1 in lanes where that is another row.
static dv_bool wants_exchange(const dv_loop_room *r, int k)
{
  int n = r->rank, last = last_row(r, k);
  real own = dv_abs(r->LU[k * n + k]) / r->kept[k].size, most = own;
  for (int i = k + 1; i < last; i++) most = dv_max(most, dv_abs(r->LU[i * n + k]) / r->kept[i].size);
  return own < 0.1 * most;
}

// Of the rows that are left the one with the smallest entries.
static int worst_row(const dv_loop_room *r, int k, int lane)
{
  double least = HUGE_VAL;
  int worst = k;
  for (int i = k; i < last_row(r, k); i++) {
    double most = 0;
    for (int j = k; j < r->to[k]; j++) most = fmax(most, entry(r, i, j, lane));
    if (!(most < least)) continue;
    least = most;
    worst = i;
  }
  return worst;
}

// Column k is lost in some lanes: there the smallest row becomes its unit row.
static void leave_out(dv_loop_room *r, int k, dv_bool lost)
{
  int n = r->rank;
  real *row = r->LU + k * n;
  r->lost[k] = dv_select(lost, dv_real(1), dv_real(0));
  for (int l = 0; l < DV_LANES; l++) {
    if (dv_lane(r->lost[k], l) < 0.5) continue;
    exchange(r, worst_row(r, k, l), k, l);
    dv_put(&r->dropped[r->order[k * DV_LANES + l]], l, 1);
  }
  for (int j = r->from[k]; j < r->to[k]; j++) row[j] = dv_select(lost, dv_real(j == k), row[j]);
  r->kept[k].gap = dv_select(lost, dv_real(0), r->kept[k].gap);
}

void DV_X(dv_loop_factor)(dv_loop_room *r)
{
  int n = r->rank;
  load(r);
  find_spans(r);
  for (int k = 0; k < n; k++) {
    real *top = r->LU + k * n;
    if (dv_seldom(wants_exchange(r, k)))
      for (int l = 0; l < DV_LANES; l++) exchange(r, best_row(r, k, l), k, l);
    dv_bool lost = is_lost(top[k], r->kept[k].gap, r->kept[k].size, r->span[r->column[k]], r->kept[k].reach);
    if (dv_seldom(lost)) leave_out(r, k, lost);
    top[k] = 1 / top[k];
    for (int i = k + 1; i < r->to[k]; i++) {
      real *a = r->LU + i * n, factor = a[k] * top[k];
      if (dv_surely(a[k] == 0.0)) continue;
      a[k] = factor;
      for (int j = k + 1; j < r->to[k]; j++) a[j] -= factor * top[j];
      if (i < r->places) r->kept[i].gap -= factor * r->kept[k].gap;
    }
  }
}

// 1: the same row has this place in all lanes.
static int is_common(const dv_loop_room *r, int k)
{
  const int *order = r->order + k * DV_LANES;
  int common = 1;
  for (int l = 1; l < DV_LANES; l++) common &= order[l] == order[0];
  return common;
}

// x by rows -> by pivots, in places from..end; lost columns have the values of `own` (NULL: zero).
static void arrange(const dv_loop_room *r, int from, int end, const real *own, real *x)
{
  for (int k = from; k < end; k++) {
    if (is_common(r, k)) r->turned[k] = x[r->order[k * DV_LANES]];
    else
      for (int l = 0; l < DV_LANES; l++) dv_put(&r->turned[k], l, dv_lane(x[r->order[k * DV_LANES + l]], l));
  }
  for (int k = from; k < end; k++) x[k] = dv_select(r->lost[k] > 0.5, own ? own[k] : dv_real(0), r->turned[k]);
}

// One group.
static void solve_group(const dv_loop_room *r, int from, int end, const real *own, real *x)
{
  int n = r->rank;
  arrange(r, from, end, own, x);
  for (int i = from + 1; i < end; i++)
    for (int j = from; j < i; j++) x[i] -= r->LU[i * n + j] * x[j];
  for (int i = end - 1; i >= from; i--) {
    for (int j = i + 1; j < end; j++) x[i] -= r->LU[i * n + j] * x[j];
    x[i] *= r->LU[i * n + i];
  }
}

// By the first m pivots.
static void solve(const dv_loop_room *r, int m, const real *own, real *x)
{
  for (int k = 0; k < m; k = r->to[k]) solve_group(r, k, r->to[k] < m ? r->to[k] : m, own, x);
}

void DV_X(dv_loop_solve)(const dv_loop_room *r, const real *own, real *x) { solve(r, r->rank, own, x); }
void DV_X(dv_loop_solve_places)(const dv_loop_room *r, real *x) { solve(r, r->places, NULL, x); }

static void solve_transposed(const dv_loop_room *r, int from, int end, real *x)
{
  int n = r->rank;
  for (int i = from; i < end; i++) {
    x[i] *= r->LU[i * n + i];
    for (int j = i + 1; j < end; j++) x[j] -= r->LU[i * n + j] * x[i];
  }
  for (int i = end - 1; i > from; i--)
    for (int j = from; j < i; j++) x[j] -= r->LU[i * n + j] * x[i];
}

void DV_X(dv_loop_solve_transposed)(const dv_loop_room *r, real *x)
{
  int n = r->rank;
  for (int k = 0; k < n; k = r->to[k]) solve_transposed(r, k, r->to[k], x);
  for (int k = 0; k < n; k++) r->turned[k] = dv_select(r->lost[k] > 0.5, dv_real(0), x[k]);
  for (int k = 0; k < n; k++) {
    if (is_common(r, k)) x[r->order[k * DV_LANES]] = r->turned[k];
    else
      for (int l = 0; l < DV_LANES; l++) dv_put(&x[r->order[k * DV_LANES + l]], l, dv_lane(r->turned[k], l));
  }
}

// A column of G that moves the group of place k alone, from rhs and `own`.
static void column(const dv_loop_room *r, int k, const real *own, real *G)
{
  solve_group(r, r->from[k], r->to[k], own, r->rhs);
  for (int i = r->from[k]; i < r->to[k]; i++) {
    G[r->column[i]] = r->rhs[i];
    *r->G_most = dv_max(*r->G_most, dv_abs(r->rhs[i]));
  }
}

static void free_column(const dv_loop_room *r, int i, real *G)
{
  int k = r->met[i];
  G[i] = dv_real(1);
  if (k < 0) return;
  for (int p = r->from[k]; p < r->to[k]; p++) {
    r->rhs[p] = -r->J[r->row[p] * r->nv + i];
    r->step[p] = dv_real(0);
  }
  column(r, k, r->step, G);
}

// Of place k, by the lost rate's own.
static void lost_column(const dv_loop_room *r, int k, real *G)
{
  for (int p = r->from[k]; p < r->to[k]; p++) {
    r->rhs[p] = dv_real(0);
    r->step[p] = dv_real(p == k);
  }
  column(r, k, r->step, G);
}

// How positions follow rate i, that of a displacement: the largest factor.
static void follow(dv_loop_room *r, int i)
{
  for (int k = 0; k < r->places; k++) r->rhs[k] = -r->J[r->row[k] * r->nv + i];
  DV_X(dv_loop_solve_places)(r, r->rhs);
  for (int k = 0; k < r->places; k++) *r->G_most = dv_max(*r->G_most, dv_abs(r->rhs[k]));
}

// Where there are rows of rates alone, pivots of positions can vanish while those of rates do not.
static void look_at_places(dv_loop_room *r)
{
  if (r->places == r->rank) return;
  for (int i = 0; i < r->nfree; i++) follow(r, r->free[i]);
  for (int k = r->places; k < r->rank; k++) follow(r, r->column[k]);
}

// Columns of the free independent rates, then of the lost ones (zero where they are not lost), if any lane has one.
void DV_X(dv_loop_spread)(dv_loop_room *r)
{
  int extra = 0;
  *r->G_most = dv_real(0);
  for (int k = 0; k < r->rank; k++) {
    extra |= dv_any(r->lost[k] > 0.5);
    *r->G_most = dv_max(*r->G_most, r->lost[k] * 1e9);
  }
  r->nmoving = r->nfree + (extra ? r->rank : 0);
  for (int i = 0; i < r->nmoving; i++) {
    real *G = r->G + i * r->nv;
    for (int k = 0; k < r->nv; k++) G[k] = dv_real(0);
    if (i < r->nfree) free_column(r, r->free[i], G);
    else lost_column(r, i - r->nfree, G);
  }
  look_at_places(r);
}
