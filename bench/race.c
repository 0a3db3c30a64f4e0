// race.c: codes in turns; see race.h.
#include "race.h"

#include <stdlib.h>
#include <time.h>

enum { BATCHES = 5, CHECKED = 8 };

static double cpu_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

void dv_race_make(int n, dv_runner *r, const dv_bench_model *m)
{
  for (int i = 0; i < n; i++) {
    r[i].peer = r[i].code->make(&m->tree, m->num, DV_BENCH_SAMPLES);
    for (int k = 0; k < DV_BENCH_SAMPLES && r[i].peer; k++) {
      dv_sample s = dv_bench_model_sample(m, k);
      r[i].code->put(r[i].peer, k, &s);
    }
  }
}

void dv_race_drop(int n, dv_runner *r)
{
  for (int i = 0; i < n; i++)
    if (r[i].peer) r[i].code->drop(r[i].peer);
}

void dv_race_calls(dv_runner *r, int op, long calls)
{
  void (*run)(void *, int) = r->code->run[op];
  const int lanes = r->code->lanes;
  for (long i = 0; i < calls; i++) run(r->peer, (int)(i * lanes % DV_BENCH_SAMPLES));
}

static double batch(dv_runner *r, int op, long calls)
{
  double t = cpu_ns();
  dv_race_calls(r, op, calls);
  return cpu_ns() - t;
}

// Calls that take about a millisecond.
static long calibrate(dv_runner *r, int op)
{
  long calls = 1;
  while (batch(r, op, calls) < 1e6) calls *= 2;
  return calls;
}

static double distance(int n, const double *x, const double *y)
{
  double far = 0, large = 1;
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i] + y[i])) return INFINITY;
    far = fmax(far, fabs(x[i] - y[i]));
    large = fmax(large, fabs(x[i]));
  }
  return far / large;
}

static void results_get(dv_runner *r, int op, int k, double *out)
{
  r->code->run[op](r->peer, k - k % r->code->lanes);
  r->code->get(r->peer, op, k, out);
}

// All codes must answer alike before their times mean anything.
static void compare(dv_runner *first, dv_runner *r, const dv_bench_model *m, int op)
{
  const int n[DV_PEER_OPS] = {18 * m->tree.nlink, m->tree.nv, m->tree.nv * m->tree.nv, m->tree.nv,
                              6 * m->tree.nlink,  11,         6 * m->tree.nv + 6};
  double *x = calloc(2 * (size_t)n[op], sizeof *x), *y = x + n[op];
  r->far = 0;
  for (int k = 0; k < CHECKED; k++) {
    results_get(first, op, k, x);
    results_get(r, op, k, y);
    r->far = fmax(r->far, distance(n[op], x, y));
  }
  free(x);
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void summary(const dv_runner *first, dv_runner *r, int rounds)
{
  double ratio[DV_RACE_ROUNDS];
  r->best = r->round[0];
  for (int j = 0; j < rounds; j++) {
    r->best = fmin(r->best, r->round[j]);
    ratio[j] = r->round[j] / first->round[j];
  }
  qsort(ratio, (size_t)rounds, sizeof *ratio, rising);
  r->low = ratio[0];
  r->median = ratio[rounds / 2];
  r->high = ratio[rounds - 1];
  r->ratio = r->best / first->best;
}

void dv_race_run(int n, dv_runner *r, const dv_bench_model *m, int op, int rounds)
{
  long calls[16] = {0};
  for (int i = 0; i < n; i++) {
    r[i].best = 0;
    if (!r[i].peer || !r[i].code->run[op]) continue;
    compare(&r[0], &r[i], m, op);
    calls[i] = calibrate(&r[i], op);
  }
  for (int j = 0; j < rounds; j++)
    for (int i = 0; i < n; i++) {
      double best = INFINITY;
      for (int b = 0; b < BATCHES && calls[i]; b++) best = fmin(best, batch(&r[i], op, calls[i]));
      r[i].round[j] = best / (double)(calls[i] * r[i].code->lanes);
    }
  for (int i = 0; i < n; i++)
    if (calls[i]) summary(&r[0], &r[i], rounds);
}
