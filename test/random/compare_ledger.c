// compare_ledger.c: every joule of a tight run is accounted for; what the tolerance leaves goes with it.
#include "trial.h"

#include "engine/program.h"

#include <math.h>
#include <string.h>

// What the parts hold in a state, J.
static double held_in(const machine *m, const course *c, const double *x, double *work, double *dx)
{
  const dv_model *model = m->model;
  const double *num = dv_model_NUMBER(model);
  double all = 0;
  dv_engine_x1.rates(model, num, c->state->t, x, c->state->d, dx, NULL, work);
  dv_engine_x1.observe(model, num, x, work);
  for (int i = 0; i < DV_MODEL_COUNT(model, PART); i++) {
    const dv_part *p = dv_model_PART(model) + i;
    if (dv_kind_of(model, p)->stored) all += fabs(work[p->stored]);
  }
  return all;
}

// What a step may leave by its tolerance of what the parts hold at the end, J: the tolerance of the whole, and what moves with
// each state by the tolerance of that. A weld of 1e7 N/m that carries 10 N holds 5e-6 J, of which 1e-11 m are 1e-10 J.
static double left_by(const machine *m, const course *c, double tolerance)
{
  const dv_model *model = m->model;
  int n = model->nx;
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(model)), *dx = DV_TAKE(m->arena, double, n + 1);
  double *x = DV_TAKE(m->arena, double, n + 1);
  dv_engine_x1.ready(model, dv_model_NUMBER(model), work);
  memcpy(x, c->end, (size_t)n * sizeof *x);
  double whole = held_in(m, c, x, work, dx), left = tolerance * whole;
  for (int i = 0; i < n; i++) {
    x[i] = c->end[i] + tolerance * fmax(dv_model_SCALE(model)[i], fabs(c->end[i]));
    left += fabs(held_in(m, c, x, work, dx) - whole);
    x[i] = c->end[i];
  }
  return left;
}

#define ROUNDING 1e-16  // J: machines whose masses and sizes are about one, at rest

// What a ground does to a contact as it is dug and filled is not counted (ground.soil says so).
static int is_dug(const dv_model *m)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_kind *k = dv_kind_of(m, dv_model_PART(m) + i);
    if (k->profile && k->nstate) return 1;
  }
  return 0;
}

// Oil at rest under pressure holds much and moves little: each step may leave its tolerance of that.
verdict compare_ledger(trial *t)
{
  const dv_ledger *l = &t->reference->ledger;
  if (t->reference->failed || is_dug(t->m->model)) return NOT_HERE;
  if (l->relative <= 1e-6 || fabs(l->residual) <= ROUNDING) return AGREES;
  way w = {.method = "cvode-bdf", .tolerance = 1e-2 * TIGHT};
  const course *c = course_run(t, t->m, &w);
  if (c->slow || c->failed) return OPEN;
  if (c->ledger.relative <= 1e-6 || (l->relative < 1e-3 && fabs(c->ledger.residual) < 0.1 * fabs(l->residual))) return AGREES;
  if (fabs(c->ledger.residual) <= (double)c->steps * left_by(t->m, c, w.tolerance)) return AGREES;
  return say_apart(t, "%.3e J of %.3e J are not accounted for", c->ledger.residual, c->ledger.throughput);
}
