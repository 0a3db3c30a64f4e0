// least.c: Levenberg and Marquardt's way to min |r(x)|, lower <= x <= upper.
//
//   min | J d + r |^2 + mu | D d |^2,   D_j = largest |J_j| so far
//
// by Householder's QR of both rows, so that stiff penalties cost no digits. A coordinate at a bound that the step would push
// outwards stands still. Source: More 1978, the Levenberg-Marquardt algorithm.
#include "study/least.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
  const dv_least *p;
  double *r, *J, *D, *step, *next, *trial, *A, *b;
  char *held;  // at a bound
  double cost, mu;
} solver;

static double dot(const double *a, const double *b, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

static double lower(const dv_least *p, int i) { return p->lower ? p->lower[i] : -HUGE_VAL; }
static double upper(const dv_least *p, int i) { return p->upper ? p->upper[i] : HUGE_VAL; }

// One reflection: column k of A [rows][n] below row k becomes zero; the same on b.
static void reflect(double *A, double *b, int rows, int n, int k)
{
  double norm = 0;
  for (int i = k; i < rows; i++) norm += A[i * n + k] * A[i * n + k];
  norm = A[k * n + k] > 0 ? -sqrt(norm) : sqrt(norm);
  if (norm == 0) return;
  double head = A[k * n + k] - norm, beta = 1 / (norm * head);
  for (int j = k + 1; j <= n; j++) {
    double s = head * (j < n ? A[k * n + j] : b[k]);
    for (int i = k + 1; i < rows; i++) s += A[i * n + k] * (j < n ? A[i * n + j] : b[i]);
    s *= beta;
    if (j < n) A[k * n + j] += s * head;
    else b[k] += s * head;
    for (int i = k + 1; i < rows; i++) {
      if (j < n) A[i * n + j] += s * A[i * n + k];
      else b[i] += s * A[i * n + k];
    }
  }
  A[k * n + k] = norm;
}

// The step of the damped problem; held coordinates have no column.
static void solve(solver *s)
{
  int n = s->p->n, m = s->p->m;
  memset(s->A, 0, (size_t)(m + n) * (size_t)n * sizeof(double));
  memset(s->b, 0, (size_t)(m + n) * sizeof(double));
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m && !s->held[j]; i++) s->A[i * n + j] = s->J[i * n + j];
    s->A[(m + j) * n + j] = s->held[j] ? 1 : sqrt(s->mu) * s->D[j];
  }
  for (int i = 0; i < m; i++) s->b[i] = -s->r[i];
  for (int k = 0; k < n; k++) reflect(s->A, s->b, m + n, n, k);
  for (int k = n - 1; k >= 0; k--) {
    double pivot = s->A[k * n + k];
    s->step[k] = fabs(pivot) > 0 ? (s->b[k] - dot(s->A + k * n + k + 1, s->step + k + 1, n - k - 1)) / pivot : 0;
  }
}

static void hold(solver *s, const double *x)
{
  const dv_least *p = s->p;
  for (int j = 0; j < p->n; j++) {
    double slope = 0;
    for (int i = 0; i < p->m; i++) slope += s->J[i * p->n + j] * s->r[i];
    s->held[j] = (x[j] <= lower(p, j) && slope > 0) || (x[j] >= upper(p, j) && slope < 0);
  }
}

static void measure(solver *s)
{
  for (int j = 0; j < s->p->n; j++) {
    double norm = 0;
    for (int i = 0; i < s->p->m; i++) norm += s->J[i * s->p->n + j] * s->J[i * s->p->n + j];
    s->D[j] = fmax(s->D[j], sqrt(norm));
    if (s->D[j] == 0) s->D[j] = DBL_MIN;
  }
}

static void shorten(solver *s)
{
  double most = 0;
  for (int j = 0; j < s->p->n; j++) most = fmax(most, fabs(s->step[j]));
  if (s->p->stride > 0 && most > s->p->stride)
    for (int j = 0; j < s->p->n; j++) s->step[j] *= s->p->stride / most;
}

// Tries steps with rising damping until one helps. Size of the step relative to x, or -1: none helps.
static double improve(solver *s, double *x)
{
  const dv_least *p = s->p;
  for (int tries = 0; tries < 60; tries++) {
    solve(s);
    shorten(s);
    double size = 0;
    for (int j = 0; j < p->n; j++) {
      s->next[j] = fmin(fmax(x[j] + s->step[j], lower(p, j)), upper(p, j));
      size = fmax(size, fabs(s->next[j] - x[j]) / (1e-3 + fabs(x[j])));
    }
    int bad = p->f(p->context, s->next, s->trial, NULL);
    double cost = bad ? HUGE_VAL : dot(s->trial, s->trial, p->m);
    if (cost <= s->cost && isfinite(cost)) {
      s->mu = fmax(s->mu / 10, 1e-30);
      memcpy(x, s->next, (size_t)p->n * sizeof(double));
      s->cost = cost;
      return size;
    }
    if (size < 1e-15) return -1;
    s->mu = fmax(s->mu * 10, 1e-12);
  }
  return -1;
}

static solver solver_new(dv_arena *a, const dv_least *p)
{
  int n = p->n, m = p->m;
  return (solver){.p = p,
                  .r = DV_TAKE(a, double, m),
                  .J = DV_TAKE(a, double, m *n),
                  .D = DV_TAKE(a, double, n),
                  .step = DV_TAKE(a, double, n + 1),
                  .next = DV_TAKE(a, double, n),
                  .trial = DV_TAKE(a, double, m),
                  .A = DV_TAKE(a, double, (m + n) * n),
                  .b = DV_TAKE(a, double, m + n),
                  .held = DV_TAKE(a, char, n),
                  .mu = 1e-4};
}

int dv_least_squares(dv_arena *a, const dv_least *p, double *x, dv_least_result *out)
{
  solver s = solver_new(a, p);
  int most = p->most ? p->most : 200;
  double tolerance = p->tolerance > 0 ? p->tolerance : 1e-13;
  *out = (dv_least_result){0};
  for (int j = 0; j < p->n; j++) x[j] = fmin(fmax(x[j], lower(p, j)), upper(p, j));
  if (p->f(p->context, x, s.r, s.J)) return -1;
  s.cost = dot(s.r, s.r, p->m);
  while (out->iterations < most && !out->converged) {
    double before = s.cost;
    hold(&s, x);
    measure(&s);
    double size = improve(&s, x);
    out->iterations++;
    out->converged = size < tolerance || s.cost == 0 || (before - s.cost <= 1e-14 * before && size < 1e-8);
    if (size < 0) break;
    if (p->f(p->context, x, s.r, s.J)) break;
  }
  out->norm = sqrt(s.cost);
  return 0;
}
