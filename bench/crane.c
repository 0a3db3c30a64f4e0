// crane.c: the knuckle-boom crane's luffing, 20 s with all its oil and control: booms rigid, with three modes, with six.
//
// cvode at rtol 1e-6, order 2 as the machine says. Thread CPU time, minimum over the rounds; beside it the largest distance of
// the load's angle from a run with order 5 at rtol 1e-7.
#include <math.h>
#include <string.h>

#include "sections.h"

#include "batch/pace.h"
#include "assemble/assemble.h"
#include "solve/solve.h"

enum { ROWS_MOST = 512 };

typedef struct {
  int n, at;
  double angle[ROWS_MOST];
} path;

static int note(void *context, double t, const double *x, const double *dx, const double *work)
{
  path *p = context;
  (void)t, (void)dx, (void)work;
  if (p->n < ROWS_MOST) p->angle[p->n++] = x[p->at];
  return 0;
}

static double run(dv_bench *b, const dv_machine *m, int order, double tolerance, path *p, dv_run_result *r)
{
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  o.order = order;
  o.rtol = o.atol = tolerance;
  *p = (path){.at = dv_model_VARIABLE(m->model)[dv_model_find(m->model, "q3")].index};
  dv_state *s = dv_state_new(m->arena, m->model);
  double begin = dv_pace_clock();
  b->wrong += dv_run(m->model, s, &o, note, NULL, p, r, m->diags, m->arena) != 0;
  return dv_pace_clock() - begin;
}

static double luff(dv_bench *b, int modes)
{
  const char *setting = dv_arena_text(b->arena, "modes=%d", modes);
  dv_machine_options o = {.settings = &setting, .nsetting = 1};
  dv_machine *m = dv_machine_open(DAVIT_MACHINES "/knuckle-boom-crane.yaml", &o);
  double best = HUGE_VAL, off = 0;
  path truth, p;
  dv_run_result r;
  b->wrong += !m->model;
  if (!m->model) return HUGE_VAL;
  run(b, m, 5, 1e-7, &truth, &r);
  for (int i = 0; i < b->rounds && i < 3; i++) best = fmin(best, run(b, m, 2, 1e-6, &p, &r));
  for (int i = 0; i < p.n; i++) off = fmax(off, fabs(p.angle[i] - truth.angle[i]));
  dv_bench_print(b, "| %5d | %8.3f | %11.0f | %7ld | %11.2f | %14.1e |\n", modes, best, 20 / best, r.steps,
                 1e6 * best / (double)r.steps, off);
  dv_machine_close(m);
  return best;
}

void dv_bench_crane(dv_bench *b)
{
  if (b->only && strcmp(b->only, "knuckle-boom-crane")) return;
  dv_bench_print(
      b, "\n## Knuckle-boom crane, 20 s of luffing, cvode at rtol 1e-6\n\n| modes |  CPU [s] | real time x |   steps | us per "
         "step | error of q3 [rad] |\n|--:|--:|--:|--:|--:|--:|\n");
  luff(b, 0);
  dv_bench_goal(b, "Knuckle-boom crane, three modes per boom: seconds for 20 s", luff(b, 3), 0.5, 1);
  dv_bench_goal(b, "Knuckle-boom crane, six modes per boom: seconds for 20 s", luff(b, 6), 1, 1);
}
