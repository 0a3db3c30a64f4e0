// derive.c: the rule of each operation stands in graph_ops.def; here is how they are joined.
#include "graph/derive.h"

#include <float.h>
#include <string.h>

static int constant(double x) { return dv_trace_constant(x); }
static int call(dv_trace_op op, int a) { return dv_trace_make(op, a, -1, -1); }
static int minus(int a) { return call(DV_T_NEG, a); }
static int plus(int a, int b) { return dv_trace_make(DV_T_ADD, a, b, -1); }
static int less(int a, int b) { return dv_trace_make(DV_T_SUB, a, b, -1); }
static int times(int a, int b) { return dv_trace_make(DV_T_MUL, a, b, -1); }
static int over(int a, int b) { return dv_trace_make(DV_T_DIV, a, b, -1); }
static int power(int a, int b) { return dv_trace_make(DV_T_POW, a, b, -1); }
static int sign(int a) { return dv_trace_make(DV_T_COPYSIGN, constant(1), a, -1); }
static int choose(int truth, int a, int b) { return dv_trace_make(DV_T_SELECT, truth, a, b); }
static int side(int a) { return choose(dv_trace_make(DV_T_EQUAL, a, 0, -1), 0, sign(a)); }
// a / b, and 0 where b is.
static int share(int a, int b) { return choose(dv_trace_make(DV_T_EQUAL, b, 0, -1), 0, over(a, b)); }

// The slope of node N along its argument k, a node.
static int slope(const dv_trace_node *node, int N, int k)
{
  const int A = node->a, B = node->b, C = node->c, ONE = constant(1), HALF = constant(0.5);
  (void)C, (void)HALF;
  switch (node->op) {
#define call(name, a) call(DV_T_##name, a)
#define OP(name, n, text, value, da, db, dc)                                                                                     \
  case DV_T_##name:                                                                                                              \
    return k == 0 ? (da) : k == 1 ? (db) : (dc);
#include "base/graph_ops.def"
#undef OP
#undef call
  default: return -1;
  }
}

static int argument(const dv_trace_node *n, int k) { return k == 0 ? n->a : k == 1 ? n->b : n->c; }

// b or c by `truth`. Of the larger or smaller of two that are equal each counts by half: a valve's edges max(x, 0) and max(-x, 0)
// would both count whole at x = 0, or neither. What counts by nothing is not looked at: it may be infinite.
static int choose_slope(const dv_graph *g, const dv_trace_node *n, int b, int c)
{
  const dv_trace_node t = g->node.item[n->a];
  if (!dv_trace_is_extreme(n->b, n->c, t.op, t.a, t.b)) return choose(n->a, b, c);
  int tie = dv_trace_make(DV_T_EQUAL, t.a, t.b, -1), half = constant(0.5);
  if (b && c) return choose(tie, times(half, plus(b, c)), choose(n->a, b, c));
  int share = choose(tie, half, choose(n->a, constant(b != 0), constant(c != 0)));
  return choose(dv_trace_make(DV_T_UNEQUAL, share, 0, -1), times(share, b ? b : c), 0);
}

// going: a truth that is taken to hold, -1: none.
static int tangent(const dv_graph *g, int i, const int *dot, int going)
{
  const dv_trace_node n = g->node.item[i];  // a copy: the list grows
  int sum = 0, pass = dv_trace_slope(n.op);
  if (n.op == DV_T_SELECT && n.a == going) return dot[n.b];
  if (n.op == DV_T_SELECT) return dot[n.b] || dot[n.c] ? choose_slope(g, &n, dot[n.b], dot[n.c]) : 0;
  for (int k = 0; k < dv_trace_arguments(n.op); k++) {
    int by = pass >> k & 1 ? dot[argument(&n, k)] : 0;
    if (by) sum = plus(sum, times(slope(&n, i, k), by));
  }
  return sum;
}

