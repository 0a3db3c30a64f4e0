// loop_ways.c: loop_ways.h.
#include "formulation/loop_ways.h"

#include "engine/evaluation.h"
#include "formulation/matrix.h"
#include "formulation/verify.h"

#include <math.h>
#include <string.h>

enum { COLUMNS_MOST = 24 };  // of B, for accelerations: each is one evaluation of the way

typedef struct {
  const dv_formulation *way;
  dv_loop_ways *w;
  void *own;
  const double *q, *v;
  const dv_loop_form *f;
  int nv;
  double *a, *tree, *h, *B;  // [nv], [nv], [n], [n][n]
} look;

dv_loop_ways *dv_loop_ways_new(dv_arena *a, const dv_model *m)
{
  dv_loop_ways *w = DV_TAKE(a, dv_loop_ways, 1);
  dv_tree t = dv_tree_of(m);
  w->f = dv_formulator_new(a, &t, dv_model_NUMBER(m));
  for (int i = 0; i < DV_WAY_COUNT; i++) {
    w->acceleration[i] = -1;
    if (!dv_formulations[i]->effort || !dv_formulation_knows((dv_formulation_id)i, &t)) continue;
    w->way[w->n++] = (dv_formulation_id)i;
  }
  return w;
}

// What the way gives for accelerations rest + G y, along the independent rates. y NULL: none.
static void effort(look *k, const double *rest, const double *y, double *out)
{
  const dv_loop_form *f = k->f;
  memcpy(k->a, rest, (size_t)k->nv * sizeof(double));
  for (int i = 0; i < k->nv && y; i++)
    for (int j = 0; j < f->n; j++) k->a[i] += f->G[i * f->n + j] * y[j];
  k->way->effort(k->w->f, k->own, k->q, k->v, k->a, k->tree);
  for (int j = 0; j < f->n; j++) {
    out[j] = 0;
    for (int i = 0; i < k->nv; i++) out[j] += f->G[i * f->n + j] * k->tree[i];
  }
}

// Of x against B y + h, each row by the root of its own inertia, of the largest term that sums up in it.
static double apart(const dv_loop_form *f, const double *x, const double *h, const double *y)
{
  double most = 0, size = 0;
  for (int i = 0; i < f->n; i++) {
    double sum = h[i], terms = fabs(h[i]), inertia = sqrt(f->B[i * f->n + i]);
    for (int j = 0; j < f->n; j++) {
      sum += f->B[i * f->n + j] * y[j];
      terms += fabs(f->B[i * f->n + j] * y[j]);
    }
    if (!isfinite(x[i] - sum)) return NAN;
    most = fmax(most, fabs(x[i] - sum) / inertia);
    size = fmax(size, fmax(terms, fabs(x[i])) / inertia);
  }
  return most == 0 ? 0 : most / size;
}

// y'' of the way for the efforts tau: beside those of Newton and Euler.
static double accelerate(look *k, const double *rest, const double *tau, double *y)
{
  const dv_loop_form *f = k->f;
  int n = f->n;
  for (int j = 0; j < n; j++) {
    memset(y, 0, (size_t)n * sizeof *y);
    y[j] = 1;
    double *column = y + n;
    effort(k, rest, y, column);
    for (int i = 0; i < n; i++) k->B[i * n + j] = column[i] - k->h[i];
  }
  for (int i = 0; i < n; i++) y[i] = tau[i] - k->h[i];
  if (dv_matrix_divide(n, k->B, y)) return NAN;
  for (int i = 0; i < n; i++) y[n + i] = f->c[i] + f->g[i];
  return apart(f, tau, y + n, y);
}

static double larger(double x, double y) { return isnan(x) || x > y ? x : y; }

void dv_loop_ways_look(dv_loop_ways *w, const dv_model *m, const double *x, const double *a, const dv_loop_form *f,
                       uint64_t *seed)
{
  dv_arena *scratch = dv_arena_new();
  size_t nv = (size_t)m->nv, n = (size_t)f->n;
  double *rest = DV_TAKE(scratch, double, 3 * nv + 5 * n + n * n), *y = rest + 3 * nv + n, *random = y + 2 * n, *h = random + n;
  look k = {.w = w, .q = x, .v = x + m->nq, .f = f, .nv = m->nv, .a = rest + nv, .tree = rest + 2 * nv, .h = rest + 3 * nv};
  k.B = h + n;
  for (int i = 0; i < m->nv; i++) {
    rest[i] = a[i];
    for (int j = 0; j < f->n; j++) rest[i] -= f->G[i * f->n + j] * f->a[j];
  }
  for (int j = 0; j < f->n; j++) {
    random[j] = dv_verify_uniform(seed);
    h[j] = f->c[j] + f->g[j];
  }
  for (int i = 0; i < w->n; i++) {
    k.way = dv_formulations[w->way[i]];
    k.own = w->f->own[w->way[i]];
    effort(&k, rest, random, y);
    w->effort[i] = larger(apart(f, y, h, random), w->effort[i]);
    effort(&k, rest, f->a, y);
    w->effort[i] = larger(apart(f, y, h, f->a), w->effort[i]);
    effort(&k, rest, NULL, k.h);
    if (f->n <= COLUMNS_MOST) w->acceleration[i] = larger(accelerate(&k, rest, f->tau, y), w->acceleration[i]);
  }
  dv_arena_free(scratch);
}
