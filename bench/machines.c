// machines.c: whole machines against real time: the Titan 4 arm with oil and controller, the ROV with its arm in the water;
// adaptive and with a fixed step.
//
// Thread CPU time of a run, minimum over the rounds. The error is the largest distance of any state from a run with cvode at
// rtol 1e-11 (sampled: RK4 with a twentieth of the step), relative to the range of that state, at every tenth of a second.
#include <math.h>
#include <string.h>

#include "sections.h"

#include "batch/pace.h"
#include "assemble/assemble.h"
#include "solve/solve.h"
#include "engine/compiled.h"

#define TITAN DAVIT_MACHINES "/titan4.yaml"
#define ROV DAVIT_MACHINES "/rov-manipulator.yaml"

enum { ROWS_MOST = 512 };

typedef struct {
  const char *title, *method;
  double step, rtol;
  double cpu, error;  // s; of the range
  long steps, evaluations;
  int dense;  // 1: cvode as it comes, without KLU
} contestant;

typedef struct {
  int nx, n;
  double *row[ROWS_MOST];
  dv_arena *arena;
} story;

static int note(void *context, double t, const double *x, const double *dx, const double *work)
{
  story *s = context;
  (void)t, (void)dx, (void)work;
  if (s->n == ROWS_MOST) return 1;
  s->row[s->n] = DV_TAKE(s->arena, double, s->nx);
  memcpy(s->row[s->n++], x, (size_t)s->nx * sizeof *x);
  return 0;
}

// One run; its story in s, its CPU time in *time. own: NULL: interpreted. 0, or what dv_run says.
static int tell(const dv_machine *m, const dv_compiled *own, const contestant *c, double until, story *s, double *time,
                dv_run_result *r)
{
  dv_run_options o = {.method = c->method,
                      .step = c->step,
                      .rtol = c->rtol,
                      .linear = c->dense ? "dense" : NULL,
                      .atol = 0.01 * c->rtol,
                      .until = until,
                      .every = 0.1,
                      .ledger = HUGE_VAL,
                      .compiled = own};
  dv_state *state = dv_state_new(m->arena, m->model);
  *s = (story){.nx = m->model->nx, .arena = m->arena};
  double start = dv_pace_clock();
  int bad = dv_run(m->model, state, &o, note, NULL, s, r, m->diags, m->arena);
  *time = dv_pace_clock() - start;
  return bad;
}

// A state that hardly moves is measured by a thousandth of its nominal size.
static double distance(const dv_model *m, const story *a, const story *b)
{
  const double *scale = dv_model_SCALE(m);
  double most = 0;
  for (int i = 0; i < a->nx; i++) {
    double least = HUGE_VAL, greatest = -HUGE_VAL, off = 0;
    for (int k = 0; k < a->n && k < b->n; k++) {
      least = fmin(least, a->row[k][i]);
      greatest = fmax(greatest, a->row[k][i]);
      off = fmax(off, fabs(a->row[k][i] - b->row[k][i]));
    }
    most = fmax(most, off / fmax(greatest - least, 1e-3 * scale[i]));
  }
  return a->n == b->n ? most : HUGE_VAL;
}

static void compete(dv_bench *b, const dv_machine *m, const dv_compiled *own, const contestant *reference, contestant *c, int n,
                    double until)
{
  story truth, s;
  dv_run_result r;
  double time;
  b->wrong += tell(m, own, reference, until, &truth, &time, &r) != 0;
  for (int i = 0; i < n; i++) c[i].cpu = HUGE_VAL;
  for (int round = 0; round < b->rounds && round < 3; round++)
    for (int i = 0; i < n; i++) {
      b->wrong += tell(m, own, &c[i], until, &s, &time, &r) != 0;
      c[i].cpu = fmin(c[i].cpu, time);
      c[i].error = distance(m->model, &truth, &s);
      c[i].steps = r.steps;
      c[i].evaluations = r.evaluations;
    }
}

static void print(dv_bench *b, const char *title, const contestant *c, int n, double until)
{
  dv_bench_print(
      b,
      "\n### %s, %g s\n\n| %-24s |  CPU [s] | real time x |   steps | us per step | evaluations | error of range |\n|---|--:|--:|--:|--:|--:|--:|\n",
      title, until, "");
  for (int i = 0; i < n; i++)
    dv_bench_print(b, "| %-24s | %8.4f | %11.0f | %7ld | %11.1f | %11ld | %14.1e |\n", c[i].title, c[i].cpu, until / c[i].cpu,
                   c[i].steps, 1e6 * c[i].cpu / (double)c[i].steps, c[i].evaluations, c[i].error);
}

static dv_machine *open_case(dv_bench *b, const char *file, const char *name)
{
  dv_machine_options o = {.case_name = name};
  dv_machine *m = dv_machine_open(file, &o);
  b->wrong += !m->model;
  return m;
}

