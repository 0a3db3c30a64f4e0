// compiled.c: machines by `davit compile` (straight-line C, numbers folded in) beside the engine's loop: time per right-hand
// side.
//
// The loop and the library take turns; both give rates of the state and powers of the ledger, and must agree to 1e-12.
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sections.h"

#include "batch/pace.h"
#include "engine/compiled.h"

extern char **environ;

enum { TURNS = 3, WIDTHS = 2 };

typedef struct {
  const char *title, *name, *case_name, *variant;
} machine;

typedef struct {
  double loop[WIDTHS], own[WIDTHS];  // s per right-hand side and lane: one lane, the widest
} times;

int dv_bench_command(const char *const *argv)
{
  pid_t pid;
  int status = -1;
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (int i = 1; i <= 2; i++) posix_spawn_file_actions_addopen(&quiet, i, "/dev/null", O_WRONLY, 0);
  int bad = posix_spawn(&pid, argv[0], &quiet, NULL, (char *const *)(size_t)argv, environ);
  posix_spawn_file_actions_destroy(&quiet);
  return !bad && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

const dv_compiled *dv_bench_compile(const dv_machine *m, const dv_machine_options *o)
{
  char *so = dv_arena_text(m->arena, "/tmp/davit-bench-XXXXXX.so");
  int file = mkstemps(so, 3), n = 0;
  const char **argv = DV_TAKE(m->arena, const char *, 8 + 2 * o->nsetting);
  if (file < 0) return NULL;
  close(file);
  argv[n++] = DAVIT_COMMAND, argv[n++] = "compile", argv[n++] = m->doc->file, argv[n++] = "-o", argv[n++] = so;
  if (o->case_name) argv[n++] = "--case", argv[n++] = o->case_name;
  for (int i = 0; i < o->nsetting; i++) argv[n++] = "--set", argv[n++] = o->settings[i];
  argv[n] = NULL;
  void *library = dv_bench_command(argv) == 0 ? dlopen(so, RTLD_NOW | RTLD_LOCAL) : NULL;
  remove(so);
  const dv_compiled *c = library ? dlsym(library, "davit_compiled") : NULL;
  return c && dv_compiled_fits(c, m->model) ? c : NULL;
}

// Largest distance of the rates, relative to max(1, largest).
static double difference(const dv_model *m, const dv_state *s, const dv_compiled *c, dv_arena *a)
{
  double *x = DV_TAKE(a, double, m->nx), *y = DV_TAKE(a, double, m->nx), *power = DV_TAKE(a, double, m->nquad);
  double *work = DV_TAKE(a, double, dv_engine_x1.nwork(m)), far = 0, large = 1;
  const double *num = dv_model_NUMBER(m);
  dv_engine_x1.ready(m, num, work);
  dv_engine_x1.rates(m, num, s->t, s->x, s->d, x, power, work);
  c->rates[0](m, num, s->t, s->x, s->d, y, power, work);
  for (int i = 0; i < m->nx; i++) far = fmax(far, fabs(x[i] - y[i])), large = fmax(large, fabs(x[i]));
  return far / large;
}

static times measure(dv_bench *b, const dv_model *m, const dv_state *s, const dv_compiled *c)
{
  times t = {
      {HUGE_VAL, HUGE_VAL},
      {HUGE_VAL, HUGE_VAL}
  };
  const dv_engine *width[WIDTHS] = {&dv_engine_x1, dv_engine_widest()};
  for (int round = 0; round < b->rounds; round++)
    for (int w = 0; w < WIDTHS; w++) {
      dv_pacing loop = {.engine = width[w]}, own = {.engine = width[w], .compiled = c};
      t.loop[w] = fmin(t.loop[w], dv_pace_rates(m, s, &loop, TURNS));
      t.own[w] = fmin(t.own[w], dv_pace_rates(m, s, &own, TURNS));
    }
  return t;
}

static void row(dv_bench *b, const machine *k)
{
  const char *setting = k->variant ? dv_arena_text(b->arena, "variant=%s", k->variant) : NULL;
  dv_machine_options o = {.case_name = k->case_name, .settings = &setting, .nsetting = k->variant != NULL};
  dv_machine *m = dv_machine_open(dv_arena_text(b->arena, DAVIT_MACHINES "/%s.yaml", k->name), &o);
  const dv_compiled *c = m->model ? dv_bench_compile(m, &o) : NULL;
  b->wrong += !c;
  if (c) {
    dv_state *s = dv_state_new(m->arena, m->model);
    double far = difference(m->model, s, c, m->arena);
    times t = measure(b, m->model, s, c);
    b->wrong += !(far < 1e-12);
    dv_bench_print(b, "| %-32s | %5d | %6d | %8.0f | %8.0f | **%.2fx** | %8.0f | %8.0f | **%.2fx** | %7.0e |\n", k->title,
                   m->model->nv, m->model->nx, 1e9 * t.loop[0], 1e9 * t.own[0], t.loop[0] / t.own[0], 1e9 * t.loop[1],
                   1e9 * t.own[1], t.loop[1] / t.own[1], far);
    if (m->model->nv <= 12)
      dv_bench_goal(b, dv_arena_text(b->arena, "%s: compiled, times faster than the loop", k->title), t.loop[0] / t.own[0], 1.7,
                    0);
  }
  dv_machine_close(m);
}

void dv_bench_compiled(dv_bench *b)
{
  static const machine machines[] = {
      {"7-joint arm",                     "arm7",                         "fall", NULL         },
      {"Floating base, two arms",         "floating-two-arms",            NULL,   NULL         },
      {"Titan 4, oil and controller",     "titan4",                       "e1",   NULL         },
      {"Forestry machine, three",         "forestry-machine",             NULL,   "servo-three"},
      {"Forestry machine, five",          "forestry-machine",             NULL,   "servo-five" },
      {"Forestry machine, eight",         "forestry-machine",             NULL,   "servo"      },
      {"ROV with manipulator",            "rov-manipulator",              "lift", NULL         },
      {"Knuckle-boom crane, three modes", "knuckle-boom-crane",           NULL,   NULL         },
      {"Four bars, two loops (A02)",      "benchmarks/a02-four-bars",     NULL,   NULL         },
      {"Andrews' mechanism (A03)",        "benchmarks/a03-andrews",       NULL,   NULL         },
      {"The crane on its cylinders",      "knuckle-boom-crane-cylinders", NULL,   NULL         },
  };
  dv_bench_print(
      b,
      "\n## Compiled machines\n\nNanoseconds per right-hand side with its ledger: the engine's loop, and straight-line "
      "code by `davit compile`; in one lane, and per lane in the widest.\n\n"
      "| %-32s | rates | states | loop x1 | compiled |  | loop, lanes | compiled |  | difference |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      "");
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
    if (!b->only || !strcmp(b->only, machines[i].name)) row(b, &machines[i]);
}
