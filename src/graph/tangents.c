// tangents.c: the functions of a traced machine (trace.c), each with its tangents as a program.
#include "graph/tangents.h"

#include "engine/closed_loops.h"
#include "graph/derive.h"
#include "graph/graph_program.h"
#include "graph/trace.h"

#include <string.h>

enum { W = DV_TANGENTS_WIDTH };

typedef struct {
  dv_tangent_of what;
  int part;
  dv_program *program;  // NULL: it cannot be had
  int n, *at;           // outputs: where they go
  int first_value;      // behind them, the functions' own values; -1: they are not kept
  int ntrouble;         // behind these
  // the way back: what the rows of a seed weigh stands before the outputs
  int nrow, *row, *place;  // rows that weigh something: which, where among the seeded
  char *stays;             // [nx or nd] 1: not touched; NULL: it does not matter
} function;

struct dv_tangents {
  const dv_model *m;
  const int *open;
  int nopen, nshown, inputs;  // inputs: rows of a seed
  int nchart, fixed;          // directions of the chart, 0: none; inputs before the seeds: b stands behind the rows
  double *pivot;              // [nd]
  int nfunction;
  function *function, *here;
  double *in, *out;
  int back;  // points; 0: forward
  double *weight;
};

// xi is zero where J is taken, and stays so.
static int has_row(const dv_tangents *p, const function *f, const dv_trace_node *n)
{
  return n->op == DV_T_INPUT && n->a < (f->what == DV_TANGENT_BEND ? p->inputs - p->nchart : p->inputs);
}

// Every row has a seed, which is the input behind all of them.
static const int *lay_seeds(dv_arena *a, const dv_tangents *p, const dv_graph *g, const function *f, int nodes)
{
  int *seed = DV_TAKE(a, int, nodes + 1);
  for (int i = 0; i < nodes; i++) {
    const dv_trace_node n = g->node.item[i];
    if (has_row(p, f, &n)) seed[i] = dv_trace_input(p->fixed + n.a);
  }
  return seed;
}

// Where the entries of a function go.
static int place(const dv_tangents *p, dv_tangent_of what, const dv_traced_array *array, int i, const int *shown)
{
  if (what != DV_TANGENT_SHOW) return array->at[i];
  int cell = !strcmp(array->name, "dx") ? ~array->at[i] : array->at[i];
  for (int k = 0; k < p->nshown; k++)
    if (shown[k] == cell) return k;
  return -1;
}

static int is_in_chart(dv_tangent_of what) { return what >= DV_TANGENT_STAGE; }

static int is_change(dv_tangent_of what)
{
  return what == DV_TANGENT_TIDY || what == DV_TANGENT_SAMPLE || what == DV_TANGENT_JUMP;
}

// Forward: slopes of the outputs, and their values in a chart.
static void add_forward(dv_arena *a, dv_tangents *p, dv_graph *g, const dv_traced_function *f, function *to, const int *node,
                        int nodes)
{
  const int *seed = lay_seeds(a, p, g, to, nodes), *dot = dv_derive_tangents(a, g, nodes, seed, &f->loop);
  int *out = DV_TAKE(a, int, 2 * to->n + to->ntrouble + 1), n = to->n, values = is_in_chart(to->what);
  for (int i = 0; i < n; i++) out[i] = dot[node[i]];
  to->first_value = values ? n : -1;
  memcpy(out + n, values ? node : node + n, (size_t)((values ? n : 0) + to->ntrouble) * sizeof *out);
  to->program = dv_program_new(a, g, out, (values ? 2 * n : n) + to->ntrouble, &f->loop, p->fixed);
}

