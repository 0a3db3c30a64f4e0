// bode_linear.c: response of a linear machine:  y/u = C (j w - A)^-1 B + D.
#include "bode.h"

#include <complex.h>
#include <math.h>

typedef double complex complex_number;

static void swap_rows(complex_number *M, int width, int a, int b)
{
  for (int j = 0; j < width; j++) {
    complex_number t = M[a * width + j];
    M[a * width + j] = M[b * width + j];
    M[b * width + j] = t;
  }
}

// Solves M x = b for M [n][n + 1] with b in its last column, in place; 0, or -1: singular.
static int solve(complex_number *M, int n)
{
  int width = n + 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (cabs(M[i * width + k]) > cabs(M[best * width + k])) best = i;
    if (cabs(M[best * width + k]) == 0) return -1;
    swap_rows(M, width, k, best);
    for (int i = k + 1; i < n; i++) {
      complex_number f = M[i * width + k] / M[k * width + k];
      for (int j = k; j < width; j++) M[i * width + j] -= f * M[k * width + j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) M[i * width + n] -= M[i * width + j] * M[j * width + n];
    M[i * width + n] /= M[i * width + i];
  }
  return 0;
}

int bode_linear(const dv_linear *l, bode_point *p)
{
  int n = l->n, width = n + 1;
  dv_arena *a = dv_arena_new();
  complex_number *M = DV_TAKE(a, complex_number, (size_t)n * (size_t)width), y = l->D[0];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) M[i * width + j] = -l->A[i * n + j];
    M[i * width + i] += I * 2 * acos(-1) * p->frequency;
    M[i * width + n] = l->B[i];
  }
  int bad = solve(M, n);
  for (int i = 0; i < n; i++) y += l->C[i] * M[i * width + n];
  p->linear = bad ? NAN : cabs(y);
  p->linear_phase = bad ? NAN : carg(y);
  dv_arena_free(a);
  return bad;
}
