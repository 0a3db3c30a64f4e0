// exponential.c: a linear machine from one instant to another: e^(F t), and what a quadratic form gathers on the way.
//
//   S' = F'S + S F + W,  S(0) = 0:  a Taylor series over a short time, then  S(2t) = S + E'S E,  E(2t) = E E
#include "solve/riccati.h"

#include <math.h>
#include <string.h>

enum { TERMS = 18 };

static double size_of(int n, const double *F)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += fabs(F[i * n + j]);
    most = fmax(most, sum);
  }
  return most;
}

static void series_of_exponential(dv_arena *a, int n, const double *F, double h, double *E)
{
  size_t cells = (size_t)n * (size_t)n;
  double *term = DV_TAKE(a, double, cells + 1), *next = DV_TAKE(a, double, cells + 1);
  for (int i = 0; i < n * n; i++) E[i] = 0;
  for (int i = 0; i < n; i++) E[i * n + i] = term[i * n + i] = 1;
  for (int k = 1; k <= TERMS; k++) {
    dv_product(n, n, n, term, F, next);
    for (int i = 0; i < n * n; i++) term[i] = next[i] * h / k, E[i] += term[i];
  }
}

static void series_of_integral(dv_arena *a, int n, const double *F, double h, const double *W, double *S)
{
  size_t cells = (size_t)n * (size_t)n;
  double *term = DV_TAKE(a, double, cells + 1), *next = DV_TAKE(a, double, cells + 1), *room = DV_TAKE(a, double, cells + 1);
  for (int i = 0; i < n * n; i++) S[i] = term[i] = h * W[i];
  for (int k = 2; k <= TERMS + 1; k++) {
    dv_product_turned(n, n, n, F, term, next);
    dv_product(n, n, n, term, F, room);
    for (int i = 0; i < n * n; i++) term[i] = (next[i] + room[i]) * h / k, S[i] += term[i];
  }
}

void dv_exponential(dv_arena *under, int n, const double *F, double t, double *E, const double *W, double *S)
{
  dv_arena *a = dv_arena_under(under);
  size_t cells = (size_t)n * (size_t)n;
  double *room = DV_TAKE(a, double, cells + 1), *more = DV_TAKE(a, double, cells + 1);
  int halvings = 0;
  frexp(size_of(n, F) * fabs(t) * 4, &halvings);
  if (halvings < 0) halvings = 0;
  double h = ldexp(t, -halvings);
  series_of_exponential(a, n, F, h, E);
  if (S) series_of_integral(a, n, F, h, W, S);
  for (int k = 0; k < halvings; k++) {
    if (S) {
      dv_product(n, n, n, S, E, room);
      dv_product_turned(n, n, n, E, room, more);
      for (int i = 0; i < n * n; i++) S[i] += more[i];
    }
    dv_product(n, n, n, E, E, room);
    memcpy(E, room, cells * sizeof *E);
  }
  dv_arena_free(a);
}
