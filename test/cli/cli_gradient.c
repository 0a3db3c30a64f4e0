// cli_gradient.c: `davit gradient` as one uses it: the table, the figure, JSON, and what one types wrongly.
//
// A mass on a spring, x = x0 cos(w t): slopes by closed form.
#include "command.h"

static const char oscillator[] = "parameters: {m: 2 kg, k: 8 N/m, x0: 10 cm, half: k/2}\ngravity: 0\nbodies: {b: {mass: m}}\n"
                                 "joints: {x: {type: prismatic, child: b, position: x0}}\n"
                                 "parts: {s: {kind: force.spring, axis: x, stiffness: k}, oil: {kind: force.damper, axis: x, "
                                 "damping: 0 N.s/m}}\n"
                                 "until: 1 s\nsolver: {method: rk4, step: 1 ms, every: 10 ms}\nmetrics: {end: {final: x}}\n";

static void test_table(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", oscillator);
  assert_int_equal(run(c, "gradient @//a.yaml --by 'm,x0,oil.*' --plot @//a.svg"), 0);
  assert_says(c->out, "end = -0.041614684 m");
  assert_says(c->out, "m/kg");
  assert_says(c->out, "m/cm");
  assert_says(c->out, "-0.0041614684");  // cos(2) / 100, per centimetre
  assert_says(c->out, "oil.damping");
  size_t n;
  assert_non_null(get_file(c, "a.svg", &n));
  drop_file(c, "a.svg"), drop_file(c, "a.yaml");
}

static void test_json(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", oscillator);
  assert_int_equal(run(c, "gradient @//a.yaml --of 'final(x)' --by k --json"), 0);
  const dv_json *slope = json_at(json_at(json_of(c), "gradients")->item[0], "slopes")->item[0];
  assert_near(json_at(slope, "slope")->number, -0.1 * sin(2) / 8, 1e-10);
  drop_file(c, "a.yaml");
}

static void test_mistakes(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", oscillator);
  assert_int_equal(run(c, "gradient @//a.yaml --by oil.dampng"), 64);
  assert_says(c->err, "did you mean 'oil.damping'?");
  assert_int_equal(run(c, "gradient @//a.yaml"), 64);
  assert_says(c->err, "needs --by");
  assert_int_equal(run(c, "gradient @//a.yaml --of 'final(y)' --by k"), 64);
  assert_int_equal(run(c, "gradient @//a.yaml --by half"), 64);
  assert_says(c->err, "no plain number");
  assert_int_equal(run(c, "gradient @//a.yaml --by k --solver lie-rk4"), 2);
  assert_says(c->err, "has no slopes along a run");
  assert_int_equal(run(c, "gradient @//a.yaml --by k --solver rosenbrock --step auto"), 2);
  assert_says(c->err, "not by the error");
  drop_file(c, "a.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_json), cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
