// plan.c: `davit plan FILE`: the inputs that move a machine best within limits, and how the machine follows them.
#include "plan.h"

#include <math.h>
#include <stdio.h>

const option options_plan[] = {
    OPTION("input", "NAME[=LO..HI]",
           "a signal of kind input that is sought, e.g. force=-20..20N; may be repeated (default: all)"),
    OPTION("rate", "NAME=R", "how fast it may change, e.g. force=100N/s; may be repeated"),
    OPTION("time", "T|LO..HI", "of the whole motion: 3s, 1..10s, free (default)"),
    OPTION("min", "SUM",
           "what shall be least: time, energy, integral(c), square(c - 1 m), final(c), final_square(c), max(c), peak(c), with "
           "weights"),
    OPTION("max", "SUM", "what shall be largest"),
    OPTION("subject", "LIMIT", "holds all the time: 'pump.pressure <= 210 bar', '|swing| <= 5 deg'; may be repeated"),
    OPTION("to", "LIMIT", "holds at the end: 'x = 1 m', rest, steady; may be repeated"),
    OPTION("through", "LIMITS", "a waypoint: 'x = 1 m, z >= 2 m'; may be repeated, in order"),
    OPTION("grid", "N", "intervals of each stretch (30)"),
    OPTION("method", "NAME", "hermite-simpson (order 4), trapezoid (2), lobatto (6)"),
    OPTION("between", "line|hold", "inputs in an interval: straight lines, or held"),
    OPTION("refine", "N", "how often intervals are halved where the error is large or inputs jump (3)"),
    OPTION("error", "R", "of an interval, relative to the sizes of states, at which it is halved (1e-7)"),
    OPTION("tolerance", "R", "of the solver (1e-8)"),
    OPTION("iterations", "N", "of the solver in each round (1000)"),
    OPTION("bfgs", NULL, "second slopes by the solver's differences (limited memory) instead of the machine's graph"),
    INPUT("guess", "x.csv", "begin near this run of the machine: states and inputs by name"),
    OUTPUT("o", "FILE.yaml", "write the machine that follows the plan (planned.yaml), and beside it FILE.csv: the motion"),
    OUTPUT("plot", "x.svg|x.png", "draw inputs and states with their limits, planned and replayed"),
    OPTION("no-replay", NULL, "do not run the machine along the plan"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

double plan_duration(const planning *w)
{
  double sum = 0;
  for (int p = 0; p < w->t.nphase; p++) sum += w->r.found->duration[p];
  return sum;
}

static void tell(void *context, int iteration, double objective, double violation)
{
  planning *w = context;
  if (iteration && iteration % 50 == 0 && !has(w->a, "json"))
    fprintf(stderr, "  iteration %d: objective %.6g, off by %.2g\n", iteration, objective, violation);
}

static void tell_round(void *context, int intervals, const dv_sparse_result *r, double error)
{
  planning *w = context;
  if (!has(w->a, "json"))
    fprintf(stderr, "  %d intervals: %d iterations, objective %.8g, error %.2g\n", intervals, r->iterations, r->objective, error);
}

static int solve(planning *w)
{
  w->o.stop = interruption(), w->o.tell = tell, w->o.round = tell_round, w->o.context = w;
  int bad = dv_motion_solve(w->a->arena, w->a->diags, &w->t, &w->o, w->guess, &w->r);
  return !bad ? FINE : RUN_FAILED;
}

static int plan(planning *w)
{
  int code = plan_read(w);
  if (code == FINE) code = output_ready(w->a, w->out, WRITES);
  if (code == FINE) code = output_ready(w->a, w->csv, WRITES);
  if (code == FINE && value_of(w->a, "guess")) code = plan_guess(w);
  if (code == FINE) code = solve(w);
  if (code == FINE) code = plan_write(w);
  if (code == FINE && !has(w->a, "no-replay")) code = plan_follow(w);
  if (code == FINE && value_of(w->a, "plot")) code = plan_draw(w, value_of(w->a, "plot"));
  return code;
}

int run_plan(args *a)
{
  planning w = {.a = a, .out = value_of(a, "o") ? value_of(a, "o") : "planned.yaml"};
  watch_signals();
  w.m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!w.m->model) return fail_open(a, w.m, a->operand[0]);
  w.start = dv_state_new(w.m->arena, w.m->model);
  w.csv = beside(a->arena, w.out, ".csv");
  int code = FINE;
  if (!ends_with(w.out, ".yaml")) code = bad_usage(a, "end it with .yaml", "-o: '%s' is no machine file", w.out);
  if (code == FINE && dv_motion_fits(w.m->diags, w.m->model, a->operand[0])) code = BAD_FILE;
  if (code == FINE && dv_start(w.m, w.start)) code = RUN_FAILED;
  if (code == FINE) code = plan(&w);
  if (has(a, "json") && code != BAD_USAGE) plan_put(&w, code == FINE);
  else if (code == FINE) plan_print(&w);
  return finish(w.m, code);
}