static void continuous(dv_bench *b)
{
  contestant truth = {"", "cvode", 0, 1e-11, 0, 0, 0, 0, 0};
  contestant c[] = {
      {"cvode, rtol 1e-6",      "cvode",      0,    1e-6, 0, 0, 0, 0, 0},
      {"cvode, rtol 1e-8",      "cvode",      0,    1e-8, 0, 0, 0, 0, 0},
      {"rk4, 1 ms",             "rk4",        1e-3, 0,    0, 0, 0, 0, 0},
      {"rosenbrock, 1 ms",      "rosenbrock", 1e-3, 0,    0, 0, 0, 0, 0},
      {"rosenbrock, 2 ms",      "rosenbrock", 2e-3, 0,    0, 0, 0, 0, 0},
      {"rosenbrock, rtol 1e-6", "rosenbrock", -1,   1e-6, 0, 0, 0, 0, 0},
      {"dopri5, rtol 1e-6",     "dopri5",     -1,   1e-6, 0, 0, 0, 0, 0},
  };
  dv_machine *m = open_case(b, TITAN, "e1");
  if (m->model) {
    compete(b, m, NULL, &truth, c, 7, 24);
    print(b, "Titan 4, the operator's script, controller continuous", c, 7, 24);
    dv_bench_goal(b, "Titan 4, cvode at rtol 1e-6: times real time", 24 / c[0].cpu, 100, 0);
    dv_bench_goal(b, "Titan 4, rk4 at 1 ms: microseconds per step", 1e6 * c[2].cpu / (double)c[2].steps, 20, 1);
    dv_bench_goal(b, "Titan 4, rk4 at 1 ms: error in ten-thousandths of the range", 1e4 * c[2].error, 1, 1);
  }
  dv_machine_close(m);
}

// A program at 1 kHz: cvode as it comes begins anew at every sample; the first tolerance that keeps the error below 1e-4 counts.
static void sampled(dv_bench *b)
{
  contestant truth = {"", "rk4", 5e-5, 0, 0, 0, 0, 0, 0};
  contestant c[] = {
      {"rk4, 1 ms",              "rk4",   1e-3, 0,    0, 0, 0, 0, 0},
      {"cvode dense, rtol 1e-6", "cvode", 0,    1e-6, 0, 0, 0, 0, 1},
      {"cvode dense, rtol 1e-7", "cvode", 0,    1e-7, 0, 0, 0, 0, 1},
      {"cvode dense, rtol 1e-8", "cvode", 0,    1e-8, 0, 0, 0, 0, 1},
      {"cvode dense, rtol 1e-9", "cvode", 0,    1e-9, 0, 0, 0, 0, 1},
  };
  dv_machine *m = open_case(b, TITAN, "e1-sampled");
  int fair = 4;
  if (m->model) {
    compete(b, m, NULL, &truth, c, 5, 6);
    print(b, "Titan 4, the operator's script, controller sampled at 1 kHz", c, 5, 6);
    for (int i = 4; i > 0; i--)
      if (c[i].error < 1e-4) fair = i;
    dv_bench_goal(b, "Titan 4 sampled at 1 kHz, error below 1e-4: cvode's time over rk4's", c[fair].cpu / c[0].cpu, 20, 0);
  }
  dv_machine_close(m);
}

// The cheapest of c[n] whose error is below 1e-4, HUGE_VAL: none.
static double cheapest(const contestant *c, int n)
{
  double best = HUGE_VAL;
  for (int i = 0; i < n; i++)
    if (c[i].error < 1e-4) best = fmin(best, c[i].cpu);
  return best;
}

// The same with oil of 1e9 Pa in chambers of other volumes, from soft to stiff: own methods against cvode as it comes, restarted
// per sample.
static void chambers(dv_bench *b, const char *volume, double goal)
{
  const char *set[] = {dv_arena_text(b->arena, "V0=%s m^3", volume), "beta=1e9 Pa"};
  dv_machine_options o = {.case_name = "e1-sampled", .settings = set, .nsetting = 2};
  enum { OURS = 5, THEIRS = 3, ROWS = 9 };
  contestant truth = {"", "rk4", 2e-5, 0, 0, 0, 0, 0, 0};
  contestant c[] = {
      {"rk4, 1 ms",                  "rk4",        1e-3,   0,     0, 0, 0, 0, 0},
      {"rk4, 0.25 ms",               "rk4",        2.5e-4, 0,     0, 0, 0, 0, 0},
      {"rosenbrock, 1 ms",           "rosenbrock", 1e-3,   0,     0, 0, 0, 0, 0},
      {"rosenbrock, rtol 1e-7",      "rosenbrock", -1,     1e-7,  0, 0, 0, 0, 0},
      {"dopri5, rtol 1e-6",          "dopri5",     -1,     1e-6,  0, 0, 0, 0, 0},
      {"cvode dense, rtol 1e-6",     "cvode",      0,      1e-6,  0, 0, 0, 0, 1},
      {"cvode dense, rtol 1e-8",     "cvode",      0,      1e-8,  0, 0, 0, 0, 1},
      {"cvode dense, rtol 1e-10",    "cvode",      0,      1e-10, 0, 0, 0, 0, 1},
      {"cvode with klu, rtol 1e-10", "cvode",      0,      1e-10, 0, 0, 0, 0, 0},
  };
  dv_machine *m = dv_machine_open(TITAN, &o);
  b->wrong += !m->model;
  if (m->model) {
    compete(b, m, NULL, &truth, c, ROWS, 3);
    print(b, dv_arena_text(b->arena, "Titan 4 sampled at 1 kHz, oil of 1e9 Pa, chambers of %s m3", volume), c, ROWS, 3);
    dv_bench_goal(b, dv_arena_text(b->arena, "Sampled, chambers of %s m3, error below 1e-4: cvode's time over ours", volume),
                  cheapest(c + OURS, THEIRS) / cheapest(c, OURS), goal, 0);
    const dv_compiled *own = dv_bench_compile(m, &o);
    b->wrong += !own;
    compete(b, m, own, &truth, c, ROWS, 3);
    print(b, dv_arena_text(b->arena, "The same, all compiled, chambers of %s m3", volume), c, ROWS, 3);
    dv_bench_goal(b, dv_arena_text(b->arena, "Sampled, chambers of %s m3, all compiled: the same", volume),
                  cheapest(c + OURS, THEIRS) / cheapest(c, OURS), goal, 0);
  }
  dv_machine_close(m);
}

