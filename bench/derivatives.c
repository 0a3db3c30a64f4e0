// derivatives.c: exact slopes of whole machines: what J v and a sparse Jacobian cost, beside an evaluation and differences in
// lanes.
//
// Thread CPU time, minimum over the rounds, at the machine's start.
#include <math.h>
#include <string.h>

#include "sections.h"

#include "batch/pace.h"
#include "assemble/assemble.h"
#include "graph/derivative.h"
#include "run/running.h"
#include "solve/exact_entries.h"
#include "solve/machine_pattern.h"

enum { CALLS = 200 };

typedef struct {
  const dv_model *m;
  const dv_state *s;
  dv_derivative *derivative;
  dv_fan *by_differences, *exact;
  double *num, *dx, *work, *seed, *J;
} place;

typedef void chore(place *p);

static void evaluation(place *p) { dv_engine_x1.slopes(p->m, p->num, p->s->t, p->s->x, p->s->d, p->dx, NULL, p->work); }

static void product(place *p)
{
  dv_slopes s;
  dv_derivative_run(p->derivative, p->num, p->s->t, p->s->x, p->s->d, p->seed, &s);
}

static void differences(place *p) { dv_fan_chart(p->by_differences, p->s->t, p->s->x, p->s->d, p->dx, p->J); }
static void exact(place *p) { dv_fan_chart(p->exact, p->s->t, p->s->x, p->s->d, p->dx, p->J); }

static double time_of(const dv_bench *b, chore *c, place *p)
{
  double least = HUGE_VAL;
  for (int round = 0; round < b->rounds; round++) {
    double start = dv_pace_clock();
    for (int i = 0; i < CALLS; i++) c(p);
    least = fmin(least, (dv_pace_clock() - start) / CALLS);
  }
  return least;
}

static place stand(const dv_machine *m, dv_state *s, double *building)
{
  dv_arena *a = m->arena;
  const dv_model *x = m->model;
  const dv_chart *c = dv_chart_new(a, x);
  const dv_pattern *pattern = dv_pattern_of_chart(a, x, c, 0);
  place p = {.m = x, .s = s, .num = DV_TAKE(a, double, x->nnum + 1), .dx = DV_TAKE(a, double, x->nx)};
  p.work = DV_TAKE(a, double, x->nwork), p.seed = DV_TAKE(a, double, (1 + x->nx) * DV_DERIVATIVE_WIDTH);
  p.J = DV_TAKE(a, double, pattern->count);
  memcpy(p.num, dv_model_NUMBER(x), (size_t)x->nnum * sizeof(double));
  for (int i = 0; i < x->nx; i++) p.seed[(1 + i) * DV_DERIVATIVE_WIDTH] = 1;
  dv_engine_x1.ready(x, p.num, p.work);
  dv_state_begin(x, &dv_engine_x1, s, p.work);
  p.by_differences = dv_fan_new(a, x, c, 0, NULL, NULL);
  p.exact = dv_fan_new(a, x, c, 0, NULL, NULL);
  p.by_differences->pattern = p.exact->pattern = pattern;
  double start = dv_pace_clock();
  p.exact->entries = dv_exact_entries(a, &(dv_entries_options){x, c, pattern, s->x, 0, 1});
  *building = dv_pace_clock() - start;
  p.derivative = dv_derivative_new(a, x, &(dv_derivative_options){.start = s->x});
  return p;
}

static void row(dv_bench *b, const char *name, int goals)
{
  dv_machine_options o = {0};
  dv_machine *m = dv_machine_open(dv_arena_text(b->arena, DAVIT_MACHINES "/%s.yaml", name), &o);
  b->wrong += !m->model;
  if (!m->model) return;
  double building;
  place p = stand(m, dv_state_new(m->arena, m->model), &building);
  double one = time_of(b, evaluation, &p), jv = time_of(b, product, &p), old = time_of(b, differences, &p),
         new = time_of(b, exact, &p);
  dv_bench_print(b, "| %-20s | %6d | %6d | %10.2f | %8.2f | %11.2f | %8.2f | %12.1f |\n", name, p.m->nx, p.exact->pattern->ngroup,
                 1e6 * one, 1e6 * jv, 1e6 * old, 1e6 * new, 1e3 * building);
  if (goals) {
    dv_bench_goal(b, dv_arena_text(b->arena, "%s: J v (eight at once) over one evaluation", name), jv / one, 2.5, 1);
    dv_bench_goal(b, dv_arena_text(b->arena, "%s: exact sparse Jacobian over differences", name), new / old, 1 / 3.0, 1);
  }
  dv_machine_close(m);
}

void dv_bench_derivatives(dv_bench *b)
{
  if (b->only && strcmp(b->only, "derivatives")) return;
  dv_bench_print(
      b, "\n## Derivatives\n\n| %-20s | states | groups | rates [us] | J v [us] | differences | exact J | making [ms]  |\n", "");
  dv_bench_print(b, "|---|--:|--:|--:|--:|--:|--:|--:|\n");
  row(b, "rov-manipulator", 1);
  row(b, "titan4", 0);
  row(b, "rov-recoil", 0);
  row(b, "forestry-machine", 0);
  row(b, "knuckle-boom-crane", 0);
}
