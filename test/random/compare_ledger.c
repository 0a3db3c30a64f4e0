// compare_ledger.c: every joule of a tight run is accounted for; what the tolerance leaves goes with it.
#include "trial.h"

#include "engine/program.h"

#include <math.h>

// What the parts hold at the end, J.
static double held(const machine *m, const course *c)
{
  const dv_model *model = m->model;
  const double *num = dv_model_NUMBER(model);
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(model)), *dx = DV_TAKE(m->arena, double, model->nx + 1), all = 0;
  dv_engine_x1.ready(model, num, work);
  dv_engine_x1.rates(model, num, c->state->t, c->end, c->state->d, dx, NULL, work);
  dv_engine_x1.observe(model, num, c->end, work);
  for (int i = 0; i < DV_MODEL_COUNT(model, PART); i++) {
    const dv_part *p = dv_model_PART(model) + i;
    if (dv_kind_of(model, p)->stored) all += fabs(work[p->stored]);
  }
  return all;
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
  if (fabs(c->ledger.residual) <= w.tolerance * (double)c->steps * held(t->m, c)) return AGREES;
  return say(t, "%.3e J of %.3e J are not accounted for", c->ledger.residual, c->ledger.throughput);
}
