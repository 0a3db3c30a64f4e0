// contour.c: lines of equal value over a heat map against the level sets that they stand for.
#include "plot/heat.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

enum { N = 12 };  // cells each way, of width 1

typedef double field(double x, double y);

// Every point of the drawn lines; how many pieces there are.
static int check(field *f, double level, double within)
{
  static double x[(N + 1) * (N + 1)], y[(N + 1) * (N + 1)], value[N * N];
  dv_arena *a = dv_arena_new();
  dv_text t = {.arena = a};
  dv_scale s = {.first = level, .step = 1, .nticks = 1};
  int pieces = 0;
  for (int i = 0; i < (N + 1) * (N + 1); i++) x[i] = i % (N + 1), y[i] = (double)(i / (N + 1));
  for (int i = 0; i < N * N; i++) value[i] = f(i % N + 0.5, i / N + 0.5);
  dv_heat h = {N, N, x, y, value, "", ""};
  dv_heat_contours(&t, &h, (dv_map){0, 1000, 0, 1000}, &s);
  for (const char *p = strstr(dv_text_all(&t), " d=\""); *p; p++) {
    double px, py;
    if (*p == 'M') pieces++;
    if ((*p == 'M' || *p == 'L') && sscanf(p + 1, "%lf %lf", &px, &py) == 2)
      assert_true(fabs(f(px / 1000, py / 1000) - level) < within);
  }
  dv_arena_free(a);
  return pieces;
}

static double plane(double x, double y) { return x + 2 * y; }
static double bowl(double x, double y) { return (x - 6) * (x - 6) + (y - 6) * (y - 6); }
static double saddle(double x, double y) { return (x - 6) * (y - 6); }

// A plane's lines are exact; a line between two values of a parabola is off by a quarter of the step squared at most.
static void levels(void **state)
{
  (void)state;
  assert_true(check(plane, 15, 1e-4) >= N - 1);
  assert_int_equal(check(plane, 100, 1e-4), 0);
  assert_true(check(bowl, 9, 0.26) > 16);
  assert_true(check(saddle, 2, 1e-4) > 0);  // linear along every edge
}

// A run that failed leaves a hole, not a line to nowhere.
static double hole(double x, double y) { return fabs(x - 5.5) < 0.1 && fabs(y - 5.5) < 0.1 ? NAN : x; }

static void holes(void **state)
{
  (void)state;
  assert_int_equal(check(hole, 5.7, 1e-4), N - 1 - 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(levels), cmocka_unit_test(holes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
