// curvature.c: traces rates and columns once, derives them forward for slopes, backward and then forward for second slopes. Which
// entries there are follows from the graph; columns that share no row are taken together, eight groups at once.
//
// Inputs of the graph: time, states, chosen inputs, span, weights by span and plain ones; then a seed for each local variable.
#include "graph/curvature.h"

#include "graph/cell.h"
#include "graph/derive.h"
#include "graph/graph_program.h"
#include "graph/trace.h"

#include <math.h>
#include <string.h>

enum { W = DV_PROGRAM_WIDTH };

// A matrix of slopes: its entries, and which columns share a lane.
typedef struct {
  dv_places at;
  dv_program *program;
  int head;    // outputs before the slopes: values, and where it gives up
  int ngroup;  // of columns that share no row
  int *group;  // [columns] -1: no entries
} matrix;

struct dv_curvature {
  const dv_model *m;
  int nu, ns, rows, nz, ntrouble;
  int inputs;  // of the graph before the seeds
  dv_program *value;
  matrix slope, bend;
  double *in, *seed, *out;  // [inputs], [nz][W], [..][W]
};

typedef struct {
  dv_arena *a;
  const dv_curvature_options *o;
  dv_curvature *c;
  dv_graph *g;
  cell *x, *dx, *work, *num;
  int *y;  // [rows] nodes
  int nodes;
} making;

static int state_input(int i) { return 1 + i; }
static int chosen_input(const dv_curvature *c, int k) { return 1 + c->m->nx + k; }
static int span_input(const dv_curvature *c) { return 1 + c->m->nx + c->nu; }
static int weight_input(const dv_curvature *c, int plain) { return span_input(c) + 1 + plain * c->rows; }

// Which local variable an input of the graph is, -1: none.
static int local_of(const dv_curvature *c, int input)
{
  if (input == 0) return DV_AT_TIME;
  if (input < span_input(c)) return DV_AT_STATE + input - 1;
  return input == span_input(c) ? DV_AT_SPAN : -1;
}

// ---- the graph

static void lay_inputs(making *k)
{
  const dv_model *m = k->c->m;
  const double *number = dv_model_NUMBER(m), *start = k->o->start;
  cell *d = cells(k->a, m->nd);
  k->num = cells(k->a, m->nnum), k->x = cells(k->a, m->nx), k->dx = cells(k->a, m->nx);
  for (int i = 0; i < m->nx; i++) k->x[i].node = dv_trace_input(state_input(i));
  for (int i = 0; i < m->nd; i++) d[i].node = dv_trace_constant(start[m->nx + i]);
  for (int i = 0; i < m->nnum; i++) k->num[i].node = dv_trace_constant(number[i]);
  for (int i = 0; i < k->c->nu; i++)
    k->num[k->o->number[i]].node = dv_trace_number(chosen_input(k->c, i), number[k->o->number[i]]);
  const dv_engine *e = &dv_engine_trace;
  k->work = cells(k->a, e->nwork(m));
  e->ready(m, doubles(k->num), doubles(k->work));
  e->rates(m, doubles(k->num), 0, doubles(k->x), doubles(d), doubles(k->dx), NULL, doubles(k->work));
  e->observe(m, doubles(k->num), doubles(k->x), doubles(k->work));
}

static int seen_node(const making *k, const dv_seen *s)
{
  const dv_model *m = k->c->m;
  int node = 0;
  if (s->array == DV_IN_WORK) node = k->work[s->index].node;
  else if (s->array == DV_IN_RATE) node = k->dx[s->index].node;
  else if (s->array == DV_IN_NUMBER) node = k->num[s->index].node;
  else if (s->index < m->nq) node = k->work[m->work_q + s->index].node;
  else if (s->index < m->nq + m->nv) node = k->work[m->work_v + s->index - m->nq].node;
  else node = k->x[s->index].node;
  if (!s->square) return node;
  int off = dv_trace_make(DV_T_SUB, node, dv_trace_constant(s->target), -1);
  return dv_trace_make(DV_T_MUL, off, off, -1);
}

