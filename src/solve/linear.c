// linear.c: the machine near a state: xi' = A xi + B u,  y = C xi + D u.
//
// By the slopes of the graph (linear_exact.c); machines that have none: by central differences in lanes.
//
//   xi: displacements of coordinates in child axes, changes of rates, changes of parts' states; driven ones left out, and in
//   machines with loops those that depend on others
//   For ball and free joints  xi' = dV - ad_V0 xi  with V0 the joint's rate (left-invariant error: Barrau & Bonnabel,
//   IEEE Trans. Autom. Control 62, 2017, eq. 9 to first order); exact, also in motion.
#include "run/running.h"

#include "skeleton/skeleton.h"
#include "solve/edges.h"
#include "solve/linear.h"
#include "engine/closed_loops.h"
#include "engine/times.h"

#include <math.h>
#include <string.h>

static const double relative = 0x1p-17;  // near the cube root of the rounding unit

typedef dv_linear_plan plan;

// What lane l shows of output k.
static double shown(const plan *p, int k, int l)
{
  const dv_variable *v = p->output[k];
  int i = v->index * p->fan->engine->lanes + l;
  if (v->array == DV_IN_STATE) return p->fan->x[i];
  if (v->array == DV_IN_RATE) return p->fan->dx[i];
  return v->array == DV_IN_WORK ? p->fan->work[i] : p->fan->num[i];
}

static double *input_in(const plan *p, int input, int lane)
{
  return &p->fan->num[p->number[input] * p->fan->engine->lanes + lane];
}

double dv_linear_step(const plan *p, int column)
{
  int input = column - p->out->n;
  if (input < 0) return dv_fan_step(p->fan, p->chart->moving[column], relative);
  double nominal = p->input[input]->nominal;
  return relative * fmax(fabs(*input_in(p, input, 0)), nominal > 0 ? nominal : 1);
}

double *dv_linear_entry(const plan *p, int row, int column)
{
  const dv_linear *o = p->out;
  int n = o->n, input = column - n, shows = row - n;
  if (input < 0) return row < n ? &o->A[row * n + column] : &o->C[shows * n + column];
  return row < n ? &o->B[row * p->nu + input] : &o->D[shows * p->nu + input];
}

// An input's lane is a machine with another number.
int dv_linear_look(plan *p, int first, int count, double times, double *F)
{
  dv_fan *f = p->fan;
  int n = p->out->n, lanes = f->engine->lanes, inputs = first + count > n;
  double kept[DV_LANES_MOST] = {0};
  for (int l = 0; l < count; l++) {
    double by = times * dv_linear_step(p, first + l);
    int input = first + l - n;
    if (input < 0) dv_fan_push(f, p->chart->moving[first + l], by);
    else kept[l] = *input_in(p, input, l), *input_in(p, input, l) += by;
  }
  if (inputs) f->engine->ready(f->m, f->num, f->work);
  int bad = dv_fan_evaluate(f, p->s->t);
  if (p->ny) f->engine->observe(f->m, f->num, f->x, f->work);
  for (int i = 0; i < n + p->ny; i++)
    for (int l = 0; l < count; l++) F[i * lanes + l] = i < n ? dv_fan_rate(f, p->chart->moving[i], l) : shown(p, i - n, l);
  for (int l = 0; l < count; l++)
    if (first + l >= n) *input_in(p, first + l - n, l) = kept[l];
  if (inputs) f->engine->ready(f->m, f->num, f->work);
  dv_fan_clear(f);
  return bad;
}

static int by_differences(plan *p, dv_arena *under)
{
  dv_arena *a = dv_arena_under(under);
  int rows = p->out->n + p->ny, columns = p->out->n + p->nu, lanes = p->fan->engine->lanes, bad = 0;
  double *forth = DV_TAKE(a, double, (size_t)rows *lanes + 1), *back = DV_TAKE(a, double, (size_t)rows *lanes + 1);
  for (int j = 0; j < columns; j += lanes) {
    int count = columns - j < lanes ? columns - j : lanes;
    bad |= dv_linear_look(p, j, count, 1, forth) | dv_linear_look(p, j, count, -1, back);
    for (int i = 0; i < rows; i++)
      for (int l = 0; l < count; l++)
        *dv_linear_entry(p, i, j + l) = (forth[i * lanes + l] - back[i * lanes + l]) / (2 * dv_linear_step(p, j + l));
  }
  dv_arena_free(a);
  return bad;
}

