// statistics.c: summaries, correlations, fits and fronts against closed forms.
#include "batch/statistics.h"
#include "batch/draw.h"

#include <stdlib.h>

#include "support.h"

enum { N = 10001 };

// 0, 1 ... n - 1 in a mixed order: mean (n - 1)/2, variance n (n + 1)/12, quantile p at p (n - 1).
static void summary(void **state)
{
  (void)state;
  static double y[N + 2];
  for (int i = 0; i < N; i++) y[i] = (double)((long)i * 7919 % N);
  y[N] = NAN, y[N + 1] = INFINITY;
  dv_summary s = dv_summary_of(y, N + 2);
  assert_int_equal(s.n, N);
  assert_true(s.mean == (N - 1) / 2.0);
  assert_true(fabs(s.deviation / sqrt(N * (N + 1.0) / 12) - 1) < 1e-12);
  assert_true(s.least == 0 && s.most == N - 1 && s.at_least == 0 && y[s.at_most] == N - 1);
  assert_true(s.quantile[0] == 500 && s.quantile[1] == 5000 && s.quantile[2] == 9500);
  assert_true(isnan(dv_summary_of(y + N, 2).mean) && dv_summary_of(y + N, 2).n == 0);
  assert_true(fabs(dv_summary_of((double[]){1, 2, 3, 4}, 4).quantile[1] - 2.5) < 1e-15);
}

// Ranks see any rising function as a line; of 1 2 3 4 5 and 2 1 4 3 5 it is 1 - 6 sum d^2 / n (n^2 - 1) = 0.8.
static void correlation(void **state)
{
  (void)state;
  double x[6] = {1, 2, 3, 4, 5, 9}, y[6] = {2, 1, 4, 3, 5, NAN}, e[6], tied[4] = {1, 1, 2, 2}, same[4] = {3, 3, 3, 3};
  for (int i = 0; i < 6; i++) e[i] = -exp(x[i]);
  assert_true(fabs(dv_rank_correlation(x, y, 6) - 0.8) < 1e-15);
  assert_true(fabs(dv_rank_correlation(x, e, 6) + 1) < 1e-15);
  assert_true(fabs(dv_rank_correlation(x, tied, 4) - 2 / sqrt(5)) < 1e-15);  // cov 2/4 over sqrt(5/4 1/4)... of mean ranks
  assert_true(dv_rank_correlation(x, same, 4) == 0);
}

// A plane is found exactly; an even function of a symmetric x has no slope; what follows from others cannot be told apart.
static void plane(void **state)
{
  (void)state;
  static double a[N], b[N], y[N], even[N], twice[N];
  double slope[2];
  const double *const x[2] = {a, b}, *const alike[2] = {a, twice};
  for (int i = 0; i < N; i++) {
    a[i] = (i - N / 2) / 1e3, b[i] = dv_draw_uniform(3, 0, (uint64_t)i);
    y[i] = 5 - 2 * a[i] + 1e3 * b[i];
    even[i] = a[i] * a[i], twice[i] = 2 * a[i] + 1;
  }
  assert_true(fabs(dv_fit_linear(x, 2, y, N, slope) - 1) < 1e-12);
  assert_true(fabs(slope[0] + 2) < 1e-9 && fabs(slope[1] - 1e3) < 1e-9);
  assert_true(fabs(dv_fit_linear(x, 1, even, N, slope)) < 1e-20 && fabs(slope[0]) < 1e-9);
  assert_true(isnan(dv_fit_linear(alike, 2, y, N, slope)) && isnan(slope[0]));
  assert_true(isnan(dv_fit_linear(x, 2, y, 3, slope)));
  for (int i = 0; i < N; i++) even[i] = 0.1;
  assert_true(isnan(dv_fit_linear(x, 1, even, N, slope)));
}

// Points on x + y = 1 beat each other nowhere; those behind the line are beaten. Both goals turned: nothing but the far corner.
static void front(void **state)
{
  (void)state;
  enum { LINE = 50, ALL = 2 * LINE + 1 };
  double x[ALL], y[ALL];
  int found[ALL];
  const double *const v[2] = {x, y};
  for (int i = 0; i < LINE; i++) {
    double s = i / (LINE - 1.0);
    x[2 * i] = s, y[2 * i] = 1 - s;
    x[2 * i + 1] = s + 0.1, y[2 * i + 1] = 1.1 - s;
  }
  x[ALL - 1] = NAN, y[ALL - 1] = -1;
  assert_int_equal(dv_pareto_front(v, (int[]){-1, -1}, 2, ALL, found), LINE);
  for (int i = 0; i < LINE; i++) assert_int_equal(found[i], 2 * i);
  assert_int_equal(dv_pareto_front(v, (int[]){1, 1}, 2, ALL, found), LINE);
  assert_int_equal(found[0], 1);
  assert_int_equal(dv_pareto_front(v, (int[]){-1, 0}, 2, ALL, found), 1);
  assert_int_equal(found[0], 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(summary), cmocka_unit_test(correlation), cmocka_unit_test(plane),
                                     cmocka_unit_test(front)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
