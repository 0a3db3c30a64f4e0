// loop_resume.c: a run of a machine with loops that is stopped and goes on has the bits of one that was not, also where other
// coordinates become independent on the way; closures stay below 1e-10 m.
#include "solve/harness.h"

static const char slider[] = "bodies:\n"
                             "  crank: {mass: 2 kg, inertia: [0.25, 0.25, 0.5], points: {pin: [0.2, 0, 0]}}\n"
                             "  rod: {mass: 1 kg, com: [0.3, 0, 0], inertia: [0.01, 0.03, 0.03], points: {end: [0.6, 0, 0]}}\n"
                             "  piston: {mass: 1.5 kg}\n"
                             "joints:\n"
                             "  q: {type: revolute, child: crank, position: 40 deg, rate: 20}\n"
                             "  r: {type: revolute, parent: crank, child: rod, at: {point: pin}}\n"
                             "  s: {type: prismatic, axis: x, child: piston, position: 0.7 m}\n"
                             "loops: {wrist: {type: revolute, parent: rod, child: piston, at: {point: end}}}\n"
                             "independent: s\n";

static void stopped_on_the_way(void **state)
{
  (void)state;
  static const char *const method[] = {"rk4", "lie-rk4", "rosenbrock", "euler"};
  for (int i = 0; i < 4; i++) {
    fixture whole = fixture_open(slider), parts = fixture_open(slider);
    fixture_run(&whole, method[i], 0.8, 1e-3);
    for (int k = 1; k <= 8; k++) fixture_run(&parts, method[i], k / 10.0, 1e-3);
    assert_memory_equal(whole.state->x, parts.state->x, (size_t)whole.model->nx * sizeof(double));
    assert_memory_equal(whole.state->d, parts.state->d, (size_t)whole.model->nd * sizeof(double));
    double s = fixture_value(&whole, "s"), q = fixture_value(&whole, "q");
    assert_near(s, 0.2 * cos(q) + sqrt(0.36 - 0.04 * sin(q) * sin(q)), 1e-12);
    fixture_close(&whole);
    fixture_close(&parts);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(stopped_on_the_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