// ad_V of a ball's (nv 3: angular) or a free joint's (linear, angular) rate, [nv][nv].
static void adjoint(int nv, const double *v, double *ad)
{
  memset(ad, 0, 36 * sizeof(double));
  for (int block = 0; block < (nv == 3 ? 1 : 3); block++) {
    int row = block == 2 ? 3 : 0, column = block ? 3 : 0;
    const double *w = nv == 3 || block != 1 ? v + nv - 3 : v;
    for (int a = 0; a < 3; a++) {
      int b = (a + 1) % 3, c = (a + 2) % 3;  // w x e_a = w_c e_b - w_b e_c
      ad[(row + b) * nv + column + a] = w[c];
      ad[(row + c) * nv + column + a] = -w[b];
    }
  }
}

// Index in the list of moving directions, or -1.
static int moving_at(const dv_chart *c, int direction)
{
  for (int i = 0; i < c->nmoving; i++)
    if (c->moving[i] == direction) return i;
  return -1;
}

// - ad_V0 of ball and free joints. G [nv][free]: how all displacements follow the independent ones, which come first.
static void turn(plan *p, const double *G, int free)
{
  const dv_link *link = dv_model_LINK(p->m);
  double ad[36];
  for (int i = 0; i < p->m->nlink; i++) {
    dv_joint_facts f = dv_joint_row_facts_x1(link[i].joint);
    if (f.nq == f.nv || link[i].drive == DV_DRIVEN) continue;
    adjoint(f.nv, p->s->x + p->m->nq + link[i].iv, ad);
    for (int a = 0; a < f.nv; a++) {
      int row = moving_at(p->chart, link[i].iv + a);
      for (int k = 0; k < f.nv && row >= 0; k++)
        for (int j = 0; j < free; j++) p->out->A[row * p->out->n + j] -= ad[a * f.nv + k] * G[(link[i].iv + k) * free + j];
    }
  }
}

static void turn_bases(plan *p, dv_arena *a)
{
  int nv = p->m->nv, free = 0;
  double *G = DV_TAKE(a, double, (size_t)nv *(size_t)nv);
  if (DV_MODEL_COUNT(p->m, LOOP)) {
    double *work = DV_TAKE(a, double, p->m->nwork), *only = DV_TAKE(a, double, p->m->nd);
    dv_engine_x1.ready(p->m, dv_model_NUMBER(p->m), work);
    dv_engine_loops_positions(p->m, p->s->d, only);
    free = dv_engine_loops_map(p->m, p->s->x, only, G, work);
  } else {
    while (free < p->chart->nmoving && p->chart->moving[free] < nv) free++;
    for (int j = 0; j < free; j++) G[p->chart->moving[j] * free + j] = 1;
  }
  turn(p, G, free);
}

// Number behind an input: a parameter, or the value that a part of an external kind gives out; -1: none.
static int input_number(const dv_model *m, const dv_variable *v)
{
  if (v->array == DV_IN_NUMBER) return v->index;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    if (dv_kind_of(m, p)->external && v->array == DV_IN_WORK && v->index == p->out) return p->par;
  }
  return -1;
}

static int find(const plan *p, dv_diags *d, const char *const *path, int n, const dv_variable **out)
{
  int bad = 0;
  for (int i = 0; i < n; i++) {
    int at = dv_model_find(p->m, path[i]);
    dv_mark none = {NULL, 0, 0};
    if (at < 0) dv_diag_add(d, DV_ERROR, none, NULL, "there is no variable '%s'", path[i]);
    else out[i] = dv_model_VARIABLE(p->m) + at;
    bad |= at < 0;
  }
  return bad;
}

