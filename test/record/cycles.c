// cycles.c: rainflow counts against the worked example of ASTM E1049 (figure 6) and closed forms.
#include "record/cycles.h"

#include "support.h"

static double count_of(const dv_cycle *c, int n, double range)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (fabs(c[i].range - range) < 1e-12) sum += c[i].count;
  return sum;
}

// E1049: ranges 3, 4, 6, 8, 9 with counts 0.5, 1.5, 0.5, 1.0, 0.5.
static void standard_example(void **state)
{
  (void)state;
  const double y[] = {-2, 1, -3, 5, -1, 3, -4, 4, -2}, range[] = {3, 4, 6, 8, 9}, count[] = {0.5, 1.5, 0.5, 1, 0.5};
  dv_arena *a = dv_arena_new();
  dv_cycle *c;
  int n = dv_cycles_count(a, y, 9, &c);
  for (int i = 0; i < 5; i++) assert_true(count_of(c, n, range[i]) == count[i]);
  dv_arena_free(a);
}

// Points between the turns and repeated ones change nothing; a gap is left out.
static void only_turns_count(void **state)
{
  (void)state;
  const double y[] = {-2, -1, 1, 1, -3, NAN, 0, 5, -1, 2, 3, -4, 4, 4, -2};
  dv_arena *a = dv_arena_new();
  dv_cycle *c;
  int n = dv_cycles_count(a, y, 15, &c);
  assert_true(count_of(c, n, 4) == 1.5);
  assert_true(count_of(c, n, 9) == 0.5);
  dv_arena_free(a);
}

// A sine of 1000 periods is 1000 cycles of twice its amplitude: the equivalent range for 1000 cycles is that range.
static void sine(void **state)
{
  (void)state;
  enum { N = 100001 };
  dv_arena *a = dv_arena_new();
  double *y = DV_TAKE(a, double, N);
  for (int i = 0; i < N; i++) y[i] = 3 + 2e5 * sin(2 * acos(-1) * i / 100.0);
  dv_cycle *c;
  int n = dv_cycles_count(a, y, N, &c);
  assert_true(fabs(dv_cycles_equivalent(c, n, 5, 1000) / 4e5 - 1) < 1e-3);
  assert_true(dv_cycles_equivalent(c, 0, 5, 1000) == 0);
  dv_arena_free(a);
}

// Rounding on a ramp, on a standstill and at the ends of swings closes no cycle: a swing up and down is two halves, 1 cycle of
// range 2. What is a millionth of the range counts.
static void rounding(void **state)
{
  (void)state;
  enum { N = 2001 };
  dv_arena *a = dv_arena_new();
  double *y = DV_TAKE(a, double, N);
  dv_cycle *c;
  for (int i = 0; i < N; i++) y[i] = 1 - fabs(2 * i / (N - 1.0) - 1) * 2 + (i % 2 ? 1e-13 : -1e-13);
  for (int i = 900; i < 1100; i++) y[i] = 1 + (i % 3 ? 3e-13 : -2e-13);
  int n = dv_cycles_count(a, y, N, &c);
  assert_int_equal(n, 2);
  for (int i = 0; i < n; i++) assert_true(c[i].count == 0.5 && fabs(c[i].range - 2) < 1e-11);
  y[1000] = 1 - 1e-6;
  n = dv_cycles_count(a, y, N, &c);
  assert_int_equal(n, 3);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(standard_example), cmocka_unit_test(only_turns_count),
                                     cmocka_unit_test(sine), cmocka_unit_test(rounding)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
