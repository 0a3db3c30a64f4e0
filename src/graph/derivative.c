// derivative.c: traces the rates once, adds their tangents, and keeps what computes them.
//
// Inputs: time, states, discrete states, open numbers; then a seed for each but the discrete ones.
#include "graph/derivative.h"

#include "engine/program.h"
#include "engine/closed_loops.h"
#include "graph/cell.h"
#include "graph/derive.h"
#include "graph/graph_program.h"
#include "graph/trace.h"

#include <string.h>

enum { W = DV_DERIVATIVE_WIDTH };

struct dv_derivative {
  const dv_model *m;
  int *open, nopen;  // numbers that are inputs of the graph: those asked for first, then inputs from outside
  int nnumber;       // asked for
  const int *shown;  // [nshown] as in the options
  int nshown, ntrouble, inputs;
  double *pivot;         // [nd] discrete states as they were traced
  dv_program *program;   // writes slopes of dx, v, shown; troubles
  dv_program *back;      // writes J'w; NULL: not wanted
  int *at;               // [nset][nx + nv] of slopes among the outputs, -1: zero; NULL: no sets
  double *in;            // [inputs]
  double *weight, *out;  // [..][W]; weights stand behind the seeds
};

typedef struct {
  const dv_model *m;
  const dv_derivative *p;
  const dv_engine *engine;
  cell *num, *x, *d, *dx, *work;
} tracer;

static int first_number(const dv_model *m) { return 1 + m->nx + m->nd; }

static void find_open(dv_arena *a, dv_derivative *p, const dv_derivative_options *o)
{
  const dv_model *m = p->m;
  const dv_variable *v = dv_model_VARIABLE(m);
  char *is_open = DV_TAKE(a, char, m->nnum + 1);
  p->open = DV_TAKE(a, int, m->nnum + o->nnumber + 1);
  for (int i = 0; i < o->nnumber; i++) is_open[p->open[p->nopen++] = o->number[i]] = 1;
  p->nnumber = o->nnumber;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].role == DV_ROLE_INPUT && v[i].array == DV_IN_NUMBER && !is_open[v[i].index])
      is_open[p->open[p->nopen++] = v[i].index] = 1;
}

static void lay_inputs(tracer *k, dv_arena *a)
{
  const dv_model *m = k->m;
  const double *value = dv_model_NUMBER(m);
  int next = 1;
  k->num = cells(a, m->nnum), k->x = cells(a, m->nx), k->d = cells(a, m->nd), k->dx = cells(a, m->nx);
  for (int i = 0; i < m->nx; i++) k->x[i].node = dv_trace_input(next++);
  for (int i = 0; i < m->nd; i++, next++)
    k->d[i].node = dv_engine_is_pivot(m, i) ? dv_trace_constant(k->p->pivot[i]) : dv_trace_input(next);
  for (int i = 0; i < m->nnum; i++) k->num[i].node = dv_trace_constant(value[i]);
  for (int i = 0; i < k->p->nopen; i++) k->num[k->p->open[i]].node = dv_trace_number(next++, value[k->p->open[i]]);
}

static void evaluate(tracer *k, dv_arena *a)
{
  const dv_model *m = k->m;
  k->work = cells(a, k->engine->nwork(m));
  k->engine->ready(m, doubles(k->num), doubles(k->work));
  k->engine->rates(m, doubles(k->num), 0, doubles(k->x), doubles(k->d), doubles(k->dx), NULL, doubles(k->work));
  if (k->p->nshown) k->engine->observe(m, doubles(k->num), doubles(k->x), doubles(k->work));
}

// seed [nodes]: the input that goes with each input of the graph; discrete states stay.
static int *lay_seeds(dv_arena *a, const dv_derivative *p, const dv_graph *g, int nodes)
{
  int *seed = DV_TAKE(a, int, nodes + 1), first = p->inputs;
  for (int i = 0; i < nodes; i++) {
    const dv_trace_node n = g->node.item[i];
    if (n.op != DV_T_INPUT) continue;
    int at = n.a <= p->m->nx ? n.a : n.a < first_number(p->m) ? -1 : n.a - p->m->nd;
    if (at >= 0 && at <= p->m->nx + p->nnumber) seed[i] = dv_trace_input(first + at);
  }
  return seed;
}

