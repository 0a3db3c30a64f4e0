// forestry.c: the forestry machine's models of three, five and eight freedoms with set-point control: time of one Runge-Kutta-
// Nystroem step, in one lane and in the widest. The sheet's specialised generated code took 2.0, 3.7 and 9.8 us (2.8 GHz).
#include <math.h>
#include <string.h>
#include <time.h>

#include "sections.h"

#include "compile/compile.h"
#include "solve/solve.h"
#include "step/step.h"

enum { STEPS = 4000, LANES_MOST = 8 };

static double cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *reals(dv_arena *a, const dv_engine *e, int n) { return DV_TAKE(a, double, (size_t)n *(size_t)e->lanes); }

// Microseconds per step of one lane.
static double march(const dv_machine *m, const dv_engine *e, int *bad)
{
  const dv_model *model = m->model, *same[LANES_MOST];
  const dv_stepper *rkn = dv_stepper_find("rkn", e->lanes);
  dv_arena *a = dv_arena_new();
  dv_state *start = dv_state_new(a, model);
  double *x = reals(a, e, model->nx), *quad = reals(a, e, model->nquad), *num = reals(a, e, model->nnum);
  dv_stepping s = {.engine = e, .m = model, .chart = dv_chart_new(a, model), .num = num, .latest = HUGE_VAL};
  s.d = reals(a, e, model->nd);
  s.work = reals(a, e, model->nwork);
  s.scratch = reals(a, e, (int)rkn->scratch(model));
  for (int l = 0; l < e->lanes; l++) same[l] = model;
  e->pack(same, num);
  e->ready(model, num, s.work);
  for (int i = 0; i < model->nx * e->lanes; i++) x[i] = start->x[i / e->lanes];
  double begin = cpu();
  for (int k = 0; k < STEPS; k++) *bad |= rkn->step(&s, k * 1e-3, 1e-3, x, quad);
  double time = cpu() - begin;
  dv_arena_free(a);
  return 1e6 * time / STEPS / e->lanes;
}

static void model(dv_bench *b, const char *freedoms, const char *variant, double goal)
{
  const char *setting = dv_arena_text(b->arena, "variant=%s", variant);
  dv_machine_options o = {.settings = &setting, .nsetting = 1};
  dv_machine *m = dv_machine_open(DAVIT_MACHINES "/forestry-machine.yaml", &o);
  const dv_engine *wide = dv_engine_widest();
  double one = HUGE_VAL, many = HUGE_VAL;
  int bad = !m->model;
  for (int i = 0; i < b->rounds && m->model; i++) {
    one = fmin(one, march(m, &dv_engine_x1, &bad));
    many = fmin(many, march(m, wide, &bad));
  }
  b->wrong += bad;
  dv_bench_print(b, "| %-15s | %12.2f | %22.2f | %11.1f | %13.1f |\n", freedoms, one, many, one / many, goal);
  dv_bench_goal(b, dv_arena_text(b->arena, "Forestry machine, %s: microseconds per RKN step", freedoms), one, goal, 1);
  if (wide->lanes == 8)
    dv_bench_goal(b, dv_arena_text(b->arena, "Forestry machine, %s: throughput of eight lanes over one", freedoms), one / many, 5,
                  0);
  dv_machine_close(m);
}

void dv_bench_forestry(dv_bench *b)
{
  if (b->only && strcmp(b->only, "forestry-machine")) return;
  dv_bench_print(b,
                 "\n## Forestry machine, one RKN step with set-point control\n\n| %-15s | x1 [us/step] | widest [us/step/lane] | "
                 "throughput x | generated code |\n|---|--:|--:|--:|--:|\n",
                 "");
  model(b, "three freedoms", "servo-three", 2.0);
  model(b, "five freedoms", "servo-five", 3.7);
  model(b, "eight freedoms", "servo", 9.8);
}
