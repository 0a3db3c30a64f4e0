// trace.c: evaluates a machine with nodes in the place of numbers (engine/ compiled as dv_engine_trace), once for each function.
//
// Inputs are numbered: time, states, discrete states, open numbers. What is not open is a constant.
#include "engine/program.h"
#include "engine/closed_loops.h"
#include "engine/times.h"
#include "graph/cell.h"
#include "graph/trace.h"

#include <string.h>

// step/chart.c, traced.
void dv_step_retract_trace(const dv_stepping *s, const cell *x, const cell *xi, cell *y);
void dv_step_tangent_trace(const dv_stepping *s, const cell *xi, const cell *dx, cell *rate);

typedef struct {
  dv_arena *arena;
  dv_traced_machine *t;
  const dv_model *m;
  cell *num, *x, *d;
  int known;
  const dv_chart *chart;
} tracer;

static cell *inputs(dv_arena *a, int n, int first)
{
  cell *c = cells(a, n);
  for (int i = 0; i < n; i++) c[i].node = dv_trace_input(first + i);
  return c;
}

// Pivots of closed loops are those of the start: rank, rows and columns; with others the functions give up.
static cell *discrete(dv_arena *a, const dv_model *m, const double *start)
{
  cell *d = inputs(a, m->nd, 1 + m->nx);
  for (int i = 0; i < m->nd; i++)
    if (dv_engine_is_pivot(m, i)) d[i].node = dv_trace_constant(start[i]);
  return d;
}

static cell *numbers(const tracer *k)
{
  const dv_model *m = k->m;
  cell *num = cells(k->arena, m->nnum);
  for (int i = 0; i < m->nnum; i++) num[i].node = dv_trace_constant(dv_model_NUMBER(m)[i]);
  for (int i = 0; i < k->t->nopen; i++) {
    int input = 1 + m->nx + m->nd + i;
    double value = dv_model_NUMBER(m)[k->t->open[i]];
    num[k->t->open[i]].node = k->known ? dv_trace_number(input, value) : dv_trace_input(input);
  }
  return num;
}

// A work of its own, as before the first evaluation.
static cell *work(const tracer *k)
{
  cell *w = cells(k->arena, dv_engine_trace.nwork(k->m));
  dv_engine_trace.ready(k->m, doubles(k->num), doubles(w));
  return w;
}

static dv_traced_function *new_function(const tracer *k, const char *name, const char *doc)
{
  dv_traced_function *f = DV_PUSH(k->arena, &k->t->function);
  dv_graph *g = k->t->graph;
  *f = (dv_traced_function){.name = name, .doc = doc, .part = -1, .loop = g->loop, .troubles = g->troubles};
  f->pivots = DV_MODEL_COUNT(k->m, CLOSURE) > 0;
  g->loop = (dv_trace_loop){0};
  g->troubles = (dv_trace_list){0};
  return f;
}

static dv_traced_array *new_array(const tracer *k, dv_traced_function *f, const char *name, int most, int optional)
{
  dv_traced_array *a = &f->array[f->narray++];
  *a = (dv_traced_array){.name = name, .optional = optional};
  a->at = DV_TAKE(k->arena, int, most + 1);
  a->node = DV_TAKE(k->arena, int, most + 1);
  return a;
}

static void enter(dv_traced_array *a, int at, int node)
{
  a->at[a->n] = at;
  a->node[a->n++] = node;
}

static void put_array(const tracer *k, dv_traced_function *f, const char *name, int n, int optional, const cell *from)
{
  dv_traced_array *a = new_array(k, f, name, n, optional);
  for (int i = 0; i < n; i++) enter(a, i, from[i].node);
}

static void trace_rates(const tracer *k)
{
  const dv_model *m = k->m;
  cell *dx = cells(k->arena, m->nx), *power = cells(k->arena, m->nquad), *w = work(k);
  dv_engine_trace.rates(m, doubles(k->num), 0, doubles(k->x), doubles(k->d), doubles(dx), doubles(power), doubles(w));
  dv_traced_function *f = new_function(k, "machine", "Rates of state; powers of the ledger; rates of coordinates");
  put_array(k, f, "dx", m->nx, 0, dx);
  put_array(k, f, "power", m->nquad, 1, power);
  put_array(k, f, "v", m->nv, 1, w + m->work_v);
  // one signature for all machines: those without loops write nothing there
  put_array(k, f, "loops", f->pivots ? 2 + DV_MODEL_COUNT(m, CLOSURE) : 0, 1, w + m->work_loop);
}