static void lay_rows(making *k)
{
  k->y = DV_TAKE(k->a, int, k->c->rows + 1);
  for (int i = 0; i < k->c->m->nx; i++) k->y[i] = k->dx[i].node;
  for (int i = 0; i < k->c->ns; i++) k->y[k->c->m->nx + i] = seen_node(k, &k->o->seen[i]);
}

// ---- which entries there are

// Sets bit n of each node that has a slope along input first + n; the results of a loop have the bits of what goes into it.
static int sweep(const dv_graph *g, int first, const dv_trace_loop *loop, uint64_t *bits)
{
  int changed = 0;
  for (int i = 0; i < g->node.n; i++) {
    const dv_trace_node *n = &g->node.item[i];
    int pass = dv_trace_slope(n->op), along = n->op == DV_T_INPUT ? n->a - first : -1;
    if (n->op == DV_T_VARIABLE) continue;
    bits[i] = along >= 0 && along < 64 ? UINT64_C(1) << along : 0;
    if (pass & 1 && n->a >= 0) bits[i] |= bits[n->a];
    if (pass & 2 && n->b >= 0) bits[i] |= bits[n->b];
    if (pass & 4 && n->c >= 0) bits[i] |= bits[n->c];
  }
  for (int i = 0; i < loop->n; i++) {
    const dv_trace_turn *w = &loop->item[i];
    uint64_t more = bits[w->first] | bits[w->next];
    changed |= (more & ~bits[w->node]) != 0;
    bits[w->node] |= more;
  }
  return changed;
}

// on [n][nz]: node i has a slope along local variable j.
static char *find_slopes(const making *k, const int *node, int n)
{
  const dv_curvature *c = k->c;
  dv_arena *a = dv_arena_under(k->a);
  char *on = DV_TAKE(k->a, char, (size_t)n *(size_t)c->nz + 1);
  uint64_t *bits = DV_TAKE(a, uint64_t, k->g->node.n + 1);
  for (int first = 0; first <= span_input(c); first += 64) {
    memset(bits, 0, (size_t)k->g->node.n * sizeof *bits);
    while (sweep(k->g, first, &k->g->loop, bits)) {}
    for (int i = 0; i < n; i++)
      for (int b = 0; b < 64 && first + b <= span_input(c); b++)
        if (bits[node[i]] >> b & 1) on[i * c->nz + local_of(c, first + b)] = 1;
  }
  dv_arena_free(a);
  return on;
}

static int fits(const char *on, int rows, int nz, int column, const char *used)
{
  for (int i = 0; i < rows; i++)
    if (on[i * nz + column] && used[i]) return 0;
  return 1;
}

// Columns go into the first group in which they share no row with another.
static void make_groups(const making *k, matrix *x, const char *on, int rows)
{
  int nz = k->c->nz;
  char *used = DV_TAKE(k->a, char, (size_t)rows *(size_t)nz + 1);
  x->group = DV_TAKE(k->a, int, nz + 1);
  for (int j = 0; j < nz; j++) {
    int some = 0, g = 0;
    for (int i = 0; i < rows; i++) some |= on[i * nz + j];
    x->group[j] = -1;
    if (!some) continue;
    while (g < x->ngroup && !fits(on, rows, nz, j, used + g * rows)) g++;
    x->ngroup = g == x->ngroup ? g + 1 : x->ngroup;
    for (int i = 0; i < rows; i++) used[g * rows + i] |= on[i * nz + j];
    x->group[j] = g;
  }
}

static void list_entries(const making *k, matrix *x, const char *on, int rows)
{
  int nz = k->c->nz, n = 0;
  for (int i = 0; i < rows * nz; i++) n += on[i];
  x->at.row = DV_TAKE(k->a, int, n + 1), x->at.column = DV_TAKE(k->a, int, n + 1);
  for (int i = 0; i < rows * nz; i++)
    if (on[i]) x->at.row[x->at.n] = i / nz, x->at.column[x->at.n++] = i % nz;
}