// Rows of a seed that weigh something, and what the function leaves alone.
static void find_rows(dv_arena *a, const dv_tangents *p, function *to, const int *bar)
{
  int size = to->what == DV_TANGENT_TIDY ? p->m->nx : p->m->nd;
  to->row = DV_TAKE(a, int, p->inputs + 1), to->place = DV_TAKE(a, int, p->inputs + 1);
  for (int i = 0; i < p->inputs; i++)
    if (bar[i]) to->row[to->nrow] = i, to->place[to->nrow++] = dv_program_place(to->program, i);
  if (!is_change(to->what)) return;
  to->stays = DV_TAKE(a, char, size + 1);
  memset(to->stays, 1, (size_t)size);
  for (int i = 0; i < to->n; i++) to->stays[to->at[i]] = 0;
}

// Back: the weight of output i is the input behind all of them that belongs to the place it goes to.
static void add_back(dv_arena *a, dv_tangents *p, dv_graph *g, const dv_traced_function *f, function *to, const int *node,
                     int nodes)
{
  int *seed = DV_TAKE(a, int, nodes + 1), *out = DV_TAKE(a, int, p->inputs + to->n + to->ntrouble + 1);
  for (int i = 0; i < to->n; i++)
    if (to->at[i] >= 0) seed[node[i]] = dv_trace_make(DV_T_ADD, seed[node[i]], dv_trace_input(p->fixed + to->at[i]), -1);
  const int *bar = dv_derive_adjoints(a, g, nodes, seed, &f->loop);
  for (int i = 0; i < nodes; i++)
    if (has_row(p, to, &g->node.item[i])) out[g->node.item[i].a] = bar[i];
  memcpy(out + p->inputs, node, (size_t)(to->n + to->ntrouble) * sizeof *out);
  to->first_value = p->inputs;
  to->program = dv_program_new(a, g, out, p->inputs + to->n + to->ntrouble, &f->loop, p->fixed);
  find_rows(a, p, to, out);
  int many = to->what == DV_TANGENT_RATES || to->what == DV_TANGENT_STAGE || to->what == DV_TANGENT_BEND;
  dv_program_points(to->program, a, many ? p->back : 1);
}

static void add(dv_arena *a, dv_tangents *p, dv_graph *g, const dv_traced_function *f, dv_tangent_of what, int nodes,
                const int *shown)
{
  function *to = &p->function[p->nfunction++];
  int arrays = what == DV_TANGENT_SHOW ? 2 : 1, most = f->troubles.n + 1;
  for (int k = 0; k < arrays; k++) most += f->array[k].n;
  *to = (function){.what = what, .part = f->part, .ntrouble = f->troubles.n, .at = DV_TAKE(a, int, most)};
  dv_graph_use(g);
  int *node = DV_TAKE(a, int, most);
  for (int k = 0; k < arrays; k++)
    for (int i = 0; i < f->array[k].n; i++) {
      to->at[to->n] = place(p, what, &f->array[k], i, shown);
      node[to->n++] = f->array[k].node[i];
    }
  for (int i = 0; i < f->troubles.n; i++) node[to->n + i] = f->troubles.item[i];
  if (p->back) add_back(a, p, g, f, to, node, nodes);
  else add_forward(a, p, g, f, to, node, nodes);
}

// J b: the slopes of the stage along xi, which b are the seeds of.
static void add_bend(dv_arena *a, dv_tangents *p, const dv_traced_machine *t, const dv_chart *c, int nodes)
{
  dv_graph *g = t->graph;
  dv_traced_function f = *t->stage;
  int *seed = DV_TAKE(a, int, nodes + 1), *node = DV_TAKE(a, int, c->n + 1), *moves = DV_TAKE(a, int, c->n + 1);
  for (int i = 0; i < c->nmoving; i++) moves[c->moving[i]] = 1;
  dv_graph_use(g);
  for (int i = 0; i < nodes; i++) {
    int at = g->node.item[i].op == DV_T_INPUT ? g->node.item[i].a - (p->inputs - p->nchart) : -1;
    if (at >= 0 && at < c->n && moves[at]) seed[i] = dv_trace_input(p->inputs + at);
  }
  const int *dot = dv_derive_tangents(a, g, nodes, seed, &f.loop);
  for (int i = 0; i < c->n; i++) node[i] = dot[f.array->node[i]];
  f.array->node = node;
  add(a, p, g, &f, DV_TANGENT_BEND, g->node.n, NULL);
}

