// svd.c: singular values by one-sided Jacobi rotations: pairs of columns are turned until all are square to each other.
//
// Small singular values come out with high relative accuracy. Source: Demmel, Veselic 1992.
#include "study/least.h"

#include <math.h>
#include <string.h>

enum { SWEEPS = 60 };

// Turns columns i and j of W [rows][n] by the angle whose tangent is t.
static void turn(double *W, int rows, int n, int i, int j, double c, double s)
{
  for (int k = 0; k < rows; k++) {
    double x = W[k * n + i], y = W[k * n + j];
    W[k * n + i] = c * x - s * y;
    W[k * n + j] = s * x + c * y;
  }
}

// 1 if the pair was not square yet
static int square(double *W, double *V, int m, int n, int i, int j)
{
  double a = 0, b = 0, g = 0;
  for (int k = 0; k < m; k++) {
    a += W[k * n + i] * W[k * n + i];
    b += W[k * n + j] * W[k * n + j];
    g += W[k * n + i] * W[k * n + j];
  }
  if (fabs(g) <= 1e-16 * sqrt(a * b)) return 0;
  double z = (b - a) / (2 * g), t = (z > 0 ? 1 : -1) / (fabs(z) + sqrt(1 + z * z)), c = 1 / sqrt(1 + t * t);
  turn(W, m, n, i, j, c, c * t);
  turn(V, n, n, i, j, c, c * t);
  return 1;
}

static void swap_columns(double *W, int rows, int n, int i, int j)
{
  for (int k = 0; k < rows; k++) {
    double x = W[k * n + i];
    W[k * n + i] = W[k * n + j];
    W[k * n + j] = x;
  }
}

void dv_svd(dv_arena *a, int m, int n, const double *A, double *U, double *s, double *V)
{
  double *W = U ? U : DV_TAKE(a, double, m *n);
  if (!V) V = DV_TAKE(a, double, n *n);
  memcpy(W, A, (size_t)m * (size_t)n * sizeof(double));
  memset(V, 0, (size_t)n * (size_t)n * sizeof(double));
  for (int i = 0; i < n; i++) V[i * n + i] = 1;
  for (int sweep = 0, again = 1; again && sweep < SWEEPS; sweep++) {
    again = 0;
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++) again |= square(W, V, m, n, i, j);
  }
  for (int j = 0; j < n; j++) {
    double norm = 0;
    for (int k = 0; k < m; k++) norm += W[k * n + j] * W[k * n + j];
    s[j] = sqrt(norm);
  }
  for (int i = 0; i < n; i++) {
    int best = i;
    for (int j = i + 1; j < n; j++)
      if (s[j] > s[best]) best = j;
    double x = s[i];
    s[i] = s[best], s[best] = x;
    swap_columns(W, m, n, i, best);
    swap_columns(V, n, n, i, best);
  }
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m && s[j] > 0; k++) W[k * n + j] /= s[j];
}
