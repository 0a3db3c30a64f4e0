// run.c: a run from a state to an end by any method: those of one step (run/), or CVODES.
#include "run/onestep.h"
#include "solve/cvode.h"
#include "solve/exact_entries.h"
#include "solve/machine_pattern.h"

#include <math.h>
#include <string.h>
#include <time.h>

dv_run_options dv_run_options_of(const dv_solver_spec *s)
{
  return (dv_run_options){.method = s->method,
                          .step = s->step,
                          .rtol = s->rtol,
                          .atol = s->atol,
                          .order = s->order,
                          .linear = s->linear,
                          .until = s->until,
                          .every = s->every,
                          .ledger = s->ledger,
                          .momentum = dv_run_formulations[s->formulation].momenta,
                          .pattern = dv_pattern_of_chart,
                          .entries = dv_exact_chosen(s)};
}

static double now(void)
{
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int unknown_method(dv_running *r)
{
  const char *names[DV_SOLVER_COUNT];
  dv_mark none = {NULL, 0, 0};
  for (int i = 0; i < DV_SOLVER_COUNT; i++) names[i] = dv_solvers[i].name;
  const char *near = dv_nearest(r->o->method, names, DV_SOLVER_COUNT);
  const char *remedy =
      near ? dv_arena_text(r->arena, "did you mean '%s'?", near) : dv_arena_text(r->arena, "there are %s", dv_solver_list + 2);
  dv_diag_add(r->diags, DV_ERROR, none, remedy, "there is no solver '%s'", r->o->method);
  return 2;
}

// What this solver cannot do; the reader has said so at its place where a file asks for it.
static int refuse(dv_running *r, const dv_solver_fault *f)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(r->diags, DV_ERROR, none, f->remedy, "%s %s", r->o->method, f->what);
  return 2;
}

static int advance(dv_running *r)
{
  const dv_solver *is = dv_solver_find(r->o->method);
  if (!is) return unknown_method(r);
  const dv_solver_fault *fault = dv_solver_refuses(is, r->o->step, r->o->momentum);
  if (fault) return refuse(r, fault);
  int many = is->chooses == DV_STEP_OWN;
  if (many && r->m->nx) return dv_run_cvode(r, !is->implicit);
  return dv_run_onestep(r, dv_stepper_find(many ? dv_solvers[DV_SOLVER_rk4].name : is->name, 1));
}

int dv_run(const dv_model *m, dv_state *s, const dv_run_options *o, dv_recorder *record, dv_progress *progress, void *context,
           dv_run_result *out, dv_diags *d, dv_arena *a)
{
  dv_run_options own = *o;
  dv_running r = {
      .m = m, .o = &own, .s = s, .record = record, .progress = progress, .context = context, .out = out, .diags = d, .arena = a};
  double begin = now(), from = s->t;
  if (!own.pattern) own.pattern = dv_pattern_of_chart;
  memset(out, 0, sizeof *out);
  int bad = dv_running_open(&r), started = !bad;
  if (started) bad = advance(&r);
  dv_running_leave(&r);
  if (!started) return bad;
  if (r.fan) {
    out->evaluations += r.fan->evaluations;
    out->jacobians = r.fan->jacobians;
  }
  out->stopped = s->t < o->until;
  out->wall = now() - begin;
  out->realtime = out->wall > 0 ? (s->t - from) / out->wall : 0;
  if (r.unanswered) return 2;
  if (bad > 0 || (bad = dv_ledger_check(&r)) > 0) return bad;
  dv_running_close(&r);
  return 0;
}
