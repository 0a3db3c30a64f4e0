// source_body.c: one function's share of the graph as C, one line per operation that something needs.
//
// Sines and cosines of states come first, in a loop of a multiple of eight, so that one lane vectorises; others are computed
// where they stand, sine and cosine of one angle together.
#include "base/number.h"
#include "trace/source.h"

#include <math.h>
#include <string.h>

static const char *const written[] = {
#define X(name, n, text) text,
    DV_TRACE_OPS(X)
#undef X
};
static const int arguments[] = {
#define X(name, n, text) n,
    DV_TRACE_OPS(X)
#undef X
};

typedef struct {
  const dv_graph *g;
  dv_text *out;
  char *live;    // [node]
  int *partner;  // [node] of a sine: its cosine, and the other way round; -1: none
  int *first;    // [node] of a sine or cosine of an input: its place in the loop; -1: elsewhere
  int nfirst;
  char *sought;  // [pick] 1: the row of its table at the time is known
} writer;

static const dv_trace_node *node(const writer *w, int i) { return &w->g->node.item[i]; }

// What is needed, from the outputs back; arguments always come before.
static void find_live(const dv_graph *g, const dv_traced_function *f, char *live)
{
  for (int k = 0; k < f->narray; k++)
    for (int i = 0; i < f->array[k].n; i++) live[f->array[k].node[i]] = 1;
  for (int i = g->node.n - 1; i >= 0; i--) {
    const dv_trace_node *n = &g->node.item[i];
    if (!live[i]) continue;
    if (arguments[n->op] > 0) live[n->a] = 1;
    if (arguments[n->op] > 1) live[n->b] = 1;
    if (arguments[n->op] > 2) live[n->c] = 1;
  }
}

char *dv_trace_live(dv_arena *a, const dv_graph *g, const dv_traced_function *f)
{
  char *live = DV_TAKE(a, char, g->node.n);
  find_live(g, f, live);
  return live;
}

static int is_turn(const dv_trace_node *n) { return n->op == DV_T_SIN || n->op == DV_T_COS; }

static void pair_turns(writer *w, dv_arena *a)
{
  int n = w->g->node.n, *turn = DV_TAKE(a, int, n);  // by argument: a sine or cosine of it
  memset(turn, -1, (size_t)n * sizeof *turn);
  for (int i = 0; i < n; i++) {
    const dv_trace_node *k = node(w, i);
    w->partner[i] = w->first[i] = -1;
    if (!w->live[i] || !is_turn(k)) continue;
    int other = turn[k->a];
    if (other >= 0) w->partner[i] = other, w->partner[other] = i;
    turn[k->a] = i;
    if (node(w, k->a)->op == DV_T_INPUT) w->first[i] = other >= 0 ? w->first[other] : w->nfirst++;
  }
}

void dv_trace_constant_text(dv_text *t, double x)
{
  char number[DV_NUMBER_TEXT];
  if (!isfinite(x)) {
    dv_text_add(t, isnan(x) ? "(double)NAN" : x < 0 ? "-(double)INFINITY" : "(double)INFINITY");
    return;
  }
  dv_number_write(number, x);
  dv_text_add(t, signbit(x) ? "(%s%s)" : "%s%s", number, strpbrk(number, ".en") ? "" : ".0");
}

// An argument; `whole`: it must be a real, as functions take.
static void put_argument(writer *w, int i, int whole)
{
  const dv_trace_node *n = node(w, i);
  if (n->op != DV_T_CONST) {
    dv_text_add(w->out, n->op == DV_T_INPUT ? "i%d" : "v%d", n->op == DV_T_INPUT ? n->a : i);
    return;
  }
  if (whole) dv_text_add(w->out, "dv_real(");
  dv_trace_constant_text(w->out, n->value);
  if (whole) dv_text_add(w->out, ")");
}

static void put_call(writer *w, const dv_trace_node *n)
{
  const int arg[] = {n->a, n->b, n->c};
  dv_text_add(w->out, "%s(", written[n->op]);
  for (int i = 0; i < arguments[n->op]; i++) {
    if (i) dv_text_add(w->out, ", ");
    put_argument(w, arg[i], 1);
  }
  if (n->op == DV_T_PICK) {
    const dv_trace_pick *p = &w->g->pick.item[n->c];
    dv_text_add(w->out, ", table%d, %d, %d, %d, %d", dv_trace_table(w->g, n->c), p->stride, p->rows, p->column, p->next);
  }
  dv_text_add(w->out, ")");
}

static int is_operator(int op) { return (op >= DV_T_ADD && op <= DV_T_DIV) || (op >= DV_T_LESS && op <= DV_T_OR); }
static int is_truth(int op) { return op >= DV_T_LESS && op <= DV_T_NOT; }

static void put_value(writer *w, const dv_trace_node *n)
{
  if (n->op == DV_T_NEG) {
    dv_text_add(w->out, "-");
    put_argument(w, n->a, 0);
  } else if (is_operator(n->op)) {
    put_argument(w, n->a, 0);
    dv_text_add(w->out, " %s ", written[n->op]);
    put_argument(w, n->b, 0);
  } else put_call(w, n);
}

int dv_trace_table(const dv_graph *g, int pick)
{
  int i = 0;
  while (g->pick.item[i].table != g->pick.item[pick].table) i++;
  return i;
}