// What of b is not what it is in a.
static void put_changes(const tracer *k, dv_traced_function *f, int n, const cell *a, const cell *b)
{
  dv_traced_array *next = new_array(k, f, "next", n, 0);
  f->in_place = 1;
  for (int i = 0; i < n; i++)
    if (b[i].node != a[i].node) enter(next, i, b[i].node);
}

// What a sampled part does to the discrete states.
static void trace_sample(const tracer *k, int part)
{
  const dv_model *m = k->m;
  cell *d = cells(k->arena, m->nd), *w = work(k);
  memcpy(d, k->d, (size_t)m->nd * sizeof *d);
  dv_engine_trace.sample(m, doubles(k->num), part, 0, doubles(k->x), doubles(d), doubles(w));
  dv_traced_function *f =
      new_function(k, dv_arena_text(k->arena, "sample_%d", part), "Discrete states after a sample; next may be d");
  f->part = part;
  put_changes(k, f, m->nd, k->d, d);
}

// What a part does to the discrete states at one of its roots.
static void trace_jump(const tracer *k, int part)
{
  const dv_model *m = k->m;
  cell *d = cells(k->arena, m->nd), *w = work(k);
  memcpy(d, k->d, (size_t)m->nd * sizeof *d);
  dv_engine_trace.jump(m, doubles(k->num), part, 0, doubles(k->x), doubles(d), doubles(w));
  dv_traced_function *f = new_function(k, dv_arena_text(k->arena, "jump_%d", part), "Discrete states after an event");
  f->part = part, f->jumps = 1;
  put_changes(k, f, m->nd, k->d, d);
}

// The state on its manifold: unit quaternions, driven coordinates, closed loops; of what the loops leave, not the grip.
static void trace_tidy(const tracer *k)
{
  const dv_model *m = k->m;
  cell *x = cells(k->arena, m->nx), *w = work(k);
  memcpy(x, k->x, (size_t)m->nx * sizeof *x);
  dv_engine_trace.tidy(m, doubles(k->num), 0, doubles(x), doubles(k->d), doubles(w));
  dv_traced_function *f = new_function(k, "tidy", "The state after a step, on its manifold; next may be x");
  put_changes(k, f, m->nx, k->x, x);
  dv_traced_array *loops = new_array(k, f, "loops", 1 + DV_MODEL_COUNT(m, CLOSURE), 1);
  for (int i = 1; f->pivots && i < 2 + DV_MODEL_COUNT(m, CLOSURE); i++) enter(loops, i, w[m->work_loop + i].node);
}

static void trace_roots(const tracer *k)
{
  const dv_model *m = k->m;
  cell *root = cells(k->arena, m->nroot), *w = work(k);
  dv_engine_trace.roots(m, doubles(k->num), 0, doubles(k->x), doubles(k->d), doubles(w), doubles(root));
  dv_traced_function *f = new_function(k, "roots", "What changes its sign where a part jumps");
  put_array(k, f, "root", m->nroot, 0, root);
}

// Variables as they are recorded: some of the rates and of the work after observe.
static void trace_show(const tracer *k)
{
  const dv_model *m = k->m;
  cell *dx = cells(k->arena, m->nx), *w = work(k);
  dv_engine_trace.rates(m, doubles(k->num), 0, doubles(k->x), doubles(k->d), doubles(dx), NULL, doubles(w));
  dv_engine_trace.observe(m, doubles(k->num), doubles(k->x), doubles(w));
  dv_traced_function *f = new_function(k, "show", "Variables that are recorded");
  dv_traced_array *rate = new_array(k, f, "dx", k->t->nshown, 0), *seen = new_array(k, f, "work", k->t->nshown, 0);
  for (int i = 0; i < k->t->nshown; i++) {
    int at = k->t->shown[i];
    if (at < 0) enter(rate, ~at, dx[~at].node);
    else enter(seen, at, w[at].node);
  }
}