// ---- slopes as nodes

// seed [nodes]: of each input that is a local variable, the input that moves it.
static int *lay_seeds(const making *k, int nodes)
{
  int *seed = DV_TAKE(k->a, int, nodes + 1);
  dv_graph_use(k->g);
  for (int i = 0; i < nodes; i++) {
    const dv_trace_node n = k->g->node.item[i];
    int local = n.op == DV_T_INPUT ? local_of(k->c, n.a) : -1;
    if (local >= 0) seed[i] = dv_trace_input(k->c->inputs + local);
  }
  return seed;
}

// A program that writes `head`, where the graph gives up, and the tangents of node [rows].
static void make_matrix(const making *k, matrix *x, const int *head, int nhead, const int *node, int rows)
{
  dv_graph *g = k->g;
  int nodes = g->node.n, trouble = k->c->ntrouble;
  char *on = find_slopes(k, node, rows);
  make_groups(k, x, on, rows);
  list_entries(k, x, on, rows);
  const int *dot = dv_derive_tangents(k->a, g, nodes, lay_seeds(k, nodes), &g->loop);
  int *out = DV_TAKE(k->a, int, nhead + trouble + rows + 1);
  x->head = nhead + trouble;
  for (int i = 0; i < nhead; i++) out[i] = head[i];
  for (int i = 0; i < trouble; i++) out[nhead + i] = g->troubles.item[i];
  for (int i = 0; i < rows; i++) out[x->head + i] = dot[node[i]];
  x->program = dv_program_new(k->a, g, out, x->head + rows, &g->loop, k->c->inputs);
}

static void make_value(const making *k)
{
  dv_curvature *c = k->c;
  int *out = DV_TAKE(k->a, int, c->rows + c->ntrouble + 1);
  memcpy(out, k->y, (size_t)c->rows * sizeof *out);
  for (int i = 0; i < c->ntrouble; i++) out[c->rows + i] = k->g->troubles.item[i];
  c->value = dv_program_new(k->a, k->g, out, c->rows + c->ntrouble, &k->g->loop, c->inputs);
}

// Nodes of dL/dz [nz].
static int *gradient(const making *k)
{
  const dv_curvature *c = k->c;
  dv_graph *g = k->g;
  dv_graph_use(g);
  int span = dv_trace_input(span_input(c)), by_span = 0, nodes = g->node.n;
  int *seed = DV_TAKE(k->a, int, nodes + 1), *out = DV_TAKE(k->a, int, c->nz + 1);
  for (int i = 0; i < c->rows; i++) {
    int w = dv_trace_input(weight_input(c, 0) + i), plain = dv_trace_input(weight_input(c, 1) + i);
    int whole = dv_trace_make(DV_T_ADD, dv_trace_make(DV_T_MUL, span, w, -1), plain, -1);
    seed[k->y[i]] = dv_trace_make(DV_T_ADD, seed[k->y[i]], whole, -1);
    by_span = dv_trace_make(DV_T_ADD, by_span, dv_trace_make(DV_T_MUL, w, k->y[i], -1), -1);
  }
  const int *bar = dv_derive_adjoints(k->a, g, nodes, seed, &g->loop);
  out[DV_AT_SPAN] = by_span;
  for (int i = 0; i < nodes; i++) {
    const dv_trace_node n = g->node.item[i];
    int local = n.op == DV_T_INPUT ? local_of(c, n.a) : -1;
    if (local > DV_AT_SPAN) out[local] = bar[i];
  }
  return out;
}

