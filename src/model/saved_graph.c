// saved_graph.c: where the arrays of a saved graph are, and whether it stays within them.
#include "model/saved_graph.h"

#include "base/graph_ops.h"

#include <string.h>

enum { HEAD = sizeof(dv_graph_counts) / sizeof(int), TURN = sizeof(dv_graph_turn) / sizeof(int) };
enum { PICK = sizeof(dv_graph_pick) / sizeof(int), MOST_TURNS = 1000 };

int dv_saved_graph_of(const dv_model *m, dv_saved_graph *out)
{
  const int *at = dv_model_GRAPH_INT(m);
  dv_saved_graph g = {.n = DV_MODEL_COUNT(m, GRAPH), .nreal = DV_MODEL_COUNT(m, GRAPH_REAL)};
  if (!g.n || DV_MODEL_COUNT(m, GRAPH_INT) < HEAD) return 1;
  memcpy(&g.k, at, sizeof g.k);
  g.node = dv_model_GRAPH(m), g.real = dv_model_GRAPH_REAL(m);
  g.open = at + HEAD;
  g.rate = g.open + g.k.nopen;
  g.shown = g.rate + m->nx;
  g.turn = (const dv_graph_turn *)(const void *)(g.shown + DV_MODEL_COUNT(m, VARIABLE));
  g.trouble = (const int *)(const void *)(g.turn + g.k.nturn);
  g.pick = (const dv_graph_pick *)(const void *)(g.trouble + g.k.ntrouble);
  *out = g;
  return 0;
}

static int within(int i, int n) { return i >= 0 && i < n; }

// The counts alone: after it the arrays lie where they seem to.
static int counts_fit(const dv_model *m)
{
  dv_graph_counts k;
  int n = DV_MODEL_COUNT(m, GRAPH), total = DV_MODEL_COUNT(m, GRAPH_INT);
  if (total < HEAD) return 0;
  memcpy(&k, dv_model_GRAPH_INT(m), sizeof k);
  const int count[] = {k.nopen, k.nturn, k.ntrouble, k.npick};
  for (int i = 0; i < 4; i++)
    if (count[i] < 0) return 0;
  int64_t sum = (int64_t)HEAD + k.nopen + m->nx + DV_MODEL_COUNT(m, VARIABLE) + (int64_t)TURN * k.nturn + k.ntrouble +
                (int64_t)PICK * k.npick;
  int loop = !k.nturn || (within(k.until, n) && k.most >= 1 && k.most <= MOST_TURNS);
  return sum == total && loop && k.before >= 0 && k.before <= k.within && k.within <= n;
}

static int node_fits(const dv_model *m, const dv_saved_graph *g, int i)
{
  const dv_graph_node *n = &g->node[i];
  const int arg[] = {n->a, n->b, n->c};
  if (!within(n->op, DV_T_COUNT)) return 0;
  for (int k = 0; k < dv_trace_arguments(n->op); k++)
    if (!within(arg[k], i)) return 0;
  if (n->op == DV_T_CONST) return within(n->a, g->nreal);
  if (n->op == DV_T_INPUT) return within(n->a, 1 + m->nx + m->nd + g->k.nopen);
  return n->op != DV_T_PICK || within(n->c, g->k.npick);
}

static int pick_fits(const dv_saved_graph *g, const dv_graph_pick *p)
{
  if (p->first < 0 || p->stride < 1 || p->rows < 2 || !within(p->column, p->stride) || !within(p->next, 2)) return 0;
  return p->first + (int64_t)p->stride * p->rows <= g->nreal;
}

static int turn_fits(const dv_saved_graph *g, const dv_graph_turn *t)
{
  return within(t->node, g->n) && g->node[t->node].op == DV_T_VARIABLE && within(t->first, g->n) && within(t->next, g->n);
}

static int all_within(const int *at, int count, int least, int n)
{
  for (int i = 0; i < count; i++)
    if (at[i] < least || at[i] >= n) return 0;
  return 1;
}

const char *dv_saved_graph_fault(const dv_model *m)
{
  static const char *const why = "this model is damaged: its graph points nowhere";
  dv_saved_graph g;
  if (!DV_MODEL_COUNT(m, GRAPH) && !DV_MODEL_COUNT(m, GRAPH_INT)) return NULL;
  if (!counts_fit(m) || dv_saved_graph_of(m, &g)) return why;
  for (int i = 0; i < g.n; i++)
    if (!node_fits(m, &g, i)) return why;
  for (int i = 0; i < g.k.npick; i++)
    if (!pick_fits(&g, &g.pick[i])) return why;
  for (int i = 0; i < g.k.nturn; i++)
    if (!turn_fits(&g, &g.turn[i])) return why;
  int good = all_within(g.open, g.k.nopen, 0, m->nnum) && all_within(g.rate, m->nx, 0, g.n) &&
             all_within(g.shown, DV_MODEL_COUNT(m, VARIABLE), -1, g.n) && all_within(g.trouble, g.k.ntrouble, 0, g.n);
  return good ? NULL : why;
}