// With what each variable of the loop begins; 0: node i is none.
static int *beginnings(dv_arena *a, int n, const dv_trace_loop *loop)
{
  int *first = DV_TAKE(a, int, n + 1);
  for (int i = 0; i < loop->n; i++) first[loop->item[i].node] = loop->item[i].first;
  return first;
}

// first: variables move as what they begin with; NULL: as their seed says.
static void go_forward(const dv_graph *g, int n, const int *seed, const int *first, int *dot, int going)
{
  for (int i = 0; i < n; i++) {
    int op = g->node.item[i].op;
    if (op == DV_T_VARIABLE) dot[i] = first ? dot[first[i]] : seed[i];
    else dot[i] = op == DV_T_INPUT ? seed[i] : tangent(g, i, dot, going);
  }
}

int *dv_derive_tangents(dv_arena *a, dv_graph *g, int n, const int *seed, const dv_trace_loop *loop)
{
  int *dot = DV_TAKE(a, int, n + 1), *start = DV_TAKE(a, int, n + 1);
  dv_graph_use(g);
  memcpy(start, seed, (size_t)n * sizeof *start);
  if (loop->n) go_forward(g, n, start, beginnings(a, n, loop), dot, loop->until);
  for (int i = 0; i < loop->n; i++) start[loop->item[i].node] = dot[loop->item[i].next];
  go_forward(g, n, start, NULL, dot, -1);
  dv_graph_use(NULL);
  return dot;
}

// slope * adjoint. What comes from behind is zero on a branch that was not taken: a slope that is not finite there must not
// matter, and elsewhere is as large as a number can be.
static int passed(const dv_trace_node *n, int i, int k, int adjoint)
{
  int op = n->op, tame = op == DV_T_ADD || op == DV_T_SUB || op == DV_T_MUL || op == DV_T_NEG || op == DV_T_SIN || op == DV_T_COS;
  int s = slope(n, i, k);
  if (!tame) s = choose(dv_trace_make(DV_T_LESS_EQUAL, call(DV_T_ABS, s), constant(DBL_MAX), -1), s, constant(DBL_MAX));
  return times(s, adjoint);
}

static void go_backward(const dv_graph *g, int n, const int *first, int *bar, int going)
{
  for (int i = n - 1; i >= 0; i--) {
    const dv_trace_node node = g->node.item[i];
    int pass = dv_trace_slope(node.op);
    if (!bar[i]) continue;
    if (first && node.op == DV_T_VARIABLE) bar[first[i]] = plus(bar[first[i]], bar[i]);
    if (node.op == DV_T_SELECT && node.a == going) {
      bar[node.b] = plus(bar[node.b], bar[i]);
      continue;
    }
    if (node.op == DV_T_SELECT) {
      bar[node.b] = plus(bar[node.b], choose_slope(g, &node, bar[i], 0));
      bar[node.c] = plus(bar[node.c], choose_slope(g, &node, 0, bar[i]));
      continue;
    }
    for (int k = 0; k < dv_trace_arguments(node.op); k++) {
      int to = argument(&node, k);
      if (pass >> k & 1) bar[to] = plus(bar[to], passed(&node, i, k, bar[i]));
    }
  }
}

int *dv_derive_adjoints(dv_arena *a, dv_graph *g, int n, const int *seed, const dv_trace_loop *loop)
{
  int *bar = DV_TAKE(a, int, n + 1), *within = DV_TAKE(a, int, n + 1);
  dv_graph_use(g);
  memcpy(bar, seed, (size_t)n * sizeof *bar);
  go_backward(g, n, NULL, bar, -1);
  for (int i = 0; i < loop->n; i++) {
    const dv_trace_turn *w = &loop->item[i];
    within[w->next] = plus(within[w->next], bar[w->node]);
  }
  if (loop->n) go_backward(g, n, beginnings(a, n, loop), within, loop->until);
  for (int i = 0; i < n && loop->n; i++)
    if (g->node.item[i].op == DV_T_INPUT) bar[i] = plus(bar[i], within[i]);
  dv_graph_use(NULL);
  return bar;
}