dv_curvature *dv_curvature_new(dv_arena *a, const dv_model *m, const dv_curvature_options *o)
{
  if (dv_trace_absent(m) >= 0) return NULL;
  dv_curvature *c = DV_TAKE(a, dv_curvature, 1);
  making k = {.a = a, .o = o, .c = c, .g = dv_graph_new(a)};
  c->m = m, c->nu = o->nnumber, c->ns = o->nseen, c->rows = m->nx + o->nseen, c->nz = DV_AT_STATE + m->nx + o->nnumber;
  c->inputs = span_input(c) + 1 + 2 * c->rows;
  dv_graph_use(k.g);
  lay_inputs(&k);
  if (!k.g->fault) {
    lay_rows(&k);
    c->ntrouble = k.g->troubles.n;
    make_value(&k);
    const int *by = gradient(&k);
    make_matrix(&k, &c->slope, k.y, c->rows, k.y, c->rows);
    make_matrix(&k, &c->bend, NULL, 0, by, c->nz);
  }
  dv_graph_use(NULL);
  int most = c->slope.head + c->bend.head + c->rows + c->nz;
  c->in = DV_TAKE(a, double, c->inputs + 1), c->seed = DV_TAKE(a, double, (size_t)c->nz *W);
  c->out = DV_TAKE(a, double, (size_t)(most + 1) * W);
  return k.g->fault ? NULL : c;
}

int dv_curvature_variables(const dv_curvature *c) { return c->nz; }
int dv_curvature_rows(const dv_curvature *c) { return c->rows; }
const dv_places *dv_curvature_slopes(const dv_curvature *c) { return &c->slope.at; }
const dv_places *dv_curvature_bends(const dv_curvature *c) { return &c->bend.at; }

// ---- numbers

static int stand(dv_curvature *c, dv_program *p, const double *z, int nhead)
{
  c->in[0] = z[DV_AT_TIME];
  memcpy(c->in + 1, z + DV_AT_STATE, (size_t)(c->m->nx + c->nu) * sizeof *z);
  c->in[span_input(c)] = z[DV_AT_SPAN];
  int bad = dv_program_stand(p, c->in);
  for (int i = 0; i < c->ntrouble; i++) bad |= dv_program_fixed(p, nhead + i) != 0;
  return bad;
}

static int all_finite(const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += 0 * x[i];
  return sum == 0;
}

int dv_curvature_value(dv_curvature *c, const double *z, double *y)
{
  if (stand(c, c->value, z, c->rows)) return 1;
  for (int i = 0; i < c->rows; i++) y[i] = dv_program_fixed(c->value, i);
  return !all_finite(y, c->rows);
}

// The entries, group by group.
static void take(dv_curvature *c, const matrix *x, double *entry)
{
  for (int first = 0; first < x->ngroup; first += W) {
    memset(c->seed, 0, (size_t)c->nz * W * sizeof *c->seed);
    for (int j = 0; j < c->nz; j++)
      if (x->group[j] >= first && x->group[j] < first + W) c->seed[j * W + x->group[j] - first] = 1;
    dv_program_run(x->program, c->seed, c->out);
    for (int e = 0; e < x->at.n; e++) {
      int lane = x->group[x->at.column[e]] - first;
      if (lane >= 0 && lane < W) entry[e] = c->out[(x->head + x->at.row[e]) * W + lane];
    }
  }
}

int dv_curvature_slope(dv_curvature *c, const double *z, double *y, double *slope)
{
  if (stand(c, c->slope.program, z, c->rows)) return 1;
  for (int i = 0; i < c->rows; i++) y[i] = dv_program_fixed(c->slope.program, i);
  take(c, &c->slope, slope);
  return !all_finite(y, c->rows) || !all_finite(slope, c->slope.at.n);
}

int dv_curvature_bend(dv_curvature *c, const double *z, const double *by_span, const double *plain, double *bend)
{
  memcpy(c->in + weight_input(c, 0), by_span, (size_t)c->rows * sizeof *by_span);
  memcpy(c->in + weight_input(c, 1), plain, (size_t)c->rows * sizeof *plain);
  if (stand(c, c->bend.program, z, 0)) return 1;
  take(c, &c->bend, bend);
  return !all_finite(bend, c->bend.at.n);
}