static int find_inputs(plan *p, dv_diags *d, const char *const *path)
{
  int bad = find(p, d, path, p->nu, p->input);
  for (int i = 0; i < p->nu && !bad; i++) {
    dv_mark none = {NULL, 0, 0};
    p->number[i] = input_number(p->m, p->input[i]);
    if (p->number[i] >= 0) continue;
    dv_diag_add(d, DV_ERROR, none, "use a signal of kind input, or a parameter", "'%s' is not an input", path[i]);
    bad = 1;
  }
  return bad;
}

// Names of all inputs of the machine, for a caller who names none.
static int all_inputs(const dv_model *m, dv_arena *a, const char *const **paths)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  const char **list = DV_TAKE(a, const char *, DV_MODEL_COUNT(m, VARIABLE));
  int n = 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].array == DV_IN_WORK && input_number(m, &v[i]) >= 0) list[n++] = dv_model_text(m, v[i].path);
  *paths = list;
  return n;
}

static const char *direction_name(dv_arena *a, const dv_model *m, const dv_chart *c, int j)
{
  if (c->number[j] >= 0) return dv_model_state_name(m, c->number[j]);
  return dv_arena_text(a, "turn of %s", dv_model_state_name(m, m->nq + j));
}

// How many of the states are displacements; they come first.
static int displacements(const plan *p)
{
  int n = 0;
  while (n < p->chart->nmoving && p->chart->moving[n] < p->m->nv) n++;
  return n;
}

static void take(plan *p, dv_arena *a)
{
  dv_linear *o = p->out;
  size_t n = (size_t)p->chart->nmoving, nu = (size_t)p->nu, ny = (size_t)p->ny;
  memset(o, 0, sizeof *o);
  o->n = p->chart->nmoving;
  o->nu = p->nu;
  o->ny = p->ny;
  o->A = DV_TAKE(a, double, n *n);
  o->B = DV_TAKE(a, double, n *nu);
  o->C = DV_TAKE(a, double, ny *n);
  o->D = DV_TAKE(a, double, ny *nu);
  o->state = DV_TAKE(a, const char *, n);
  o->input = DV_TAKE(a, const char *, nu);
  o->output = DV_TAKE(a, const char *, ny);
  for (int i = 0; i < o->n; i++) o->state[i] = direction_name(a, p->m, p->chart, p->chart->moving[i]);
  for (int i = 0; i < o->nu; i++) o->input[i] = dv_model_text(p->m, p->input[i]->path);
  for (int i = 0; i < o->ny; i++) o->output[i] = dv_model_text(p->m, p->output[i]->path);
}

// The state with discrete states that fit it: at the start nobody has looked yet.
static const dv_state *begun(const dv_model *m, const dv_state *s, dv_arena *a)
{
  dv_state *b = dv_state_new(a, m);
  double *work = DV_TAKE(a, double, m->nwork);
  if (s->t != 0) return s;
  memcpy(b->block, s->block, (size_t)s->n * sizeof(double));
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  dv_state_begin(m, &dv_engine_x1, b, work);
  return b;
}

// A sampled part does not answer within the instant: the linear machine sees what it holds as constant.
static void tell_sampled(const dv_model *m, dv_diags *d)
{
  double period;
  int part = dv_engine_sampled(m, dv_model_NUMBER(m), 0, &period);
  if (part < 0) return;
  const dv_part *p = dv_model_PART(m) + part;
  dv_mark mark = {dv_model_text(m, p->file), p->line, p->col};
  dv_diag_add(d, DV_WARNING, mark,
              "for the loop closed in continuous time give the part no period; a run or `davit bode` samples",
              "'%s' is sampled: the linear machine takes what it holds as constant, an open loop", dv_model_text(m, p->name));
}

// Roots as they are now, whatever side was held.
static void roots_now(const dv_model *m, const dv_state *s, double *root, dv_arena *a)
{
  double *work = DV_TAKE(a, double, dv_engine_x1.nwork(m)), *d = DV_TAKE(a, double, m->nd + 1);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  if (m->nd) memcpy(d, s->d, (size_t)m->nd * sizeof *d);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    for (int k = 0; dv_kind_of(m, p)->holds && k < p->nroot; k++) d[p->side + k] = 0;
  }
  if (m->nroot) dv_engine_x1.roots(m, dv_model_NUMBER(m), s->t, s->x, d, work, root);
}

