// plan_print.c: a plan as a table: inputs, states at the end, limits, and how the machine follows.
#include "plan.h"

#include <math.h>
#include <stdio.h>

static const char *unit_of(const planning *w, int variable)
{
  const char *u = dv_model_text(w->m->model, dv_model_VARIABLE(w->m->model)[variable].unit);
  return u[0] == '1' && !u[1] ? "" : u;
}

static void print_inputs(const planning *w)
{
  const dv_motion_found *f = w->r.found;
  int nu = w->t.ninput;
  printf("%-28s %14s %14s  within\n", "input", "least", "largest");
  for (int j = 0; j < nu; j++) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int k = 0; k < f->ninput; k++) least = fmin(least, f->u[k * nu + j]), most = fmax(most, f->u[k * nu + j]);
    printf("  %-26s %14.7g %14.7g  %.5g..%.5g %s\n", w->t.input[j].name, least, most, w->t.input[j].lower, w->t.input[j].upper,
           unit_of(w, w->t.input[j].output));
  }
}

static void print_states(const planning *w)
{
  const dv_model *m = w->m->model;
  const dv_motion_found *f = w->r.found;
  printf("%-28s %14s %14s %14s\n", "state", "from", "to", w->replay.off ? "replay off by" : "");
  for (int i = 0; i < m->nx; i++) {
    printf("  %-26s %14.7g %14.7g", dv_model_state_name(m, i), f->x[i], f->x[(f->npoint - 1) * m->nx + i]);
    if (w->replay.off) printf(" %14.3g", w->replay.off[i]);
    printf(" %s\n", unit_of(w, dv_model_state(m, i)));
  }
}

void plan_print(const planning *w)
{
  const plan_replay *p = &w->replay;
  const char *which = value_of(w->a, "case");
  print_inputs(w);
  print_states(w);
  printf("%s %s: %.9g, in %.9g s\n", w->q.least ? "least" : "largest", w->q.least ? w->q.least : w->q.most,
         (w->q.least ? 1 : -1) * w->r.end.objective, plan_duration(w));
  printf("%d intervals (%s), %d iterations, error of an interval %.2g%s\n", dv_collocation_intervals(w->r.c), w->t.rule->name,
         w->r.iterations, w->r.error,
         w->r.end.end == DV_SOLVED_NEARLY ? "; the solver stopped a little before its tolerance" : "");
  if (w->r.error > 100 * w->o.error) printf("the mesh is coarse for this motion: --refine, --grid or --method lobatto\n");
  if (p->off)
    printf("replayed: '%s' is off most, by %.2g of its size; %s%s%s\n", dv_model_state_name(w->m->model, p->worst_state),
           p->worst, p->over > 0 ? dv_arena_text(w->a->arena, "%.2g beyond '", p->over) : "all limits hold",
           p->over > 0 ? p->over_text : "", p->over > 0 ? dv_arena_text(w->a->arena, "' at t = %.4g s", p->over_at) : "");
  printf("davit run %s%s%s\n", shell_word(w->a->arena, w->out), which ? " --case " : "", which ? which : "");
}

static void put_inputs(const planning *w, dv_json_out *o)
{
  const dv_motion_found *f = w->r.found;
  int nu = w->t.ninput;
  dv_json_numbers(o, "input_times", f->tu, f->ninput);
  dv_json_open(o, "inputs", '{');
  double *u = DV_TAKE(w->a->arena, double, f->ninput + 1);
  for (int j = 0; j < nu; j++) {
    for (int k = 0; k < f->ninput; k++) u[k] = f->u[k * nu + j];
    dv_json_numbers(o, w->t.input[j].name, u, f->ninput);
  }
  dv_json_close(o);
}

static void put_states(const planning *w, dv_json_out *o, const char *key, const double *x)
{
  dv_json_open(o, key, '{');
  for (int i = 0; i < w->m->model->nx; i++) dv_json_number(o, dv_model_state_name(w->m->model, i), x[i]);
  dv_json_close(o);
}

static void put_replay(const planning *w, dv_json_out *o)
{
  const plan_replay *p = &w->replay;
  dv_json_open(o, "replay", '{');
  put_states(w, o, "off", p->off);
  dv_json_number(o, "worst", p->worst);
  dv_json_number(o, "beyond_limits", p->over);
  if (p->over_text) dv_json_text(o, "limit", p->over_text);
  dv_json_close(o);
}

void plan_put(const planning *w, int ok)
{
  dv_json_out o = {.text = {.arena = w->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, w->a->operand[0], ok);
  if (ok) {
    dv_json_number(&o, "objective", (w->q.least ? 1 : -1) * w->r.end.objective);
    dv_json_number(&o, "time", plan_duration(w));
    dv_json_numbers(&o, "durations", w->r.found->duration, w->t.nphase);
    dv_json_int(&o, "intervals", dv_collocation_intervals(w->r.c));
    dv_json_int(&o, "iterations", w->r.iterations);
    dv_json_number(&o, "error", w->r.error);
    put_inputs(w, &o);
    put_states(w, &o, "final", w->r.found->x + (w->r.found->npoint - 1) * w->m->model->nx);
    if (w->replay.off) put_replay(w, &o);
  }
  put_diags(&o, w->a->diags->n ? w->a->diags : w->m->diags);
  dv_json_close(&o);
  print_json(&o);
}
