// batch.c: many runs at once: 64 runs of the 7-joint arm in lanes beside MuJoCo's mj_step, Titan 4's step in lanes, the columns
// of a Jacobian in lanes, and sweeps on one and two cores.
#include <math.h>
#include <mujoco/mujoco.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mjcf.h"
#include "sections.h"

#include "batch/pace.h"
#include "run/running.h"
#include "solve/machine_pattern.h"
#include "engine/compiled.h"

enum { RUNS = 64, STEPS = 200, COLUMNS = 14, TURNS = 3, CALLS = 200 };

// ---- 64 runs of the arm, semi-implicit Euler with 1 ms on both sides

typedef struct {
  const dv_model *model;
  mjModel *m;
  mjData *d;
  double *start;   // [RUNS][nx]
  double *end[2];  // [RUNS][nx]: ours, MuJoCo's
} batch;

static double *reals(dv_arena *a, const dv_engine *e, int n) { return DV_TAKE(a, double, (size_t)n *(size_t)e->lanes); }

// As many runs at a time as there are lanes; seconds per step and run.
static double ours(batch *k, const dv_engine *plain, const dv_compiled *c)
{
  dv_engine own;
  const dv_engine *e = dv_engine_compiled(plain, c, &own);
  const dv_stepper *euler = dv_stepper_find("euler", e->lanes);
  const dv_model *m = k->model, *same[DV_LANES_MOST] = {m, m, m, m, m, m, m, m};
  dv_arena *a = dv_arena_new();
  double *x = reals(a, e, m->nx), *quad = reals(a, e, m->nquad), *num = reals(a, e, m->nnum);
  dv_stepping s = {.engine = e, .m = m, .chart = dv_chart_new(a, m), .num = num, .d = reals(a, e, m->nd), .latest = HUGE_VAL};
  s.work = reals(a, e, e->nwork(m));
  s.scratch = reals(a, e, (int)euler->scratch(m));
  e->pack(same, num);
  e->ready(m, num, s.work);
  double begin = dv_pace_clock();
  for (int run = 0; run < RUNS; run += e->lanes) {
    for (int i = 0; i < m->nx * e->lanes; i++) x[i] = k->start[(run + i % e->lanes) * m->nx + i / e->lanes];
    for (int i = 0; i < STEPS; i++) euler->step(&s, i * 1e-3, 1e-3, x, quad);
    for (int i = 0; i < m->nx * e->lanes; i++) k->end[0][(run + i % e->lanes) * m->nx + i / e->lanes] = x[i];
  }
  double time = dv_pace_clock() - begin;
  dv_arena_free(a);
  return time / RUNS / STEPS;
}

static double mujoco(batch *k)
{
  int n = k->model->nv;
  double begin = dv_pace_clock();
  for (int run = 0; run < RUNS; run++) {
    mj_resetData(k->m, k->d);
    mju_copy(k->d->qpos, k->start + 2 * n * run, n);
    mju_copy(k->d->qvel, k->start + 2 * n * run + n, n);
    for (int i = 0; i < STEPS; i++) mj_step(k->m, k->d);
    mju_copy(k->end[1] + 2 * n * run, k->d->qpos, n);
    mju_copy(k->end[1] + 2 * n * run + n, k->d->qvel, n);
  }
  return (dv_pace_clock() - begin) / RUNS / STEPS;
}

static void batch_make(batch *k, const dv_machine *m)
{
  const dv_model *model = k->model = m->model;
  dv_tree tree = {.nlink = model->nlink, .nq = model->nq, .nv = model->nv, .gravity = model->gravity};
  tree.link = dv_model_LINK(model);
  k->m = dv_mjcf_load(&tree, dv_model_NUMBER(model));
  k->m->opt.timestep = 1e-3;
  k->d = mj_makeData(k->m);
  k->start = DV_TAKE(m->arena, double, RUNS * model->nx);
  for (int i = 0; i < 2; i++) k->end[i] = DV_TAKE(m->arena, double, RUNS * model->nx);
  // poses and rates spread over the joints' ranges
  for (int i = 0; i < RUNS * model->nx; i++) k->start[i] = sin(1.7 * i + 0.3);
}

