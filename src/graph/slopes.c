// slopes.c: which rates of a machine have a slope along which of its states: one pass over its graph for every 64 inputs.
//
// Comparisons, whole parts and rows of tables have no slope. The machine's numbers are inputs here and not folded, so that
// machines of one structure have one answer.
#include "graph/cell.h"
#include "graph/trace.h"

#include "engine/engine.h"

#include <string.h>

// Time is input 0, the states follow, then what nobody asks about. Nodes of the rates.
static const cell *evaluate(dv_arena *a, const dv_model *m, int momentum)
{
  const dv_engine *e = momentum ? &dv_momentum_engine_trace : &dv_engine_trace;
  cell *num = cells(a, m->nnum), *work = cells(a, e->nwork(m)), *x = cells(a, m->nx), *d = cells(a, m->nd), *dx = cells(a, m->nx);
  int next = 1;
  for (int i = 0; i < m->nx; i++) x[i].node = dv_trace_input(next++);
  for (int i = 0; i < m->nd; i++) d[i].node = dv_trace_input(next++);
  for (int i = 0; i < m->nnum; i++) num[i].node = dv_trace_number(next++, dv_model_NUMBER(m)[i]);
  e->ready(m, doubles(num), doubles(work));
  e->rates(m, doubles(num), 0, doubles(x), doubles(d), doubles(dx), NULL, doubles(work));
  return dx;
}

// Bit k of a node: it has a slope along input first + k.
static void sweep(const dv_graph *g, int first, uint64_t *bits)
{
  for (int i = 0; i < g->node.n; i++) {
    const dv_trace_node *n = &g->node.item[i];
    int pass = dv_trace_slope(n->op), along = n->op == DV_T_INPUT ? n->a - first : -1;
    bits[i] = along >= 0 && along < 64 ? UINT64_C(1) << along : 0;
    if (pass & 1 && n->a >= 0) bits[i] |= bits[n->a];
    if (pass & 2 && n->b >= 0) bits[i] |= bits[n->b];
    if (pass & 4 && n->c >= 0) bits[i] |= bits[n->c];
  }
}

int dv_trace_slopes(dv_arena *under, const dv_model *m, int momentum, char *on, int *timed)
{
  if (dv_trace_absent(m) >= 0) return *timed = 1;
  dv_arena *a = dv_arena_under(under);
  dv_graph *g = dv_graph_new(a);
  dv_graph_use(g);
  const cell *dx = evaluate(a, m, momentum);
  dv_graph_use(NULL);
  // what is repeated, or written down for some states only, is not told here
  int bad = g->fault || g->loop.n || g->troubles.n;
  uint64_t *bits = DV_TAKE(a, uint64_t, g->node.n);
  *timed = bad;
  for (int first = 0; !bad && first <= m->nx; first += 64) {
    sweep(g, first, bits);
    for (int i = 0; i < m->nx; i++)
      for (int k = 0; k < 64; k++) {
        int here = (int)(bits[dx[i].node] >> k & 1), j = first + k - 1;
        if (j < 0) *timed |= here;
        else if (j < m->nx) on[i * m->nx + j] = (char)here;
      }
  }
  dv_arena_free(a);
  return bad;
}
