// stepped.c: machines that others step: a sim, 64 of them one by one, as a batch in lanes, and the same from Python.
#include "sections.h"

#include "davit/davit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { RUNS = 64, STEPS = 100, CALLS = 2000 };

static double clock_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  dv_sim *sim[RUNS];
  dv_batch *batch;
  int n, state[512];
  double seen[RUNS * 512];
} stepped;

static void step_sim(stepped *k) { dv_sim_step(k->sim[0], 1e-3); }

static void step_sims(stepped *k)
{
  for (int i = 0; i < RUNS; i++) {
    dv_sim_step(k->sim[i], 1e-3);
    dv_sim_get_many(k->sim[i], k->state, k->n, k->seen + i * k->n);
  }
}

static void step_batch(stepped *k)
{
  dv_batch_step(k->batch, 1e-3);
  dv_batch_get(k->batch, k->state, k->n, k->seen);
}

// Seconds of CPU for a call, the least over rounds.
static double least(stepped *k, void (*work)(stepped *k), int calls, int rounds)
{
  double best = HUGE_VAL;
  for (int r = 0; r < rounds; r++) {
    double begin = clock_now();
    for (int i = 0; i < calls; i++) work(k);
    best = fmin(best, (clock_now() - begin) / calls);
  }
  return best;
}

// What bench/stepped.py prints. 0: Python or NumPy is not there.
static int ask_python(const char *machine, int rounds, double *sim, double *batch)
{
  char line[1000];
  int found = 0;
  snprintf(line, sizeof line, DAVIT_PYTHON " '%s' %d", machine, rounds);
  FILE *p = popen(line, "r");
  while (p && fgets(line, sizeof line, p)) found += sscanf(line, "sim %lf", sim) == 1 || sscanf(line, "batch %lf", batch) == 1;
  if (p) pclose(p);
  return found == 2;
}

static int open_runs(dv_bench *b, stepped *k, const dv_model *m)
{
  char why[500];
  const dv_method by = {.method = "rk4", .step = 1e-3};
  k->n = dv_model_states(m) < 512 ? dv_model_states(m) : 512;
  for (int i = 0; i < k->n; i++) k->state[i] = dv_model_state(m, i);
  for (int i = 0; i < RUNS; i++)
    if (!(k->sim[i] = dv_sim_new(m, &by, why, sizeof why))) return dv_bench_print(b, "%s\n", why), 0;
  k->batch = dv_batch_new(m, &by, RUNS, 1, why, sizeof why);
  return k->batch != NULL;
}

static void measure(dv_bench *b, stepped *k, const char *name, const char *file)
{
  double sim = least(k, step_sim, CALLS, b->rounds), sims = least(k, step_sims, STEPS, b->rounds),
         batch = least(k, step_batch, STEPS, b->rounds), sim_py = NAN, batch_py = NAN;
  int there = ask_python(file, b->rounds, &sim_py, &batch_py);
  dv_bench_print(b, "| %-10s | %7.2f | %7.2f | %7.2f | %5.2f | %7.2f | %7.2f | %5.2f |\n", name, 1e6 * sim, 1e6 * sims / RUNS,
                 1e6 * batch / RUNS, sims / batch, 1e6 * sim_py, 1e6 * batch_py / RUNS, batch_py / batch);
  if (!there) return;
  dv_bench_goal(b, dv_arena_text(b->arena, "%s: 64 stepped from NumPy over the C batch", name), batch_py / batch, 1.3, 1);
  dv_bench_goal(b, dv_arena_text(b->arena, "%s: us of a step from Python over the C call", name), 1e6 * (sim_py - sim), 3, 1);
}

void dv_bench_stepped(dv_bench *b)
{
  char why[2000];
  const char *file = DAVIT_MACHINES "/titan4.yaml";
  if (b->only && strcmp(b->only, "titan4")) return;
  dv_model *m = dv_model_open(file, NULL, NULL, 0, why, sizeof why);
  stepped *k = DV_TAKE(b->arena, stepped, 1);
  dv_bench_print(
      b, "\n## Stepped by others\n\nA step of 1 ms by rk4 through davit.h, us of CPU for one run: a sim; 64 sims one by one and "
         "as a batch of one thread, "
         "states read after each step; the same from Python.\n\n"
         "| machine | sim | 64 sims | batch | ratio | Python: sim | batch | over C |\n|---|--:|--:|--:|--:|--:|--:|--:|\n");
  if (m && open_runs(b, k, m)) measure(b, k, "titan4", file);
  else dv_bench_print(b, "%s\n", why);
  dv_batch_free(k->batch);
  for (int i = 0; i < RUNS; i++) dv_sim_free(k->sim[i]);
  dv_model_free(m);
}