static void batch_row(dv_bench *b, const char *what, double time, double peer)
{
  dv_bench_print(b, "| %-38s | %11.0f | %16.0f | %11.1f |\n", what, 1e9 * time, 1 / time, peer / time);
}

static void arm(dv_bench *b, const dv_machine *m)
{
  const dv_engine *wide = dv_engine_widest();
  const dv_machine_options none = {0};
  const dv_compiled *c = dv_bench_compile(m, &none);
  batch k = {0};
  double peer = HUGE_VAL, one = HUGE_VAL, many = HUGE_VAL, own = HUGE_VAL, far = 0;
  batch_make(&k, m);
  b->wrong += !c;
  for (int round = 0; round < b->rounds; round++) {
    peer = fmin(peer, mujoco(&k));
    one = fmin(one, ours(&k, &dv_engine_x1, NULL));
    many = fmin(many, ours(&k, wide, NULL));
    if (c) own = fmin(own, ours(&k, wide, c));
  }
  for (int i = 0; i < RUNS * m->model->nx; i++) far = fmax(far, fabs(k.end[0][i] - k.end[1][i]));
  b->wrong += !(far < 1e-5);
  dv_bench_print(
      b,
      "\n### 64 runs of the 7-joint arm, Euler with 1 ms\n\n| %-38s | ns per step | steps/s and core | x MuJoCo |\n|---|--:|--:|--:|\n",
      "");
  batch_row(b, "MuJoCo, mj_step", peer, peer);
  batch_row(b, "Davit, one lane", one, peer);
  batch_row(b, "Davit, lanes", many, peer);
  batch_row(b, "Davit, lanes, compiled", own, peer);
  dv_bench_print(b, "\nLargest distance of the states of both codes after %d steps: %.1e.\n", STEPS, far);
  dv_bench_goal(b, "64 runs of the 7-joint arm in lanes: steps per second over MuJoCo's", peer / many, 25, 0);
  dv_bench_goal(b, "64 runs of the 7-joint arm in compiled lanes: the same", peer / own, 25, 0);
  mj_deleteData(k.d), mj_deleteModel(k.m);
}

// ---- the Jacobian of the arm's state rate: 14 columns by differences

// CALLS Jacobians in lanes; the scalar side is 14 right-hand sides.
static double columns(const dv_machine *m, const dv_state *s, const dv_compiled *c)
{
  const dv_chart *chart = dv_chart_new(m->arena, m->model);
  dv_fan *f = dv_fan_new(m->arena, m->model, chart, 0, NULL, c);
  f->pattern = dv_pattern_of_components(m->arena, m->model, chart, 0);
  double *J = DV_TAKE(m->arena, double, COLUMNS *COLUMNS), *rate = DV_TAKE(m->arena, double, COLUMNS);
  double begin = dv_pace_clock();
  for (int i = 0; i < CALLS; i++) dv_fan_components(f, 0, s->x, s->d, rate, J);
  return (dv_pace_clock() - begin) / CALLS;
}

static void jacobian(dv_bench *b, const dv_machine *m)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_pacing p = {.engine = &dv_engine_x1};
  double scalar = HUGE_VAL, lanes = HUGE_VAL;
  if (m->model->nx != COLUMNS) return;
  for (int round = 0; round < b->rounds; round++) {
    scalar = fmin(scalar, COLUMNS * dv_pace_rates(m->model, s, &p, TURNS));
    lanes = fmin(lanes, columns(m, s, NULL));
  }
  dv_bench_print(
      b,
      "\n### Jacobian of the 7-joint arm, 14 columns\n\n14 evaluations in one lane %.2f us; in lanes, differences and all, %.2f us.\n",
      1e6 * scalar, 1e6 * lanes);
  dv_bench_goal(b, "7-joint arm, 14 columns in lanes: share of 14 scalar evaluations", lanes / scalar, 1 / 3.0, 1);
}

// ---- Titan 4 with oil and controller

