// exact_entries.c: the entries of a sparse Jacobian by the slopes of the machine's graph: a seed for each group of columns that
// share no row, eight groups at once, what they have in common once.
//
// In the chart a direction of an attitude turns its quaternion: dq = q (0, e) / 2. Where loops have other pivots than at the
// start, or numbers of the machine were changed, there are none: then the run takes differences.
#include "solve/exact_entries.h"

#include "engine/compiled.h"
#include "graph/derivative.h"

#include <math.h>
#include <string.h>

enum { W = DV_DERIVATIVE_WIDTH };

// A direction that turns a quaternion.
typedef struct {
  int q, axis;
  double *seed;
} turned;

typedef struct {
  dv_entries_options o;
  dv_derivative *derivative;
  int nset, *group;     // [ngroup] in the order of the sets, W to a set
  int *attitude;        // [n] quaternion in x and, in the lowest two bits, which axis of it; -1: the direction moves a number
  int *place;           // [nset][nx] of the state among the seeds, -1: none
  double *number;       // [nnum] as traced
  const char *is_open;  // [nnum]
  double *seed;         // [..][W]
  turned *turned;       // [nturned]
  int nturned, *slope;  // [count] of an entry among the slopes, -1: zero
  dv_entries entries;
  int stale;
} exact;

static void find_attitudes(exact *e, dv_arena *a)
{
  const dv_chart *c = e->o.chart;
  e->attitude = DV_TAKE(a, int, e->o.pattern->n + 1);
  for (int i = 0; i < e->o.pattern->n; i++) e->attitude[i] = -1;
  for (int k = 0; e->o.in_chart && k < 3 * c->nattitude; k++)
    e->attitude[c->attitude[k / 3].v + k % 3] = 4 * c->attitude[k / 3].q + k % 3;
}

// First state that direction j moves, and how many.
static int moved(const exact *e, int j, int *first)
{
  *first = e->attitude[j] >= 0 ? e->attitude[j] >> 2 : e->o.in_chart ? e->o.chart->number[j] : j;
  return e->attitude[j] >= 0 ? 4 : 1;
}

// Where the rate of direction i is among rates of state and of coordinates.
static int rate_of(const exact *e, int i)
{
  if (!e->o.in_chart) return i;
  return e->attitude[i] >= 0 ? e->o.m->nx + i : e->o.chart->number[i];
}

static int entries_of(const dv_pattern *p, int g)
{
  int sum = 0;
  for (int k = p->group[g]; k < p->group[g + 1]; k++) sum += p->down[p->member[k] + 1] - p->down[p->member[k]];
  return sum;
}

// Rows that group g reaches and `reached` has not.
static int new_rows(const dv_pattern *p, int g, const char *reached)
{
  int n = 0;
  for (int k = p->group[g]; k < p->group[g + 1]; k++)
    for (int i = p->down[p->member[k]]; i < p->down[p->member[k] + 1]; i++) n += !reached[p->in[i]];
  return n;
}

static void reach_rows(const dv_pattern *p, int g, char *reached)
{
  for (int k = p->group[g]; k < p->group[g + 1]; k++)
    for (int i = p->down[p->member[k]]; i < p->down[p->member[k] + 1]; i++) reached[p->in[i]] = 1;
}

// The group that goes with a set that reaches these rows; the first reaches far.
static int best_group(const dv_pattern *p, const char *taken, const char *reached, int first)
{
  int best = -1, most = 0;
  for (int g = 0; g < p->ngroup; g++) {
    int is = first ? entries_of(p, g) : entries_of(p, g) - 3 * new_rows(p, g, reached);
    if (!taken[g] && (best < 0 || is > most)) best = g, most = is;
  }
  return best;
}

// Groups that reach the same rows stand together, so that a set needs little of the graph.
static void sort_groups(exact *e, dv_arena *a)
{
  const dv_pattern *p = e->o.pattern;
  char *taken = DV_TAKE(a, char, p->ngroup + 1), *reached = DV_TAKE(a, char, p->n + 1);
  e->group = DV_TAKE(a, int, p->ngroup + 1);
  e->nset = (p->ngroup + W - 1) / W;
  for (int k = 0; k < p->ngroup; k++) {
    if (k % W == 0) memset(reached, 0, (size_t)p->n);
    int g = e->group[k] = best_group(p, taken, reached, k % W == 0);
    taken[g] = 1;
    reach_rows(p, g, reached);
  }
}

static int set_end(const exact *e, int s) { return (s + 1) * W < e->o.pattern->ngroup ? (s + 1) * W : e->o.pattern->ngroup; }

static dv_column_set set_of(const exact *e, dv_arena *a, int s)
{
  const dv_pattern *p = e->o.pattern;
  int nx = e->o.m->nx, first;
  char *along = DV_TAKE(a, char, nx + 1), *wanted = DV_TAKE(a, char, nx + e->o.m->nv + 1);
  for (int g = s * W; g < set_end(e, s); g++)
    for (int k = p->group[e->group[g]]; k < p->group[e->group[g] + 1]; k++) {
      int j = p->member[k], count = moved(e, j, &first);
      memset(along + first, 1, (size_t)count);
      for (int n = p->down[j]; n < p->down[j + 1]; n++) wanted[rate_of(e, p->in[n])] = 1;
    }
  return (dv_column_set){along, wanted};
}

