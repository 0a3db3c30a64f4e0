// graph_save.c: traces a machine and writes its nodes down: those that are needed, before Newton's loop, within it and after it.
#include "graph/graph_save.h"

#include "engine/closed_loops.h"
#include "engine/compiled.h"
#include "engine/program.h"
#include "graph/cell.h"
#include "graph/trace.h"

#include <assert.h>
#include <string.h>

typedef struct {
  dv_arena *arena;
  const dv_model *m;
  const int *open;
  int nopen;
  dv_graph *g;
  cell *dx, *work;
  int *shown;         // [variable] node, -1: none
  char *live, *when;  // [node]
  int *to;            // [node] where it stands in the rows
  dv_graph_rows *out;
} writer;

enum { BEFORE, WITHIN, BEHIND, PHASES };

static void trace(writer *w)
{
  const dv_model *m = w->m;
  const dv_engine *e = &dv_engine_trace;
  dv_arena *a = w->arena;
  const double *value = dv_model_NUMBER(m), *start = dv_model_START(m) + m->nx;
  cell *num = cells(a, m->nnum), *x = cells(a, m->nx), *d = cells(a, m->nd);
  int next = 1;
  w->dx = cells(a, m->nx), w->work = cells(a, e->nwork(m));
  for (int i = 0; i < m->nx; i++) x[i].node = dv_trace_input(next++);
  for (int i = 0; i < m->nd; i++, next++)
    d[i].node = dv_engine_is_pivot(m, i) ? dv_trace_constant(start[i]) : dv_trace_input(next);
  for (int i = 0; i < m->nnum; i++) num[i].node = dv_trace_constant(value[i]);
  for (int i = 0; i < w->nopen; i++) num[w->open[i]].node = dv_trace_number(next++, value[w->open[i]]);
  e->ready(m, doubles(num), doubles(w->work));
  e->rates(m, doubles(num), 0, doubles(x), doubles(d), doubles(w->dx), NULL, doubles(w->work));
  e->observe(m, doubles(num), doubles(x), doubles(w->work));
}

static void find_shown(writer *w)
{
  const dv_variable *v = dv_model_VARIABLE(w->m);
  int n = DV_MODEL_COUNT(w->m, VARIABLE), cell;
  w->shown = DV_TAKE(w->arena, int, n + 1);
  for (int i = 0; i < n; i++) w->shown[i] = !dv_shown_cell(&v[i], &cell) ? -1 : cell < 0 ? w->dx[~cell].node : w->work[cell].node;
}

static void spread(const dv_graph *g, char *live)
{
  for (int i = g->node.n - 1; i >= 0; i--) {
    const dv_trace_node *n = &g->node.item[i];
    const int arg[] = {n->a, n->b, n->c}, count = dv_trace_arguments(n->op);
    assert(count <= 3);
    for (int k = 0; live[i] && k < count; k++) live[arg[k]] = 1;
  }
}

static void find_live(writer *w, char *within)
{
  const dv_graph *g = w->g;
  const dv_trace_loop *loop = &g->loop;
  for (int i = 0; i < w->m->nx; i++) w->live[w->dx[i].node] = 1;
  for (int i = 0; i < DV_MODEL_COUNT(w->m, VARIABLE); i++)
    if (w->shown[i] >= 0) w->live[w->shown[i]] = 1;
  for (int i = 0; i < g->troubles.n; i++) w->live[g->troubles.item[i]] = 1;
  if (loop->n) within[loop->until] = 1;
  for (int i = 0; i < loop->n; i++) within[loop->item[i].next] = within[loop->item[i].node] = w->live[loop->item[i].first] = 1;
  spread(g, within);
  for (int i = 0; i < g->node.n; i++) w->live[i] |= within[i];
  spread(g, w->live);
}

// What depends on the variables is repeated if the loop needs it, and comes behind it if not.
static void find_phases(writer *w)
{
  const dv_graph *g = w->g;
  char *within = DV_TAKE(w->arena, char, g->node.n);
  w->live = DV_TAKE(w->arena, char, g->node.n), w->when = DV_TAKE(w->arena, char, g->node.n);
  find_live(w, within);
  for (int i = 0; i < g->node.n; i++) {
    const dv_trace_node *n = &g->node.item[i];
    const int arg[] = {n->a, n->b, n->c};
    int moved = n->op == DV_T_VARIABLE;
    for (int k = 0; k < dv_trace_arguments(n->op); k++) moved |= w->when[arg[k]] != BEFORE;
    w->when[i] = (char)(!moved ? BEFORE : within[i] ? WITHIN : BEHIND);
  }
}