// A stop that is just touched has other slopes on either side: which of them these are nobody can tell. How many there are.
static int tell_edges(const dv_model *m, const dv_state *s, dv_diags *d, dv_arena *a)
{
  double *root = DV_TAKE(a, double, m->nroot + 1);
  int told = 0;
  roots_now(m, s, root, a);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    int edge = 0;
    for (int k = 0; dv_kind_of(m, p)->holds && k < p->nroot; k++) edge |= root[p->root_index + k] == 0;
    dv_mark mark = {dv_model_text(m, p->file), p->line, p->col};
    if (edge)
      dv_diag_add(d, DV_WARNING, mark, "look at a state a little beside it",
                  "'%s' is exactly at the edge of its law: the linear machine is that of one side", dv_model_text(m, p->name));
    told += edge;
  }
  return told;
}

static int linearise(const dv_model *m, const dv_state *at, const char *const *inputs, int nu, const char *const *outputs, int ny,
                     int differences, dv_linear *out, int *outside, dv_diags *d, dv_arena *a)
{
  const dv_state *s = begun(m, at, a);
  const dv_chart *whole = dv_chart_new(a, m), *chart = dv_chart_independent(a, m, whole, s->d);
  int bad = 0;
  if (!inputs) nu = all_inputs(m, a, &inputs);
  plan p = {.m = m, .s = s, .chart = chart, .fan = dv_fan_new(a, m, whole, 0, NULL, NULL), .out = out, .nu = nu, .ny = ny};
  p.input = DV_TAKE(a, const dv_variable *, nu);
  p.output = DV_TAKE(a, const dv_variable *, ny);
  p.number = DV_TAKE(a, int, nu);
  if (find_inputs(&p, d, inputs) | find(&p, d, outputs, ny, p.output)) return 2;
  take(&p, a);
  tell_sampled(m, d);
  int edges = tell_edges(m, s, d, a);
  dv_fan_set(p.fan, s->t, s->x, s->d, DV_ALONG_TANGENT);
  out->exact = !differences && !dv_linear_exact(&p, a);
  if (!out->exact) bad = by_differences(&p, a);
  *outside = bad ? 0 : dv_linear_sides(&p, edges ? NULL : d, a);
  turn_bases(&p, a);
  dv_mark none = {NULL, 0, 0};
  if (bad) dv_diag_add(d, DV_ERROR, none, "check the state", "the rates near t = %.6g s are not finite", s->t);
  out->ndisplacement = displacements(&p);
  return bad ? 2 : dv_modes(out, out->ndisplacement, d, a);
}

int dv_linearise(const dv_model *m, const dv_state *at, const char *const *inputs, int nu, const char *const *outputs, int ny,
                 dv_linear *out, dv_diags *d, dv_arena *a)
{
  int outside;
  return linearise(m, at, inputs, nu, outputs, ny, 0, out, &outside, d, a);
}

int dv_linearise_machine(const dv_machine *m, const dv_state *at, const char *const *inputs, int nu, const char *const *outputs,
                         int ny, dv_linear *out)
{
  int outside;
  return linearise(m->model, at, inputs, nu, outputs, ny, dv_differences_chosen(m), out, &outside, m->diags, m->arena);
}

void dv_edges_tell(dv_machine *m)
{
  dv_arena *a = dv_arena_new();
  dv_diags *quiet = dv_diags_new(a);
  dv_state *s = dv_state_new(a, m->model);
  dv_linear l;
  int outside = 0;
  dv_mark none = {m->spec->source->file, 0, 0};
  if (!dv_start(m, s) && !linearise(m->model, s, NULL, 0, NULL, 0, 0, &l, &outside, quiet, a) && l.exact && outside)
    dv_diag_add(
        m->diags, DV_WARNING, none, "begin a little beside, or compare with runs at other numbers",
        "at the start several laws stand at their edges at once (valves exactly in neutral behind laws that divide by what "
        "is there): %d slopes of rates are not those of both sides, and slopes along the run have them while that lasts",
        outside);
  dv_arena_free(a);
}
