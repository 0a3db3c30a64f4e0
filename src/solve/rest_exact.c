// rest_exact.c: how the equations of rest change along displacements and parts' states, by the slopes of the machine's graph.
//
// A displacement in child axes moves the numbers of the state as its rate does: dq = E(q) e_j, and E(q) is the slope of q' along
// the rates (linear_exact.c).
#include "solve/rest.h"

#include "graph/derivative.h"

#include <math.h>
#include <string.h>

enum { W = DV_DERIVATIVE_WIDTH };

struct dv_rest_exact {
  dv_derivative *derivative;
  double *seed, *along;  // [1 + nx][W], [nv][nq]
};

void dv_rest_exact_open(dv_rest *e)
{
  const dv_model *m = e->m;
  struct dv_rest_exact *x = DV_TAKE(e->arena, struct dv_rest_exact, 1);
  x->derivative = dv_derivative_new(e->arena, m, &(dv_derivative_options){.start = e->s->x});
  x->seed = DV_TAKE(e->arena, double, (size_t)(1 + m->nx) * W);
  x->along = DV_TAKE(e->arena, double, (size_t)m->nv *(size_t)m->nq + 1);
  e->exact = x->derivative ? x : NULL;
}

static void clear(const dv_rest *e) { memset(e->exact->seed, 0, (size_t)(1 + e->m->nx) * W * sizeof(double)); }
static int batch(int n, int first) { return n - first < W ? n - first : W; }

static void find_along(const dv_rest *e)
{
  const struct dv_rest_exact *x = e->exact;
  const dv_model *m = e->m;
  dv_slopes s;
  for (int j = 0; j < m->nv; j += W) {
    int count = batch(m->nv, j);
    clear(e);
    for (int l = 0; l < count; l++) x->seed[(1 + m->nq + j + l) * W + l] = 1;
    dv_derivative_along(x->derivative, x->seed, &s);
    for (int l = 0; l < count; l++)
      for (int i = 0; i < m->nq; i++) x->along[(j + l) * m->nq + i] = s.dx[i * W + l];
  }
}

static void displace(const dv_rest *e, int direction, int l)
{
  const dv_model *m = e->m;
  double *seed = e->exact->seed;
  if (direction >= m->nv) seed[(1 + e->chart->number[direction]) * W + l] = 1;
  for (int i = 0; i < m->nq && direction < m->nv; i++) seed[(1 + i) * W + l] = e->exact->along[direction * m->nq + i];
}

int dv_rest_exact_columns(dv_rest *e, const int *at, int count, int first, double *out)
{
  const struct dv_rest_exact *x = e->exact;
  const double *scale = e->chart->scale;
  double sum = 0;
  dv_slopes s;
  if (!x || dv_derivative_stand(x->derivative, e->num, e->s->t, e->s->x, e->s->d)) return 1;
  find_along(e);
  for (int j = 0; j < count; j += W) {
    int lanes = batch(count, j);
    clear(e);
    for (int l = 0; l < lanes; l++) displace(e, at[j + l], l);
    dv_derivative_along(x->derivative, x->seed, &s);
    for (int i = first; i < e->n; i++)
      for (int l = 0; l < lanes; l++) {
        double slope = s.dx[e->chart->number[e->row[i]] * W + l] / scale[e->row[i]] * scale[at[j + l]];
        out[(i - first) * count + j + l] = slope, sum += 0 * slope;
      }
  }
  return sum != 0;  // not finite
}
