// sim_use.c: sims through davit.h: wrong use is told; the machine at a point; parameters; batches; saved blocks.
#include "davit/davit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char cart[] = "test/api/cart.yaml";

static dv_model *open_model(const char *path)
{
  char why[2000];
  dv_model *m = dv_model_open(path, NULL, NULL, 0, why, sizeof why);
  if (!m) fail_msg("%s", why);
  return m;
}

static dv_sim *open_sim(const dv_model *m, const char *method, double step)
{
  char why[2000];
  dv_method by = {.method = method, .step = step};
  dv_sim *s = dv_sim_new(m, &by, why, sizeof why);
  if (!s) fail_msg("%s", why);
  return s;
}

static void says(const dv_sim *s, const char *word)
{
  if (!strstr(dv_sim_message(s), word)) fail_msg("'%s' does not say '%s'", dv_sim_message(s), word);
}

static void wrong_use_is_told(void **state)
{
  char why[500];
  double x[8] = {0};
  int none = 99999, lever;
  (void)state;
  assert_null(dv_model_open(NULL, NULL, NULL, 0, why, sizeof why));
  assert_null(dv_model_open("no/such.yaml", NULL, NULL, 0, why, sizeof why));
  assert_non_null(strstr(why, "no/such.yaml"));
  assert_null(dv_sim_new(NULL, NULL, why, sizeof why));
  assert_int_equal(dv_sim_step(NULL, 1), DV_BAD_USE);
  assert_true(isnan(dv_sim_get(NULL, 0)));
  dv_model *m = open_model(cart);
  dv_method odd = {.method = "rk5"};
  assert_null(dv_sim_new(m, &odd, why, sizeof why));
  assert_non_null(strstr(why, "rk5"));
  odd = (dv_method){.method = "rk4", .step = -1};
  assert_null(dv_sim_new(m, &odd, why, sizeof why));
  dv_sim *s = open_sim(m, "rk4", 1e-3);
  assert_int_equal(dv_sim_step(s, -1), DV_BAD_USE);
  says(s, "forward");
  assert_int_equal(dv_sim_step(s, (double)NAN), DV_BAD_USE);
  assert_int_equal(dv_sim_step_to(s, 0), DV_BAD_USE);
  lever = dv_model_find(m, "lever.value");
  assert_true(lever >= 0);
  assert_int_equal(dv_model_find(m, "levr"), -1);
  assert_int_equal(dv_sim_set(s, lever, (double)NAN), DV_BAD_USE);
  says(s, "lever.value");
  assert_int_equal(dv_sim_set(s, none, 1), DV_BAD_USE);
  says(s, "99999");
  assert_true(isnan(dv_sim_get(s, none)));
  assert_true(isnan(dv_sim_get(s, -1)));
  assert_int_equal(dv_sim_set(s, dv_model_find(m, "x.acceleration"), 1), DV_BAD_USE);
  says(s, "output");
  assert_int_equal(dv_sim_set(s, dv_model_find(m, "spring.stiffness"), -5), DV_BAD_USE);
  says(s, "range");
  assert_int_equal(dv_sim_set(s, dv_model_find(m, "loop.period"), 0.02), DV_BAD_USE);
  says(s, "setting");
  assert_int_equal(dv_sim_state_load(s, x, sizeof x), DV_BAD_USE);
  assert_int_equal(dv_sim_state_save(s, x, sizeof x), DV_BAD_USE);
  assert_int_equal(dv_sim_step(s, 0.1), DV_OK);  // and nothing has changed
  dv_sim_free(s);
  assert_int_equal(dv_sim_step(s, 0.1), DV_BAD_USE);
  says(s, "freed");
  dv_sim_free(s);
  s = open_sim(m, "rk4", 1e-3);
  dv_model_free(m);  // the sim takes it along
  assert_int_equal(dv_sim_step(s, 0.1), DV_OK);
  dv_sim_free(s);
}

