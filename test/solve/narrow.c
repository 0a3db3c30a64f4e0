// narrow.c: laws that change over less than the displacement of differences: cvode goes on with exact slopes by itself.
#include "solve/harness.h"

// Rate at which a weight creeps down against dry friction: c v / sqrt(v^2 + w^2) = m g.
static double creep(double coulomb, double width)
{
  double share = 9.81 / coulomb;
  return width * share / sqrt(1 - share * share);
}

static void friction_holds_a_weight(void **state)
{
  (void)state;
  static const double width[] = {1e-9, 3e-9, 1e-7, 1e-3}, coulomb[] = {12, 200};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) {
      char yaml[400];
      snprintf(yaml, sizeof yaml,
               "bodies: {m: {mass: 1 kg}}\n"
               "joints: {x: {type: prismatic, axis: -z, child: m}}\n"
               "parts: {f: {kind: force.friction, axis: x, coulomb: %g N, smoothing: %g m/s}}\n",
               coulomb[k], width[i]);
      fixture b = fixture_open(yaml);
      dv_run_options o = {.method = "cvode-bdf", .until = 1, .rtol = 1e-9, .atol = 1e-13};
      dv_run_result r;
      assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
      double v = creep(coulomb[k], width[i]);
      print_message("width %g m/s, %g N: %ld steps, exact slopes %d, rate off by %.1e\n", width[i], coulomb[k], r.steps, r.exact,
                    b.state->x[1] / v - 1);
      assert_true(fabs(b.state->x[1] / v - 1) < 1e-6);
      assert_true(r.steps < 5000);
      fixture_close(&b);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(friction_holds_a_weight)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