// A mass on an elastic floor: cvode begins anew at every touch-down and lift-off.
static void events(dv_bench *b)
{
  contestant truth = {"", "rk4", 2e-5, 0, 0, 0, 0, 0, 0};
  contestant c[] = {
      {"dopri5, rtol 1e-6",      "dopri5",      -1, 1e-6,  0, 0, 0, 0, 0},
      {"dopri5, rtol 1e-8",      "dopri5",      -1, 1e-8,  0, 0, 0, 0, 0},
      {"dopri5, rtol 1e-10",     "dopri5",      -1, 1e-10, 0, 0, 0, 0, 0},
      {"cvode-adams, rtol 1e-7", "cvode-adams", 0,  1e-7,  0, 0, 0, 0, 0},
      {"cvode-adams, rtol 1e-9", "cvode-adams", 0,  1e-9,  0, 0, 0, 0, 0},
      {"cvode-bdf, rtol 1e-7",   "cvode",       0,  1e-7,  0, 0, 0, 0, 0},
      {"cvode-bdf, rtol 1e-9",   "cvode",       0,  1e-9,  0, 0, 0, 0, 0},
      {"cvode-bdf, rtol 1e-11",  "cvode",       0,  1e-11, 0, 0, 0, 0, 0},
  };
  enum { OURS = 3, ROWS = sizeof c / sizeof *c };
  dv_machine *m = open_case(b, DAVIT_MACHINES "/benchmarks/bouncing-mass.yaml", NULL);
  if (m->model) {
    compete(b, m, NULL, &truth, c, ROWS, 20);
    print(b, "Bouncing mass, 42 events", c, ROWS, 20);
    dv_bench_goal(b, "Bouncing mass, error below 1e-4: time of cvode, begun anew at events, over dopri5's",
                  cheapest(c + OURS, ROWS - OURS) / cheapest(c, OURS), 1, 0);
  }
  dv_machine_close(m);
}

// Vehicle, arm, thrusters, added mass, strips of drag, controllers, ledger: it comes, grips at 30 s and begins to lift.
static void water(dv_bench *b)
{
  contestant truth = {"", "cvode", 0, 1e-11, 0, 0, 0, 0, 0};
  contestant c[] = {
      {"cvode, rtol 1e-6", "cvode", 0,    1e-6, 0, 0, 0, 0, 0},
      {"rk3, 1 ms",        "rk3",   1e-3, 0,    0, 0, 0, 0, 0},
      {"rk4, 1 ms",        "rk4",   1e-3, 0,    0, 0, 0, 0, 0},
  };
  dv_machine *m = open_case(b, ROV, "lift");
  if (m->model) {
    compete(b, m, NULL, &truth, c, 3, 35);
    print(b, "ROV with manipulator, lift", c, 3, 35);
    dv_bench_goal(b, "ROV, rk3 at 1 ms: microseconds per step", 1e6 * c[1].cpu / (double)c[1].steps, 20, 1);
    dv_bench_goal(b, "ROV, rk3 at 1 ms: error in ten-thousandths of the range", 1e4 * c[1].error, 1, 1);
    dv_bench_goal(b, "ROV, cvode at rtol 1e-6: times real time", 35 / c[0].cpu, 20, 0);
  }
  dv_machine_close(m);
}

static int chosen(const dv_bench *b, const char *name) { return !b->only || !strcmp(b->only, name); }

void dv_bench_machines(dv_bench *b)
{
  int titan = chosen(b, "titan4"), rov = chosen(b, "rov-manipulator"), bounces = chosen(b, "bouncing-mass");
  if (!titan && !rov && !bounces) return;
  dv_bench_print(b, "\n## Machines\n");
  if (titan) continuous(b);
  if (titan) sampled(b);
  if (titan) chambers(b, "1e-3", 50), chambers(b, "1e-4", 20), chambers(b, "1e-5", 5);
  if (bounces) events(b);
  if (rov) water(b);
}
