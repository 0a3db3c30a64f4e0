// run.c: a run from a state to an end by any method: those of one step (run/), or CVODES.
#include "run/onestep.h"
#include "solve/cvode.h"
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
                          .momentum = s->momentum,
                          .pattern = dv_pattern_of_chart};
}

static double now(void)
{
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int unknown_method(dv_running *r)
{
  const char *names[16] = {"cvode", "cvode-bdf", "cvode-adams"};
  dv_mark none = {NULL, 0, 0};
  int n = 3;
  for (const char *name; n < 16 && (name = dv_stepper_name(n - 3)); n++) names[n] = name;
  const char *near = dv_nearest(r->o->method, names, n), *list = names[0];
  for (int i = 1; i < n; i++) list = dv_arena_text(r->arena, "%s, %s", list, names[i]);
  const char *remedy = near ? dv_arena_text(r->arena, "did you mean '%s'?", near) : dv_arena_text(r->arena, "there are %s", list);
  dv_diag_add(r->diags, DV_ERROR, none, remedy, "there is no solver '%s'", r->o->method);
  return 2;
}

// Positions of its stages come from accelerations, which are not the rates of momenta.
static int refuse_momenta(dv_running *r)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(r->diags, DV_ERROR, none, "use formulation: velocity, or solver: rk4", "rkn integrates rates, not momenta");
  return 2;
}

static int refuse_control(dv_running *r)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(r->diags, DV_ERROR, none, "give a step, or use rosenbrock, dopri5 or cvode",
              "%s cannot choose its step: it does not estimate its error", r->o->method);
  return 2;
}

static int advance(dv_running *r)
{
  const char *method = r->o->method ? r->o->method : "cvode";
  int bdf = !strcmp(method, "cvode") || !strcmp(method, "cvode-bdf"), adams = !strcmp(method, "cvode-adams");
  const dv_stepper *stepper = dv_stepper_find(r->m->nx || !(bdf || adams) ? method : "rk4", 1);
  if ((bdf || adams) && r->m->nx) return dv_run_cvode(r, adams);
  if (r->o->momentum && !strcmp(method, "rkn")) return refuse_momenta(r);
  if (!stepper) return unknown_method(r);
  if (r->o->step < 0 && !stepper->estimate) return refuse_control(r);
  return dv_run_onestep(r, stepper);
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
  if (bad > 0) return bad;
  dv_running_close(&r);
  return 0;
}
