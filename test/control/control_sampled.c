// control_sampled.c: sampled laws against their difference equations: hold, delay, integral, limits, slew.
#include "control/loop.h"

// A mass without weight on a slide: z'' = u / 2, exact over a step in which u is constant.
#define SLIDE                                                                                                                    \
  "gravity: 0\nbodies: {m: {mass: 2 kg}}\njoints: {z: {type: prismatic, axis: z, child: m, position: 0.5 m}}\nparts:\n"          \
  "  motor: {kind: force.effort, axis: z, effort: law.effort.z}\n"

typedef struct {
  double z, rate;
} slide;

static slide glide(slide s, double u, double t) { return (slide){s.z + t * s.rate + u * t * t / 4, s.rate + u * t / 2}; }

static void run_by(loop *l, const char *method, double until)
{
  dv_run_options o = {.method = method, .step = 3e-3, .until = until, .rtol = 1e-12, .atol = 1e-14, .every = until};
  dv_run_result r;
  int bad = dv_run(l->b.model, l->b.state, &o, NULL, NULL, NULL, &r, l->b.diags, l->b.arena);
  for (int i = 0; i < l->b.diags->n; i++) print_message("%s\n", dv_diag_text(l->b.diags, i));
  assert_int_equal(bad, 0);
}

static void run_to(loop *l, double until) { run_by(l, "cvode", until); }

// Samples at k T; the effort of sample k acts from k T + delay on. `limit` and `slew` as in the law.
typedef struct {
  double period, delay, ki, limit, slew;
} program;

// PD law with integral by forward differences, to the time n periods.
static slide expected(const program *p, int n)
{
  double u[200] = {0}, sum = 0;
  slide s = {0.5, 0};
  int whole = (int)floor(p->delay / p->period + 1e-9);
  double left = p->delay - whole * p->period;
  for (int k = 0; k < n; k++) {
    double e = 0.1 - s.z, wanted = 40 * e - 12 * s.rate + p->ki * sum, step = p->slew * p->period;
    wanted = fmin(fmax(wanted, -p->limit), p->limit);
    if (k) wanted = fmin(fmax(wanted, u[k - 1] - step), u[k - 1] + step);
    u[k] = wanted;
    sum += p->period * e;
    s = glide(s, k > whole ? u[k - whole - 1] : 0, left);
    s = glide(s, k >= whole ? u[k - whole] : 0, p->period - left);
  }
  return s;
}

// By an adaptive method, and by one that is exact for constant efforts if it hits the instants at which they change.
static void check(const char *keys, const program *p)
{
  static const char *const method[] = {"cvode", "rk4"};
  for (int i = 0; i < 2; i++) {
    char yaml[1000];
    snprintf(yaml, sizeof yaml, SLIDE "  law: {kind: control.pd-gravity, coordinates: [z], kp: 40, kd: 12, goal: 0.1, %s}\n",
             keys);
    loop l = loop_open(yaml);
    for (int n = 10; n <= 100; n += 30) {
      slide s = expected(p, n);
      run_by(&l, method[i], n * p->period);
      assert_near(fixture_value(&l.b, "z"), s.z, i ? 1e-13 : 1e-9);
      assert_near(fixture_value(&l.b, "z.rate"), s.rate, i ? 1e-12 : 1e-9);
    }
    loop_close(&l);
  }
}

static void holds(void **state)
{
  (void)state;
  check("period: 20 ms", &(program){0.02, 0, 0, 1e9, 1e9});
  check("period: 30 ms, ki: 15", &(program){0.03, 0, 15, 1e9, 1e9});
}

static void delays(void **state)
{
  (void)state;
  check("period: 20 ms, delay: 20 ms", &(program){0.02, 0.02, 0, 1e9, 1e9});
  check("period: 20 ms, delay: 5 ms", &(program){0.02, 0.005, 0, 1e9, 1e9});
  check("period: 20 ms, delay: 47 ms, ki: 5", &(program){0.02, 0.047, 5, 1e9, 1e9});
}

static void limits(void **state)
{
  (void)state;
  check("period: 20 ms, limit: 3", &(program){0.02, 0, 0, 3, 1e9});
  check("period: 20 ms, slew: 40", &(program){0.02, 0, 0, 1e9, 40});
  check("period: 20 ms, slew: 40, limit: 3, delay: 10 ms", &(program){0.02, 0.01, 0, 3, 40});
}

