// card_source.c: the program of a graphics card, compiled for the processor, against runs of the engine: the same bits.
//
// What a card would do is done here by one thread: the machine's functions in their own order, the stages, samples, events.
#include "support.h"

#include "gpu/program_text.h"
#include "graph/trace.h"
#include "run/step_plan.h"
#include "run/running.h"
#include "solve/solve.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void *in, *out, *side;
} exchange;
typedef void kernel(double *x, double *d, const double *p, double *keep, const dv_planned *plan, int first, int steps, int *at,
                    double *kept, long rows, int begin, double *slope, double *memory, exchange none, long many);

// The text as a library of this processor's.
static kernel *build(const char *name, const char *source)
{
  char path[600], command[2400];
  snprintf(path, sizeof path, "%s/%s.cpp", FOLDER, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(source, f);
  fclose(f);
  snprintf(command, sizeof command, "%s -std=c++20 -O0 -ffp-contract=off -w -fPIC -shared -I%s -I%s -o %s/%s.so %s", CXX, HEADERS,
           SOURCES, FOLDER, name, path);
  assert_int_equal(system(command), 0);
  snprintf(path, sizeof path, "%s/%s.so", FOLDER, name);
  void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!so) fail_msg("%s", dlerror());
  kernel *k;
  *(void **)&k = dlsym(so, "davit_run");
  assert_non_null(k);
  return k;
}

static dv_run_options options(const char *method, double step, double until)
{
  return (dv_run_options){.method = method, .step = step, .until = until, .every = until, .ledger = HUGE_VAL, .width = 1};
}

// From the machine's start to `until` by both; how many steps the card's program took.
// single: to `within` of the nominal sizes, else to the bit.
static int compare_in(const char *name, const char *file, const char *method, double step, double until, int single,
                      double within)
{
  dv_machine *m = dv_machine_open(file, &(dv_machine_options){0});
  assert_non_null(m->model);
  const dv_model *model = m->model;
  dv_trace_options o = {0};
  dv_traced_machine *t = dv_trace_machine(m->arena, m->diags, model, &o, file);
  assert_non_null(t);
  dv_gpu_needs needs;
  dv_gpu_program program = {.method = method, .single = single};
  const char *source = dv_gpu_source(m->arena, m->diags, t, file, &program, 1, &needs);
  if (!source) fail_msg("%s: %s", file, m->diags->item[m->diags->n - 1].what);
  kernel *run = build(name, source);

  dv_state *s = dv_state_new(m->arena, model), *first = dv_state_new(m->arena, model);
  assert_int_equal(dv_start(m, s), 0);
  dv_run_options all = options(method, step, until), begin = options(method, step, until / 2);
  dv_run_result r;
  // the first half on the processor: a run begins with samples and with the sides of its parts
  assert_int_equal(dv_run(model, s, &begin, NULL, NULL, NULL, &r, m->diags, m->arena), 0);
  dv_state_copy(first, s);
  int steps, at = -1;
  const dv_planned *plan = dv_plan_steps(m->arena, model, dv_model_NUMBER(model), &all, s->t, &steps);
  double *p = DV_TAKE(m->arena, double, t->nopen + 1), *keep = DV_TAKE(m->arena, double, model->nd + 1);
  for (int i = 0; i < t->nopen; i++) p[i] = dv_model_NUMBER(model)[t->open[i]];
  double *memory = DV_TAKE(m->arena, double, needs.memory + 1);
  run(first->x, first->d, p, keep, plan, 0, steps, &at, NULL, 0, 0, first->kept, memory, (exchange){0}, 1);
  int done = at < 0 ? steps : at;
  all.until = done ? plan[done - 1].end : s->t;
  if (done) assert_int_equal(dv_run(model, s, &all, NULL, NULL, NULL, &r, m->diags, m->arena), 0);
  for (int i = 0; i < model->nx; i++)
    if (single ? !(fabs(first->x[i] - s->x[i]) <= within * dv_model_SCALE(model)[i])
               : memcmp(&first->x[i], &s->x[i], sizeof(double)) != 0)
      fail_msg("%s, %s: after %d steps %s is %.17g, on the processor %.17g", file, method, done, dv_model_state_name(model, i),
               first->x[i], s->x[i]);
  dv_machine_close(m);
  return done;
}

static int compare(const char *name, const char *file, const char *method, double step, double until)
{
  return compare_in(name, file, method, step, until, 0, 0);
}

// Rates to 24 bits, states to 53: what a hundred steps leave is some 1e-7 of what the states have moved.
static void single_precision_is_near(void **state)
{
  (void)state;
  assert_int_equal(compare_in("arm_single", "machines/arm7.yaml", "rk4", 1e-3, 0.2, 1, 1e-6), 100);
  assert_int_equal(compare_in("craft_single", "machines/rov-recoil.yaml", "rk4", 1e-3, 0.2, 1, 1e-5), 100);
  assert_int_equal(compare_in("bars_single", "machines/benchmarks/four-bar.yaml", "rk4", 1e-3, 0.2, 1, 1e-5), 100);
}

static void machines_have_the_same_bits(void **state)
{
  (void)state;
  assert_int_equal(compare("titan", "machines/titan4.yaml", "rk4", 1e-3, 0.2), 100);
  assert_int_equal(compare("arm", "machines/arm7.yaml", "euler", 1e-3, 0.2), 100);
  assert_int_equal(compare("craft", "machines/rov-recoil.yaml", "heun", 1e-3, 0.2), 100);  // quaternions, samples
  assert_int_equal(compare("titan_rk3", "machines/titan4.yaml", "rk3", 1e-3, 0.1), 50);
  assert_int_equal(compare("craft_rk3", "machines/rov-recoil.yaml", "rk3", 1e-3, 0.2), 100);
  assert_int_equal(compare("titan_rkn", "machines/titan4.yaml", "rkn", 1e-3, 0.1), 50);
  assert_int_equal(compare("crane_rkn", "machines/knuckle-boom-crane.yaml", "rkn", 1e-4, 0.02), 100);  // elastic modes
  assert_int_equal(compare("titan_linear", "machines/titan4.yaml", "rosenbrock", 1e-3, 0.1), 50);
  assert_int_equal(compare("forest_linear", "machines/forestry-machine.yaml", "rosenbrock", 1e-3, 0.2), 100);
  assert_int_equal(compare("loops", "machines/electric-road-arm.yaml", "rk4", 1e-4, 0.02), 100);
}

// A ball that falls 1 m onto a stop: the card's program ends before the step in which it arrives.
static void an_event_ends_before_its_step(void **state)
{
  (void)state;
  char path[600];
  snprintf(path, sizeof path, "%s/drop.yaml", FOLDER);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs("bodies: {ball: {mass: 2 kg}}\njoints: {fall: {type: prismatic, child: ball, axis: [0, 0, 1], position: 1 m}}\n"
        "parts: {stop: {kind: force.bumper, axis: fall, lower: 0 m, stiffness: 2e4 N/m}}\nuntil: 1 s\n",
        f);
  fclose(f);
  double arrival = sqrt(2 / 9.81);
  int steps = compare("drop", path, "rk4", 1e-3, 1.2 * arrival);
  int first = (int)ceil(0.6 * arrival / 1e-3), last = (int)floor(arrival / 1e-3);  // milliseconds at which a step ends
  assert_int_equal(steps, last - first + 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(machines_have_the_same_bits), cmocka_unit_test(single_precision_is_near),
                                     cmocka_unit_test(an_event_ends_before_its_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