static int *outputs(dv_arena *a, dv_derivative *p, const tracer *k, const dv_graph *g, const int *dot)
{
  int nx = p->m->nx, nv = p->m->nv, *node = DV_TAKE(a, int, nx + nv + p->nshown + p->ntrouble + 1), *shown = node + nx + nv;
  for (int i = 0; i < nx; i++) node[i] = dot[k->dx[i].node];
  for (int i = 0; i < nv; i++) node[nx + i] = dot[k->work[p->m->work_v + i].node];
  for (int i = 0; i < p->nshown; i++) shown[i] = dot[p->shown[i] < 0 ? k->dx[~p->shown[i]].node : k->work[p->shown[i]].node];
  for (int i = 0; i < p->ntrouble; i++) shown[p->nshown + i] = g->troubles.item[i];
  return node;
}

// Weights are inputs behind the seeds; rates that are one node add theirs.
static void build_back(dv_arena *a, dv_derivative *p, const tracer *k, dv_graph *g, int nodes)
{
  int count = 1 + p->m->nx + p->nnumber, weights = p->inputs + count, *seed = DV_TAKE(a, int, nodes + 1);
  int *out = DV_TAKE(a, int, count + p->ntrouble);
  dv_graph_use(g);
  for (int i = 0; i < p->m->nx; i++) {
    int *at = &seed[k->dx[i].node];
    *at = dv_trace_make(DV_T_ADD, *at, dv_trace_input(weights + i), -1);
  }
  const int *bar = dv_derive_adjoints(a, g, nodes, seed, &g->loop);
  for (int i = 0; i < nodes; i++) {
    const dv_trace_node n = g->node.item[i];
    int at = n.a <= p->m->nx ? n.a : n.a - p->m->nd;  // as in lay_seeds
    if (n.op == DV_T_INPUT && (n.a <= p->m->nx || n.a >= first_number(p->m)) && at < count) out[at] = bar[i];
  }
  for (int i = 0; i < p->ntrouble; i++) out[count + i] = g->troubles.item[i];
  p->back = dv_program_new(a, g, out, count + p->ntrouble, &g->loop, p->inputs);
}

// Slopes of what a set wants, behind the n nodes of out; how many there are then.
static int add_set(dv_arena *a, dv_derivative *p, const tracer *k, dv_graph *g, const dv_column_set *set, int *at, int nodes,
                   int *seeds, int *out, int n)
{
  int *seed = DV_TAKE(a, int, nodes + 1), nx = p->m->nx;
  dv_graph_use(g);
  for (int i = 0; i < nx; i++)
    if (set->along[i]) seed[k->x[i].node] = dv_trace_input(p->inputs + (*seeds)++);
  const int *dot = dv_derive_tangents(a, g, nodes, seed, &g->loop);
  for (int i = 0; i < nx + p->m->nv; i++) {
    int node = dot[i < nx ? k->dx[i].node : k->work[p->m->work_v + i - nx].node];
    at[i] = set->wanted[i] && node ? n : -1;
    if (at[i] >= 0) out[n++] = node;
  }
  return n;
}

static void build_sets(dv_arena *a, dv_derivative *p, const tracer *k, dv_graph *g, const dv_derivative_options *o)
{
  int nodes = g->node.n, rows = p->m->nx + p->m->nv, n = 0, seeds = 0;
  int *out = DV_TAKE(a, int, o->nset *rows + g->troubles.n + 1);
  p->inputs = first_number(p->m) + p->nopen;
  p->ntrouble = g->troubles.n;
  p->at = DV_TAKE(a, int, o->nset *rows + 1);
  for (int s = 0; s < o->nset; s++) n = add_set(a, p, k, g, &o->set[s], p->at + s * rows, nodes, &seeds, out, n);
  for (int i = 0; i < p->ntrouble; i++) out[n++] = g->troubles.item[i];
  p->program = dv_program_new(a, g, out, n, &g->loop, p->inputs);
  p->in = DV_TAKE(a, double, p->inputs);
  for (int i = 0; i < o->nset * rows; i++)
    if (p->at[i] >= 0) p->at[i] = dv_program_place(p->program, p->at[i]);
}

