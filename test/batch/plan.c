// plan.c: points of a sweep, draws and metrics against closed forms.
#include "batch/draw.h"
#include "batch/metric.h"
#include "batch/plan.h"

#include <string.h>

#include "support.h"

typedef struct {
  dv_arena *a;
  dv_diags *d;
} shop;

static int open_shop(void **state)
{
  static shop s;
  s.a = dv_arena_new();
  s.d = dv_diags_new(s.a);
  *state = &s;
  return 0;
}

static int close_shop(void **state)
{
  dv_arena_free(((shop *)*state)->a);
  return 0;
}

static dv_plan *plan_of(shop *s, const char *const *text, int n, int samples, int latin)
{
  dv_vary v[4];
  for (int i = 0; i < n; i++) assert_int_equal(dv_vary_read(s->a, s->d, text[i], &v[i]), 0);
  return dv_plan_new(s->a, s->d, v, n, samples, latin, 7);
}

static void grid(void **state)
{
  static const char *const text[] = {"payload=0:10t:21", "supply=180:220bar:5", "method=rk4,rosenbrock"};
  shop *s = *state;
  dv_plan *p = plan_of(s, text, 3, 0, 0);
  assert_int_equal(p->nrun, 210);
  assert_string_equal(dv_plan_setting(s->a, p, 0, 0), "payload=0 t");
  assert_string_equal(dv_plan_setting(s->a, p, 209, 0), "payload=10 t");
  assert_string_equal(dv_plan_setting(s->a, p, 209, 1), "supply=220 bar");
  assert_string_equal(dv_plan_setting(s->a, p, 1, 2), "method=rosenbrock");
  assert_true(dv_plan_value(p, 10, 0) == 0.5 && dv_plan_value(p, 2, 1) == 190);
}

// A journal must not take the runs of another plan for its own, wherever the two differ.
static void plans_have_keys(void **state)
{
  static const char *const one[] = {"k=1,2,3,4,5,6,7,8,9,10"}, *const other[] = {"k=1,2,3,4,5,6,7,8.5,9,10"},
                           *const spread[] = {"k=1:10:10"}, *const ratio[] = {"k=1:10:10:log"};
  uint64_t key = dv_plan_hash(plan_of(*state, one, 1, 0, 0));
  assert_true(key == dv_plan_hash(plan_of(*state, one, 1, 0, 0)));
  assert_true(key != dv_plan_hash(plan_of(*state, other, 1, 0, 0)));
  assert_true(dv_plan_hash(plan_of(*state, spread, 1, 0, 0)) != dv_plan_hash(plan_of(*state, ratio, 1, 0, 0)));
  assert_true(dv_plan_hash(plan_of(*state, spread, 1, 9, 0)) != dv_plan_hash(plan_of(*state, spread, 1, 9, 1)));
}

// Numbers without a unit have that of the others; texts are numbered; brackets hold commas together.
static void lists(void **state)
{
  static const char *const text[] = {"payload=1, 2,5 t", "bodies.b.com=[1, 0, 0],[2, 0, 0]", "step=0:1:11"};
  shop *s = *state;
  dv_plan *p = plan_of(s, text, 3, 0, 0);
  assert_int_equal(p->nrun, 66);
  assert_string_equal(dv_plan_setting(s->a, p, 22, 0), "payload=2 t");
  assert_string_equal(dv_plan_setting(s->a, p, 11, 1), "bodies.b.com=[2, 0, 0]");
  assert_true(dv_plan_value(p, 11, 1) == 1 && dv_plan_value(p, 65, 0) == 5);
  assert_string_equal(dv_plan_setting(s->a, p, 3, 2), "step=0.3");
}

static void ratios(void **state)
{
  static const char *const text[] = {"k=1:1000:4:log"};
  dv_plan *p = plan_of(*state, text, 1, 0, 0);
  for (int i = 0; i < 4; i++) assert_true(fabs(dv_plan_value(p, i, 0) / pow(10, i) - 1) < 1e-14);
}

// P(X < 1.959963984540054) = 0.975 and P(X < -3.090232306167813) = 0.001 (tables of the normal distribution).
static void normal(void **state)
{
  (void)state;
  assert_true(fabs(dv_draw_normal_inverse(0.975) - 1.959963984540054) < 1e-14);
  assert_true(fabs(dv_draw_normal_inverse(0.001) + 3.090232306167813) < 1e-14);
  assert_true(dv_draw_normal_inverse(0.5) == 0);
  for (double u = 1e-12; u < 0.5; u *= 3) assert_true(fabs(0.5 * erfc(-dv_draw_normal_inverse(u) * sqrt(0.5)) / u - 1) < 1e-12);
}

