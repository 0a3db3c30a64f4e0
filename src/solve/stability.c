// stability.c: the largest step of each fixed-step method at which it follows the linearised machine without growing.
//
//   xi' = A xi;  a step is xi1 = G(h) xi.  Stable: no more eigenvalues of G beyond 1 in size than A has with Re lambda > 0
//   G = 1 + c1 hA + c2 (hA)^2 + ... of explicit methods (the terms are in base/solvers.def);  euler, rkn: their formulas on unit
//   vectors
//
// xi lists displacements first, then rates, then states of parts. For a fast real pole lambda rk4 and rkn allow h
// = 2.785/|lambda|.
#include "solve/linear.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { FAR = 500, HALVINGS = 40 };  // far beyond any method: times 1/|lambda|
static const double slack = 1e-6;   // rounding of multiple eigenvalues

typedef struct {
  const dv_linear *l;
  const dv_solver *is;
  int nq;  // displacements; as many rates follow them
  double *k[5], *y, *G, *re, *im;
} trial;

typedef void one_step(const trial *s, double h, const double *x, double *out);

static void rate(const trial *s, const double *x, double *out)
{
  int n = s->l->n;
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int j = 0; j < n; j++) out[i] += s->l->A[i * n + j] * x[j];
  }
}

// An explicit method on a linear machine: a series in hA.
static void step_series(const trial *s, double h, const double *x, double *out)
{
  int n = s->l->n;
  memcpy(out, x, (size_t)n * sizeof(double));
  memcpy(s->y, x, (size_t)n * sizeof(double));
  for (int p = 0; p < DV_TERMS_MOST && s->is->term[p] != 0; p++) {
    rate(s, s->y, s->k[0]);
    for (int j = 0; j < n; j++) out[j] += s->is->term[p] * (s->y[j] = h * s->k[0][j]);
  }
}

// The stages of rkn.c: displacements are placed by the first or third acceleration.
static void step_rkn(const trial *s, double h, const double *x, double *out)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  int n = s->l->n, nq = s->nq;
  memcpy(out, x, (size_t)n * sizeof(double));
  for (int i = 0; i < 4; i++) {
    const double *a = s->k[i < 3 ? 0 : 2] + nq;
    for (int j = 0; j < n; j++) s->y[j] = x[j] + (i ? node[i] * h * s->k[i - 1][j] : 0);
    for (int j = 0; i && j < nq; j++) s->y[j] = x[j] + node[i] * h * s->k[0][j] + (i < 3 ? 0.125 : 0.5) * h * h * a[j];
    rate(s, s->y, s->k[i]);
    for (int j = 0; j < n; j++) out[j] += h * weight[i] * s->k[i][j];
  }
}

// Rates and states first, displacements with the new rates.
static void step_euler(const trial *s, double h, const double *x, double *out)
{
  int n = s->l->n;
  rate(s, x, s->k[0]);
  for (int i = 0; i < n; i++) s->y[i] = x[i] + (i < s->nq ? 0 : h * s->k[0][i]);
  rate(s, s->y, s->k[1]);
  for (int i = 0; i < n; i++) out[i] = i < s->nq ? x[i] + h * s->k[1][i] : s->y[i];
}

// Eigenvalues of G(h) beyond 1 in size.
static int growing(trial *s, one_step *step, double h)
{
  int n = s->l->n, count = 0;
  double *x = s->k[4];
  for (int j = 0; j < n; j++) {
    memset(x, 0, (size_t)n * sizeof(double));
    x[j] = 1;
    step(s, h, x, s->G + (size_t)j * (size_t)n);  // columns as rows: the eigenvalues are the same
  }
  if (LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, s->G, n, s->re, s->im, NULL, n, NULL, n)) return n;
  for (int i = 0; i < n; i++) count += hypot(s->re[i], s->im[i]) > 1 + slack;
  return count;
}

static double largest(trial *s, one_step *step, double fastest, int own)
{
  double lo = 0, hi = 0.05 / fastest;
  for (; growing(s, step, hi) <= own; lo = hi, hi *= 1.05)
    if (hi > FAR / fastest) return HUGE_VAL;
  for (int i = 0; i < HALVINGS; i++) {
    double mid = 0.5 * (lo + hi);
    if (growing(s, step, mid) <= own) lo = mid;
    else hi = mid;
  }
  return lo;
}

// Methods that act alike share a row: "rk4, lie-rk4".
static int joins(dv_arena *a, const dv_solver *is, const dv_solver *last, dv_stable_step *row)
{
  if (is->growth != DV_GROWTH_SERIES || !last || last->growth != is->growth || memcmp(is->term, last->term, sizeof is->term))
    return 0;
  row->method = dv_arena_text(a, "%s, %s", row->method, is->name);
  return 1;
}

int dv_stable_steps(const dv_linear *l, dv_stable_step *out, dv_arena *a)
{
  static one_step *const by[] = {
      [DV_GROWTH_SERIES] = step_series,
      [DV_GROWTH_EULER] = step_euler,
      [DV_GROWTH_RKN] = step_rkn,
      [DV_GROWTH_NEVER] = NULL,
  };
  size_t n = (size_t)l->n;
  double fastest = 0;
  int own = 0, rows = 0;  // own: growing modes of the machine itself
  trial s = {.l = l, .nq = l->ndisplacement, .y = DV_TAKE(a, double, n), .G = DV_TAKE(a, double, n *n)};
  for (int i = 0; i < 5; i++) s.k[i] = DV_TAKE(a, double, n);
  s.re = DV_TAKE(a, double, n);
  s.im = DV_TAKE(a, double, n);
  for (int i = 0; i < l->nmode; i++) fastest = fmax(fastest, hypot(l->re[i], l->im[i]));
  for (int i = 0; i < l->nmode; i++) own += l->re[i] > 1e-9 * fastest ? 1 + (l->im[i] > 0) : 0;
  for (int i = 0; i < DV_SOLVER_COUNT; i++) {
    const dv_solver *last = s.is;
    one_step *step = by[dv_solvers[i].growth];
    if (dv_solvers[i].growth == DV_GROWTH_UNTOLD) continue;
    s.is = &dv_solvers[i];
    if (rows && joins(a, s.is, last, &out[rows - 1])) continue;
    out[rows++] = (dv_stable_step){s.is->name, step && fastest > 0 ? largest(&s, step, fastest, own) : HUGE_VAL};
  }
  return rows;
}