static void build(dv_arena *a, dv_derivative *p, tracer *k, dv_graph *g, int back)
{
  int nodes = g->node.n;
  p->inputs = first_number(p->m) + p->nopen;
  p->ntrouble = g->troubles.n;
  int *seed = lay_seeds(a, p, g, nodes), *dot = dv_derive_tangents(a, g, nodes, seed, &g->loop);
  int count = p->m->nx + p->m->nv + p->nshown + p->ntrouble;
  p->program = dv_program_new(a, g, outputs(a, p, k, g, dot), count, &g->loop, p->inputs);
  if (back) build_back(a, p, k, g, nodes);
  p->in = DV_TAKE(a, double, p->inputs);
  p->weight = DV_TAKE(a, double, (size_t)(1 + 2 * p->m->nx + p->nnumber) * W);
  p->out = DV_TAKE(a, double, (size_t)(count + 1 + p->nnumber) * W);
}

dv_derivative *dv_derivative_new(dv_arena *a, const dv_model *m, const dv_derivative_options *o)
{
  if (dv_trace_absent(m) >= 0) return NULL;
  dv_derivative *p = DV_TAKE(a, dv_derivative, 1);
  dv_graph *g = dv_graph_new(a);
  p->m = m, p->shown = o->shown, p->nshown = o->nshown;
  p->pivot = DV_TAKE(a, double, m->nd + 1);
  memcpy(p->pivot, (o->start ? o->start : dv_model_START(m)) + m->nx, (size_t)m->nd * sizeof(double));
  find_open(a, p, o);
  tracer k = {.m = m, .p = p, .engine = o->momentum ? &dv_momentum_engine_trace : &dv_engine_trace};
  dv_graph_use(g);
  lay_inputs(&k, a);
  evaluate(&k, a);
  if (!g->fault && o->nset) build_sets(a, p, &k, g, o);
  else if (!g->fault) build(a, p, &k, g, o->back);
  dv_graph_use(NULL);
  return g->fault ? NULL : p;
}

static int same_pivots(const dv_derivative *p, const double *d)
{
  int same = 1;
  for (int i = 0; i < p->m->nd; i++) same &= !dv_engine_is_pivot(p->m, i) || d[i] == p->pivot[i];
  return same;
}

static int stand(dv_derivative *p, dv_program *program, const double *num, double t, const double *x, const double *d)
{
  const dv_model *m = p->m;
  if (!program || !same_pivots(p, d)) return 1;
  p->in[0] = t;
  memcpy(p->in + 1, x, (size_t)m->nx * sizeof *x);
  memcpy(p->in + 1 + m->nx, d, (size_t)m->nd * sizeof *d);
  for (int i = 0; i < p->nopen; i++) p->in[first_number(m) + i] = num[p->open[i]];
  int bad = dv_program_stand(program, p->in);
  for (int i = 0; i < p->ntrouble; i++) bad |= dv_program_fixed(program, dv_program_outputs(program) - 1 - i) != 0;
  return bad;
}

int dv_derivative_stand(dv_derivative *p, const double *num, double t, const double *x, const double *d)
{
  return stand(p, p->program, num, t, x, d);
}

void dv_derivative_along(dv_derivative *p, const double *seed, dv_slopes *out)
{
  dv_program_run(p->program, seed, p->out);
  out->dx = p->out, out->v = out->dx + p->m->nx * W, out->shown = out->v + p->m->nv * W;
}

const double *dv_derivative_columns(dv_derivative *p, const double *seed) { return dv_program_seed(p->program, seed); }

const int *dv_derivative_places(const dv_derivative *p) { return p->at; }

int dv_derivative_run(dv_derivative *p, const double *num, double t, const double *x, const double *d, const double *seed,
                      dv_slopes *out)
{
  int bad = stand(p, p->program, num, t, x, d);
  if (!bad) dv_derivative_along(p, seed, out);
  return bad;
}

int dv_derivative_back(dv_derivative *p, const double *num, double t, const double *x, const double *d, const double *weight,
                       double *out)
{
  int count = 1 + p->m->nx + p->nnumber;
  if (stand(p, p->back, num, t, x, d)) return 1;
  memcpy(p->weight + count * W, weight, (size_t)p->m->nx * W * sizeof *weight);
  dv_program_run(p->back, p->weight, p->out);
  memcpy(out, p->out, (size_t)count * W * sizeof *out);
  return 0;
}

int dv_derivative_orders(const dv_derivative *p) { return dv_program_orders(p->program); }
