// verify.c: `davit verify FILE`: the skeleton at random states by every formulation, and where they differ most.
#include "cli.h"
#include "engine/closed_loops.h"
#include "engine/evaluation.h"
#include "formulation/lagrange.h"
#include "formulation/loop_form.h"
#include "formulation/loop_ways.h"
#include "formulation/verify.h"
#include "solve/mobility.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const option options_verify[] = {
    OPTION("states", "N", "how many random states (20)"),
    OPTION("seed", "N", "other random states (1)"),
    OPTION("within", "X", "largest relative difference that is fine (1e-9)"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

enum { STATES_MOST = 1000000 };

// A number of the command line; 0 if it was not given.
static int number(args *a, const char *name, double least, double most, double *out)
{
  const char *text = value_of(a, name);
  char *end = NULL;
  if (!text) return 0;
  double x = strtod(text, &end);
  if (end == text || *end || !(x >= least && x <= most))
    return bad_usage(a, dv_arena_text(a->arena, "give a number from %g to %g", least, most), "option '--%s' is '%s'", name, text);
  *out = x;
  return 0;
}

static int too_large(const dv_machine *m)
{
  if (m->model->nv <= DV_LAGRANGE_MOST) return 0;
  dv_diag_add(m->diags, DV_ERROR, (dv_mark){m->doc->file, 0, 0}, NULL,
              "the machine has %d rates; formulations are compared for %d at most", m->model->nv, DV_LAGRANGE_MOST);
  return 1;
}

static void print_table(const dv_verification *v, double within)
{
  printf("%-24s %-18s %-18s %12s\n", "quantity", "by", "and by", "difference");
  for (int i = 0; i < v->n; i++) {
    const dv_difference *d = &v->pair[i];
    printf("%-24s %-18s %-18s %12.2e%s\n", d->what, d->first, d->second, d->difference,
           d->difference <= within ? "" : "  too large");
  }
  if (v->singular) printf("\nWith all joints free some freedoms have no inertia: accelerations are not compared.\n");
  printf("\n%d random states; differences are relative to the largest entry. Largest: %.2e\n", v->states, v->worst);
}

static void put_table(const args *a, const dv_machine *m, const dv_verification *v, double within)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], v->worst <= within);
  dv_json_int(&o, "states", v->states);
  dv_json_number(&o, "within", within);
  dv_json_number(&o, "worst", v->worst);
  dv_json_bool(&o, "singular", v->singular);
  dv_json_open(&o, "differences", '[');
  for (int i = 0; i < v->n; i++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "quantity", v->pair[i].what);
    dv_json_text(&o, "first", v->pair[i].first);
    dv_json_text(&o, "second", v->pair[i].second);
    dv_json_number(&o, "difference", v->pair[i].difference);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

static void add_pair(const dv_machine *m, dv_verification *v, const char *what, const char *first, const char *second,
                     double apart)
{
  dv_verification_add(m->arena, v, (dv_difference){.what = what, .first = first, .second = second, .difference = apart});
}

// Power of y' against the efforts of motion: y' . c = y' . slope where no drive moves.
static double powers_apart(const dv_loop_form *f)
{
  double by_c = 0, by_slope = 0, size = 0;
  for (int i = 0; i < f->n; i++) {
    by_c += f->y[i] * f->c[i];
    by_slope += f->y[i] * f->slope[i];
    for (int j = 0; j < f->n; j++) size = fmax(size, fabs(f->y[i] * f->B[i * f->n + j] * f->y[j]));
  }
  return size > 0 ? fabs(by_c - by_slope) / fmax(size, fabs(by_c)) : 0;
}

static double verify_equations(const dv_machine *machine, int states, uint64_t seed)
{
  const dv_model *m = machine->model;
  const double *d = dv_model_START(m) + m->nx;
  double *work = new_work(machine->arena, m), *x = DV_TAKE(machine->arena, double, m->nx),
         *dx = DV_TAKE(machine->arena, double, m->nx), worst = 0;
  for (int k = 0; k < states && !dv_loops_state(m, &seed, x, dx, work, machine->arena); k++) {
    dv_arena *scratch = dv_arena_new();
    dv_loop_form f = dv_loop_form_at(scratch, m, x, d, dx + m->nq, work);
    worst = fmax(worst, powers_apart(&f));
    dv_arena_free(scratch);
  }
  return worst;
}