static void titan(dv_bench *b)
{
  dv_machine_options o = {.case_name = "e1"};
  dv_machine *m = dv_machine_open(DAVIT_MACHINES "/titan4.yaml", &o);
  const dv_compiled *c = m->model ? dv_bench_compile(m, &o) : NULL;
  double time[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
  static const char *const title[4] = {"one lane", "lanes", "one lane, compiled", "lanes, compiled"};
  b->wrong += !c;
  for (int round = 0; round < b->rounds && c; round++)
    for (int i = 0; i < 4; i++) {
      dv_pacing p = {
          .engine = i % 2 ? dv_engine_widest() : &dv_engine_x1, .compiled = i < 2 ? NULL : c, .method = "rk4", .step = 1e-3};
      time[i] = fmin(time[i], dv_pace_steps(m->model, dv_state_new(m->arena, m->model), &p, TURNS));
    }
  dv_bench_print(
      b,
      "\n### Titan 4 with its oil and controller, RK4 with 1 ms\n\n| %-20s | us per step | steps/s and core | x one lane |\n|---|--:|--:|--:|\n",
      "");
  for (int i = 0; i < 4; i++)
    dv_bench_print(b, "| %-20s | %11.2f | %16.0f | %10.2f |\n", title[i], 1e6 * time[i], 1 / time[i], time[0] / time[i]);
  dv_bench_goal(b, "Titan 4, a whole step: throughput of lanes over one", time[0] / time[1],
                dv_engine_widest()->lanes == 8 ? 4 : 3, 0);
  dv_machine_close(m);
}

// ---- sweeps

static double wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Runs per second; how: "--compile", or "--fresh" once more.
static double sweep(dv_bench *b, const char *until, const char *jobs, const char *how)
{
  char *out = dv_arena_text(b->arena, "/tmp/davit-bench-%d.csv", (int)getpid());
  const char *argv[] = {DAVIT_COMMAND,
                        "sweep",
                        DAVIT_MACHINES "/titan4.yaml",
                        "--case",
                        "e1-sampled",
                        "--until",
                        until,
                        "--vary",
                        "Ps=170:200bar:64",
                        "--metric",
                        "max(abs(q2 - goal2))",
                        "--jobs",
                        jobs,
                        "--fresh",
                        how,
                        "-o",
                        out,
                        NULL};
  double begin = wall();
  b->wrong += dv_bench_command(argv) != 0;
  double time = wall() - begin;
  remove(out);
  return RUNS / time;
}

static void sweeps(dv_bench *b)
{
  double one = sweep(b, "5s", "1", "--fresh"), two = sweep(b, "5s", "2", "--fresh");
  sweep(b, "1ms", "1", "--compile");  // makes the library
  double own = sweep(b, "5s", "1", "--compile"), both = sweep(b, "5s", "2", "--compile");
  dv_bench_print(b,
                 "\n### Sweep of Titan 4, 64 runs of 5 s, controller sampled at 1 kHz\n\n"
                 "One job %.1f runs/s, two jobs %.1f runs/s (wall clock, with start and table): %.2f times.\n"
                 "Compiled (before, and kept): one job %.1f runs/s, two jobs %.1f runs/s: %.2f times those of the loop.\n",
                 one, two, two / one, own, both, both / two);
  dv_bench_goal(b, "Sweep of Titan 4 on two cores, compiled: times faster than the loop", both / two, 3, 0);
}

void dv_bench_batch(dv_bench *b)
{
  int arms = !b->only || !strcmp(b->only, "arm7"), titans = !b->only || !strcmp(b->only, "titan4");
  if (!arms && !titans) return;
  dv_bench_print(b, "\n## Batches\n");
  dv_machine_options o = {0};
  dv_machine *m = arms ? dv_machine_open(DAVIT_MACHINES "/arm7.yaml", &o) : NULL;
  b->wrong += arms && !m->model;
  if (m && m->model) arm(b, m), jacobian(b, m);
  if (m) dv_machine_close(m);
  if (titans) titan(b), sweeps(b);
}