static void add_all(dv_arena *a, dv_tangents *p, const dv_traced_machine *t, const dv_tangents_options *o)
{
  const int *shown = o->shown;
  int nodes = t->graph->node.n;
  p->function = DV_TAKE(a, function, t->function.n + 2);
  if (t->move) {
    if (o->bend) add_bend(a, p, t, o->chart, nodes);
    add(a, p, t->graph, t->stage, DV_TANGENT_STAGE, nodes, shown);
    add(a, p, t->graph, t->move, DV_TANGENT_MOVE, nodes, shown);
  } else add(a, p, t->graph, t->rates, DV_TANGENT_RATES, nodes, shown);
  if (t->tidy) add(a, p, t->graph, t->tidy, DV_TANGENT_TIDY, nodes, shown);
  if (t->roots) add(a, p, t->graph, t->roots, DV_TANGENT_ROOTS, nodes, shown);
  if (t->show) add(a, p, t->graph, t->show, DV_TANGENT_SHOW, nodes, shown);
  for (int i = 0; i < t->function.n; i++) {
    const dv_traced_function *f = &t->function.item[i];
    if (f->part >= 0) add(a, p, t->graph, f, f->jumps ? DV_TANGENT_JUMP : DV_TANGENT_SAMPLE, nodes, shown);
  }
}

dv_tangents *dv_tangents_new(dv_arena *a, dv_diags *d, const dv_model *m, const dv_tangents_options *o, const char *file)
{
  dv_tangents *p = DV_TAKE(a, dv_tangents, 1);
  dv_trace_options want = {
      .open = o->open, .nopen = o->nopen, .shown = o->shown, .nshown = o->nshown, .start = o->start, .chart = o->chart};
  want.known = want.jumps = 1;
  const dv_traced_machine *t = dv_trace_machine(a, d, m, &want, file);
  if (!t) return NULL;
  p->m = m, p->open = t->open, p->nopen = t->nopen, p->nshown = o->nshown, p->back = o->back;
  p->nchart = t->move ? o->chart->n : 0;
  p->inputs = 1 + m->nx + m->nd + p->nopen + p->nchart;
  p->fixed = p->inputs + p->nchart;
  p->pivot = DV_TAKE(a, double, m->nd + 1);
  memcpy(p->pivot, t->start + m->nx, (size_t)m->nd * sizeof(double));
  add_all(a, p, t, o);
  dv_graph_use(NULL);
  int most = m->nx + m->nd + m->nroot + o->nshown + p->nchart + 1;
  for (int i = 0; i < p->nfunction; i++)
    if (dv_program_outputs(p->function[i].program) > most) most = dv_program_outputs(p->function[i].program);
  p->in = DV_TAKE(a, double, p->fixed + 1), p->out = DV_TAKE(a, double, (size_t)most *W);
  p->weight = DV_TAKE(a, double, (size_t)(most + p->inputs) * W);
  return p;
}

int dv_tangents_has(const dv_tangents *p, dv_tangent_of what)
{
  int has = 0;
  for (int i = 0; i < p->nfunction; i++) has |= p->function[i].what == what;
  return has;
}

int dv_tangents_rows(const dv_tangents *p) { return p->inputs; }

int dv_tangents_row_of(const dv_tangents *p, int number)
{
  for (int i = 0; i < p->nopen; i++)
    if (p->open[i] == number) return 1 + p->m->nx + p->m->nd + i;
  return -1;
}

static int same_pivots(const dv_tangents *p, const double *d)
{
  int same = 1;
  for (int i = 0; i < p->m->nd; i++) same &= !dv_engine_is_pivot(p->m, i) || d[i] == p->pivot[i];
  return same;
}

