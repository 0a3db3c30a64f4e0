// pace.c: see pace.h. A turn takes about ten milliseconds; all lanes hold the same machine in the same state.
#include "batch/pace.h"

#include "solve/machine_pattern.h"
#include "step/step.h"
#include "engine/compiled.h"

#include <math.h>
#include <time.h>

typedef struct {
  const dv_model *m;
  const dv_state *from;
  const dv_stepper *method;
  dv_engine own;
  dv_stepping s;
  double *x, *dx, *d, *quad;  // [..][lane]
  double step;
  int bad;
} track;

double dv_pace_clock(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *reals(dv_arena *a, const dv_engine *e, int n) { return DV_TAKE(a, double, (size_t)n *(size_t)e->lanes); }

static void go_back(track *k)
{
  int lanes = k->s.engine->lanes;
  for (int i = 0; i < k->m->nx * lanes; i++) k->x[i] = k->from->x[i / lanes];
}

static void set_up(track *k, const dv_model *m, const dv_state *from, const dv_pacing *p, dv_arena *a)
{
  const dv_engine *e = dv_engine_compiled(p->engine, p->compiled, &k->own);
  const dv_model *same[DV_LANES_MOST];
  double *num = reals(a, e, m->nnum);
  k->m = m, k->from = from, k->step = p->step;
  k->x = reals(a, e, m->nx), k->dx = reals(a, e, m->nx), k->d = reals(a, e, m->nd), k->quad = reals(a, e, m->nquad);
  for (int i = 0; i < m->nd * e->lanes; i++) k->d[i] = from->d[i / e->lanes];
  for (int l = 0; l < DV_LANES_MOST; l++) same[l] = m;
  k->s = (dv_stepping){.engine = e, .m = m, .chart = dv_chart_new(a, m), .num = num, .d = k->d, .latest = HUGE_VAL};
  k->s.work = reals(a, e, e->nwork(m));
  if (k->method) k->s.scratch = reals(a, e, (int)k->method->scratch(m));
  k->s.kept = reals(a, e, dv_state_kept(m));
  if (k->method && k->method->is->implicit) k->s.pattern = dv_pattern_of_chart(a, m, k->s.chart, 0);
  e->pack(same, num);
  e->ready(m, num, k->s.work);
}

static void rates(track *k, long calls)
{
  const dv_engine *e = k->s.engine;
  for (long i = 0; i < calls; i++) k->bad |= e->slopes(k->m, k->s.num, k->from->t, k->x, k->d, k->dx, k->quad, k->s.work);
}

static void steps(track *k, long calls)
{
  for (long i = 0; i < calls; i++) k->bad |= k->method->step(&k->s, k->from->t + (double)i * k->step, k->step, k->x, k->quad);
}

// Every turn begins at the given state again, so that steps do not wander off.
static double turn(track *k, void (*run)(track *, long), long calls)
{
  go_back(k);
  double begin = dv_pace_clock();
  run(k, calls);
  return dv_pace_clock() - begin;
}

static double least(track *k, void (*run)(track *, long), int turns)
{
  long calls = 1;
  double best = HUGE_VAL;
  while (turn(k, run, calls) < 0.005 && !k->bad) calls *= 2;
  for (int i = 0; i < turns && !k->bad; i++) best = fmin(best, turn(k, run, calls));
  return k->bad ? HUGE_VAL : best / (double)calls / k->s.engine->lanes;
}

double dv_pace_rates(const dv_model *m, const dv_state *s, const dv_pacing *p, int turns)
{
  dv_arena *a = dv_arena_new();
  track k = {0};
  set_up(&k, m, s, p, a);
  double time = least(&k, rates, turns);
  dv_arena_free(a);
  return time;
}

double dv_pace_steps(const dv_model *m, const dv_state *s, const dv_pacing *p, int turns)
{
  dv_arena *a = dv_arena_new();
  track k = {.method = dv_stepper_find(p->method, p->engine->lanes)};
  double time = HUGE_VAL;
  if (k.method) {
    set_up(&k, m, s, p, a);
    time = least(&k, steps, turns);
  }
  dv_arena_free(a);
  return time;
}