// x'' = (lever + loop + pulse - k x) / m, between the stops; loop holds what it sampled.
static void point_and_slopes(void **state)
{
  (void)state;
  dv_model *m = open_model(cart);
  dv_sim *s = open_sim(m, "rk4", 1e-3);
  int lever = dv_model_find(m, "lever.value"), x = dv_model_find(m, "x.position"), v = dv_model_find(m, "x.rate"),
      k = dv_model_find(m, "spring.stiffness"), loop = dv_model_find(m, "loop"), rate_of_v = dv_model_find(m, "x.acceleration");
  assert_int_equal(dv_model_states(m), 4);
  double states[4], dx[4], root[8];
  dv_happening h;
  assert_int_equal(dv_sim_event(s, &h), DV_OK);
  assert_true(h.next == 0.01);  // the controller's next sample comes before the pulse
  dv_sim_get_states(s, states);
  states[0] = 0.03, states[1] = -0.2;
  assert_int_equal(dv_sim_set_states(s, states), DV_OK);
  assert_int_equal(dv_sim_set(s, lever, 7), DV_OK);
  assert_int_equal(dv_sim_rates(s, dx), DV_OK);
  double held = dv_sim_get(s, loop);
  assert_true(fabs(dx[0] + 0.2) < 1e-15);
  assert_true(fabs(dx[1] - (7 + held - 30 * 0.03) / 2) < 1e-12);
  assert_true(fabs(dv_sim_get(s, rate_of_v) - dx[1]) < 1e-12);
  const int of[] = {x, v}, along[] = {x, v, lever, k};
  const double seed[] = {1, 2, 3, 4};
  double out[2];
  assert_int_equal(dv_sim_slope(s, of, 2, along, 4, seed, out), DV_OK);
  assert_true(fabs(out[0] - 2) < 1e-15);
  assert_true(fabs(out[1] - (-30 * 1 + 3 - 0.03 * 4) / 2) < 1e-14);
  assert_int_equal(dv_sim_set(s, k, 45), DV_OK);  // another spring has another slope
  assert_int_equal(dv_sim_slope(s, &v, 1, &x, 1, seed, out), DV_OK);
  assert_true(fabs(out[0] + 45 / 2.0) < 1e-14);
  assert_int_equal(dv_sim_set(s, k, 30), DV_OK);
  assert_int_equal(dv_sim_slope(s, &v, 1, &x, 1, seed, out), DV_OK);
  assert_true(fabs(out[0] + 30 / 2.0) < 1e-14);
  assert_true(dv_sim_get(s, k) == 30 && dv_sim_get(s, x) == 0.03);
  assert_int_equal(dv_model_roots(m), 3);  // of the bumper: both ends, and where one lets go
  assert_int_equal(dv_sim_roots(s, root), DV_OK);
  dv_sim_free(s);
  dv_model_free(m);
}

// An integrator of the test's own, with events from the roots, against a run: the same motion to the step's error.
static void rates_to(dv_sim *s, double t, const double *x, double *dx)
{
  assert_int_equal(dv_sim_set_time(s, t), DV_OK);
  assert_int_equal(dv_sim_set_states(s, x), DV_OK);
  assert_int_equal(dv_sim_rates(s, dx), DV_OK);
}

static void midpoint(dv_sim *s, double t, double h, double *x)
{
  double k[4], y[4];
  rates_to(s, t, x, k);
  for (int i = 0; i < 4; i++) y[i] = x[i] + 0.5 * h * k[i];
  rates_to(s, t + 0.5 * h, y, k);
  for (int i = 0; i < 4; i++) x[i] += h * k[i];
}

static void model_exchange(void **state)
{
  (void)state;
  dv_model *m = open_model(cart);
  dv_sim *s = open_sim(m, "rk4", 1e-3), *run = open_sim(m, "rk4", 1e-4);
  double x[4], y[4], t = 0, end = 0.5;
  long acted = 0;
  dv_happening h;
  dv_sim_event(s, &h);
  dv_sim_get_states(s, x);
  while (t < end) {
    double to = fmin(fmin(t + 1e-5, h.next), end);
    midpoint(s, t, to - t, x);
    t = to;
    dv_sim_set_time(s, t), dv_sim_set_states(s, x);
    assert_int_equal(dv_sim_event(s, &h), DV_OK);
    acted += h.acted;
    dv_sim_get_states(s, x);
  }
  assert_int_equal(dv_sim_step_to(run, end), DV_OK);
  dv_sim_get_states(run, y);
  assert_true(acted > 50);  // samples and stops
  assert_true(fabs(x[0] - y[0]) < 2e-5 && fabs(x[1] - y[1]) < 2e-4);
  dv_energy e;  // what others have integrated stands in no book; what comes then does
  assert_int_equal(dv_sim_energy(s, &e), DV_OK);
  assert_true(e.residual == 0);
  for (int i = 0; i < 40; i++) assert_int_equal(dv_sim_step(s, 0.01), DV_OK);
  assert_int_equal(dv_sim_energy(s, &e), DV_OK);
  assert_true(e.throughput > 0.1 && e.relative < 1e-5);
  dv_sim_free(s), dv_sim_free(run);
  dv_model_free(m);
}

