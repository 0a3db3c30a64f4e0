// orders.c: each method converges at its order, where order is hardest to keep: attitudes and stiff parts.
#include "solve/harness.h"

// A top on a ball joint: the torque of gravity depends on the attitude. A free body hung off-centre on a spring.
static const char *const tumbling =
    "bodies:\n"
    "  top: {mass: 2 kg, com: [0.1, 0.05, 0.3], inertia: [0.03, 0.05, 0.02]}\n"
    "  box: {mass: 1.5 kg, inertia: [0.02, 0.04, 0.05], points: {lug: [0.2, 0.1, -0.15]}}\n"
    "joints:\n"
    "  pivot: {type: ball, child: top, position: {rpy: [0.3, 0.2, 0.1]}, rate: [1, -2, 6]}\n"
    "  fly: {type: free, child: box, position: {xyz: [1, 0, 0], rpy: [0.1, -0.4, 0.7]}, rate: [0.2, 0.1, -0.3, 3, 2, -4]}\n"
    "axes: {line: {from: world, to: box.lug}}\n"
    "parts: {string: {kind: force.spring, axis: line, stiffness: 30 N/m, rest: 0.4 m}}\n";

static double distance(const fixture *a, const fixture *b)
{
  double most = 0;
  for (int i = 0; i < a->model->nx; i++) most = fmax(most, fabs(a->state->x[i] - b->state->x[i]));
  return most;
}

static double error(const char *yaml, const fixture *exact, const char *method, double until, double step)
{
  fixture b = fixture_open(yaml);
  fixture_run(&b, method, until, step);
  double e = distance(&b, exact);
  fixture_close(&b);
  return e;
}

// The quotient of errors at h and h/2, against an independent code (CVODES, Adams) at its tightest.
static void order(const char *yaml, const char *method, double until, double step, double least, double most)
{
  fixture exact = fixture_open(yaml);
  dv_run_options o = {.method = "cvode-adams", .until = until, .rtol = 1e-13, .atol = 1e-15, .every = until};
  dv_run_result r;
  assert_int_equal(dv_run(exact.model, exact.state, &o, NULL, NULL, NULL, &r, exact.diags, exact.arena), 0);
  double rough = error(yaml, &exact, method, until, step), fine = error(yaml, &exact, method, until, step / 2);
  double is = log2(rough / fine);
  print_message("%-10s h = %g: error %.3g, %.3g, order %.2f\n", method, step, rough, fine, is);
  assert_true(is > least && is < most);
  fixture_close(&exact);
}

static void tumbling_bodies_keep_order(void **state)
{
  (void)state;
  order(tumbling, "euler", 0.5, 1e-4, 0.9, 1.1);
  order(tumbling, "heun", 0.5, 1e-3, 1.9, 2.1);
  order(tumbling, "rk3", 0.5, 2e-3, 2.85, 3.3);
  order(tumbling, "rk4", 0.5, 2e-3, 3.85, 4.3);
  order(tumbling, "lie-rk4", 0.5, 2e-3, 3.85, 4.3);
  order(tumbling, "rkn", 0.5, 2e-3, 3.85, 4.3);
  order(tumbling, "rosenbrock", 0.5, 2e-3, 2.9, 3.1);  // with Jacobians that are kept for 20 steps
  order(tumbling, "dopri5", 0.5, 5e-3, 4.85, 5.3);
}

// Sheet of the forestry machine, C14: errors of x'' = -x shrink by 16 +- 0.5 when the step is halved.
static void nystroem_on_an_oscillator(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m, position: 1 m}}\n"
                     "parts: {k: {kind: force.spring, axis: x, stiffness: 1 N/m}}\n";
  double off[2];
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(yaml);
    fixture_run(&b, "rkn", 2, 0.02 / (1 + i));
    off[i] = hypot(fixture_value(&b, "x") - cos(2), fixture_value(&b, "x.rate") + sin(2));
    fixture_close(&b);
  }
  print_message("rkn: error %.3g, %.3g, ratio %.3f\n", off[0], off[1], off[0] / off[1]);
  assert_true(fabs(off[0] / off[1] - 16) < 0.5);
}

// m x'' + d x' + k x = 0, overdamped: lambda = -1e6 and about -0.1; the fast one is 1000 h away from stability of an explicit
// method.
static void stiff_damper(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m, position: 1 m, rate: -0.1 m/s}}\n"
                     "parts:\n"
                     "  d: {kind: force.damper, axis: x, damping: 1e6 N.s/m}\n"
                     "  k: {kind: force.spring, axis: x, stiffness: 1e5 N/m}\n";
  double root = sqrt(1e12 - 4e5), slow = -2e5 / (1e6 + root), fast = -0.5 * (1e6 + root);
  double a = (-0.1 - fast) / (slow - fast), t = 2, want = a * exp(slow * t);
  double steps[2] = {0.1, 0.05}, off[2];
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(yaml);
    fixture_run(&b, "rosenbrock", t, steps[i]);
    off[i] = fabs(fixture_value(&b, "x") - want);
    fixture_close(&b);
  }
  print_message("stiff: error %.3g, %.3g\n", off[0], off[1]);
  assert_true(off[1] < 1e-8);
  assert_true(off[0] / off[1] > 6);
}

// The same with a force that varies: x follows (k sin wt)/... ; closed form of the forced overdamped oscillator.
static void stiff_and_forced(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                     "parts:\n"
                     "  d: {kind: force.damper, axis: x, damping: 1e4 N.s/m}\n"
                     "  k: {kind: force.spring, axis: x, stiffness: 1e4 N/m}\n"
                     "  f: {kind: force.effort, axis: x, effort: 1e4*sin(3*t)}\n";
  double m = 1, d = 1e4, k = 1e4, F = 1e4, w = 3, t = 2;
  double re = k - m * w * w, im = d * w, S = F / (re * re + im * im), A = S * re, B = -S * im;  // A sin + B cos
  double root = sqrt(d * d - 4 * m * k), slow = -2 * k / (d + root), fast = -(d + root) / (2 * m);
  double p = (-A * w + fast * B) / (slow - fast), q = -B - p;
  double want = A * sin(w * t) + B * cos(w * t) + p * exp(slow * t) + q * exp(fast * t), off[2];
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(yaml);
    fixture_run(&b, "rosenbrock", t, 0.02 / (1 + i));
    off[i] = fabs(fixture_value(&b, "x") - want);
    fixture_close(&b);
  }
  print_message("stiff, forced: error %.3g, %.3g\n", off[0], off[1]);
  assert_true(off[1] < 1e-6);
  assert_true(off[0] / off[1] > 6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tumbling_bodies_keep_order),
      cmocka_unit_test(nystroem_on_an_oscillator),
      cmocka_unit_test(stiff_damper),
      cmocka_unit_test(stiff_and_forced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
