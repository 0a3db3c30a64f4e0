// bench.c: `davit bench FILE`: what a machine costs: its right-hand side and a step in one lane, in all lanes and compiled,
// and its run against real time. Thread CPU time, the least over some turns.
#include "bench.h"

#include "batch/pace.h"
#include "step/step.h"
#include "engine/compiled.h"

#include <math.h>
#include <stdio.h>

const option options_bench[] = {
    OPTION("quick", NULL, "a tenth of the turns and of the run"),
    OPTION("json", NULL, "as JSON"),
    OPTION("gpu", NULL, "many machines on a graphics card (NVIDIA; by a method with a fixed step), instead of the processor"),
    OPTION("markdown", NULL, "with --gpu: as a row of bench/gpu.md"),
    UNTIL_OPTION,
    OPTION("solver", "NAME", "method of the run, and of the steps if it has fixed ones (else rk4)"),
    OPTION("step", "H", "its fixed step, e.g. 2ms (1 ms)"),
    TOLERANCE_OPTIONS,
    MACHINE_OPTIONS,
    END_OPTIONS,
};

typedef struct {
  const char *name;
  int lanes, compiled;
  double rates, step;  // s per lane; HUGE_VAL: cannot be
} pace;

enum { PACES = 4 };

typedef struct {
  const char *file, *method;
  dv_machine *machine;
  double step;  // s
  int npace;
  pace pace[PACES];
  double until;
  dv_run_result run;
} bench;

static void pace_add(bench *b, const char *name, const dv_state *s, const dv_engine *e, const dv_compiled *c, int turns)
{
  dv_pacing p = {.engine = e, .compiled = c, .method = b->method, .step = b->step};
  pace *k = &b->pace[b->npace++];
  *k = (pace){.name = name, .lanes = e->lanes, .compiled = c != NULL};
  k->rates = dv_pace_rates(b->machine->model, s, &p, turns);
  k->step = dv_pace_steps(b->machine->model, s, &p, turns);
}

static void paces(bench *b, const dv_state *s, const dv_compiled *c, int turns)
{
  const dv_engine *wide = dv_engine_widest();
  if (!dv_engine_serves(b->machine->model, wide->lanes)) wide = &dv_engine_x1;
  pace_add(b, "one lane", s, &dv_engine_x1, NULL, turns);
  if (wide->lanes > 1) pace_add(b, "lanes", s, wide, NULL, turns);
  if (c) pace_add(b, "compiled", s, &dv_engine_x1, c, turns);
  if (c && wide->lanes > 1) pace_add(b, "compiled lanes", s, wide, c, turns);
}

// Looks at a state soon after the start, where samples are taken and loops have their pivots, and then at the whole run.
static int measure(const args *a, bench *b, int quick)
{
  dv_machine *m = b->machine;
  dv_run_options o = run_options(a, m);
  dv_state *s = dv_state_new(m->arena, m->model), *early;
  if (dv_start(m, s)) return RUN_FAILED;
  early = dv_state_new(m->arena, m->model);
  dv_state_copy(early, s);
  o.ledger = HUGE_VAL;
  b->method = dv_stepper_find(o.method ? o.method : "", 1) ? o.method : "rk4";
  b->step = o.step > 0 ? o.step : 1e-3;
  b->until = quick ? o.until / 10 : o.until;
  o.until = fmin(b->until, 0.01);
  if (dv_run(m->model, early, &o, NULL, NULL, NULL, &b->run, m->diags, m->arena)) return RUN_FAILED;
  if (has(a, "gpu")) return bench_gpu(a, m, early, b->method, b->step);
  paces(b, early, o.compiled, quick ? 1 : 9);
  o.until = b->until;
  return dv_run(m->model, s, &o, NULL, NULL, NULL, &b->run, m->diags, m->arena) ? RUN_FAILED : FINE;
}

static const char *cell(dv_arena *a, double seconds, double unit)
{
  return isfinite(seconds) ? dv_arena_text(a, "%.4g", seconds / unit) : "-";
}

static void print_bench(const args *a, const bench *b)
{
  const dv_model *m = b->machine->model;
  printf("%s: %d rates, %d states; per lane, and beside it how many times as fast as one lane\n", b->file, m->nv, m->nx);
  printf("%-16s %5s %22s      %s step [us]\n", "", "lanes", "right-hand side [ns]", b->method);
  for (int i = 0; i < b->npace; i++) {
    const pace *p = &b->pace[i], *one = &b->pace[0];
    printf("%-16s %5d %14s %6.2fx %14s %6.2fx\n", p->name, p->lanes, cell(a->arena, p->rates, 1e-9), one->rates / p->rates,
           cell(a->arena, p->step, 1e-6), one->step / p->step);
  }
  if (!isfinite(b->pace[0].step))
    printf("steps of %g s do not stay finite with %s: give a smaller --step, or --solver rosenbrock\n", b->step, b->method);
  printf("run of %g s with %s: %.4g s, %.4g times real time; %ld steps, %ld evaluations\n", b->until,
         b->machine->spec->solver.method ? b->machine->spec->solver.method : "cvode", b->run.wall, b->run.realtime, b->run.steps,
         b->run.evaluations);
}

static void put_pace(dv_json_out *o, const pace *p)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", p->name);
  dv_json_int(o, "lanes", p->lanes);
  dv_json_bool(o, "compiled", p->compiled);
  dv_json_number(o, "right_hand_side_ns", 1e9 * p->rates);
  dv_json_number(o, "step_us", 1e6 * p->step);
  dv_json_close(o);
}

static void put_bench(const args *a, const bench *b, int ok)
{
  dv_json_out out = {.text = {.arena = a->arena}}, *o = &out;
  dv_json_open(o, NULL, '{');
  put_command(o, b->file, ok);
  dv_json_int(o, "rates", b->machine->model->nv);
  dv_json_int(o, "states", b->machine->model->nx);
  dv_json_text(o, "method", b->method);
  dv_json_number(o, "step", b->step);
  dv_json_open(o, "paces", '[');
  for (int i = 0; i < b->npace; i++) put_pace(o, &b->pace[i]);
  dv_json_close(o);
  dv_json_open(o, "run", '{');
  dv_json_number(o, "simulated", b->until);
  dv_json_number(o, "wall", b->run.wall);
  dv_json_number(o, "real_time", b->run.realtime);
  dv_json_int(o, "steps", b->run.steps);
  dv_json_int(o, "evaluations", b->run.evaluations);
  dv_json_close(o);
  put_diags(o, b->machine->diags);
  dv_json_close(o);
  print_json(o);
}

int run_bench(args *a)
{
  if (has(a, "gpu") && has(a, "json")) return bad_usage(a, "leave out one", "--gpu prints a table, not JSON");
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  bench b = {.file = a->operand[0], .machine = m};
  int code = measure(a, &b, has(a, "quick"));
  if (has(a, "json")) put_bench(a, &b, code == FINE);
  else if (code == FINE && !has(a, "gpu")) print_bench(a, &b);
  return finish(m, code);
}
