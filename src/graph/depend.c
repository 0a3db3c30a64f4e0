// depend.c: one pass over the graph for every 64 inputs; what a Newton loop ends with depends on whatever it reads.
#include "graph/depend.h"

#include "engine/closed_loops.h"
#include "graph/cell.h"
#include "graph/graph.h"

#include <string.h>

typedef struct {
  const dv_model *m;
  const dv_depend_options *o;
  dv_graph *g;
  cell *dx, *work;
} tracer;

static void trace(tracer *k, dv_arena *a)
{
  const dv_model *m = k->m;
  const dv_engine *e = &dv_engine_trace;
  const double *value = dv_model_NUMBER(m), *start = dv_model_START(m);
  cell *num = cells(a, m->nnum), *x = cells(a, m->nx), *d = cells(a, m->nd);
  int rest = m->nx + k->o->nnumber;  // what nobody asks about
  k->dx = cells(a, m->nx), k->work = cells(a, e->nwork(m));
  for (int i = 0; i < m->nx; i++) x[i].node = dv_trace_input(1 + i);
  for (int i = 0; i < m->nd; i++)
    d[i].node = dv_engine_is_pivot(m, i) ? dv_trace_constant(start[m->nx + i]) : dv_trace_input(1 + rest++);
  for (int i = 0; i < m->nnum; i++) num[i].node = dv_trace_number(1 + m->nx + k->o->nnumber + m->nd + i, value[i]);
  for (int i = 0; i < k->o->nnumber; i++) num[k->o->number[i]].node = dv_trace_number(1 + m->nx + i, value[k->o->number[i]]);
  e->ready(m, doubles(num), doubles(k->work));
  e->rates(m, doubles(num), 0, doubles(x), doubles(d), doubles(k->dx), NULL, doubles(k->work));
  e->observe(m, doubles(num), doubles(x), doubles(k->work));
}

static void sweep(const dv_graph *g, int first, uint64_t variables, uint64_t *bits)
{
  for (int i = 0; i < g->node.n; i++) {
    const dv_trace_node *n = &g->node.item[i];
    const int arg[] = {n->a, n->b, n->c};
    int along = n->op == DV_T_INPUT ? n->a - first : -1;
    bits[i] = along >= 0 && along < 64 ? UINT64_C(1) << along : 0;
    if (n->op == DV_T_VARIABLE) bits[i] |= variables;
    for (int k = 0; k < dv_trace_arguments(n->op); k++) bits[i] |= bits[arg[k]];
  }
}

static void follow(const dv_graph *g, int first, uint64_t *bits)
{
  uint64_t variables = 0, before;
  do {
    before = variables;
    sweep(g, first, variables, bits);
    for (int i = 0; i < g->loop.n; i++) variables |= bits[g->loop.item[i].next];
  } while (variables != before);
}

const char *dv_depend(dv_arena *under, const dv_model *m, const dv_depend_options *o)
{
  int rows = m->nx + o->nshown, columns = m->nx + o->nnumber;
  char *on = DV_TAKE(under, char, (size_t)rows *(size_t)columns + 1);
  dv_arena *a = dv_arena_under(under);
  tracer k = {.m = m, .o = o, .g = dv_graph_new(a)};
  dv_graph_use(k.g);
  trace(&k, a);
  dv_graph_use(NULL);
  uint64_t *bits = DV_TAKE(a, uint64_t, k.g->node.n);
  for (int first = 0; !k.g->fault && first < columns; first += 64) {
    follow(k.g, 1 + first, bits);
    for (int i = 0; i < rows; i++) {
      int shown = i < m->nx ? ~i : o->shown[i - m->nx], node = shown < 0 ? k.dx[~shown].node : k.work[shown].node;
      for (int j = 0; j < 64 && first + j < columns; j++) on[i * columns + first + j] = (char)(bits[node] >> j & 1);
    }
  }
  const char *fault = k.g->fault;
  dv_arena_free(a);
  return fault ? NULL : on;
}
