// saved_slope.c: slopes of a sim's machine by the graph in its saved block, to rounding: a value and a tangent for each node.
//
// What Newton's loop ends with moves by the implicit function theorem, as graph/derive.h says.
#include "run/saved_slope.h"

#include "base/graph_value.h"
#include "engine/closed_loops.h"
#include "model/saved_graph.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_saved_graph g;
  int *input;           // [nnum] of the open numbers; -1: a constant
  int inputs;           // time, states, discrete states, open numbers
  int stands;           // 1: values are those at `at`
  double *at, *seed;    // [inputs]
  double *value, *dot;  // [nodes]
  double *next;         // [nturn]
} kept;

// The column of the row for t, or of the next.
static double pick(const dv_saved_graph *g, const dv_graph_pick *p, double t)
{
  const double *table = g->real + p->first;
  int lo = 0, hi = p->rows - 1;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (table[mid * p->stride] <= t) lo = mid;
    else hi = mid;
  }
  return table[(lo + p->next) * p->stride + p->column];
}

// ---- values

static void compute(kept *k, int from, int to)
{
  const dv_saved_graph *g = &k->g;
  double *v = k->value;
  for (int i = from; i < to; i++) {
    const dv_graph_node *n = &g->node[i];
    int count = dv_trace_arguments(n->op);
    if (n->op == DV_T_VARIABLE) continue;
    if (n->op == DV_T_CONST) v[i] = g->real[n->a];
    else if (n->op == DV_T_INPUT) v[i] = k->at[n->a];
    else if (n->op == DV_T_PICK) v[i] = pick(g, &g->pick[n->c], v[n->a]);
    else v[i] = dv_graph_value(n->op, v[n->a], count > 1 ? v[n->b] : 0, count > 2 ? v[n->c] : 0);
  }
}

// Newton. 1: it does not end.
static int repeat(kept *k)
{
  const dv_saved_graph *g = &k->g;
  for (int i = 0; i < g->k.nturn; i++) k->value[g->turn[i].node] = k->value[g->turn[i].first];
  for (int n = 1;; n++) {
    compute(k, g->k.before, g->k.within);
    if (k->value[g->k.until] == 0) return 0;
    if (n >= g->k.most) return 1;
    for (int i = 0; i < g->k.nturn; i++) k->next[i] = k->value[g->turn[i].next];
    for (int i = 0; i < g->k.nturn; i++) k->value[g->turn[i].node] = k->next[i];
  }
}

// 1: the graph does not hold here.
static int stand(kept *k, const dv_sim_body *b)
{
  const dv_model *m = b->m;
  const dv_saved_graph *g = &k->g;
  double *in = k->seed;  // for a while
  in[0] = b->s->t;
  memcpy(in + 1, b->s->x, (size_t)m->nx * sizeof *in);
  if (m->nd) memcpy(in + 1 + m->nx, b->s->d, (size_t)m->nd * sizeof *in);
  for (int i = 0; i < g->k.nopen; i++) in[1 + m->nx + m->nd + i] = b->num[g->open[i]];
  if (k->stands && !memcmp(in, k->at, (size_t)k->inputs * sizeof *in)) return 0;
  memcpy(k->at, in, (size_t)k->inputs * sizeof *in);
  compute(k, 0, g->k.before);
  int bad = g->k.nturn ? repeat(k) : 0;
  compute(k, g->k.within, g->n);
  for (int i = 0; i < g->k.ntrouble; i++) bad |= k->value[g->trouble[i]] != 0;
  k->stands = !bad;
  return bad;
}

// ---- slopes: the rules of graph_ops.def with numbers instead of nodes

static double minus(double a) { return -a; }
static double plus(double a, double b) { return a + b; }
static double less(double a, double b) { return a - b; }
static double times(double a, double b) { return a * b; }
static double over(double a, double b) { return a / b; }
static double power(double a, double b) { return dv_pow(a, b); }
static double sign(double a) { return dv_copysign(1, a); }
static double side(double a) { return a == 0 ? 0 : sign(a); }
static double share(double a, double b) { return b == 0 ? 0 : a / b; }

// Of a node with value N along its argument.
static double slope(int op, double N, const double *argument, int along)
{
  const double A = argument[0], B = argument[1], ONE = 1, HALF = 0.5;
  switch (op) {
#define call(name, a) dv_graph_value(DV_T_##name, a, 0, 0)
#define OP(name, n, text, value, da, db, dc)                                                                                     \
  case DV_T_##name:                                                                                                              \
    return along == 0 ? (da) : along == 1 ? (db) : (dc);
#include "base/graph_ops.def"
#undef OP
#undef call
  default: return 0;
  }
}

// As graph/derive.c has it: of the larger or smaller of two equals each counts by half.
static double choose_slope(const kept *k, const dv_graph_node *n, int going)
{
  const dv_graph_node *t = &k->g.node[n->a];
  const double *v = k->value, *dot = k->dot;
  if (n->a != going && dv_trace_is_extreme(n->b, n->c, t->op, t->a, t->b) && v[t->a] == v[t->b])
    return 0.5 * (dot[n->b] + dot[n->c]);
  return n->a == going || v[n->a] != 0 ? dot[n->b] : dot[n->c];
}

