// bench_gpu.c: `davit bench FILE --gpu`: steps of many machines on a graphics card, in three precisions, and how far they are
// from the processor's.
//
// The machines start in a few different states. Runs from some of these on the processor must give the same bits as the first
// way.
#include "cli.h"

#include "bench.h"
#include "batch/pace.h"
#include "cache.h"
#include "gpu/many.h"
#include "run/step_plan.h"
#include "step/step.h"

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
  double core;  // s per step and lane on one core
} batch;

static const struct way {
  const char *name;
  int single, contract;
} ways[] = {
    {"double, the processor's bits", 0, 0},
    {"double, contracted",           0, 1},
    {"mixed: rates in single",       1, 1}
};
enum { WAYS = sizeof ways / sizeof *ways };

typedef struct {
  const char *card;
  long many, gone;     // machines; those that stopped on the way
  double rate, share;  // steps/s; of what the card's units could do
  double off;          // largest difference to the processor, in nominal sizes
  int absent;          // 1: the method has no such way
  dv_card_program program;
} measured;

// A state with rates that are larger by up to a thousandth.
static void displace(const batch *b, dv_state *s, int which)
{
  const dv_model *m = b->machine->model;
  dv_state_copy(s, b->from);
  s->kept[DV_KEPT_STEPS] = 0;  // a Jacobian from before would be another one's
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

// Operations of the right-hand side, each counted as one, over what the card's units could begin in that time.
static double share_of(const batch *b, const dv_card_facts *c, int single, double steps)
{
  double each = (double)dv_trace_operations(b->machine->arena, b->t) * dv_gpu_evaluations(b->o.method);
  return steps * each / (c->units * c->clock * (single ? c->singles : c->doubles));
}

static int one_way(const args *a, batch *b, const struct way *w, const dv_card_cache *cache, measured *out)
{
  dv_gpu_options o = {
      .program = {.method = b->o.method, .single = w->single},
      .contract = w->contract,
      .cache = cache,
  };
  dv_gpu *g = dv_gpu_open(b->machine->diags, b->t, a->operand[0], &o);
  if (!g) return RUN_FAILED;
  long many = dv_gpu_many(g);
  dv_arena *own = dv_arena_new();
  double seconds = 0;
  int fault = fill(b, own, many) || dv_gpu_plan(g, b->plan, b->steps);
  for (int i = 0; i < 2 && !fault; i++)  // the first is the card's warming up
    fault = dv_gpu_put(g, many, b->x, b->d, b->p, NULL) || dv_gpu_run(g, 0, b->steps, &seconds);
  if (!fault) fault = dv_gpu_get(g, b->x, b->d, NULL, b->at);
  *out = (measured){.many = many, .program = *dv_gpu_program_of(g)};
  out->card = dv_arena_text(a->arena, "%s", dv_gpu_card(g)->name);
  for (long k = 0; k < many && !fault; k++) out->gone += b->at[k] >= 0;
  if (!fault) {
    out->off = difference(b, many);
    out->rate = (double)(many - out->gone) * b->steps / seconds;
    out->share = share_of(b, dv_gpu_card(g), w->single, out->rate);
  }
  dv_arena_free(own);
  dv_gpu_close(g);
  return fault ? RUN_FAILED : FINE;
}

static const char *off_text(dv_arena *a, const measured *r) { return isnan(r->off) ? "-" : dv_arena_text(a, "%.2g", r->off); }

static void print_table(const args *a, const batch *b, const measured *r)
{
  printf("%s on %s: %d states, %s, %d steps of %g s\n", a->operand[0], r->card, b->machine->model->nx, b->o.method, b->steps,
         b->o.step);
  printf("%-30s %9s %12s %7s %10s %9s   %s\n", "", "machines", "steps/s", "share", "registers", "spilled B",
         "off the processor by");
  printf("%-30s %9d %12.4g\n", "one core, in lanes", dv_engine_widest()->lanes, 1 / b->core);
  for (int i = 0; i < WAYS; i++, r++) {
    if (r->absent) continue;
    printf("%-30s %9ld %12.4g %6.0f%% %10d %9d   %s", ways[i].name, r->many, r->rate, 100 * r->share, r->program.registers,
           r->program.spilled, off_text(a->arena, r));
    printf(r->gone ? ", %ld stopped\n" : "\n", r->gone);
  }
}

// A row of bench/gpu.md.
static void print_row(const args *a, const batch *b, const measured *r)
{
  printf("| %s | %d | %s, %g ms | %.2g |", a->operand[0], b->machine->model->nx, b->o.method, 1e3 * b->o.step, 1 / b->core);
  for (int i = 0; i < WAYS; i++) {
    if (r[i].absent) printf(" - |");
    else if (r[i].gone == r[i].many) printf(" stops |");
    else printf(" %.3g, %.0f %% (%s) |", r[i].rate, 100 * r[i].share, off_text(a->arena, &r[i]));
  }
  printf("\n");
}

int bench_gpu(const args *a, dv_machine *m, const dv_state *early, const char *method, double step)
{
  dv_trace_options none = {0};
  measured r[WAYS];
  batch b = {.machine = m, .from = early};
  b.t = dv_trace_machine(m->arena, m->diags, m->model, &none, a->operand[0]);
  if (!b.t) return RUN_FAILED;
  b.o = (dv_run_options){
      .method = method, .step = step, .until = early->t + STEPS * step, .every = HUGE_VAL, .ledger = HUGE_VAL, .width = 1};
  b.plan = dv_plan_steps(m->arena, m->model, dv_model_NUMBER(m->model), &b.o, early->t, &b.steps);
  const dv_card_cache *cache = card_cache(a->arena);
  int code = FINE;
  for (int i = 0; i < WAYS && code == FINE; i++) {
    r[i] = (measured){.absent = ways[i].single && !dv_gpu_takes_single(method)};
    if (!r[i].absent) code = one_way(a, &b, &ways[i], cache, &r[i]);
  }
  if (code != FINE) return code;
  dv_pacing wide = {.engine = dv_engine_widest(), .method = method, .step = step};
  if (!dv_engine_serves(m->model, wide.engine->lanes)) wide.engine = &dv_engine_x1;
  b.core = dv_pace_steps(m->model, early, &wide, 3);
  if (has(a, "markdown")) print_row(a, &b, r);
  else print_table(a, &b, r);
  return FINE;
}
