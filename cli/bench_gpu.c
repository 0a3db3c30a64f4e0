// bench_gpu.c: `davit bench FILE --gpu`: steps of many machines on a graphics card, in three precisions, and how far they are
// from the processor's.
//
// The machines start in a few different states. Runs from some of these on the processor must give the same bits as the first
// way.
#include "cli.h"

#include "bench.h"
#include "gpu/many.h"
#include "run/step_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 200, STATES = 64, LOOKED_AT = 5 };

typedef struct {
  dv_machine *machine;
  const dv_traced_machine *t;
  const dv_state *from;
  const dv_planned *plan;
  int steps;
  double *x, *d, *p;  // [..][many]
  int *at;            // [many]
  dv_run_options o;
} batch;

static const struct way {
  const char *name;
  int single, contract;
} ways[] = {
    {"double, the processor's bits", 0, 0},
    {"double, contracted",           0, 1},
    {"mixed: rates in single",       1, 1}
};

// A state with rates that are larger by up to a thousandth.
static void displace(const batch *b, dv_state *s, int which)
{
  const dv_model *m = b->machine->model;
  dv_state_copy(s, b->from);
  for (int i = m->nq; i < m->nq + m->nv; i++) s->x[i] += 1e-3 * which / STATES;
}

// The same after the beginning of a run, which closes loops and turns quaternions to length one.
static int begin(const batch *b, dv_arena *a, dv_state *s, int which)
{
  dv_run_options o = b->o;
  dv_run_result r;
  displace(b, s, which);
  o.until = s->t;
  return dv_run(b->machine->model, s, &o, NULL, NULL, NULL, &r, b->machine->diags, a);
}

static int fill(batch *b, dv_arena *a, long many)
{
  const dv_model *m = b->machine->model;
  b->x = DV_TAKE(a, double, (size_t)m->nx *(size_t)many), b->d = DV_TAKE(a, double, (size_t)m->nd *(size_t)many + 1);
  b->p = DV_TAKE(a, double, (size_t)b->t->nopen *(size_t)many + 1), b->at = DV_TAKE(a, int, many);
  dv_state *s[STATES];
  for (int i = 0; i < STATES; i++) {
    s[i] = dv_state_new(a, m);
    if (begin(b, a, s[i], i)) return 1;
  }
  for (long k = 0; k < many; k++) {
    for (int i = 0; i < m->nx; i++) b->x[i * many + k] = s[k % STATES]->x[i];
    for (int i = 0; i < m->nd; i++) b->d[i * many + k] = s[k % STATES]->d[i];
    for (int i = 0; i < b->t->nopen; i++) b->p[i * many + k] = dv_model_NUMBER(m)[b->t->open[i]];
  }
  return 0;
}

// The largest difference to runs on the processor, by nominal sizes; NAN: all that were looked at stopped on the way.
static double difference(batch *b, long many)
{
  const dv_model *m = b->machine->model;
  dv_arena *a = dv_arena_new();
  double worst = NAN;
  for (int l = 0; l < LOOKED_AT; l++) {
    long k = l * (many - 1) / (LOOKED_AT - 1);
    dv_state *s = dv_state_new(a, m);
    dv_run_result r;
    displace(b, s, (int)(k % STATES));
    if (b->at[k] >= 0 || dv_run(m, s, &b->o, NULL, NULL, NULL, &r, dv_diags_new(a), a)) continue;
    for (int i = 0; i < m->nx; i++) worst = fmax(worst, fabs(b->x[i * many + k] - s->x[i]) / dv_model_SCALE(m)[i]);
  }
  dv_arena_free(a);
  return worst;
}

static void print_head(const args *a, const batch *b, const char *card)
{
  printf("%s on %s: %d states, %s, %d steps of %g s\n%-30s %9s %12s %10s %9s   %s\n", a->operand[0], card, b->machine->model->nx,
         b->o.method, b->steps, b->o.step, "", "machines", "steps/s", "registers", "spilled B", "off the processor by");
}

static int one_way(const args *a, batch *b, const struct way *w)
{
  dv_gpu_options o = {.method = b->o.method, .single = w->single, .contract = w->contract};
  dv_gpu *g = dv_gpu_open(b->machine->diags, b->t, a->operand[0], &o);
  if (!g) return RUN_FAILED;
  long many = dv_gpu_many(g), gone = 0;
  dv_arena *own = dv_arena_new();
  double seconds = 0, first;
  int fault = fill(b, own, many) || dv_gpu_put(g, b->x, b->d, b->p) || dv_gpu_run(g, b->plan, b->steps, &first) ||
              dv_gpu_put(g, b->x, b->d, b->p) || dv_gpu_run(g, b->plan, b->steps, &seconds) || dv_gpu_get(g, b->x, b->d, b->at);
  for (long k = 0; k < many && !fault; k++) gone += b->at[k] >= 0;
  if (!fault) {
    double off = difference(b, many);
    if (w == ways) print_head(a, b, dv_gpu_name(g));
    printf("%-30s %9ld %12.4g %10d %9d   %s%s\n", w->name, many, (double)(many - gone) * b->steps / seconds,
           dv_gpu_program(g)->registers, dv_gpu_program(g)->spilled, isnan(off) ? "-" : dv_arena_text(own, "%.2g", off),
           gone ? dv_arena_text(own, ", %ld stopped", gone) : "");
  }
  dv_arena_free(own);
  dv_gpu_close(g);
  return fault ? RUN_FAILED : FINE;
}

int bench_gpu(const args *a, dv_machine *m, const dv_state *early, const char *method, double step)
{
  dv_trace_options none = {0};
  batch b = {.machine = m, .from = early};
  b.t = dv_trace_machine(m->arena, m->diags, m->model, &none, a->operand[0]);
  if (!b.t) return RUN_FAILED;
  b.o = (dv_run_options){
      .method = method, .step = step, .until = early->t + STEPS * step, .every = HUGE_VAL, .ledger = HUGE_VAL, .width = 1};
  b.plan = dv_plan_steps(m->arena, m->model, dv_model_NUMBER(m->model), &b.o, early->t, &b.steps);
  int code = FINE;
  for (size_t i = 0; i < sizeof ways / sizeof *ways && code == FINE; i++) code = one_way(a, &b, &ways[i]);
  return code;
}
