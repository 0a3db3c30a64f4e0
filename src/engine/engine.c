// engine.c: this width's table of functions over plain double arrays.
#include "engine/engine.h"

#include "engine/power.h"
#include "engine/observe.h"
#include "engine/evaluation.h"
#include "engine/efforts.h"

static real *reals(double *p) { return (real *)(void *)p; }
static const real *const_reals(const double *p) { return (const real *)(const void *)p; }

static void pack(const dv_model *const *m, double *num)
{
  real *n = reals(num);
  for (int i = 0; i < m[0]->nnum; i++)
    for (int l = 0; l < DV_LANES; l++) dv_put(&n[i], l, dv_model_NUMBER(m[l])[i]);
}

// A sum that is finite exactly if every term is: NaN and inf survive the multiplication by zero.
static int all_finite(const real *x, int n)
{
#ifdef DV_TRACE
  (void)x, (void)n;
  return 1;  // no numbers yet
#else
  real sum = dv_real(0);
  for (int i = 0; i < n; i++) sum += 0 * x[i];
  return dv_all(sum == 0.0);
#endif
}

static int tee_answered(const dv_eval *e, const dv_tee *t)
{
  const int *unknown = dv_model_INT(e->m) + t->unknown;
  int fine = 1;
  for (int i = 0; i < t->nunknown; i++)
    fine &= all_finite(&e->w[t->ncall ? unknown[i] : dv_model_JUNCTION(e->m)[unknown[i]].shared], 1);
  return fine;
}

// What is found by Newton within the evaluation has an answer, also where no state feels it.
static int all_answered(const dv_eval *e)
{
  const dv_call *c = dv_model_CALL(e->m);
  int fine = 1, n = DV_MODEL_COUNT(e->m, TEE) ? DV_MODEL_COUNT(e->m, CALL) : 0;
  for (int k = 0; k < n; k++)
    if (c[k].what == DV_C_TEE && (e->whole || c[k].for_rates)) fine &= tee_answered(e, dv_model_TEE(e->m) + c[k].part);
  return fine;
}

static void call_all(dv_eval *e, const double *d, double *dx, void (*calls)(dv_eval *))
{
  const dv_model *m = e->m;
  e->d = reals((double *)(uintptr_t)d);
  e->dx = reals(dx);
  calls(e);
  DV_X(dv_coordinate_rate)(&e->tree, dv_work_q(m, e->w), dv_work_v(m, e->w), e->dx);
  memcpy(e->dx + m->nq, dv_work_a(m, e->w), (size_t)m->nv * sizeof(real));
}

static int evaluate(const dv_model *m, const double *num, double t, const double *x, const double *d, double *dx, double *power,
                    double *work, void (*calls)(dv_eval *))
{
  dv_eval e = dv_eval_of(m, num, t, x, work);
  call_all(&e, d, dx, calls);
  if (power) DV_X(dv_powers)(&e, reals(power));
  return all_finite(e.dx, m->nx) && all_answered(&e) ? 0 : 1;
}

static int rates(const dv_model *m, const double *num, double t, const double *x, const double *d, double *dx, double *power,
                 double *work)
{
  return evaluate(m, num, t, x, d, dx, power, work, DV_X(dv_evaluate));
}

static int slopes(const dv_model *m, const double *num, double t, const double *x, const double *d, double *dx, double *power,
                  double *work)
{
  return evaluate(m, num, t, x, d, dx, power, work, DV_X(dv_evaluate_for_rates));
}

static void observe(const dv_model *m, const double *num, const double *x, double *work)
{
  dv_eval e = dv_eval_of(m, num, 0, x, work);
#ifndef DV_TRACE  // there the time is an input (dv_now)
  e.t = dv_lane(*dv_work_time(m, e.w), 0);
#endif
  e.d = dv_work_d(m, e.w);
  DV_X(dv_service_open)(&e);
  DV_X(dv_observe)(&e);
}

static void tidy(const dv_model *m, const double *num, double t, double *x, const double *d, double *work)
{
  dv_eval e = dv_eval_of(m, num, t, x, work);
  e.d = reals((double *)(uintptr_t)d);
  DV_X(dv_coordinate_normalise)(&e.tree, reals(x));
  DV_X(dv_evaluate_drives)(&e, reals(x), reals(x) + m->nq);
}

static void add(const dv_model *m, const double *x, double h, const double *step, double *out)
{
  dv_tree tree = dv_tree_of(m);
  const real *from = const_reals(x), *s = const_reals(step);
  real *to = reals(out);
  DV_X(dv_coordinate_add)(&tree, from, h, s, to);
  for (int i = 0; i < m->nv + m->nz; i++) to[m->nq + i] = from[m->nq + i] + h * s[m->nv + i];
}

// Calls one law of a part outside the right-hand side; everything it reads is evaluated at (t, x, d) first.
static void event_law(const dv_model *m, const double *num, int part, double t, const double *x, double *d, double *work,
                      int jump)
{
  dv_eval e = dv_eval_of(m, num, t, x, work);
  const dv_part *p = dv_model_PART(m) + part;
  const dv_kind *k = dv_kind_of(m, p);
  e.d = reals(d);
  e.dx = dv_work_rate(m, e.w);
  DV_X(dv_evaluate)(&e);
  dv_cell *c = DV_X(dv_part_cell)(&e, part);
  dv_law_of(part);
  if (!jump) k->sample(e.num + p->par, c);
  if (jump && k->holds) k->root(e.num + p->par, c);
  for (int i = 0; jump && k->holds && i < p->nroot; i++) e.d[p->side + i] = dv_select(c->root[i] < 0.0, dv_real(-1), dv_real(1));
  if (jump && k->jump) k->jump(e.num + p->par, c);
  dv_law_of(-1);
}