// The time is the same in all lanes: one search serves all columns of a table.
static int is_pick_at_time(const writer *w, const dv_trace_node *n)
{
  return n->op == DV_T_PICK && node(w, n->a)->op == DV_T_INPUT && node(w, n->a)->a == 0;
}

static void put_pick_at_time(writer *w, int i)
{
  const dv_trace_node *n = node(w, i);
  const dv_trace_pick *p = &w->g->pick.item[n->c];
  int table = dv_trace_table(w->g, n->c);
  if (!w->sought[table])
    dv_text_add(w->out, "  const double *row%d = row(t, table%d, %d, %d);\n", table, table, p->stride, p->rows);
  w->sought[table] = 1;
  dv_text_add(w->out, "  const real v%d = dv_real(row%d[%d]);\n", i, table, p->next * p->stride + p->column);
}

static void put_node(writer *w, int i)
{
  const dv_trace_node *n = node(w, i);
  if (is_pick_at_time(w, n)) put_pick_at_time(w, i);
  else if (w->first[i] >= 0) {
    dv_text_add(w->out, "  const real v%d = %s[%d];\n", i, n->op == DV_T_SIN ? "sine" : "cosine", w->first[i]);
  } else if (is_turn(n) && w->partner[i] >= 0) {
    int sine = n->op == DV_T_SIN ? i : w->partner[i], cosine = n->op == DV_T_SIN ? w->partner[i] : i;
    if (w->partner[i] < i) return;  // written with its partner
    dv_text_add(w->out, "  real v%d, v%d;\n  dv_sincos(", sine, cosine);
    put_argument(w, n->a, 1);
    dv_text_add(w->out, ", &v%d, &v%d);\n", sine, cosine);
  } else {
    dv_text_add(w->out, "  const %s v%d = ", is_truth(n->op) ? "dv_bool" : "real", i);
    put_value(w, n);
    dv_text_add(w->out, ";\n");
  }
}

static void put_loop(writer *w)
{
  int room = w->nfirst < 3 ? w->nfirst : (w->nfirst + 7) / 8 * 8;  // full vectors, where they pay
  if (!w->nfirst) return;
  dv_text_add(w->out, "  real angle[%d], sine[%d], cosine[%d];\n", room, room, room);
  for (int i = 0; i < w->g->node.n; i++)
    if (w->live[i] && w->first[i] >= 0 && (w->partner[i] < 0 || w->partner[i] > i))
      dv_text_add(w->out, "  angle[%d] = i%d;\n", w->first[i], node(w, node(w, i)->a)->a);
  for (int i = w->nfirst; i < room; i++) dv_text_add(w->out, "  angle[%d] = dv_real(0);\n", i);
  dv_text_add(w->out, "  for (int i = 0; i < %d; i++) dv_sincos(angle[i], &sine[i], &cosine[i]);\n", room);
}

// Inputs that something needs, with the names of what they are.
static void put_inputs(const writer *w, const dv_traced_machine *t)
{
  const dv_model *m = t->m;
  for (int i = 0; i < w->g->node.n; i++) {
    const dv_trace_node *n = node(w, i);
    if (n->op != DV_T_INPUT || !w->live[i]) continue;
    int x = n->a - 1, d = x - m->nx, p = d - m->nd;
    if (x < 0) dv_text_add(w->out, "  const real i0 = dv_real(t);\n");
    else if (d < 0) dv_text_add(w->out, "  const real i%d = x[%d];  // %s\n", n->a, x, dv_model_state_name(m, x));
    else if (p < 0) dv_text_add(w->out, "  const real i%d = d[%d];\n", n->a, d);
    else dv_text_add(w->out, "  const real i%d = p[%d];\n", n->a, p);
  }
}

static void put_outputs(writer *w, const dv_model *m, const dv_traced_array *a)
{
  if (a->optional && !a->n) dv_text_add(w->out, "  (void)%s;\n", a->name);
  if (a->optional && a->n) dv_text_add(w->out, "  if (%s) {\n", a->name);
  for (int i = 0; i < a->n; i++) {
    dv_text_add(w->out, "  %s[%d] = ", a->name, a->at[i]);
    put_argument(w, a->node[i], 1);
    dv_text_add(w->out, strcmp(a->name, "dx") != 0 ? ";\n" : ";  // %s'\n", dv_model_state_name(m, a->at[i]));
  }
  if (a->optional && a->n) dv_text_add(w->out, "  }\n");
}

void dv_trace_body(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, dv_text *out)
{
  int n = t->graph->node.n;
  writer w = {.g = t->graph, .out = out, .live = dv_trace_live(a, t->graph, f)};
  w.partner = DV_TAKE(a, int, n);
  w.first = DV_TAKE(a, int, n);
  w.sought = DV_TAKE(a, char, t->graph->pick.n + 1);
  pair_turns(&w, a);
  put_inputs(&w, t);
  put_loop(&w);
  for (int i = 0; i < n; i++)
    if (w.live[i] && node(&w, i)->op != DV_T_CONST && node(&w, i)->op != DV_T_INPUT) put_node(&w, i);
  for (int k = 0; k < f->narray; k++) put_outputs(&w, t->m, &f->array[k]);
}