// going: a truth that is taken to hold, -1: none. What does not move passes nothing on, be its slope infinite.
static double tangent(const kept *k, int i, int going)
{
  const dv_graph_node *n = &k->g.node[i];
  const int at[] = {n->a, n->b, n->c};
  const double *v = k->value, *dot = k->dot;
  int count = dv_trace_arguments(n->op), pass = dv_trace_slope(n->op);
  if (n->op == DV_T_SELECT) return choose_slope(k, n, going);
  double argument[3] = {0}, sum = 0;
  for (int j = 0; j < count; j++) argument[j] = v[at[j]];
  for (int j = 0; j < count; j++)
    if (pass >> j & 1 && dot[at[j]] != 0) sum += slope(n->op, v[i], argument, j) * dot[at[j]];
  return sum;
}

// Variables keep the tangent that they have.
static void go(kept *k, int from, int to, int going)
{
  for (int i = from; i < to; i++) {
    const dv_graph_node *n = &k->g.node[i];
    if (n->op == DV_T_INPUT) k->dot[i] = k->seed[n->a];
    else if (n->op != DV_T_VARIABLE) k->dot[i] = tangent(k, i, going);
  }
}

// Variables move as what they become while the loop goes on, once they have moved as what they began with.
static void follow(kept *k)
{
  const dv_saved_graph *g = &k->g;
  go(k, 0, g->k.before, -1);
  for (int i = 0; i < g->k.nturn; i++) k->dot[g->turn[i].node] = k->dot[g->turn[i].first];
  if (g->k.nturn) go(k, g->k.before, g->k.within, g->k.until);
  for (int i = 0; i < g->k.nturn; i++) k->next[i] = k->dot[g->turn[i].next];
  for (int i = 0; i < g->k.nturn; i++) k->dot[g->turn[i].node] = k->next[i];
  go(k, g->k.before, g->n, -1);
}

// ---- what is asked

static kept *keep(dv_sim_body *b)
{
  dv_saved_graph g;
  if (dv_saved_graph_of(b->m, &g)) return NULL;
  kept *k = DV_TAKE(b->arena, kept, 1);
  *k = (kept){.g = g, .inputs = 1 + b->m->nx + b->m->nd + g.k.nopen, .input = DV_TAKE(b->arena, int, b->m->nnum + 1)};
  k->at = DV_TAKE(b->arena, double, k->inputs), k->seed = DV_TAKE(b->arena, double, k->inputs);
  k->value = DV_TAKE(b->arena, double, g.n), k->dot = DV_TAKE(b->arena, double, g.n);
  k->next = DV_TAKE(b->arena, double, g.k.nturn + 1);
  for (int i = 0; i < b->m->nnum; i++) k->input[i] = -1;
  for (int i = 0; i < g.k.nopen; i++) k->input[g.open[i]] = 1 + b->m->nx + b->m->nd + i;
  return k;
}

// 1: what the graph takes for constant is as it was: numbers, and which rates of loops depend on which.
static int holds(const kept *k, const dv_sim_body *b)
{
  const double *was = dv_model_NUMBER(b->given), *start = dv_model_START(b->given) + b->m->nx;
  int same = 1;
  for (int i = 0; i < b->m->nnum; i++) same &= k->input[i] >= 0 || memcmp(&b->num[i], &was[i], sizeof *was) == 0;
  for (int i = 0; i < b->m->nd; i++) same &= !dv_engine_is_pivot(b->m, i) || b->s->d[i] == start[i];
  return same;
}

static int lay_seed(kept *k, const dv_sim_body *b, const dv_sim_slopes *q)
{
  memset(k->seed, 0, (size_t)k->inputs * sizeof *k->seed);
  for (int i = 0; i < q->nalong; i++) {
    const dv_variable *v = dv_sim_variable(b, q->along[i]);
    int at = v->array == DV_IN_STATE ? 1 + v->index : k->input[v->index];
    if (at < 0 || (v->role == DV_ROLE_PARAMETER && !dv_number_alone(b->m, v))) return 1;
    k->seed[at] += q->seed[i];
  }
  return 0;
}

static int node_of(const kept *k, const dv_sim_body *b, int handle)
{
  const dv_variable *v = dv_sim_variable(b, handle);
  return v->array == DV_IN_STATE ? k->g.rate[v->index] : k->g.shown[handle];
}

// A number is what it is set to.
static int answer(const kept *k, const dv_sim_body *b, const dv_sim_slopes *q)
{
  for (int i = 0; i < q->nof; i++) {
    const dv_variable *v = dv_sim_variable(b, q->of[i]);
    int node = node_of(k, b, q->of[i]), input = v->array == DV_IN_NUMBER ? k->input[v->index] : -1;
    if (node < 0 && v->array != DV_IN_NUMBER) return 1;
    q->out[i] = node >= 0 ? k->dot[node] : input >= 0 ? k->seed[input] : 0;
    if (!isfinite(q->out[i])) return 1;
  }
  return 0;
}

int dv_sim_slope_saved(dv_sim_body *b, const dv_sim_slopes *q)
{
  kept *k = b->exact_keeps;
  if (!k) b->exact_keeps = k = keep(b);
  if (!k) b->exact = NULL;
  if (!k || !holds(k, b) || stand(k, b) || lay_seed(k, b, q)) return 1;
  follow(k);
  return answer(k, b, q);
}