static int place(const writer *w, int node, int is_node) { return is_node ? w->to[node] : 0; }

static void put_node(writer *w, int i)
{
  const dv_trace_node *n = &w->g->node.item[i];
  int arguments = dv_trace_arguments(n->op);
  dv_graph_node row = {.op = n->op};
  row.a = n->op == DV_T_INPUT ? n->a : place(w, n->a, arguments > 0);
  row.b = place(w, n->b, arguments > 1);
  row.c = n->op == DV_T_PICK ? n->c : place(w, n->c, arguments > 2);
  if (n->op == DV_T_CONST) row.a = w->out->nreal, w->out->real[w->out->nreal++] = n->value;
  w->to[i] = w->out->nnode;
  w->out->node[w->out->nnode++] = row;
}

static void put_nodes(writer *w, dv_graph_counts *k)
{
  int end[PHASES];
  for (int phase = BEFORE; phase < PHASES; phase++) {
    for (int i = 0; i < w->g->node.n; i++)
      if (w->live[i] && w->when[i] == phase) put_node(w, i);
    end[phase] = w->out->nnode;
  }
  k->before = end[BEFORE], k->within = end[WITHIN];
}

static void put(writer *w, int x) { w->out->integer[w->out->ninteger++] = x; }

// Equal tables are one.
static void put_pick(writer *w, int i, int *first)
{
  const dv_trace_pick *p = &w->g->pick.item[i];
  int same = 0, size = p->stride * p->rows;
  while (w->g->pick.item[same].table != p->table) same++;
  first[i] = same < i ? first[same] : w->out->nreal;
  if (same == i) memcpy(w->out->real + w->out->nreal, p->table, (size_t)size * sizeof(double)), w->out->nreal += size;
  put(w, first[i]), put(w, p->stride), put(w, p->rows), put(w, p->column), put(w, p->next);
}

// In the order of model/saved_graph.h.
static void put_integers(writer *w, const dv_graph_counts *k)
{
  const dv_graph *g = w->g;
  int head[sizeof *k / sizeof(int)], *first = DV_TAKE(w->arena, int, g->pick.n + 1);
  memcpy(head, k, sizeof *k);
  for (size_t i = 0; i < sizeof head / sizeof *head; i++) put(w, head[i]);
  for (int i = 0; i < w->nopen; i++) put(w, w->open[i]);
  for (int i = 0; i < w->m->nx; i++) put(w, w->to[w->dx[i].node]);
  for (int i = 0; i < DV_MODEL_COUNT(w->m, VARIABLE); i++) put(w, w->shown[i] < 0 ? -1 : w->to[w->shown[i]]);
  for (int i = 0; i < g->loop.n; i++)
    put(w, w->to[g->loop.item[i].node]), put(w, w->to[g->loop.item[i].first]), put(w, w->to[g->loop.item[i].next]);
  for (int i = 0; i < g->troubles.n; i++) put(w, w->to[g->troubles.item[i]]);
  for (int i = 0; i < g->pick.n; i++) put_pick(w, i, first);
}

static void write(writer *w)
{
  const dv_graph *g = w->g;
  dv_graph_counts k = {.nopen = w->nopen, .nturn = g->loop.n, .ntrouble = g->troubles.n, .npick = g->pick.n};
  int room = (int)(sizeof k / sizeof(int)) + w->nopen + w->m->nx + DV_MODEL_COUNT(w->m, VARIABLE) + 3 * k.nturn + k.ntrouble;
  int reals = g->node.n;
  for (int i = 0; i < g->pick.n; i++) reals += g->pick.item[i].stride * g->pick.item[i].rows;
  find_phases(w);
  w->to = DV_TAKE(w->arena, int, g->node.n);
  w->out->node = DV_TAKE(w->arena, dv_graph_node, g->node.n);
  w->out->integer = DV_TAKE(w->arena, int, room + 5 * k.npick);
  w->out->real = DV_TAKE(w->arena, double, reals);
  put_nodes(w, &k);
  if (k.nturn) k.until = w->to[g->loop.until], k.most = g->loop.most;
  put_integers(w, &k);
}

int dv_graph_save(dv_arena *a, const dv_model *m, const int *open, int nopen, dv_graph_rows *out)
{
  *out = (dv_graph_rows){0};
  if (dv_trace_absent(m) >= 0) return 1;
  writer w = {.arena = a, .m = m, .open = open, .nopen = nopen, .g = dv_graph_new(a), .out = out};
  dv_graph_use(w.g);
  trace(&w);
  dv_graph_use(NULL);
  if (w.g->fault) return 1;
  find_shown(&w);
  write(&w);
  return 0;
}