// Continuous: full effort while the error is large: z = 0.5 - F t^2/(2 m); the flag says so.
static void saturates(void **state)
{
  (void)state;
  loop l = loop_open(SLIDE "  law: {kind: control.pd-gravity, coordinates: [z], kp: 1000, kd: 1, goal: 0.1, limit: 4}\n");
  run_to(&l, 0.5);
  assert_near(fixture_value(&l.b, "z"), 0.5 - 0.25, 1e-9);
  loop_rates(&l, l.b.state->x);
  assert_near(loop_output(&l, "law.saturated"), 1, 0);
  assert_near(loop_output(&l, "law.effort.z"), -4, 0);
  l.b.state->x[0] = 0.1;
  l.b.state->x[1] = 0;
  loop_rates(&l, l.b.state->x);
  assert_near(loop_output(&l, "law.saturated"), 0, 0);
  loop_close(&l);
}

// Continuous slew: the effort grows by 10 N/s from zero, z = 0.5 - s t^3/(6 m), until it has come close to what is wanted.
static void slews(void **state)
{
  (void)state;
  loop l = loop_open(SLIDE "  law: {kind: control.pd-gravity, coordinates: [z], kp: 1000, kd: 0, goal: 0.1, slew: 10}\n");
  run_to(&l, 0.5);
  assert_near(fixture_value(&l.b, "z"), 0.5 - 10 * 0.125 / 12, 1e-9);
  assert_near(fixture_value(&l.b, "law.slewed.z"), -5, 1e-9);
  loop_close(&l);
}

// At its limit for half a second with an error of about one: the integral has waited, or has not.
static void windup(void **state)
{
  (void)state;
  static const char *const law =
      "  law: {kind: control.pd-gravity, coordinates: [z], kp: 1000, kd: 1, ki: 1, goal: 1.5, limit: 1e-6, %s}\n";
  for (int i = 0; i < 3; i++) {
    char yaml[1000], part[300];
    snprintf(part, sizeof part, law, i == 0 ? "windup: free" : i == 1 ? "windup: held" : "reach: 0.2");
    snprintf(yaml, sizeof yaml, SLIDE "%s", part);
    loop l = loop_open(yaml);
    run_to(&l, 0.5);
    loop_rates(&l, l.b.state->x);
    double pd = 1000 * (1.5 - fixture_value(&l.b, "z")) - fixture_value(&l.b, "z.rate");
    assert_near(loop_output(&l, "law.wanted.z") - pd, i == 0 ? 0.5 : i == 1 ? 0 : 0.2, i == 0 ? 1e-6 : 1e-12);
    loop_close(&l);
  }
}

// The sheet's 5.8: an exactly linearised loop deviates from its continuous error in proportion to the period.
static void deviation_grows(void **state)
{
  (void)state;
  double last = 0, root = sqrt(121.0 / 4 - 22), p = -5.5 - root, q = -5.5 + root;
  for (int i = 0; i < 3; i++) {
    const double period[] = {1e-3, 1e-2, 2e-2};
    double most = 0;
    char yaml[1000];
    snprintf(yaml, sizeof yaml,
             SLIDE "  law: {kind: control.inverse-dynamics, coordinates: [z], kp: 22, kd: 11, goal: 0.48, period: %g}\n",
             period[i]);
    loop l = loop_open(yaml);
    for (int k = 1; k <= 150; k++) {
      run_to(&l, 0.02 * k);
      double t = 0.02 * k, e = -0.02 * (q * exp(p * t) - p * exp(q * t)) / (q - p);
      most = fmax(most, fabs(0.48 - fixture_value(&l.b, "z") - e));
    }
    if (i) assert_near(most / last, i == 1 ? 10 : 2, 0.1 * (i == 1 ? 10 : 2));
    last = most;
    loop_close(&l);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(holds), cmocka_unit_test(delays), cmocka_unit_test(limits),          cmocka_unit_test(saturates),
      cmocka_unit_test(slews), cmocka_unit_test(windup), cmocka_unit_test(deviation_grows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
