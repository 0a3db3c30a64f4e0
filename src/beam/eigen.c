// eigen.c: small dense symmetric eigenproblems: Jacobi's rotations; pairs by Cholesky of the stiffness.
//
//   K x = l M x:  K + s M = L L^T,  (L^-1 M L^-T) y = y / (l + s),  x = L^-T y
//
// The lowest l belong to the largest eigenvalues of the reduced problem, and are those that come out sharpest.
#include "beam/eigen.h"

#include <math.h>

// One Jacobi rotation in the plane (p, q) that makes a[p][q] zero.
static void rotate(int n, double *a, double *v, int p, int q)
{
  double apq = a[n * p + q];
  if (apq == 0) return;
  double theta = (a[n * q + q] - a[n * p + p]) / (2 * apq), t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
  double c = 1 / hypot(t, 1), s = t * c;
  for (int k = 0; k < n; k++) {
    double x = a[n * k + p], y = a[n * k + q];
    a[n * k + p] = c * x - s * y;
    a[n * k + q] = s * x + c * y;
  }
  for (int k = 0; k < n; k++) {
    double x = a[n * p + k], y = a[n * q + k];
    a[n * p + k] = c * x - s * y;
    a[n * q + k] = s * x + c * y;
  }
  a[n * p + q] = a[n * q + p] = 0;
  for (int k = 0; v && k < n; k++) {
    double x = v[n * k + p], y = v[n * k + q];
    v[n * k + p] = c * x - s * y;
    v[n * k + q] = s * x + c * y;
  }
}

void dv_eigen_symmetric(int n, double *a, double *values, double *vectors)
{
  enum { SWEEPS = 30 };  // Jacobi converges quadratically; 6 to 10 are usual
  for (int i = 0; vectors && i < n * n; i++) vectors[i] = i % (n + 1) == 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) rotate(n, a, vectors, p, q);
  for (int i = 0; i < n; i++) values[i] = a[n * i + i];
}

int dv_cholesky(int n, double *A)
{
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      for (int k = 0; k < j; k++) A[n * i + j] -= A[n * i + k] * A[n * j + k];
      if (i == j) {
        if (!(A[n * j + j] > 0)) return -1;
        A[n * j + j] = sqrt(A[n * j + j]);
      } else {
        A[n * i + j] /= A[n * j + j];
      }
    }
  }
  return 0;
}

static void forward(int n, const double *L, double *x)
{
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) x[i] -= L[n * i + k] * x[k];
    x[i] /= L[n * i + i];
  }
}

static void backward(int n, const double *L, double *x)
{
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= L[n * k + i] * x[k];
    x[i] /= L[n * i + i];
  }
}

void dv_cholesky_solve(int n, const double *L, double *x)
{
  forward(n, L, x);
  backward(n, L, x);
}

// M <- L^-1 M L^-T: rows, then columns, by symmetry the same.
static void reduce(int n, const double *L, double *M)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < n; i++) forward(n, L, M + n * i);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) {
        double t = M[n * i + j];
        M[n * i + j] = M[n * j + i];
        M[n * j + i] = t;
      }
  }
}

int dv_eigen_pair(dv_arena *a, int n, double *K, double *M, double shift, double *values, double *vectors)
{
  for (int i = 0; i < n * n; i++) K[i] += shift * M[i];
  if (dv_cholesky(n, K)) return -1;
  reduce(n, K, M);
  double *y = DV_TAKE(a, double, n *n + n), *mu = y + n * n;
  dv_eigen_symmetric(n, M, mu, y);
  int faulty = 0;
  for (int k = 0; k < n; k++) {  // the largest left is the next mode
    int best = 0;
    for (int i = 1; i < n; i++)
      if (mu[i] > mu[best]) best = i;
    double m = mu[best];
    faulty |= !(m > 0);
    values[k] = 1 / m - shift;
    double *x = M;  // free by now
    for (int i = 0; i < n; i++) x[i] = y[n * i + best] / sqrt(m);
    backward(n, K, x);
    for (int i = 0; i < n; i++) vectors[n * i + k] = x[i];
    mu[best] = -HUGE_VAL;
  }
  return faulty ? -1 : 0;
}