// A parameter that is set is that of a machine with the setting; the ledger closes.
static void parameters_and_ledger(void **state)
{
  const char *setting[] = {"parts.spring.stiffness=80 N/m"};
  char why[500];
  (void)state;
  dv_model *m = open_model(cart), *other = dv_model_open(cart, NULL, setting, 1, why, sizeof why);
  assert_non_null(other);
  dv_sim *a = open_sim(m, "rk4", 1e-3), *b = open_sim(other, "rk4", 1e-3);
  assert_int_equal(dv_sim_set(a, dv_model_find(m, "spring.stiffness"), 80), DV_OK);
  for (int i = 0; i < 40; i++) assert_int_equal(dv_sim_step(a, 0.01) | dv_sim_step(b, 0.01), DV_OK);
  int x = dv_model_find(m, "x");
  assert_true(dv_sim_get(a, x) == dv_sim_get(b, x));
  dv_energy e;
  assert_int_equal(dv_sim_energy(b, &e), DV_OK);
  assert_true(e.throughput > 0.5 && e.relative < 1e-5);
  assert_true(fabs(e.kinetic + e.potential + e.stored - (e.supplied - e.removed - e.dissipated + e.residual)) < 1e-12);
  dv_sim_free(a), dv_sim_free(b);
  dv_model_free(m), dv_model_free(other);
}

// Each run of a batch has the bits of a sim alone, with inputs of its own.
static void batch_is_sims(void **state)
{
  enum { N = 11 };
  char why[500], which[N] = {0, 1};
  (void)state;
  dv_model *m = open_model(cart);
  dv_batch *b = dv_batch_new(m, NULL, N, 3, why, sizeof why);
  assert_non_null(b);
  const int lever = dv_model_find(m, "lever.value"), out[] = {dv_model_find(m, "x"), dv_model_find(m, "x.acceleration")};
  double in[N], got[N][2], one[2];
  for (int i = 0; i < N; i++) in[i] = i - 5;
  assert_int_equal(dv_batch_set(b, &lever, 1, in), DV_OK);
  for (int k = 0; k < 200; k++) assert_int_equal(dv_batch_step(b, 1e-3), DV_OK);
  assert_int_equal(dv_batch_get(b, out, 2, &got[0][0]), DV_OK);
  for (int i = 0; i < N; i++) {
    dv_sim *s = dv_sim_new(m, NULL, why, sizeof why);
    dv_sim_set(s, lever, in[i]);
    for (int k = 0; k < 200; k++) dv_sim_step(s, 1e-3);
    dv_sim_get_many(s, out, 2, one);
    assert_memory_equal(one, got[i], sizeof one);
    dv_sim_free(s);
  }
  assert_int_equal(dv_batch_reset(b, which), DV_OK);
  assert_true(dv_sim_time(dv_batch_sim(b, 1)) == 0 && dv_sim_time(dv_batch_sim(b, 2)) > 0.19);
  in[3] = (double)NAN;
  assert_int_equal(dv_batch_set(b, &lever, 1, in), DV_BAD_USE);
  assert_int_equal(dv_batch_code(b, 3), DV_BAD_USE);
  assert_non_null(strstr(dv_batch_message(b), "finite"));
  dv_batch_free(b);
  dv_model_free(m);
}

static void saved_blocks(void **state)
{
  static const char *const path[] = {"machines/titan4.yaml", "machines/knuckle-boom-crane.yaml", "machines/rov-recoil.yaml",
                                     cart};
  char why[500];
  (void)state;
  for (size_t k = 0; k < sizeof path / sizeof *path; k++) {
    dv_model *m = open_model(path[k]);
    size_t n;
    const void *bytes = dv_model_bytes(m, &n);
    dv_model *again = dv_model_load(bytes, n, why, sizeof why);
    if (!again) fail_msg("%s: %s", path[k], why);
    dv_sim *a = open_sim(m, "rosenbrock", 1e-3), *b = open_sim(again, "rosenbrock", 1e-3);
    for (int i = 0; i < 5; i++) assert_int_equal(dv_sim_step(a, 2e-3) | dv_sim_step(b, 2e-3), DV_OK);
    for (int i = 0; i < dv_model_variables(m); i++) {
      double p = dv_sim_get(a, i), q = dv_sim_get(b, i);
      assert_memory_equal(&p, &q, sizeof p);
    }
    dv_sim_free(a), dv_sim_free(b);
    dv_model_free(again);
    char *own = malloc(n);
    for (size_t at = 0; at < n; at += 1 + n / 97) {  // any byte that has changed is found
      memcpy(own, bytes, n);
      own[at] ^= 0x10;
      assert_null(dv_model_load(own, n, why, sizeof why));
      assert_memory_equal(why, "error:", 6);
    }
    assert_null(dv_model_load(bytes, n - 1, why, sizeof why));
    assert_null(dv_model_load(bytes, 3, why, sizeof why));
    assert_null(dv_model_load(NULL, n, why, sizeof why));
    free(own);
    dv_model_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_use_is_told),     cmocka_unit_test(point_and_slopes), cmocka_unit_test(model_exchange),
      cmocka_unit_test(parameters_and_ledger), cmocka_unit_test(batch_is_sims),    cmocka_unit_test(saved_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