void dv_tangents_displace(dv_tangents *p, const double *xi, const double *b)
{
  double *at = p->in + p->inputs - p->nchart;
  for (int i = 0; i < p->nchart; i++) at[i] = xi ? xi[i] : 0, at[p->nchart + i] = b ? b[i] : 0;
}

int dv_tangents_row_of_xi(const dv_tangents *p) { return p->inputs - p->nchart; }

int dv_tangents_stand(dv_tangents *p, dv_tangent_of what, int part, const double *num, double t, const double *x, const double *d)
{
  const dv_model *m = p->m;
  p->here = NULL;
  for (int i = 0; i < p->nfunction; i++)
    if (p->function[i].what == what && p->function[i].part == part) p->here = &p->function[i];
  if (!p->here || !same_pivots(p, d)) return 1;
  p->in[0] = t;
  memcpy(p->in + 1, x, (size_t)m->nx * sizeof *x);
  memcpy(p->in + 1 + m->nx, d, (size_t)m->nd * sizeof *d);
  for (int i = 0; i < p->nopen; i++) p->in[1 + m->nx + m->nd + i] = num[p->open[i]];
  int bad = dv_program_stand(p->here->program, p->in);
  int last = dv_program_outputs(p->here->program) - 1;
  for (int i = 0; i < p->here->ntrouble; i++) bad |= dv_program_fixed(p->here->program, last - i) != 0;
  return bad;
}

void dv_tangents_along(dv_tangents *p, const double *seed, double *out)
{
  const function *f = p->here;
  const dv_model *m = p->m;
  dv_program_run(f->program, seed, p->out);
  // what a sample, a jump or tidying does not touch stays
  if (f->what == DV_TANGENT_TIDY) memcpy(out, seed + W, (size_t)m->nx * W * sizeof *out);
  if (f->what == DV_TANGENT_SAMPLE || f->what == DV_TANGENT_JUMP)
    memcpy(out, seed + (1 + m->nx) * W, (size_t)m->nd * W * sizeof *out);
  for (int i = 0; i < f->n; i++)
    if (f->at[i] >= 0) memcpy(out + f->at[i] * W, p->out + i * W, W * sizeof *out);
}

// Rows of the seed that a change passes on as they are.
static void pass_on(const dv_tangents *p, const function *f, const double *weight, double *out)
{
  int first = f->what == DV_TANGENT_TIDY ? 1 : 1 + p->m->nx, n = f->what == DV_TANGENT_TIDY ? p->m->nx : p->m->nd;
  for (int i = 0; i < n; i++)
    for (int l = 0; l < W && f->stays[i]; l++) out[(first + i) * W + l] += weight[i * W + l];
}

void dv_tangents_back(dv_tangents *p, const double *weight, double *out)
{
  const function *f = p->here;
  int n = f->what == DV_TANGENT_ROOTS                          ? p->m->nroot
          : f->what == DV_TANGENT_SHOW                         ? p->nshown
          : is_change(f->what) && f->what != DV_TANGENT_TIDY   ? p->m->nd
          : is_in_chart(f->what) && f->what != DV_TANGENT_MOVE ? p->nchart
                                                               : p->m->nx;
  memcpy(p->weight, weight, (size_t)n * W * sizeof *weight);
  const double *seeded = dv_program_seed(f->program, p->weight);
  memset(out, 0, (size_t)p->inputs * W * sizeof *out);
  for (int i = 0; i < f->nrow; i++)
    if (f->place[i] >= 0) memcpy(out + f->row[i] * W, seeded + f->place[i] * W, W * sizeof *out);
  if (f->stays) pass_on(p, f, weight, out);
}

void dv_tangents_point(dv_tangents *p, dv_tangent_of what, int i)
{
  for (int k = 0; k < p->nfunction; k++)
    if (p->function[k].what == what) p->here = &p->function[k], dv_program_point(p->here->program, i);
}

void dv_tangents_values(const dv_tangents *p, double *out)
{
  const function *f = p->here;
  for (int i = 0; i < f->n; i++) out[f->at[i]] = dv_program_fixed(f->program, f->first_value + i);
}
