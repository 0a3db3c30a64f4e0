// stability.c: the largest step of each fixed-step method at which it follows the linearised machine without growing.
//
//   xi' = A xi;  a step is xi1 = G(h) xi.  Stable: no more eigenvalues of G beyond 1 in size than A has with Re lambda > 0
//   rk4     G = 1 + hA + (hA)^2/2 + (hA)^3/6 + (hA)^4/24;   rk3: one term less
//   dopri5  G = 1 + ... + (hA)^5/120 + (hA)^6/600
//   euler, rkn: their formulas on unit vectors
//
// xi lists displacements first, then rates, then states of parts. For a fast real pole lambda rk4 and rkn allow
// h = 2.785/|lambda|. rosenbrock is L-stable. Methods for attitudes (lie-rk4, frozen-rk4) act on xi as rk4 does.
#include "solve/linear.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { FAR = 500, HALVINGS = 40 };  // far beyond any method: times 1/|lambda|
static const double slack = 1e-6;   // rounding of multiple eigenvalues

typedef struct {
  const dv_linear *l;
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

// Any explicit method of p stages and order p on a linear machine: the exponential series up to (hA)^p/p!.
static void series(const trial *s, double h, const double *x, int order, double *out)
{
  int n = s->l->n;
  memcpy(out, x, (size_t)n * sizeof(double));
  memcpy(s->y, x, (size_t)n * sizeof(double));
  for (int p = 1; p <= order; p++) {
    rate(s, s->y, s->k[0]);
    for (int j = 0; j < n; j++) out[j] += s->y[j] = h / p * s->k[0][j];
  }
}

static void step_rk4(const trial *s, double h, const double *x, double *out) { series(s, h, x, 4, out); }
// dopri5's seven stages leave one term more, (hA)^6/600; after the series s->y is its last term.
static void step_dopri5(const trial *s, double h, const double *x, double *out)
{
  series(s, h, x, 5, out);
  rate(s, s->y, s->k[0]);
  for (int j = 0; j < s->l->n; j++) out[j] += h / 5 * s->k[0][j];
}
static void step_rk3(const trial *s, double h, const double *x, double *out) { series(s, h, x, 3, out); }

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

int dv_stable_steps(const dv_linear *l, dv_stable_step *out, dv_arena *a)
{
  static const struct {
    const char *name;
    one_step *step;
  } method[] = {
      {"rk4, lie-rk4", step_rk4   },
      {"rkn",          step_rkn   },
      {"rk3",          step_rk3   },
      {"dopri5",       step_dopri5},
      {"euler",        step_euler },
      {"rosenbrock",   NULL       },
  };
  enum { METHODS = sizeof method / sizeof *method };
  size_t n = (size_t)l->n;
  double fastest = 0;
  int own = 0;  // growing modes of the machine itself
  trial s = {.l = l, .nq = l->ndisplacement, .y = DV_TAKE(a, double, n), .G = DV_TAKE(a, double, n *n)};
  for (int i = 0; i < 5; i++) s.k[i] = DV_TAKE(a, double, n);
  s.re = DV_TAKE(a, double, n);
  s.im = DV_TAKE(a, double, n);
  for (int i = 0; i < l->nmode; i++) fastest = fmax(fastest, hypot(l->re[i], l->im[i]));
  for (int i = 0; i < l->nmode; i++) own += l->re[i] > 1e-9 * fastest ? 1 + (l->im[i] > 0) : 0;
  for (int i = 0; i < METHODS; i++) {
    out[i].method = method[i].name;
    out[i].step = method[i].step && fastest > 0 ? largest(&s, method[i].step, fastest, own) : HUGE_VAL;
  }
  return METHODS;
}