// Every formulation in the independent rates, beside Newton and Euler's.
static void add_ways(const dv_machine *machine, dv_verification *v, int states, uint64_t seed)
{
  const dv_model *m = machine->model;
  const double *d = dv_model_START(m) + m->nx;
  double *work = new_work(machine->arena, m), *x = DV_TAKE(machine->arena, double, m->nx),
         *dx = DV_TAKE(machine->arena, double, m->nx);
  dv_loop_ways *w = dv_loop_ways_new(machine->arena, m);
  for (int k = 0; k < states && !dv_loops_state(m, &seed, x, dx, work, machine->arena); k++) {
    dv_arena *scratch = dv_arena_new();
    dv_loop_form f = dv_loop_form_at(scratch, m, x, d, dx + m->nq, work);
    dv_loop_ways_look(w, m, x, dx + m->nq, &f, &seed);
    dv_arena_free(scratch);
  }
  const char *newton_euler = dv_formulations[DV_WAY_newton_euler]->name;
  for (int i = 0; i < w->n; i++) {
    const char *name = dv_formulations[w->way[i]]->name;
    if (w->way[i] == DV_WAY_newton_euler) continue;
    add_pair(machine, v, "effort, loops", newton_euler, name, w->effort[i]);
    if (w->acceleration[i] >= 0) add_pair(machine, v, "acceleration, loops", newton_euler, name, w->acceleration[i]);
  }
}

static void tell_branching(const dv_machine *m)
{
  const dv_model *model = m->model;
  const dv_loop *l = dv_model_LOOP(model);
  double *d = DV_TAKE(m->arena, double, model->nd), *work = DV_TAKE(m->arena, double, model->nwork);
  memcpy(d, dv_model_START(model) + model->nx, (size_t)model->nd * sizeof(double));
  dv_engine_x1.ready(model, dv_model_NUMBER(model), work);
  if (dv_engine_loops_doubtful(model, dv_model_START(model), d, work))
    dv_diag_add(m->diags, DV_WARNING, (dv_mark){dv_model_text(model, l->file), l->line, l->col}, "see 'davit mobility'",
                "the loops are all but in a branching position, where the ways to solve them part");
}

// The machine with its loops: accelerations by both ways, rates from momenta; equations in independent rates by two methods.
static void add_loops(const dv_machine *m, dv_verification *v, int states, uint64_t seed)
{
  double apart = dv_loops_verify(m->model, states, seed, m->arena);
  tell_branching(m);
  if (!v->singular || isfinite(apart)) add_pair(m, v, "acceleration, loops", "independent", "multipliers", apart);
  add_pair(m, v, "rate, loops", "velocity", "momentum", dv_loops_verify_momenta(m->model, states, seed, m->arena));
  add_ways(m, v, states, seed);
  if (m->model->elastic || DV_MODEL_COUNT(m->model, DRIVE) || dv_engine_rolls(m->model)) return;
  add_pair(m, v, "power of motion, loops", "newton-euler", "lagrange-hamilton", verify_equations(m, states, seed));
}

// What parts get to see of the machine.
static void add_ports(const dv_machine *m, dv_verification *v, int states, uint64_t seed)
{
  dv_ports_apart apart = dv_verify_ports(m->arena, m->model, states, seed);
  if (!apart.n) return;
  add_pair(m, v, "places of ports", "dynamics", "observer", apart.pose);
  add_pair(m, v, "motion of ports", "rates", "differences", apart.motion);
}

int run_verify(args *a)
{
  double states = 20, seed = 1, within = 1e-9;
  if (number(a, "states", 1, STATES_MOST, &states) | number(a, "seed", 0, 0x1p53, &seed) | number(a, "within", 0, 1, &within))
    return BAD_USAGE;
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  if (too_large(m)) return fail_open(a, m, a->operand[0]);
  dv_tree tree = dv_tree_of(m->model);
  dv_verification *v = dv_verify(m->arena, &tree, dv_model_NUMBER(m->model), (int)states, (uint64_t)seed);
  add_ports(m, v, (int)states, (uint64_t)seed);
  if (DV_MODEL_COUNT(m->model, LOOP)) add_loops(m, v, (int)states, (uint64_t)seed);
  if (has(a, "json")) put_table(a, m, v, within);
  else print_table(v, within);
  return finish(m, v->worst <= within ? FINE : RUN_FAILED);
}
