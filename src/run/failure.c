// failure.c: a run that cannot go on says which variable is to blame, and where the file speaks of it.
#include "run/running.h"

#include <math.h>

const char *dv_state_place(dv_arena *a, const dv_model *m, int x)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++) {
    if (v[i].array != DV_IN_STATE || v[i].index != x) continue;
    const char *path = dv_model_text(m, v[i].path), *file = dv_model_text(m, v[i].file);
    return v[i].line > 0 ? dv_arena_text(a, "%s (%s:%d)", path, file, v[i].line) : path;
  }
  return dv_arena_text(a, "state %d", x);
}

static double nominal(const dv_model *m, int i)
{
  double scale = DV_MODEL_COUNT(m, SCALE) > i ? dv_model_SCALE(m)[i] : 1;
  return scale > 0 ? scale : 1;
}

int dv_state_worst(const dv_model *m, const double *x, const double *before)
{
  int worst = -1;
  double most = -1;
  for (int i = 0; i < m->nx; i++) {
    if (isfinite(x[i])) continue;
    double size = fabs(before[i]) / nominal(m, i);
    if (size > most || worst < 0) {
      worst = i;
      most = size;
    }
  }
  return worst;
}

// A part's own state says more than an acceleration, to which every force contributes.
static int worst_rate(const dv_model *m, const double *dx)
{
  const int from[3] = {m->nq + m->nv, m->nq, 0}, to[3] = {m->nx, m->nq + m->nv, m->nq};
  for (int k = 0; k < 3; k++)
    for (int i = from[k]; i < to[k]; i++)
      if (!isfinite(dx[i])) return i;
  return -1;
}

static const char *and_name(dv_arena *a, const char *names, const char *name)
{
  return dv_arena_text(a, "%s%s'%s'", names, *names ? ", " : "", name);
}

static int tell_loop(dv_running *r, double t, const char *names)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(r->diags, DV_ERROR, none,
              "break the loop with something that has a state: a signal of kind state (y' = rate) or filter, or hold (a sampled "
              "input), an element C or I",
              "an algebraic loop has no solution that Newton's method finds at t = %.6g s: %s", t, names);
  return 1;
}

// Signals and bonds that follow from each other within the instant, and have no values that agree.
static int fail_loop(dv_running *r, double t)
{
  const int *ints = dv_model_INT(r->m);
  for (int i = 0; i < DV_MODEL_COUNT(r->m, TEE); i++) {
    const dv_tee *tee = dv_model_TEE(r->m) + i;
    const char *names = "";
    if (!tee->ncall || isfinite(r->work[ints[tee->unknown]])) continue;
    for (int k = 0; k < tee->npart; k++)
      names = and_name(r->arena, names, dv_model_text(r->m, dv_model_PART(r->m)[ints[tee->part + k]].name));
    return tell_loop(r, t, *names ? names : "bonds");
  }
  for (int i = 0; i < DV_MODEL_COUNT(r->m, BOND_BLOCK); i++) {
    const dv_bond_block *b = dv_model_BOND_BLOCK(r->m) + i;
    const dv_bond_op *op = dv_model_BOND_OP(r->m) + b->op;
    const char *names = "";
    if (!b->curved || isfinite(r->work[op[b->nop - 1].out])) continue;
    for (int k = 0; k < DV_MODEL_COUNT(r->m, VARIABLE); k++) {
      const dv_variable *v = dv_model_VARIABLE(r->m) + k;
      for (int n = 0; n < b->nop; n++)
        if (v->array == DV_IN_WORK && v->index == op[n].out) names = and_name(r->arena, names, dv_model_text(r->m, v->path));
    }
    return tell_loop(r, t, *names ? names : "bonds");
  }
  return 0;
}

// A node without capacity whose flows no effort balances: all ways out are shut, or two flows are given.
int dv_fail_tee(dv_running *r, double t)
{
  dv_mark none = {NULL, 0, 0};
  for (int i = 0; i < DV_MODEL_COUNT(r->m, JUNCTION); i++) {
    const dv_junction *j = dv_model_JUNCTION(r->m) + i;
    if (j->type != DV_AT_NODE || !j->solved || isfinite(r->work[j->shared])) continue;
    dv_diag_add(
        r->diags, DV_ERROR, none,
        "give the node a volume or a capacitance, or a way out that never shuts (a leak, a relief valve)",
        "no %s of node '%s' lets its flows add up to zero at t = %.6g s, or any does where all ways are shut; the node has no capacity",
        dv_domain_of(j->domain)->shared, dv_model_text(r->m, j->name), t);
    return 1;
  }
  return fail_loop(r, t);
}

int dv_fail_finite(dv_running *r, double t, const double *x, const double *dx, const char *remedy)
{
  dv_mark none = {NULL, 0, 0};
  const dv_outside *made = r->m->outside.table;
  if (made && made->blame && made->blame(made, r->diags)) return 2;
  if (dx) r->engine->rates(r->m, r->num, t, x, r->s->d, r->dx, NULL, r->work);  // the work may be of another instant
  if (dv_loops_blame(r, t, x) || dv_fail_inverse(r, t, r->s->x) || dv_fail_tee(r, t)) return 2;
  int bad = dv_state_worst(r->m, x, r->s->x), state = bad >= 0;
  if (!state && dx) bad = worst_rate(r->m, dx);
  int rate = !state && bad >= 0;
  if (rate && dv_fail_mass(r, t, x, bad)) return 2;
  const char *since = rate ? dv_fail_origin(r, bad) : "";
  const char *place = bad >= 0 ? dv_state_place(r->arena, r->m, bad) : dx ? "a rate" : "a rate close by, where slopes are taken,";
  dv_guard_blame(r, t, x);
  dv_diag_add(r->diags, DV_ERROR, none, remedy, "%s%s is not finite at t = %.6g s%s", rate ? "the rate of " : "", place, t,
              since);
  return 2;
}

int dv_fail_step(dv_running *r, double t, const double *speed, const char *what, const char *remedy)
{
  dv_mark none = {NULL, 0, 0};
  int worst = 0;
  if (dv_loops_branching(r, t, r->s->x) || dv_fail_inverse(r, t, r->s->x)) return 2;
  for (int i = 1; i < r->m->nx; i++)
    if (fabs(speed[i]) > fabs(speed[worst])) worst = i;
  dv_diag_add(r->diags, DV_ERROR, none, remedy, "%s at t = %.6g s; %s changes fastest", what, t,
              dv_state_place(r->arena, r->m, worst));
  dv_guard_blame(r, t, r->s->x);
  return 2;
}

int dv_fail_chatter(dv_running *r, double t, int part)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  dv_mark mark = {dv_model_text(r->m, p->file), p->line, p->col};
  dv_diag_add(r->diags, DV_ERROR, mark, "give it hysteresis, or a smooth law", "%s switches endlessly at t = %.6g s",
              dv_model_text(r->m, p->name), t);
  return 2;
}

int dv_fail_part(dv_running *r, double t, int part)
{
  const dv_part *p = dv_model_PART(r->m) + part;
  const dv_outside *made = r->m->outside.table;
  dv_mark mark = {dv_model_text(r->m, p->file), p->line, p->col};
  if (!made->blame || !made->blame(made, r->diags))
    dv_diag_add(r->diags, DV_ERROR, mark, NULL, "%s failed at t = %.6g s", dv_model_text(r->m, p->name), t);
  return 2;
}
