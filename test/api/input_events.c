// input_events.c: an input that crosses a root between two steps is an event: a grip closes where its input says so.
//
// Closed at t = 1 s: momentum stays, both end at half the speed, the distance captured then (3 m - 1 m) stays.
#include "davit/davit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RUNS = 5 };

static dv_model *open_grip(void)
{
  char why[2000];
  dv_model *m = dv_model_open("test/api/grip.yaml", NULL, NULL, 0, why, sizeof why);
  if (!m) fail_msg("%s", why);
  return m;
}

static void gripped(double x, double y, double vx, double vy, double within)
{
  if (fabs(vx - 0.5) > within || fabs(vy - 0.5) > within || fabs(y - x - 2) > within)
    fail_msg("speeds %.9g and %.9g, distance %.9g", vx, vy, y - x);
}

static void a_sim_closes_its_grip(void **state)
{
  static const dv_method by[] = {
      {.method = "rk4", .step = 1e-3},
      {                 .method = "rosenbrock",   .step = 1e-3            },
      { .method = "cvode",  .rtol = 1e-9,              .atol = 1e-11},
  };
  dv_model *m = open_grip();
  (void)state;
  for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
    char why[500];
    dv_sim *s = dv_sim_new(m, &by[k], why, sizeof why);
    assert_non_null(s);
    for (int i = 0; i < 40; i++) {
      if (i == 10) assert_int_equal(dv_sim_set(s, dv_model_find(m, "on.value"), 1), DV_OK);
      assert_int_equal(dv_sim_step(s, 0.1), DV_OK);
    }
    const char *const name[] = {"x.position", "y.position", "x.rate", "y.rate"};
    double v[4];
    for (int i = 0; i < 4; i++) v[i] = dv_sim_get(s, dv_model_find(m, name[i]));
    gripped(v[0], v[1], v[2], v[3], 1e-5);
    dv_sim_free(s);
  }
  dv_model_free(m);
}

// In lanes every second hand closes: the others fly on.
static void lanes_close_theirs(void **state)
{
  char why[500];
  dv_method by = {.method = "rk4", .step = 1e-3};
  dv_model *m = open_grip();
  dv_batch *b = dv_batch_new(m, &by, RUNS, 1, why, sizeof why);
  const int on = dv_model_find(m, "on.value"), get[] = {dv_model_find(m, "x.position"), dv_model_find(m, "y.position"),
                                                        dv_model_find(m, "x.rate"), dv_model_find(m, "y.rate")};
  double v[4 * RUNS];
  (void)state;
  for (int i = 0; i < 40; i++) {
    double closed[RUNS] = {1, 0, 1, 0, 1};
    if (i == 10) assert_int_equal(dv_batch_set(b, &on, 1, closed), DV_OK);
    assert_int_equal(dv_batch_step(b, 0.1), DV_OK);
  }
  assert_int_equal(dv_batch_get(b, get, 4, v), DV_OK);
  for (int r = 0; r < RUNS; r++) {
    const double *x = v + 4 * r;
    if (r % 2 == 0) gripped(x[0], x[1], x[2], x[3], 1e-5);
    else assert_true(x[3] == 0 && fabs(x[2] - 1) < 1e-12);
  }
  dv_batch_free(b);
  dv_model_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_sim_closes_its_grip), cmocka_unit_test(lanes_close_theirs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