// The state x displaced by xi, in *y.
static dv_stepping displaced(const tracer *k, cell *w, cell **xi, cell **y)
{
  const dv_model *m = k->m;
  dv_stepping s = {.engine = &dv_engine_trace, .m = m, .chart = k->chart, .work = doubles(w)};
  *xi = inputs(k->arena, k->chart->n, 1 + m->nx + m->nd + k->t->nopen), *y = cells(k->arena, m->nx);
  dv_step_retract_trace(&s, k->x, *xi, *y);
  return s;
}

static void trace_stage(const tracer *k)
{
  const dv_model *m = k->m;
  cell *xi, *y, *w = work(k), *dx = cells(k->arena, m->nx), *rate = cells(k->arena, k->chart->n);
  dv_stepping s = displaced(k, w, &xi, &y);
  dv_engine_trace.rates(m, doubles(k->num), 0, doubles(y), doubles(k->d), doubles(dx), NULL, doubles(w));
  dv_step_tangent_trace(&s, xi, dx, rate);
  dv_traced_function *f = new_function(k, "stage", "The rate of a displacement");
  put_array(k, f, "rate", k->chart->n, 0, rate);
}

static void trace_move(const tracer *k)
{
  cell *xi, *y;
  displaced(k, work(k), &xi, &y);
  dv_traced_function *f = new_function(k, "move", "The displaced state");
  put_array(k, f, "x", k->m->nx, 0, y);
}

// 1: written down. What cannot be is left to the engine.
static int keep(const tracer *k, int functions)
{
  if (!k->t->graph->fault) return 1;
  k->t->graph->fault = NULL;
  k->t->graph->culprit = -1;
  k->t->graph->loop = (dv_trace_loop){0};
  k->t->graph->troubles = (dv_trace_list){0};
  k->t->function.n = functions;
  return 0;
}

static void trace_events(const tracer *k)
{
  dv_traced_machine *t = k->t;
  const double *num = dv_model_NUMBER(k->m);
  double period;
  int part, before = t->function.n;
  for (int i = 0; (part = dv_engine_sampled(k->m, num, i, &period)) >= 0; i++) trace_sample(k, part);
  t->unsampled = t->graph->fault;
  t->unsampled_part = t->graph->culprit;
  t->samples = keep(k, before) && t->function.n > before;
}

// 0: there is none; else its place among the functions.
static int attempt(const tracer *k, void (*trace)(const tracer *))
{
  int n = k->t->function.n;
  trace(k);
  return keep(k, n) ? n : 0;
}

// Those that cannot be written down are left out, one by one.
static void trace_jumps(const tracer *k)
{
  const dv_part *p = dv_model_PART(k->m);
  for (int i = 0; i < DV_MODEL_COUNT(k->m, PART); i++) {
    int n = k->t->function.n;
    if (!dv_kind_jumps(dv_kind_of(k->m, &p[i]))) continue;
    trace_jump(k, i);
    keep(k, n);
  }
}

static void trace_all(const tracer *k, int jumps)
{
  dv_traced_machine *t = k->t;
  trace_rates(k);
  if (t->graph->fault) return;
  trace_events(k);
  int roots = k->m->nroot ? attempt(k, trace_roots) : 0, tidy = attempt(k, trace_tidy),
      show = t->nshown ? attempt(k, trace_show) : 0;
  int stage = k->chart ? attempt(k, trace_stage) : 0, move = stage ? attempt(k, trace_move) : 0;
  if (jumps) trace_jumps(k);
  t->rates = t->function.item;
  t->stage = stage ? t->function.item + stage : NULL;
  t->move = move ? t->function.item + move : NULL;
  t->roots = roots ? t->function.item + roots : NULL;
  t->tidy = tidy ? t->function.item + tidy : NULL;
  t->show = show ? t->function.item + show : NULL;
}

// Inputs from outside, which the viewer and programs write among the model's numbers, are always open.
static void find_open(dv_arena *a, dv_traced_machine *t, const dv_trace_options *o)
{
  const dv_variable *v = dv_model_VARIABLE(t->m);
  char *is_open = DV_TAKE(a, char, t->m->nnum + 1);
  int *open = DV_TAKE(a, int, t->m->nnum + 1);
  for (int i = 0; i < o->nopen; i++) is_open[o->open[i]] = 1;
  for (int i = 0; i < DV_MODEL_COUNT(t->m, VARIABLE); i++)
    if (v[i].role == DV_ROLE_INPUT && v[i].array == DV_IN_NUMBER) is_open[v[i].index] = 1;
  for (int i = 0; i < t->m->nnum; i++)
    if (is_open[i]) open[t->nopen++] = i;
  t->open = open;
}