static void jump(const dv_model *m, const double *num, int part, double t, const double *x, double *d, double *work)
{
  if (dv_kind_jumps(dv_kind_of(m, dv_model_PART(m) + part))) event_law(m, num, part, t, x, d, work, 1);
}

static void sample(const dv_model *m, const double *num, int part, double t, const double *x, double *d, double *work)
{
  event_law(m, num, part, t, x, d, work, 0);
}

static void roots(const dv_model *m, const double *num, double t, const double *x, double *d, double *work, double *root)
{
  dv_eval e = dv_eval_of(m, num, t, x, work);
  real *out = reals(root);
  e.d = reals(d);
  e.dx = dv_work_rate(m, e.w);
  DV_X(dv_evaluate_for_roots)(&e);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    const dv_kind *k = dv_kind_of(m, p);
    if (!p->nroot) continue;
    dv_cell *c = DV_X(dv_part_cell)(&e, i);
    k->root(e.num + p->par, c);
    for (int r = 0; r < p->nroot; r++) out[p->root_index + r] = c->root[r];
  }
}

static void ready(const dv_model *m, const double *num, double *work)
{
  const dv_constant *c = dv_model_CONSTANT(m);
  memset(work, 0, (size_t)m->nwork * sizeof(real));
  dv_seats *s = dv_work_cell(m, reals(work));
  s->rates = rates;
  s->sample = sample;
  s->roots = roots;
  s->tidy = tidy;
  for (int i = 0; i < DV_MODEL_COUNT(m, CONSTANT); i++) reals(work)[c[i].work] = const_reals(num)[c[i].num];
}

static int nwork(const dv_model *m) { return m->nwork; }

static void enter(const dv_model *m, const double *num, const double *x, double *y, double *work)
{
  (void)num, (void)work;
  if (y != x) memcpy(y, x, (size_t)m->nx * sizeof(real));
}

static void leave(const dv_model *m, const double *num, double t, const double *y, const double *d, double *x, double *work)
{
  (void)t, (void)d;
  enter(m, num, y, x, work);
}

const dv_engine DV_X(dv_engine) = {DV_LANES, sizeof(real), pack,   ready, rates, observe, tidy,  add,
                                   roots,    jump,         sample, nwork, enter, leave,   slopes};

#if DV_LANES == 1 && !defined(DV_TRACE)
int dv_engine_still(const dv_model *m, double t, const double *x, const double *d, const double *axis_effort,
                    const double *rate_effort, double *dx, double *work)
{
  dv_eval e = dv_eval_of(m, dv_model_NUMBER(m), t, x, work);
  e.still = 1;
  e.axis_effort = axis_effort;
  e.rate_effort = rate_effort;
  call_all(&e, d, dx, dv_evaluate_x1);
  return all_finite(e.dx, m->nx) ? 0 : 1;
}

int dv_engine_with_efforts(const dv_model *m, double t, const double *x, const double *d, const double *rate_effort, double *dx,
                           double *work)
{
  dv_eval e = dv_eval_of(m, dv_model_NUMBER(m), t, x, work);
  e.rate_effort = rate_effort;
  call_all(&e, d, dx, dv_evaluate_x1);
  return all_finite(e.dx, m->nx) ? 0 : 1;
}

// tau and J^T f: Newton-Euler at rest, with the wrenches and without. Links and rates of the work are used up.
void dv_engine_part_efforts(const dv_model *m, const double *rate_effort, double *effort, double *work)
{
  dv_eval e = dv_eval_of(m, dv_model_NUMBER(m), 0, work, work);
  const dv_drive *d = dv_model_DRIVE(m);
  double *q = dv_work_q(m, e.w), *zero = dv_work_v(m, e.w), *bare = dv_work_a(m, e.w), *tau = dv_work_tau(m, e.w);
  for (int i = 0; i < e.tree.nlink; i++) {  // what holds a link is no part's
    const dv_link *l = &e.tree.link[i];
    for (int k = 0; l->drive == DV_DRIVEN && k < dv_joint_row_facts_x1(l->joint).nv; k++) tau[l->iv + k] = 0;
  }
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++) tau[d[i].iv] = e.w[d[i].applied];
  for (int i = 0; i < m->nv; i++) effort[i] = tau[i] - rate_effort[i];
  if (!m->wants_wrench) return;
  for (int i = 0; i < m->nv; i++) zero[i] = 0;
  dv_rnea_x1(&e.tree, e.num, e.link, q, zero, zero, NULL, bare);
  dv_rnea_x1(&e.tree, e.num, e.link, q, zero, zero, dv_work_fext(m, e.w), tau);
  for (int i = 0; i < m->nv; i++) effort[i] += bare[i] - tau[i];
  for (int i = 0; i < m->nv; i++) bare[i] = 0;  // nobody else writes the accelerations of held links
}
#endif
