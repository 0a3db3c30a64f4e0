// trace.c: evaluates a machine once with nodes in the place of numbers (engine/ compiled as dv_engine_trace).
#include "trace/trace.h"

#include "base/hash.h"
#include "engine/engine.h"

#include <string.h>

typedef struct {
  int node, unused;
} cell;  // a real of real.hpp

static double *doubles(cell *c) { return (double *)(void *)c; }

// Inputs are numbered: time, states, discrete states.
static cell *inputs(dv_arena *a, int n, int first)
{
  cell *c = (cell *)(void *)DV_TAKE(a, double, n + 1);
  for (int i = 0; i < n; i++) c[i].node = dv_trace_input(first + i);
  return c;
}

static int *nodes(dv_arena *a, const cell *c, int n)
{
  int *out = DV_TAKE(a, int, n + 1);
  for (int i = 0; i < n; i++) out[i] = c[i].node;
  return out;
}

static void evaluate(dv_arena *a, dv_traced_machine *t, const dv_model *m)
{
  const dv_engine *e = &dv_engine_trace;
  cell *num = (cell *)(void *)DV_TAKE(a, double, m->nnum + 1), *work = (cell *)(void *)DV_TAKE(a, double, e->nwork(m) + 1);
  cell *x = inputs(a, m->nx, 1), *d = inputs(a, m->nd, 1 + m->nx);
  cell *dx = (cell *)(void *)DV_TAKE(a, double, m->nx + 1), *power = (cell *)(void *)DV_TAKE(a, double, m->nquad + 1);
  for (int i = 0; i < m->nnum; i++) num[i].node = dv_trace_constant(DV_MODEL_AT(m, double, NUMBER)[i]);
  e->ready(m, doubles(num), doubles(work));
  e->rates(m, doubles(num), 0, doubles(x), doubles(d), doubles(dx), doubles(power), doubles(work));
  t->dx = nodes(a, dx, m->nx);
  t->power = nodes(a, power, m->nquad);
  t->v = nodes(a, work + m->work_v, m->nv);
}

dv_traced_machine *dv_trace_machine(dv_arena *a, dv_diags *d, const dv_model *m, const char *file)
{
  dv_traced_machine *t = DV_TAKE(a, dv_traced_machine, 1);
  t->graph = dv_graph_new(a);
  t->nx = m->nx, t->nd = m->nd, t->nquad = m->nquad, t->nv = m->nv;
  dv_graph_use(t->graph);
  evaluate(a, t, m);
  dv_graph_use(NULL);
  if (!t->graph->fault) return t;
  dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "run it without compiling", "the machine cannot be compiled: %s",
              t->graph->fault);
  return NULL;
}

uint64_t dv_trace_key(const dv_model *m)
{
  uint64_t h = DV_HASH_START;
  for (int i = 0; i < DV_S_COUNT; i++) {
    const dv_section *s = &m->section[i];
    if (i == DV_S_START || i == DV_S_SCALE || i == DV_S_TEXT || i == DV_S_VARIABLE) continue;
    h = dv_hash_on(h, (const char *)m + s->offset, (size_t)s->count * (size_t)s->size);
  }
  return h ^ ((uint64_t)(uint32_t)m->nx << 32) ^ (uint64_t)(uint32_t)m->nwork;
}
