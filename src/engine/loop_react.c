// loop_react.c: what loops exert: multipliers of the least norm, as wrenches on the bodies that they join.
//
//   J = T J_p (p: pivots),  T^T lambda = lambda_p,  |lambda| least:   lambda = T y,  (T^T T) y = lambda_p
//
// Where closures are redundant (T has rows besides the unit ones) reactions are indeterminate, and these are the least ones.
#include "engine/loop.h"

#include "math/dense.h"

// As far as is known before there are numbers: a row that turns out to be zero shares nothing.
static int is_zero(const real *x, int n)
{
  int zero = 1;
  for (int i = 0; i < n && zero; i++) zero = dv_surely(x[i] == 0.0);
  return zero;
}

// 1 in lanes where all of it is zero.
static real zeros(const real *x, int n)
{
  real zero = dv_real(1);
  for (int i = 0; i < n; i++) zero = dv_select(x[i] == 0.0, zero, dv_real(0));
  return zero;
}

// Rows of T beside the unit ones, in the place of MG: J_row = t J_p on the dependent columns. Returns how many are not zero.
static int find_shares(dv_loop_room *r, int *redundant)
{
  int n = 0;
  for (int i = 0; i < r->nrow; i++) {
    const real *J = r->J + i * r->nv;
    int pivot = 0;
    for (int k = 0; k < r->rank; k++) pivot |= r->row[k] == i;
    if (pivot || is_zero(J, r->nv)) continue;
    real *t = r->MG + n * r->nv;
    for (int k = 0; k < r->rank; k++) t[k] = J[r->column[k]];
    DV_X(dv_loop_solve_transposed)(r, t);
    redundant[n++] = i;
    if (n == r->nv) break;  // there is room for nv; more rows than that differ only in how often they are counted
  }
  return n;
}

// lambda of all rows from those of the pivots.
static void spread(dv_loop_room *r, const int *redundant, int n)
{
  int rank = r->rank;
  for (int k = 0; k < rank; k++) {
    r->rhs[k] = r->lambda[r->row[k]];
    for (int j = 0; j <= k; j++) {
      real sum = dv_real(j == k);
      for (int i = 0; i < n; i++) sum += r->MG[i * r->nv + k] * r->MG[i * r->nv + j];
      r->B[k * rank + j] = sum;
    }
  }
  dv_ldl(rank, r->B);
  dv_ldl_solve(rank, r->B, r->rhs);
  for (int k = 0; k < rank; k++) r->lambda[r->row[k]] = r->rhs[k];
  for (int i = 0; i < n; i++) {
    real sum = dv_real(0);
    for (int k = 0; k < rank; k++) sum += r->MG[i * r->nv + k] * r->rhs[k];
    r->lambda[redundant[i]] = sum;
  }
}

// Redundant closures that a loop has a part in: its own, and those that follow from its rows.
static void count(const dv_eval *e, const dv_loop_room *r, const int *redundant, int n)
{
  const dv_loop *l = dv_model_LOOP(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++, l++) {
    real sum = dv_real(0);
    for (int k = l->row; k < l->row + l->nrow; k++) sum += zeros(r->J + k * r->nv, r->nv);
    if (l->held >= 0) sum = dv_select(dv_loop_held(e, l), sum, dv_real(0));
    for (int k = 0; k < n; k++) {
      int own = redundant[k] >= l->row && redundant[k] < l->row + l->nrow;
      real share = own ? 1 - zeros(r->J + redundant[k] * r->nv, r->nv) : dv_real(0);
      for (int p = 0; p < r->rank; p++)
        if (r->row[p] >= l->row && r->row[p] < l->row + l->nrow) share = dv_max(share, dv_abs(r->MG[k * r->nv + p]));
      sum += dv_select(share > 1e-9, dv_real(1), dv_real(0));
    }
    e->w[l->redundant] = sum;
  }
}

// Wrench (moment about the frame's origin, force; world axes) of a loop on its frame k.
static void wrench_on(const dv_loop *l, const dv_loop_room *r, int k, v3 *n, v3 *f)
{
  *n = *f = dv_v3_zero();
  for (int i = l->row; i < l->row + l->nrow; i++) {
    const real *screw = r->screw + 12 * i + 6 * k;
    *n = dv_v3_add(*n, dv_v3_scale(dv_v3_of(screw), r->lambda[i]));
    *f = dv_v3_add(*f, dv_v3_scale(dv_v3_of(screw + 3), r->lambda[i]));
  }
}

static void push(const dv_eval *e, const dv_loop *l, int k, v3 n, v3 f, real *fext)
{
  if (l->seen[k] < 0) return;
  const dv_link_work *b = dv_work_seen_link(e->m, e->w) + l->seen[k];
  real X[12];
  memcpy(X, e->num + l->seen_num + 12 * k, sizeof X);
  if (!k && l->held >= 0) dv_loop_taken(e, l, e->num + l->seen_num, X);
  v3 at = dv_v3_of(X + 9);
  f = dv_m3_tmul(b->R_WB, f);
  n = dv_v3_add(dv_m3_tmul(b->R_WB, n), dv_v3_cross(at, f));
  for (int i = 0; i < 3; i++) {
    fext[6 * l->seen[k] + i] += n.x[i];
    fext[6 * l->seen[k] + 3 + i] += f.x[i];
  }
}

// What the child feels, in its own axes, about the origin of the loop's frame on it.
static void show(const dv_eval *e, const dv_loop *l, v3 n, v3 f)
{
  if (l->child >= 0) {
    const dv_body *b = dv_model_BODY(e->m) + l->child;
    const dv_link_work *links = dv_work_seen_link(e->m, e->w);
    real R[9];
    dv_m3_product(links[b->seen].R_WB, e->num + b->seen_num, R);
    n = dv_m3_tmul(R, n);
    f = dv_m3_tmul(R, f);
  }
  dv_reaction_put(e->w + l->reaction, f, n);
}

void DV_X(dv_loops_react)(dv_eval *e, real *fext)
{
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  const dv_loop *l = dv_model_LOOP(e->m);
  int *redundant = (int *)(void *)r.G;
  for (int i = 0; i < r.nrow; i++) r.wants[i] = 1;
  DV_X(dv_loop_rows)(e, &r);
  DV_X(dv_loop_factor)(&r);
  int n = find_shares(&r, redundant);
  if (n) spread(&r, redundant, n);
  count(e, &r, redundant, n);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++, l++) {
    if (dv_model_CLOSURE(e->m)[l->row].what == DV_RELATION) {
      e->w[l->reaction] = r.lambda[l->row];
      continue;
    }
    for (int k = 0; k < 2; k++) {
      v3 a, f;
      wrench_on(l, &r, k, &a, &f);
      push(e, l, k, a, f, fext);
      if (k) show(e, l, a, f);
    }
  }
}
