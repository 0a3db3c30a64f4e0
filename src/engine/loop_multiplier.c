// loop_multiplier.c: accelerations of a machine with closed loops by multipliers, the second way.
//
//   (J M^-1 J^T) lambda = -(J a_0 + gamma),   v' = a_0 + M^-1 J^T lambda
//
// over the rows that count; a_0: of the tree without its loops. M^-1 by the articulated-body pass: every tree coordinate must
// have inertia of its own. J M^-1 J^T squares how near the loops are to a singular position, so what it leaves of J v' + gamma
// is taken away again, REFINED times. Baraff, SIGGRAPH 1996; Featherstone 2008, ch. 8.
#include "engine/loop.h"

#include "math/dense.h"

enum { REFINED = 2 };

// MG_k = M^-1 J_k^T: what the tree does under a unit multiplier. Drives do not give way.
static void respond(dv_eval *e, dv_loop_room *r, int k)
{
  dv_tree light = e->tree;
  light.gravity = e->m->weightless;
  real *a = r->MG + k * r->nv;
  for (int i = 0; i < r->nv; i++) a[i] = dv_real(0);
  memcpy(r->step, r->J + r->row[k] * r->nv, (size_t)r->nv * sizeof(real));
  DV_X(dv_aba)(&light, e->num, r->link, dv_work_q(e->m, e->w), dv_work_zero(e->m, e->w), r->step, NULL, a);
}

static real along(const dv_loop_room *r, int k, const real *a)
{
  const real *J = r->J + r->row[k] * r->nv;
  real sum = dv_real(0);
  for (int i = 0; i < r->nv; i++) sum += J[i] * a[i];
  return sum;
}

// A row that is left out has no multiplier.
static void factor(dv_eval *e, dv_loop_room *r)
{
  int n = r->rank;
  for (int k = 0; k < n; k++) respond(e, r, k);
  for (int k = 0; k < n; k++)
    for (int j = 0; j <= k; j++)
      r->LU[k * n + j] =
          dv_select((r->dropped[k] > 0.5) | (r->dropped[j] > 0.5), dv_real(j == k), along(r, k, r->MG + j * r->nv));
  dv_ldl(n, r->LU);
}

// Multipliers for what accelerations `a` leave open, and what they change.
static void close_up(dv_loop_room *r, real *a)
{
  int n = r->rank;
  for (int k = 0; k < n; k++) r->rhs[k] = dv_select(r->dropped[k] > 0.5, dv_real(0), -r->gamma[r->row[k]] - along(r, k, a));
  dv_ldl_solve(n, r->LU, r->rhs);
  for (int k = 0; k < n; k++) {
    r->lambda[r->row[k]] += r->rhs[k];
    for (int i = 0; i < r->nv; i++) a[i] += r->MG[k * r->nv + i] * r->rhs[k];
  }
}

// Efforts that loops and drives give: M v' + h - tau.
static void find_load(dv_eval *e, dv_loop_room *r)
{
  const dv_model *m = e->m;
  real *w = e->w;
  DV_X(dv_rnea)
  (&e->tree, e->num, r->link, dv_work_q(m, w), dv_work_v(m, w), dv_work_a(m, w), m->wants_wrench ? dv_work_fext(m, w) : NULL,
   r->load);
  for (int i = 0; i < r->nv; i++) r->load[i] -= dv_work_tau(m, w)[i];
}

void DV_X(dv_loops_multiply)(dv_eval *e)
{
  const dv_model *m = e->m;
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  real *a = dv_work_a(m, e->w);
  DV_X(dv_loop_bias)(e, &r);
  DV_X(dv_loop_spread)(&r);  // for its largest entry
  memcpy(r.rest, a, (size_t)r.nv * sizeof(real));
  memcpy(r.load, dv_work_tau(m, e->w), (size_t)r.nv * sizeof(real));
  DV_X(dv_aba_at)(&e->tree, e->num, e->link, r.load, m->wants_wrench ? dv_work_fext(m, e->w) : NULL, r.rest);
  factor(e, &r);
  memcpy(a, r.rest, (size_t)r.nv * sizeof(real));
  for (int i = 0; i < r.nrow; i++) r.lambda[i] = dv_real(0);
  for (int n = 0; n <= REFINED; n++) close_up(&r, a);
  find_load(e, &r);
  DV_X(dv_loop_settle)(e, &r);
}
