// loop_dynamics.c: accelerations of a machine with closed loops, in its independent rates y' (Maggi; Kane).
//
//   v = G y',  v' = G y'' + r,   (G^T M G) y'' = G^T (tau - h(q, v, r)),   J^T lambda = M v' + h - tau on the dependent rates
//
// r: accelerations at y'' = 0 (of drives: the given ones), h by one Newton-Euler pass at r, M G by one pass per column.
// Drives give what is left: tau_d = (M v' + h - tau - J^T lambda)_d. Garcia de Jalon & Bayo 1994, ch. 5. The same map gives the
// rates that momenta p of the tree mean, whatever J^T sigma they hold: v = G y' + v_0,  (G^T M G) y' = G^T (p - M v_0).
#include "engine/loop.h"

#include "math/dense.h"

// rest: driven as given, free zero, dependent by J rest + gamma = 0; gamma NULL: zero.
static void find_rest(dv_loop_room *r, const real *given, const real *gamma)
{
  for (int i = 0; i < r->nv; i++) r->rest[i] = dv_real(0);
  for (int i = 0; i < r->ndriven; i++) r->rest[r->driven[i]] = given[r->driven[i]];
  for (int k = 0; k < r->rank; k++) {
    const real *J = r->J + r->row[k] * r->nv;
    real sum = gamma ? -gamma[r->row[k]] : dv_real(0);
    for (int i = 0; i < r->ndriven; i++) sum -= J[r->driven[i]] * given[r->driven[i]];
    r->rhs[k] = sum;
  }
  DV_X(dv_loop_solve)(r, NULL, r->rhs);
  for (int k = 0; k < r->rank; k++) r->rest[r->column[k]] = r->rhs[k];
}

// load = h(q, v, r) - tau
static void find_load(dv_eval *e, dv_loop_room *r)
{
  const dv_model *m = e->m;
  const real *fext = m->wants_wrench ? dv_work_fext(m, e->w) : NULL;
  DV_X(dv_rnea)(&e->tree, e->num, r->link, dv_work_q(m, e->w), dv_work_v(m, e->w), r->rest, fext, r->load);
  for (int i = 0; i < r->nv; i++) r->load[i] -= dv_work_tau(m, e->w)[i];
}

static dv_tree weightless(const dv_eval *e)
{
  dv_tree light = e->tree;
  light.gravity = e->m->weightless;
  return light;
}

// Rates that column i of G moves lie within first..end.
static void reach_of(const dv_loop_room *r, int i, int *first, int *end)
{
  *first = 0, *end = r->nv;
  if (i >= r->nfree) return;
  int k = r->met[r->free[i]];
  *first = r->free[i], *end = *first + 1;
  for (int p = k < 0 ? 0 : r->from[k]; k >= 0 && p < r->to[k]; p++) {
    if (r->column[p] < *first) *first = r->column[p];
    if (r->column[p] >= *end) *end = r->column[p] + 1;
  }
}

static void find_mass(dv_eval *e, dv_loop_room *r)
{
  dv_tree light = weightless(e);
  int n = r->nmoving, nv = r->nv;
  for (int j = 0; j < n; j++)
    DV_X(dv_rnea)(&light, e->num, r->link, dv_work_q(e->m, e->w), dv_work_zero(e->m, e->w), r->G + j * nv, NULL, r->MG + j * nv);
  for (int i = 0, first, end; i < n; i++) {
    reach_of(r, i, &first, &end);
    r->rhs[i] = dv_real(0);
    for (int k = first; k < end; k++) r->rhs[i] -= r->G[i * nv + k] * r->load[k];
    for (int j = 0; j <= i; j++) {
      real sum = dv_real(0);
      for (int k = first; k < end; k++) sum += r->G[i * nv + k] * r->MG[j * nv + k];
      r->B[i * n + j] = sum;
    }
    // a pivot that is not lost here has no column: its equation is y'' = 0
    if (i >= r->nfree) r->B[i * n + i] += 1 - r->lost[i - r->nfree];
  }
}

// v' = r + G y'', and the efforts that loops and drives must give: load + M G y''.
static void sum_up(dv_eval *e, dv_loop_room *r)
{
  real *a = dv_work_a(e->m, e->w);
  memcpy(a, r->rest, (size_t)r->nv * sizeof(real));
  for (int j = 0; j < r->nmoving; j++)
    for (int k = 0; k < r->nv; k++) {
      a[k] += r->G[j * r->nv + k] * r->rhs[j];
      r->load[k] += r->MG[j * r->nv + k] * r->rhs[j];
    }
}

static void find_multipliers(dv_loop_room *r)
{
  for (int i = 0; i < r->nrow; i++) r->lambda[i] = dv_real(0);
  for (int k = 0; k < r->rank; k++) r->rhs[k] = r->load[r->column[k]];
  DV_X(dv_loop_solve_transposed)(r, r->rhs);
  for (int k = 0; k < r->rank; k++) r->lambda[r->row[k]] = r->rhs[k];
}

void DV_X(dv_loop_settle)(dv_eval *e, const dv_loop_room *r)
{
  real *tau = dv_work_tau(e->m, e->w);
  for (int i = 0; i < r->ndriven; i++) {
    int d = r->driven[i];
    real sum = r->load[d];
    for (int k = 0; k < r->rank; k++) sum -= r->J[r->row[k] * r->nv + d] * r->lambda[r->row[k]];
    tau[d] += sum;
  }
  // where Newton did not close the loops there is no answer
  real *a = dv_work_a(e->m, e->w), bad = dv_select(*r->open > 0.5, dv_real(NAN), dv_real(0));
  for (int i = 0; i < r->nv; i++) a[i] += bad;
}

int DV_X(dv_loops_idle)(dv_eval *e)
{
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  if (r.rank) return 0;
  for (int i = 0; i < r.nrow; i++) r.lambda[i] = dv_real(0);
  for (int i = 0; i < r.nv; i++) r.load[i] = dv_real(0);
  *r.G_most = dv_real(0);
  return 1;
}

void DV_X(dv_loops_accelerate)(dv_eval *e)
{
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  DV_X(dv_loop_bias)(e, &r);
  find_rest(&r, dv_work_a(e->m, e->w), r.gamma);
  DV_X(dv_loop_spread)(&r);
  find_load(e, &r);
  find_mass(e, &r);
  dv_ldl(r.nmoving, r.B);
  dv_ldl_solve(r.nmoving, r.B, r.rhs);
  sum_up(e, &r);
  find_multipliers(&r);
  DV_X(dv_loop_settle)(e, &r);
}

void DV_X(dv_loops_swing)(dv_eval *e, const real *p, real *v)
{
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  dv_tree light = weightless(e);
  find_rest(&r, v, NULL);
  DV_X(dv_loop_spread)(&r);
  DV_X(dv_rnea)(&light, e->num, r.link, dv_work_q(e->m, e->w), dv_work_zero(e->m, e->w), r.rest, NULL, r.load);
  for (int i = 0; i < r.nv; i++) r.load[i] -= p[i];
  find_mass(e, &r);
  dv_ldl(r.nmoving, r.B);
  dv_ldl_solve(r.nmoving, r.B, r.rhs);
  memcpy(v, r.rest, (size_t)r.nv * sizeof(real));
  for (int j = 0; j < r.nmoving; j++)
    for (int k = 0; k < r.nv; k++) v[k] += r.G[j * r.nv + k] * r.rhs[j];
}
