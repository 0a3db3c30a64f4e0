// forestry_runs.c: set-point runs compared with each other: steps that are too long, errors of the step, printed gains, and the
// end of one run carried over into another (C10, C12, F32).
#include "forestry/forestry.h"

#include <unistd.h>

enum { ROWS = 205, MOST = 8 };

typedef struct {
  int nq, n;
  double q[ROWS][MOST];
} trace;

static int keep(void *context, double t, const double *x, const double *dx, const double *work)
{
  trace *r = context;
  (void)t, (void)dx, (void)work;
  assert_true(r->n < ROWS);
  memcpy(r->q[r->n++], x, (size_t)r->nq * sizeof(double));
  return 0;
}

static trace run_every(const char *variant, const char *const *settings, double step, double until, double every)
{
  forestry f = forestry_open(variant, variant ? "setpoint-five" : "setpoint-eight", settings);
  trace r = {.nq = f.model->nq};
  dv_run_options o = {.method = "rkn", .step = step, .until = until, .every = every};
  dv_run_result out;
  assert_int_equal(dv_run(f.model, f.s, &o, keep, NULL, &r, &out, f.m->diags, f.m->arena), 0);
  forestry_close(&f);
  return r;
}

static trace run(const char *variant, const char *const *settings, double step, double until)
{
  return run_every(variant, settings, step, until, 0.1);
}

// Largest difference of a joint angle in rows from `first` on; the base's three come first.
static double distance(const trace *a, const trace *b, int first)
{
  double most = 0;
  for (int i = first; i < a->n && i < b->n; i++)
    for (int k = a->nq - 5; k < a->nq; k++) most = fmax(most, fabs(a->q[i][k] - b->q[i][k]));
  return most;
}

static void errors_of_steps(void **state)
{
  (void)state;
  const struct {
    const char *variant;
    double rough;
  } row[] = {
      {"five", 1.7e-6},
      {NULL,   1.8e-6}
  };
  for (int i = 0; i < 2; i++) {
    trace exact = run(row[i].variant, NULL, 1e-4, 10), rough = run(row[i].variant, NULL, 0.01, 10),
          fine = run(row[i].variant, NULL, 1e-3, 10);
    print_message("%s: error %.2g at 10 ms, %.2g at 1 ms\n", row[i].variant ? "five" : "eight", distance(&exact, &rough, 0),
                  distance(&exact, &fine, 0));
    assert_near(distance(&exact, &rough, 0), row[i].rough, 0.1e-6);
    assert_near(distance(&exact, &fine, 0), 1.0e-10, 0.5e-10);
  }
}

// In every step: the largest error is in the first few, where the fast pole dies out.
static void errors_of_first_steps(void **state)
{
  (void)state;
  const struct {
    double step, until, error;
  } row[] = {
      {1e-2, 1,   2.0e-5 },
      {1e-3, 0.2, 6.6e-10}
  };
  for (int i = 0; i < 2; i++) {
    trace exact = run_every(NULL, NULL, 1e-4, row[i].until, row[i].step),
          rough = run_every(NULL, NULL, row[i].step, row[i].until, row[i].step);
    print_message("first steps: error %.3g at %g s\n", distance(&exact, &rough, 0), row[i].step);
    assert_near(distance(&exact, &rough, 0), row[i].error, 0.05 * row[i].error);
  }
}

// Settled or not: difference from the fine run in the last five seconds.
static void steps_that_are_too_long(void **state)
{
  (void)state;
  const struct {
    const char *variant;
    double good, bad;
  } row[] = {
      {"five", 0.0185, 0.019 },
      {NULL,   0.017,  0.0175}
  };
  for (int i = 0; i < 2; i++) {
    trace exact = run(row[i].variant, NULL, 1e-3, 20), good = run(row[i].variant, NULL, row[i].good, 20),
          bad = run(row[i].variant, NULL, row[i].bad, 20), wild = run(row[i].variant, NULL, 0.02, 20);
    print_message("off by %.2g at %g s, %.2g at %g s, %.2g at 0.02 s\n", distance(&exact, &good, 150), row[i].good,
                  distance(&exact, &bad, 150), row[i].bad, distance(&exact, &wild, 0));
    assert_true(distance(&exact, &good, 150) < 1e-4);
    assert_true(distance(&exact, &bad, 150) > 1e-2);
    assert_true(distance(&exact, &wild, 0) > 1);
  }
}

// The document's printed gains and feed-forward torques in the place of the rule's.
static void printed_gains(void **state)
{
  (void)state;
  static const char *const numbers[] = {
      "parts.motor_swing.effort=91590*(swing_goal - swing) - 194360*swing.rate",
      "parts.motor_boom.effort=552740*(boom_goal - boom) - 517480*boom.rate + 136544",
      "parts.motor_stick.effort=167314*(stick_goal - stick) - 156640*stick.rate + 55608",
      NULL,
  };
  const double want[5] = {0.0071, 0.0127, 0.0454, 0.0656, 0.0146};
  trace rule = run("five", NULL, 1e-3, 20), printed = run("five", numbers, 1e-3, 20);
  for (int k = 0; k < 5; k++) {
    double most = 0;
    for (int i = 0; i < rule.n; i++) most = fmax(most, fabs(rule.q[i][k] - printed.q[i][k]));
    print_message("joint %d: %.4f degrees\n", k + 1, most / degree);
    assert_near(most / degree, want[k], 1e-4);
  }
}

// The five-freedom end pose begins an eight-freedom run: same names, other model; t begins anew.
static void carried_over(void **state)
{
  (void)state;
  const char *file = "davit-test-forestry.state";
  forestry a = forestry_open("five", "setpoint-five", NULL), b = forestry_open(NULL, "setpoint-eight", NULL);
  dv_run_options o = {.method = "rkn", .step = 1e-3, .until = 1, .every = 1};
  dv_run_result out;
  assert_int_equal(dv_run(a.model, a.s, &o, NULL, NULL, NULL, &out, a.m->diags, a.m->arena), 0);
  assert_int_equal(dv_state_save(a.model, a.s, file, a.m->diags), 0);
  assert_int_equal(dv_state_load(b.model, b.s, file, b.m->diags), 2);
  assert_int_equal(dv_state_carry(b.model, b.s, file, b.m->diags), 0);
  static const char *const names[] = {"swing", "boom", "stick", "pin", "head", "swing.rate", "head.rate"};
  for (int i = 0; i < 7; i++) assert_true(a.s->x[forestry_index(&a, names[i])] == b.s->x[forestry_index(&b, names[i])]);
  assert_true(b.s->t == 0 && b.s->x[forestry_index(&b, "z")] == -0.104);
  unlink(file);
  forestry_close(&a);
  forestry_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(errors_of_steps), cmocka_unit_test(errors_of_first_steps),
                                     cmocka_unit_test(steps_that_are_too_long), cmocka_unit_test(printed_gains),
                                     cmocka_unit_test(carried_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
