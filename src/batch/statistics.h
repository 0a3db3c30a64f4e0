// statistics.h: what many numbers have in common. Numbers that are not finite do not count.
#pragma once

#include "base/arena.h"

enum { DV_QUANTILES = 3 };  // 5, 50 and 95 %

typedef struct {
  int n;  // that count
  double mean, deviation, least, most, quantile[DV_QUANTILES];
  int at_least, at_most;  // where they stand
} dv_summary;

dv_summary dv_summary_of(const double *y, int n);
double dv_rank_correlation(const double *x, const double *y, int n);  // of the pairs that count; 0: one of them is constant

// y = mean + sum of slope (x - mean x), least squares; the share of y's variance that it explains. NaN: too few numbers, or
// some x follow from others.
double dv_fit_linear(const double *const *x, int nx, const double *y, int n, double *slope);

// Rows that no other beats in y[k] sign[k] (-1: less is better, 1: more, 0: does not count), in their order; count. front [n]
int dv_pareto_front(const double *const *y, const int *sign, int ny, int n, int *front);
