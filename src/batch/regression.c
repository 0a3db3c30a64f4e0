// regression.c: a plane through many points by least squares: normal equations of standardised numbers, by Cholesky's method.
//
//   (y - my)/sy = sum_i b_i (x_i - mx_i)/sx_i,   C b = c,   R^2 = b . c,   C: correlations of the x, c: of x with y
#include "batch/statistics.h"

#include <math.h>

typedef struct {
  dv_arena *arena;
  int nx, n;
  double **x, *y;  // [nx][n], [n]: rows that count
} points;

static points take(dv_arena *a, const double *const *x, int nx, const double *y, int n)
{
  points p = {a, nx, 0, DV_TAKE(a, double *, nx + 1), DV_TAKE(a, double, n + 1)};
  for (int k = 0; k < nx; k++) p.x[k] = DV_TAKE(a, double, n + 1);
  for (int i = 0; i < n; i++) {
    int good = isfinite(y[i]) != 0;
    for (int k = 0; k < nx; k++) good &= isfinite(x[k][i]) != 0;
    if (!good) continue;
    for (int k = 0; k < nx; k++) p.x[k][p.n] = x[k][i];
    p.y[p.n++] = y[i];
  }
  return p;
}

// Mean 0, sum of squares 1; returns the root of that sum before, 0 if there is nothing but rounding.
static double standardise(double *v, int n)
{
  double mean = 0, square = 0;
  for (int i = 0; i < n; i++) mean += v[i] / n;
  for (int i = 0; i < n; i++) v[i] -= mean, square += v[i] * v[i];
  if (sqrt(square) <= 1e-14 * n * fabs(mean)) return 0;
  for (int i = 0; i < n; i++) v[i] /= sqrt(square);
  return sqrt(square);
}

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Solves C b = c in place; -1: C is singular.
static int solve(double *C, double *b, int n)
{
  for (int j = 0; j < n; j++) {
    double d = C[j * n + j] - dot(C + j * n, C + j * n, j);
    if (!(d > 1e-10)) return -1;
    C[j * n + j] = sqrt(d);
    for (int i = j + 1; i < n; i++) C[i * n + j] = (C[i * n + j] - dot(C + i * n, C + j * n, j)) / C[j * n + j];
  }
  for (int i = 0; i < n; i++) b[i] = (b[i] - dot(C + i * n, b, i)) / C[i * n + i];
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) b[i] -= C[k * n + i] * b[k];
    b[i] /= C[i * n + i];
  }
  return 0;
}

double dv_fit_linear(const double *const *x, int nx, const double *y, int n, double *slope)
{
  dv_arena *a = dv_arena_new();
  points p = take(a, x, nx, y, n);
  double *C = DV_TAKE(a, double, (size_t)nx *(size_t)nx + 1), *c = DV_TAKE(a, double, nx + 1), *size = DV_TAKE(a, double, nx + 1);
  double size_y = standardise(p.y, p.n), explained = NAN;
  for (int i = 0; i < nx; i++) size[i] = standardise(p.x[i], p.n), slope[i] = NAN;
  for (int i = 0; i < nx; i++) {
    slope[i] = c[i] = dot(p.x[i], p.y, p.n);
    for (int k = 0; k < nx; k++) C[i * nx + k] = dot(p.x[i], p.x[k], p.n);
  }
  int bad = !nx || p.n <= nx + 1 || !(size_y > 0) || solve(C, slope, nx);
  if (!bad) explained = dot(slope, c, nx);
  for (int i = 0; i < nx; i++) slope[i] = bad ? NAN : slope[i] * size_y / size[i];
  dv_arena_free(a);
  return explained;
}
