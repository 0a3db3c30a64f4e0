// forestry.c: the forestry machine's models of three, five and eight freedoms with set-point control: time of one Runge-Kutta-
// Nystroem step, in one lane and in the widest. The sheet's specialised generated code took 2.0, 3.7 and 9.8 us (2.8 GHz).
#include <math.h>
#include <string.h>

#include "sections.h"

#include "batch/pace.h"
#include "assemble/assemble.h"

static double march(const dv_machine *m, const dv_engine *e)
{
  dv_pacing p = {.engine = e, .method = "rkn", .step = 1e-3};
  return 1e6 * dv_pace_steps(m->model, dv_state_new(m->arena, m->model), &p, 3);
}

static void model(dv_bench *b, const char *freedoms, const char *variant, double goal)
{
  const char *setting = dv_arena_text(b->arena, "variant=%s", variant);
  dv_machine_options o = {.settings = &setting, .nsetting = 1};
  dv_machine *m = dv_machine_open(DAVIT_MACHINES "/forestry-machine.yaml", &o);
  const dv_engine *wide = dv_engine_widest();
  double one = HUGE_VAL, many = HUGE_VAL;
  for (int i = 0; i < b->rounds && m->model; i++) {
    one = fmin(one, march(m, &dv_engine_x1));
    many = fmin(many, march(m, wide));
  }
  b->wrong += !isfinite(one + many);
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
