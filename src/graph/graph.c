// graph.c: nodes, with equal ones shared and constants folded by the very functions that would compute them later.
#include "graph/graph.h"

#include "base/graph_value.h"

#include <math.h>
#include <string.h>

static _Thread_local dv_graph *now;  // operators have no argument for it

dv_graph *dv_graph_new(dv_arena *a)
{
  dv_graph *g = DV_TAKE(a, dv_graph, 1), *before = now;
  g->arena = a;
  g->nbucket = 1 << 12;
  g->part = g->culprit = -1;
  g->bucket = DV_TAKE(a, int, g->nbucket);
  memset(g->bucket, -1, (size_t)g->nbucket * sizeof *g->bucket);
  now = g;
  dv_trace_constant(0);
  now = before;
  return g;
}

void dv_graph_use(dv_graph *g) { now = g; }

void dv_trace_refuse(const char *why)
{
  if (now->fault) return;
  now->fault = why;
  now->culprit = now->part;
}

void dv_trace_part(int part) { now->part = part; }

static uint64_t hash_of(const dv_trace_node *n)
{
  uint64_t bits, h;
  memcpy(&bits, &n->value, sizeof bits);
  h = bits * 0x9E3779B97F4A7C15u ^ (uint64_t)(uint32_t)n->op;
  h = (h ^ (uint64_t)(uint32_t)n->a) * 0xBF58476D1CE4E5B9u;
  h = (h ^ (uint64_t)(uint32_t)n->b) * 0x94D049BB133111EBu;
  h = (h ^ (uint64_t)(uint32_t)n->c) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

static int same(const dv_trace_node *x, const dv_trace_node *y)
{
  return x->op == y->op && x->a == y->a && x->b == y->b && x->c == y->c && !memcmp(&x->value, &y->value, sizeof x->value);
}

static void enter(dv_graph *g, int node)
{
  uint64_t at = hash_of(&g->node.item[node]) & (uint64_t)(g->nbucket - 1);
  while (g->bucket[at] >= 0) at = (at + 1) & (uint64_t)(g->nbucket - 1);
  g->bucket[at] = node;
}

static void grow(dv_graph *g)
{
  g->nbucket *= 2;
  g->bucket = DV_TAKE(g->arena, int, g->nbucket);
  memset(g->bucket, -1, (size_t)g->nbucket * sizeof *g->bucket);
  for (int i = 0; i < g->node.n; i++) enter(g, i);
}

static int put(dv_trace_node n)
{
  dv_graph *g = now;
  uint64_t at = hash_of(&n) & (uint64_t)(g->nbucket - 1);
  for (; g->bucket[at] >= 0; at = (at + 1) & (uint64_t)(g->nbucket - 1))
    if (same(&g->node.item[g->bucket[at]], &n)) return g->bucket[at];
  *DV_PUSH(g->arena, &g->node) = n;
  if (2 * g->node.n > g->nbucket) grow(g);
  else g->bucket[at] = g->node.n - 1;
  return g->node.n - 1;
}

int dv_trace_constant(double x) { return put((dv_trace_node){.op = DV_T_CONST, .a = -1, .b = -1, .c = -1, .value = x}); }
int dv_trace_input(int index) { return put((dv_trace_node){.op = DV_T_INPUT, .a = index, .b = -1, .c = -1}); }
int dv_trace_number(int index, double x)
{
  return put((dv_trace_node){.op = DV_T_INPUT, .a = index, .b = 1, .c = -1, .value = x});
}

int dv_trace_variable(int first)
{
  dv_graph *g = now;
  int node = put((dv_trace_node){.op = DV_T_VARIABLE, .a = g->variables++, .b = -1, .c = -1});
  if (g->loop.most)
    dv_trace_refuse("it asks for the machine with its loops closed, in every evaluation; sampled (`period:`) it can be compiled");
  *DV_PUSH(g->arena, &g->loop) = (dv_trace_turn){node, first, node};
  return node;
}

void dv_trace_next(int variable, int next)
{
  for (int i = 0; i < now->loop.n; i++)
    if (now->loop.item[i].node == variable) now->loop.item[i].next = next;
}

void dv_trace_repeat(int until, int most)
{
  now->loop.until = until;
  now->loop.most = most;
}

static const dv_trace_node *at(int node) { return &now->node.item[node]; }
static int is_constant(int node) { return at(node)->op == DV_T_CONST; }
static int is(int node, double x) { return is_constant(node) && at(node)->value == x; }

// A number that never moves: open numbers whose value may be looked at are not.
int dv_trace_is_known(int node) { return is_constant(node); }
int dv_trace_is_true(int truth) { return is_constant(truth) && at(truth)->value != 0; }

void dv_trace_give_up(int truth)
{
  if (!is_constant(truth)) *DV_PUSH(now->arena, &now->troubles) = truth;
  else if (at(truth)->value != 0) dv_trace_refuse("its loops stand where they have no sure pivots");
}

double dv_trace_value(int node)
{
  if (is_constant(node) || (at(node)->op == DV_T_INPUT && at(node)->b == 1)) return at(node)->value;
  dv_trace_refuse("it looks at a number to decide what to do next");
  return 0;
}

static int all_constant(dv_trace_op op, int a, int b, int c)
{
  int n = dv_trace_arguments(op);
  return n && is_constant(a) && (n < 2 || is_constant(b)) && (n < 3 || is_constant(c));
}

// x + 0, 1 x, 0 x, x / 1, -(-x), a + (-b)...: the node that it comes to, or -1.
static int simplify_sum(dv_trace_op op, int a, int b)
{
  if (is(b, 0)) return a;
  if (is(a, 0)) return op == DV_T_ADD ? b : dv_trace_make(DV_T_NEG, b, -1, -1);
  if (at(b)->op == DV_T_NEG) return dv_trace_make(op == DV_T_ADD ? DV_T_SUB : DV_T_ADD, a, at(b)->a, -1);
  if (op == DV_T_ADD && at(a)->op == DV_T_NEG) return dv_trace_make(DV_T_SUB, b, at(a)->a, -1);
  return op == DV_T_SUB && a == b ? 0 : -1;
}

static int simplify_product(dv_trace_op op, int a, int b)
{
  if (is(a, 0) || (op == DV_T_MUL && is(b, 0))) return 0;
  if (is(b, 1)) return a;
  if (op == DV_T_MUL && is(a, 1)) return b;
  if (is(b, -1)) return dv_trace_make(DV_T_NEG, a, -1, -1);
  if (op == DV_T_MUL && is(a, -1)) return dv_trace_make(DV_T_NEG, b, -1, -1);
  if (at(a)->op == DV_T_NEG) return dv_trace_make(DV_T_NEG, dv_trace_make(op, at(a)->a, b, -1), -1, -1);
  if (at(b)->op == DV_T_NEG) return dv_trace_make(DV_T_NEG, dv_trace_make(op, a, at(b)->a, -1), -1, -1);
  return -1;
}

static int simplify_logic(dv_trace_op op, int a, int b, int c)
{
  if (op == DV_T_SELECT && is_constant(a)) return at(a)->value != 0 ? b : c;
  if (op == DV_T_SELECT && b == c) return b;
  if (op == DV_T_EQUAL && a == b) return dv_trace_constant(1);
  if (op == DV_T_AND && (is(a, 0) || is(b, 0))) return 0;
  if (op == DV_T_AND && is(a, 1)) return b;
  if (op == DV_T_AND && is(b, 1)) return a;
  if (op == DV_T_OR && (is(a, 1) || is(b, 1))) return dv_trace_constant(1);
  if (op == DV_T_OR && is(a, 0)) return b;
  if (op == DV_T_OR && is(b, 0)) return a;
  return -1;
}

static int simplify(dv_trace_op op, int a, int b, int c)
{
  switch (op) {
  case DV_T_ADD:
  case DV_T_SUB: return simplify_sum(op, a, b);
  case DV_T_MUL:
  case DV_T_DIV: return simplify_product(op, a, b);
  case DV_T_NEG: return at(a)->op == DV_T_NEG ? at(a)->a : -1;
  default: return simplify_logic(op, a, b, c);
  }
}

int dv_trace_make(dv_trace_op op, int a, int b, int c)
{
  if (all_constant(op, a, b, c))
    return dv_trace_constant(dv_graph_value(op, at(a)->value, b >= 0 ? at(b)->value : 0, c >= 0 ? at(c)->value : 0));
  int simple = simplify(op, a, b, c);
  if (simple >= 0) return simple;
  if ((op == DV_T_ADD || op == DV_T_MUL) && a > b) {  // the same sum, the same bits
    int swap = a;
    a = b, b = swap;
  }
  return put((dv_trace_node){.op = op, .a = a, .b = b, .c = c});
}

double *dv_trace_room(int n) { return DV_TAKE(now->arena, double, n); }

// The first of equal tables stands for all.
static const double *known_table(const dv_graph *g, const double *table, int stride, int rows)
{
  for (int i = 0; i < g->pick.n; i++) {
    const dv_trace_pick *p = &g->pick.item[i];
    if (p->stride == stride && p->rows == rows && !memcmp(p->table, table, (size_t)(stride * rows) * sizeof *table))
      return p->table;
  }
  return table;
}

int dv_trace_pick_row(const double *table, int stride, int rows, int t, int column, int next)
{
  dv_graph *g = now;
  dv_trace_pick p = {known_table(g, table, stride, rows), stride, rows, column, next};
  int i = 0;
  while (i < g->pick.n && memcmp(&g->pick.item[i], &p, sizeof p)) i++;
  if (i == g->pick.n) *DV_PUSH(g->arena, &g->pick) = p;
  return put((dv_trace_node){.op = DV_T_PICK, .a = t, .b = -1, .c = i});
}
