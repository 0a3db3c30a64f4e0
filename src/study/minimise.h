// minimise.h: least f(x) with g(x) <= 0, or = 0, between bounds, by slopes: NLopt and Ipopt, as far as they were there at build.
#pragma once

#include "base/arena.h"

// value [1 + m] f and g; slope [1 + m][n], NULL: none is wanted. Non-zero: there is no value here.
typedef int dv_minimised(void *context, const double *x, double *value, double *slope);

typedef struct {
  int n, m;
  const double *lower, *upper;  // [n]; -inf, inf: none
  const int *equal;             // [m] 1: g = 0
  dv_minimised *f;
  void *context;
  double tolerance;  // of x, relative to 1
  int most;          // evaluations
  const volatile int *stop;
} dv_minimise;

// Methods: "slsqp", "mma", "ipopt". x [n]: start, then the end. 0; 1: not there in this build; 2: it cannot do `equal`.
int dv_minimise_run(dv_arena *a, const dv_minimise *p, const char *method, double *x);
const char *dv_minimise_methods(void);      // those of this build, "slsqp, mma, ipopt"; "": none
int dv_minimise_knows(const char *method);  // 1: one of the three, there or not
const char *dv_minimise_default(void);      // NULL: none was built

// inside: 0, or as dv_minimise_run
int dv_minimise_nlopt(dv_arena *a, const dv_minimise *p, const char *method, double *x);
int dv_minimise_ipopt(dv_arena *a, const dv_minimise *p, double *x);