// Rows of the variable table know where their part stands.
static dv_mark place_of(const dv_model *m, const char *file, const char *part)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  size_t n = strlen(part);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++) {
    const char *path = dv_model_text(m, v[i].path);
    if (!strncmp(path, part, n) && (!path[n] || path[n] == '.'))
      return (dv_mark){dv_model_text(m, v[i].file), v[i].line, v[i].col};
  }
  return (dv_mark){file, 0, 0};
}

void dv_trace_report(dv_diags *d, const dv_model *m, const char *file, int part, const char *why)
{
  const char *name = part < 0 ? NULL : dv_model_text(m, dv_model_PART(m)[part].name);
  int sampled = name && dv_kind_of(m, dv_model_PART(m) + part)->period;
  if (name)
    dv_diag_add(d, DV_ERROR, place_of(m, file, name),
                sampled ? "run it without compiling, or sample it (period:): then it is interpreted beside a compiled machine"
                        : "run it without compiling",
                "'%s' cannot be compiled: %s", name, why);
  else dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "run it without compiling", "the machine cannot be compiled: %s", why);
}

// Where slopes are asked for (o->jumps) the message is of these, else of compiling.
static void report(const dv_trace_options *o, dv_diags *d, const dv_model *m, const char *file, int part, const char *why)
{
  const char *name = part < 0 ? NULL : dv_model_text(m, dv_model_PART(m)[part].name);
  if (!o->jumps) dv_trace_report(d, m, file, part, why);
  else
    dv_diag_add(d, DV_ERROR, name ? place_of(m, file, name) : (dv_mark){file, 0, 0}, "compare runs by davit sweep",
                "%s has no slopes: %s", name ? dv_arena_text(d->arena, "'%s'", name) : "the machine", why);
}

int dv_trace_absent(const dv_model *m)
{
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (p[i].kind >= DV_KINDS_OWN && !m->outside.table->kind[DV_TABLE_TRACE][p[i].kind - DV_KINDS_OWN]) return i;
  return -1;
}

dv_traced_machine *dv_trace_machine(dv_arena *a, dv_diags *d, const dv_model *m, const dv_trace_options *o, const char *file)
{
  int absent = dv_trace_absent(m);
  if (absent >= 0) {
    report(o, d, m, file, absent, "the library of its kind has no traced build (C++)");
    return NULL;
  }
  dv_traced_machine *t = DV_TAKE(a, dv_traced_machine, 1);
  t->m = m;
  t->graph = dv_graph_new(a);
  t->shown = o->shown, t->nshown = o->nshown;
  t->start = o->start ? o->start : dv_model_START(m);
  find_open(a, t, o);
  dv_graph_use(t->graph);
  tracer k = {.arena = a, .t = t, .m = m, .x = inputs(a, m->nx, 1), .d = discrete(a, m, t->start + m->nx), .known = o->known};
  k.chart = o->chart;
  k.num = numbers(&k);
  trace_all(&k, o->jumps);
  dv_graph_use(NULL);
  if (!t->graph->fault) return t;
  report(o, d, m, file, t->graph->culprit, t->graph->fault);
  return NULL;
}

const int *dv_trace_differing(dv_arena *a, const dv_model *const *m, int models, int *n)
{
  const double *first = dv_model_NUMBER(m[0]);
  int *open = DV_TAKE(a, int, m[0]->nnum + 1);
  char *differs = DV_TAKE(a, char, m[0]->nnum + 1);
  for (int k = 1; k < models; k++) {
    const double *other = dv_model_NUMBER(m[k]);
    if (!dv_model_alike(m[0], m[k])) return NULL;
    for (int i = 0; i < m[0]->nnum; i++) differs[i] |= memcmp(first + i, other + i, sizeof *first) != 0;
  }
  *n = 0;
  for (int i = 0; i < m[0]->nnum; i++)
    if (differs[i]) open[(*n)++] = i;
  return open;
}