// One value in each stratum; the mean of a Latin hypercube is far better than that of free draws.
static void strata(void **state)
{
  enum { N = 1000 };
  shop *s = *state;
  double u[N], sum = 0;
  char seen[N] = {0};
  dv_draw_strata(s->a, 3, 1, N, u);
  for (int i = 0; i < N; i++) {
    assert_true(u[i] > 0 && u[i] < 1 && !seen[(int)(u[i] * N)]);
    seen[(int)(u[i] * N)] = 1;
    sum += u[i];
  }
  assert_true(fabs(sum / N - 0.5) < 1e-3);
}

static void distributions(void **state)
{
  enum { N = 20000 };
  static const char *const text[] = {"m~normal(100kg, 5kg)", "k~triangular(0, 1, 4)", "f~lognormal(2, 0.25)"};
  shop *s = *state;
  dv_plan *p = plan_of(s, text, 3, N, 1);
  double mean[3] = {0}, square = 0;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++) mean[k] += dv_plan_value(p, i, k) / N;
    square += pow(dv_plan_value(p, i, 0) - 100, 2) / N;
  }
  assert_true(fabs(mean[0] - 100) < 1e-2 && fabs(sqrt(square) - 5) < 2e-2);
  assert_true(fabs(mean[1] - 5.0 / 3) < 1e-3);                   // (a + b + c) / 3
  assert_true(fabs(mean[2] - 2 * exp(0.25 * 0.25 / 2)) < 1e-3);  // median e^(sigma^2/2)
}

static void faults(void **state)
{
  static const char *const bad[] = {
      "payload",     "=1:2:3",           "m=1:2",          "m=1kg:2t:3",          "m=1:2:2.5", "m=-1:2:3:log", "m~gauss(1,2)",
      "m~normal(1)", "m~normal(1kg,2m)", "m~uniform(2,1)", "m~triangular(1,0,2)", "m=1:2:1e99"};
  shop *s = *state;
  dv_vary v;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(dv_vary_read(s->a, s->d, bad[i], &v), -1);
  assert_int_equal(s->d->nerror, sizeof bad / sizeof *bad);
  static const char *const drawn[] = {"m~normal(1,2)"}, *const many[] = {"a=0:1:10000", "b=0:1:10000"};
  assert_null(plan_of(s, drawn, 1, 0, 0));
  assert_null(plan_of(s, many, 2, 0, 0));
}

static dv_history *sine(dv_arena *a)
{
  dv_history *h = dv_history_new(a, 2);
  h->column[0] = (dv_column){"time", "s"};
  h->column[1] = (dv_column){"x", "m"};
  for (int i = 0; i <= 10000; i++) {
    double *row = dv_history_append(h), t = i / 10000.0;
    row[0] = t, row[1] = 3 * exp(-t) * sin(2 * acos(-1) * t);
  }
  return h;
}

static double measure(shop *s, const char *text)
{
  dv_units *u = dv_units_open(s->a);
  dv_metric m;
  assert_int_equal(dv_metric_read(s->a, s->d, u, text, &m), 0);
  return dv_metric_value(s->d, &m, sine(s->a));
}

// x = 3 e^-t sin wt over one period
static void metrics(void **state)
{
  shop *s = *state;
  double w = 2 * acos(-1), e = exp(-1), at = atan(w) / w, area = 3 * w * (1 - e) / (1 + w * w);
  double square = 9 * 0.25 * (1 - e * e) * (w * w) / (1 + w * w);
  assert_true(fabs(measure(s, "max(x)") - 3 * exp(-at) * sin(w * at)) < 1e-6);
  assert_true(fabs(measure(s, "time_of_max(x)") - at) < 1e-4);
  assert_true(fabs(measure(s, "mean(2*x) + 1") - 2 * area - 1) < 1e-6);
  assert_true(fabs(measure(s, "rms(x)") - sqrt(square)) < 1e-5);
  assert_true(fabs(measure(s, "at(x, 250[ms])") - 3 * exp(-0.25)) < 1e-9);
  assert_true(fabs(measure(s, "2*amplitude(x) - max(x) + min(x)")) < 1e-15);
  assert_true(fabs(measure(s, "peak(0 - x)/max(x)") - 1) < 1e-15);
  assert_true(measure(s, "max(min(x), final(x) + 4)") > 3.9);  // max of two is the function
  assert_true(fabs(measure(s, "crossing(x, 1[mm])") - 1e-3 / (3 * w)) < 1e-6);
  dv_units *u = dv_units_open(s->a);
  dv_metric m;
  assert_int_equal(dv_metric_read(s->a, s->d, u, "x + 1", &m), -1);
  assert_int_equal(dv_metric_read(s->a, s->d, u, "max(x) + x", &m), -1);
  assert_int_equal(dv_metric_read(s->a, s->d, u, "at(x, x)", &m), -1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_shop, close_shop)
  const struct CMUnitTest tests[] = {TEST(grid),   TEST(plans_have_keys), TEST(lists),  TEST(ratios), TEST(normal),
                                     TEST(strata), TEST(distributions),   TEST(faults), TEST(metrics)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