static const dv_column_set *make_sets(exact *e, dv_arena *a)
{
  int nx = e->o.m->nx, seeds = 0;
  dv_column_set *set = DV_TAKE(a, dv_column_set, e->nset + 1);
  e->place = DV_TAKE(a, int, e->nset *nx + 1);
  for (int s = 0; s < e->nset; s++) {
    set[s] = set_of(e, a, s);
    for (int i = 0; i < nx; i++) e->place[s * nx + i] = set[s].along[i] ? seeds++ : -1;
  }
  e->seed = DV_TAKE(a, double, (size_t)(seeds + 1) * W);
  return set;
}

static void turn(const double *q, int axis, double *dq)
{
  int b = (axis + 1) % 3, c = (axis + 2) % 3;
  dq[0] = -0.5 * q[1 + axis];
  dq[(1 + axis) * W] = 0.5 * q[0];
  dq[(1 + b) * W] = 0.5 * q[1 + c];
  dq[(1 + c) * W] = -0.5 * q[1 + b];
}

// Seeds of directions that move a number, once.
static void lay_seeds(exact *e, dv_arena *a)
{
  const dv_pattern *p = e->o.pattern;
  int first;
  e->turned = DV_TAKE(a, turned, p->n + 1);
  for (int g = 0; g < p->ngroup; g++)
    for (int k = p->group[e->group[g]]; k < p->group[e->group[g] + 1]; k++) {
      int j = p->member[k], count = moved(e, j, &first);
      double *seed = e->seed + e->place[g / W * e->o.m->nx + first] * W + g % W;
      if (count == 1) *seed = 1;
      else e->turned[e->nturned++] = (turned){first, e->attitude[j] & 3, seed};
    }
}

// Which slope each entry is.
static void find_slopes(exact *e, dv_arena *a)
{
  const dv_pattern *p = e->o.pattern;
  const int *at = dv_derivative_places(e->derivative);
  e->slope = DV_TAKE(a, int, p->count + 1);
  for (int i = 0; i < p->count; i++) e->slope[i] = -1;
  for (int g = 0; g < p->ngroup; g++)
    for (int k = p->group[e->group[g]]; k < p->group[e->group[g] + 1]; k++)
      for (int j = p->member[k], n = p->down[j]; n < p->down[j + 1]; n++) {
        int where = at[g / W * (e->o.m->nx + e->o.m->nv) + rate_of(e, p->in[n])];
        e->slope[p->entry[n]] = where < 0 ? -1 : where * W + g % W;
      }
}

static int take(void *self, double t, const double *x, const double *d, double *J)
{
  exact *e = self;
  double sum = 0;
  if (e->stale || dv_derivative_stand(e->derivative, dv_model_NUMBER(e->o.m), t, x, d)) return 1;
  for (int i = 0; i < e->nturned; i++) turn(x + e->turned[i].q, e->turned[i].axis, e->turned[i].seed);
  const double *slope = dv_derivative_columns(e->derivative, e->seed);
  for (int i = 0; i < e->o.pattern->count; i++) {
    J[i] = e->slope[i] < 0 ? 0 : slope[e->slope[i]];
    sum += 0 * J[i];
  }
  return sum != 0;  // not finite
}

// Inputs from outside are inputs of the graph, too; all else was folded in.
static void renew(void *self)
{
  exact *e = self;
  const double *now = dv_model_NUMBER(e->o.m);
  e->stale = 0;
  for (int i = 0; i < e->o.m->nnum; i++) e->stale |= !e->is_open[i] && memcmp(now + i, e->number + i, sizeof *now) != 0;
}

static const char *find_open(dv_arena *a, const dv_model *m)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  char *open = DV_TAKE(a, char, m->nnum + 1);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].role == DV_ROLE_INPUT && v[i].array == DV_IN_NUMBER) open[v[i].index] = 1;
  return open;
}

const dv_entries *dv_exact_entries(dv_arena *a, const dv_entries_options *o)
{
  exact *e = DV_TAKE(a, exact, 1);
  e->o = *o;
  find_attitudes(e, a);
  sort_groups(e, a);
  const dv_column_set *set = make_sets(e, a);
  if (!e->nset) return NULL;
  e->derivative = dv_derivative_new(
      a, o->m, &(dv_derivative_options){.momentum = o->momentum, .start = o->start, .set = set, .nset = e->nset});
  if (!e->derivative) return NULL;
  lay_seeds(e, a);
  find_slopes(e, a);
  e->is_open = find_open(a, o->m);
  e->number = DV_TAKE(a, double, o->m->nnum + 1);
  memcpy(e->number, dv_model_NUMBER(o->m), (size_t)o->m->nnum * sizeof *e->number);
  e->entries = (dv_entries){e, take, renew};
  return &e->entries;
}

dv_entries_maker *dv_exact_chosen(const dv_solver_spec *s)
{
  return s->derivatives && !strcmp(s->derivatives, "exact") ? dv_exact_entries : NULL;
}
