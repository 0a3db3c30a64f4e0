// plan.h: which runs a sweep makes: a grid of varied numbers, times draws from distributions.
//
//   payload=0:10t:21        21 values from 0 to 10 t          supply=180:220:5:log bar is written supply=180:220bar:5:log
//   method=rk4,rosenbrock   the listed values, texts too      mass~normal(100kg, 5kg)   drawn
//   payload=1,2,5t          numbers without a unit have that of the others
//
// Distributions: uniform(a, b), normal(mean, deviation), lognormal(median, sigma), triangular(least, likely, most).
#pragma once

#include "base/diag.h"

#include <stdint.h>

typedef enum { DV_VARY_GRID, DV_VARY_LIST, DV_VARY_DRAWN } dv_vary_how;

typedef struct {
  const char *path, *unit;  // what a setting changes; "" where a number has none
  dv_vary_how how;
  int n, log;         // grid and list: values; spaced by ratio
  double from, to;    // grid
  const char **text;  // list
  double *number;     // list of numbers, in the unit; NULL: of texts
  int law;            // drawn: row of the table of distributions
  double arg[3];
} dv_vary;

typedef struct {
  int nvary, nsample, nrun;
  int latin;  // 1: samples by Latin hypercube
  uint64_t seed;
  dv_vary *vary;
  double **draw;  // [nvary] u of each sample in (0, 1), NULL: not drawn
} dv_plan;

// Reads one --vary or --dist; 0, or -1 after a diagnostic.
int dv_vary_read(dv_arena *a, dv_diags *d, const char *text, dv_vary *out);

// Grid x samples; samples 0: the grid alone. Without distributions the samples are drawn from the ranges instead of a grid.
// NULL after a diagnostic.
dv_plan *dv_plan_new(dv_arena *a, dv_diags *d, const dv_vary *vary, int nvary, int samples, int latin, uint64_t seed);

double dv_plan_value(const dv_plan *p, int run, int vary);                      // in its unit; of a list of texts: the index
const char *dv_plan_setting(dv_arena *a, const dv_plan *p, int run, int vary);  // "path=value unit"
uint64_t dv_plan_hash(const dv_plan *p);
