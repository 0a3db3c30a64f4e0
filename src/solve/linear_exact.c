// linear_exact.c: A, B, C and D by the slopes of the machine's graph, to rounding.
//
// A displacement of a coordinate in child axes moves the numbers of the state as its rate does: dq = E(q) e_j, and E(q) is the
// slope of q' along the rates.
#include "solve/linear.h"

#include "graph/derivative.h"
#include "engine/compiled.h"

#include <math.h>
#include <string.h>

enum { W = DV_DERIVATIVE_WIDTH };

typedef struct {
  dv_linear_plan *p;
  dv_derivative *derivative;
  double *seed;   // [1 + nx + nu][W]
  double *along;  // [nv][nq] E: how the state's coordinates move with each rate
  int *cell;      // [ny] of what is shown, where it has one
} exact;

static int run(const exact *e, dv_slopes *s)
{
  const dv_linear_plan *p = e->p;
  return dv_derivative_run(e->derivative, dv_model_NUMBER(p->m), p->s->t, p->s->x, p->s->d, e->seed, s);
}

static void clear(const exact *e) { memset(e->seed, 0, (size_t)(1 + e->p->m->nx + e->p->nu) * W * sizeof *e->seed); }
static int batch(int n, int first) { return n - first < W ? n - first : W; }

static int find_along(exact *e)
{
  const dv_model *m = e->p->m;
  dv_slopes s;
  int bad = 0;
  for (int j = 0; j < m->nv; j += W) {
    int count = batch(m->nv, j);
    clear(e);
    for (int l = 0; l < count; l++) e->seed[(1 + m->nq + j + l) * W + l] = 1;
    bad |= run(e, &s);
    for (int l = 0; l < count && !bad; l++)
      for (int i = 0; i < m->nq; i++) e->along[(j + l) * m->nq + i] = s.dx[i * W + l];
  }
  return bad;
}

// The state's own numbers move with the seed; rates that depend on others as the loops say.
static double output_slope(const exact *e, const dv_slopes *s, int k, int l)
{
  const dv_model *m = e->p->m;
  const dv_variable *v = e->p->output[k];
  if (v->array == DV_IN_STATE && v->index >= m->nq && v->index < m->nq + m->nv) return s->v[(v->index - m->nq) * W + l];
  if (v->array == DV_IN_STATE) return e->seed[(1 + v->index) * W + l];
  if (v->array == DV_IN_RATE || v->array == DV_IN_WORK) return s->shown[k * W + l];
  for (int j = 0; j < e->p->nu; j++)
    if (v->array == DV_IN_NUMBER && e->p->number[j] == v->index) return e->seed[(1 + m->nx + j) * W + l];
  return 0;
}

static void gather(const exact *e, const dv_slopes *s, int first, int count, double *F, double *Y, int width)
{
  const dv_linear_plan *p = e->p;
  for (int l = 0; l < count; l++) {
    for (int i = 0; i < p->out->n; i++) {
      int at = p->chart->moving[i], x = at < p->m->nv ? -1 : p->chart->number[at];
      F[i * width + first + l] = x < 0 ? s->v[at * W + l] : s->dx[x * W + l];
    }
    for (int k = 0; k < p->ny; k++) Y[k * width + first + l] = output_slope(e, s, k, l);
  }
}

static void displace(const exact *e, int direction, int l)
{
  const dv_model *m = e->p->m;
  if (direction >= m->nv) e->seed[(1 + e->p->chart->number[direction]) * W + l] = 1;
  for (int i = 0; i < m->nq && direction < m->nv; i++) e->seed[(1 + i) * W + l] = e->along[direction * m->nq + i];
}

static int state_columns(exact *e)
{
  const dv_linear_plan *p = e->p;
  dv_slopes s;
  int bad = 0;
  for (int j = 0; j < p->out->n && !bad; j += W) {
    int count = batch(p->out->n, j);
    clear(e);
    for (int l = 0; l < count; l++) displace(e, p->chart->moving[j + l], l);
    bad = run(e, &s);
    if (!bad) gather(e, &s, j, count, p->out->A, p->out->C, p->out->n);
  }
  return bad;
}

static int input_columns(exact *e)
{
  const dv_linear_plan *p = e->p;
  dv_slopes s;
  int bad = 0;
  for (int j = 0; j < p->nu && !bad; j += W) {
    int count = batch(p->nu, j);
    clear(e);
    for (int l = 0; l < count; l++) e->seed[(1 + p->m->nx + j + l) * W + l] = 1;
    bad = run(e, &s);
    if (!bad) gather(e, &s, j, count, p->out->B, p->out->D, p->nu);
  }
  return bad;
}

static int all_finite(const double *x, int n)
{
  int good = 1;
  for (int i = 0; i < n; i++) good &= isfinite(x[i]) != 0;
  return good;
}

int dv_linear_exact(dv_linear_plan *p, dv_arena *under)
{
  dv_arena *a = dv_arena_under(under);
  const dv_model *m = p->m;
  exact e = {.p = p, .seed = DV_TAKE(a, double, (size_t)(1 + m->nx + p->nu) * W), .cell = DV_TAKE(a, int, p->ny + 1)};
  e.along = DV_TAKE(a, double, (size_t)m->nv *(size_t)m->nq + 1);
  for (int k = 0; k < p->ny; k++)
    if (!dv_shown_cell(p->output[k], &e.cell[k])) e.cell[k] = m->work_v;
  dv_derivative_options o = {.start = p->s->x, .number = p->number, .nnumber = p->nu, .shown = e.cell, .nshown = p->ny};
  e.derivative = dv_derivative_new(a, m, &o);
  int bad = !e.derivative || find_along(&e) || state_columns(&e) || input_columns(&e);
  dv_arena_free(a);
  dv_linear *l = p->out;
  return bad || !all_finite(l->A, l->n * l->n) || !all_finite(l->B, l->n * l->nu) || !all_finite(l->C, l->ny * l->n);
}
