// control_observer.c: the extended Kalman filter against Riccati's equation, and its errors against its own covariance.
#include "control/loop.h"

#include "model/variable_value.h"
#include "solve/riccati.h"

#define ROD                                                                                                                      \
  "gravity: [0, 0, -9.81]\nbodies: {rod: {mass: 2 kg, com: [0, 0, -0.7]}}\n"                                                     \
  "joints: {q: {type: revolute, axis: y, child: rod, position: %g rad}}\n"

static const double J = 2 * 0.7 * 0.7, K = 2 * 9.81 * 0.7;

typedef struct {
  const dv_model *m;
  double sum, surprise, off, late;  // of NEES, of what samples bring, of squared errors; from `late` on
  int n;
} watched;

static double value(const dv_model *m, const char *path, const double *x, const double *dx, const double *work)
{
  int at = dv_model_find(m, path);
  if (at < 0) fail_msg("no variable '%s'", path);
  return dv_variable_value(m, at, x, dx, work);
}

static int watch(void *context, double t, const double *x, const double *dx, const double *work)
{
  watched *w = context;
  const dv_model *m = w->m;
  double e = value(m, "law.position.q", x, dx, work) - value(m, "q", x, dx, work);
  double d = value(m, "law.deviation.q", x, dx, work);
  if (t < w->late) return 0;
  w->sum += e * e / (d * d);
  w->off += e * e;
  w->surprise += value(m, "law.surprise", x, dx, work);
  w->n++;
  return 0;
}

static watched go(loop *l, double until, double every, double late)
{
  watched w = {.m = l->b.model, .late = late};
  dv_run_options o = {.method = "rk4", .step = 1e-3, .until = until, .every = every};
  dv_run_result r;
  int bad = dv_run(l->b.model, l->b.state, &o, watch, NULL, &w, &r, l->b.diags, l->b.arena);
  for (int i = 0; i < l->b.diags->n; i++) print_message("%s\n", dv_diag_text(l->b.diags, i));
  assert_int_equal(bad, 0);
  return w;
}

// The gain that it settles on at rest is that of Riccati's equation of the hanging rod, sampled.
static void steady_gain(void **state)
{
  double T = 0.02, noise = 0.01, shake = 0.5, W[4] = {0, 0, 0, shake * shake / (J * J)};
  double F[4] = {0, 1, -K / J, 0}, At[4], Ft[4], Ct[2] = {1, 0}, V = noise * noise, P[4], S[4], gain[2], left;
  char yaml[1000];
  (void)state;
  snprintf(yaml, sizeof yaml,
           ROD "parts: {law: {kind: signal.observer, coordinates: [q], period: 20 ms, noise: %g, disturbance: %g}}\n", 0.0, noise,
           shake);
  loop l = loop_open(yaml);
  go(&l, 10, 1, 0);
  for (int i = 0; i < 4; i++) Ft[i] = F[i % 2 * 2 + i / 2];
  dv_exponential(l.b.arena, 2, Ft, T, At, W, S);
  dv_riccati r = {.n = 2, .m = 1, .sampled = 1, .A = At, .B = Ct, .Q = S, .R = &V};
  assert_int_equal(dv_riccati_solve(l.b.arena, &r, P, gain, &left), 0);
  // after the sample: P C'/(C P C' + V) = covariance after it / V
  const double *d = l.b.state->d + l.law->d;
  assert_near(d[3] / V / (P[0] / (P[0] + V)), 1, 1e-7);
  assert_near(d[9] / V / (P[2] / (P[0] + V)), 1, 1e-7);
  loop_close(&l);
}

// Swinging widely under random efforts: squared errors are what the covariance says, and so is what samples bring; the estimate
// is better than a sample.
static void consistent(void **state)
{
  char yaml[2000];
  (void)state;
  // a force that is new every 2 ms with deviation 5 N.m is white noise of 5 sqrt(0.002) N.m per root of a second
  snprintf(yaml, sizeof yaml,
           ROD "signals:\n  gust: {kind: sensor, in: 0, period: 2 ms, noise: 5 N.m, seed: 3}\n"
               "  gauge: {kind: sensor, in: q, period: 20 ms, noise: 0.02 rad, seed: 8}\n"
               "  drive: {kind: sine, amplitude: 6 N.m, omega: 3 rad/s}\n"
               "parts:\n  wind: {kind: force.effort, axis: q, effort: gust + drive - 0.5*q.rate}\n"
               "  law: {kind: signal.observer, coordinates: [q], period: 20 ms, noise: 0.02, disturbance: %.9g, damping: 0.5,\n"
               "        position: gauge, effort: drive}\n",
           1.0, 5 * sqrt(0.002));
  loop l = loop_open(yaml);
  watched w = go(&l, 200, 0.02, 2);
  print_message("errors by their variance %.4g, surprise %.4g, deviation %.4g of a sample's\n", w.sum / w.n, w.surprise / w.n,
                sqrt(w.off / w.n) / 0.02);
  assert_near(w.sum / w.n, 1, 0.1);
  assert_near(w.surprise / w.n, 1, 0.05);
  assert_true(sqrt(w.off / w.n) < 0.6 * 0.02);
  loop_close(&l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steady_gain),
      cmocka_unit_test(consistent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
