// cli_files.c: faults of files: file:line:col, all at once, as text and as JSON; exit code 1.
#include "command.h"

static const char bad[] = "davit: 1\n"
                          "bodies:\n"
                          "  rod: {mas: 1 kg, com: [0, 0, 0.5 kg]}\n"
                          "joints:\n"
                          "  pin: {type: revolte, child: rodd}\n";

static void test_all_faults_with_places(void **state)
{
  command *c = *state;
  put_file(c, "bad.yaml", bad);
  assert_int_equal(run(c, "check @//bad.yaml"), 1);
  assert_says(c->err, "bad.yaml:3:9: error:");
  assert_says(c->err, "did you mean 'mass'?");
  assert_says(c->err, "bad.yaml:5:15: error:");
  assert_says(c->err, "did you mean 'revolute'?");
  assert_says(c->err, "did you mean 'rod'?");
  assert_int_equal(run(c, "check @//bad.yaml machines/planar-pendulum.yaml --json"), 1);
  const dv_json *v = json_of(c);
  assert_int_equal(v->n, 2);
  assert_false((int)json_at(v->item[0], "ok")->number);
  assert_true((int)json_at(v->item[1], "ok")->number);
  const dv_json *list = json_at(v->item[0], "diagnostics");
  assert_int_equal((int)json_at(v->item[0], "errors")->number, list->n);
  assert_int_equal((int)json_at(list->item[0], "line")->number, 3);
  assert_string_equal(json_at(list->item[0], "severity")->text, "error");
  drop_file(c, "bad.yaml");
}

// Every verb that opens a machine refuses a bad one in the same way, and writes nothing.
static void test_every_verb_refuses(void **state)
{
  static const char *const lines[] = {
      "run @//bad.yaml --out @//x.csv", "run @//bad.yaml --json", "eval @//bad.yaml --json", "modes @//bad.yaml",
      "equilibrium @//bad.yaml --json", "test @//bad.yaml",       "test --json @//bad.yaml"};
  command *c = *state;
  size_t n;
  put_file(c, "bad.yaml", bad);
  for (int i = 0; i < (int)(sizeof lines / sizeof *lines); i++) {
    if (run(c, "%s", lines[i]) != 1) fail_msg("'%s' gives %d", lines[i], c->code);
    assert_says(c->err, "bad.yaml:3:9: error:");
    if (strstr(lines[i], "--json")) json_of(c);
  }
  assert_null(get_file(c, "x.csv", &n));
  drop_file(c, "bad.yaml");
}

static void test_unreadable(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "check @//none.yaml"), 1);
  assert_says(c->err, "none.yaml");
  assert_int_equal(run(c, "run @//"), 1);
  assert_says(c->err, "folder");
  assert_int_equal(run(c, "plot @//none.csv"), 1);
  assert_int_equal(run(c, "convert @//none.urdf @//x.yaml"), 1);
  assert_int_equal(run(c, "run machines/planar-pendulum.yaml --from-state @//none"), 1);
  assert_int_equal(run(c, "eval machines/planar-pendulum.yaml --at @//none.json"), 1);
}

static void test_case_of_a_case(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {rod: {mass: 1 kg, com: [0, 0, -1]}}\n"
           "joints: {pin: {type: revolute, child: rod, axis: y}}\n"
           "cases:\n"
           "  good: {until: 1 s}\n"
           "  bad: {set: {bodies.rod.mass: -1 kg}}\n");
  assert_int_equal(run(c, "check @//m.yaml"), 1);
  assert_says(c->err, "m.yaml:5:");
  assert_int_equal(run(c, "check @//m.yaml --case good"), 0);
  drop_file(c, "m.yaml");
}

static const char urdf[] =
    "<robot name='two'>\n"
    "<link name='base'/>\n"
    "<link name='arm'><inertial><origin xyz='0 0 -0.5'/><mass value='2'/>"
    "<inertia ixx='0.1' iyy='0.1' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link>\n"
    "<joint name='pin' type='continuous'><parent link='base'/><child link='arm'/><axis xyz='0 1 0'/></joint>\n"
    "</robot>\n";

// A URDF serves wherever a machine file does, and means the same after conversion.
// Dimensions of signals: what does not fit is told with its place, columns get the units that follow, bare numbers fit anywhere.
static void test_dimensions(void **state)
{
  command *c = *state;
  put_file(c, "dim.yaml",
           "bodies: {a: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: a}}\nsignals:\n"
           "  push: 3 [N/m]*x + 2 [N.s/m]*x.rate\n  goal: {kind: sine, amplitude: 5 mm, omega: 1 rad/s}\n"
           "  square: (goal - x)^2\n  bare: 30*x - x.rate/2 + sin(t)\n  odd: x + x.rate\n"
           "parts:\n  p: {kind: force.effort, axis: x, effort: push}\n  q: {kind: force.effort, axis: x, effort: bare}\n"
           "  r: {kind: force.effort, axis: x, effort: goal.rate}\nuntil: 0.1 s\n");
  assert_int_equal(run(c, "check @//dim.yaml"), 0);
  assert_says(c->err, "dim.yaml:8:10: warning: left of it is a length (m), right of it is a velocity (m/s)");
  assert_says(c->err, "dim.yaml:12:44: warning: 'effort' of 'r' is in N, but this is a velocity (m/s)");
  assert_says(c->err, "such as 1[N.s/m]");
  assert_says(c->out, "2 warnings");
  assert_int_equal(run(c, "run @//dim.yaml --out @//dim.csv"), 0);
  size_t n;
  const char *table = get_file(c, "dim.csv", &n);
  assert_says(table, "push [N]");
  assert_says(table, "goal [m]");
  assert_says(table, "square [m^2]");
  assert_says(table, ",bare,");
  drop_file(c, "dim.csv");
  drop_file(c, "dim.yaml");
}

static void test_urdf(void **state)
{
  command *c = *state;
  put_file(c, "two.urdf", urdf);
  put_file(c, "at.json", "{\"position\": {\"pin\": 0.7}, \"rate\": {\"pin\": 2}}");
  assert_int_equal(run(c, "eval @//two.urdf --at @//at.json --json"), 0);
  const dv_json *a = json_of(c);
  // m L^2 + I, and the weight's moment m g L sin q
  assert_near(json_at(a, "mass_matrix")->item[0]->item[0]->number, 2 * 0.25 + 0.1, 1e-14);
  assert_near(json_at(a, "bias")->item[0]->number, 2 * 9.81 * 0.5 * sin(0.7), 1e-13);
  assert_int_equal(run(c, "convert @//two.urdf @//two.yaml"), 0);
  assert_int_equal(run(c, "eval @//two.yaml --at @//at.json --json"), 0);
  const dv_json *b = json_of(c);
  assert_true(json_at(a, "bias")->item[0]->number == json_at(b, "bias")->item[0]->number);
  assert_int_equal(run(c, "eval @//two.urdf --base free --json"), 0);
  assert_int_equal(json_at(json_of(c), "coordinates")->n, 7);
  drop_file(c, "two.urdf");
  drop_file(c, "two.yaml");
  drop_file(c, "at.json");
}

static void test_expectations(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {ball: {mass: 1 kg}}\n"
           "joints: {fall: {type: prismatic, child: ball, axis: z, rate: 5 m/s}}\n"
           "solver: {method: rk4}\n"
           "cases:\n"
           "  thrown:\n"
           "    until: 1 s\n"
           "    expect:\n"
           "      - {value: fall, at: 0.3 s, is: 1.05855, within: 1e-9, source: v t - g t^2/2}\n"
           "      - {final: fall.rate, is: -4.81, within: 1e-9}\n"
           "      - {mean: fall.rate, is: 0.095, within: 1e-6}\n"
           "      - {drift: energy.total, within: 1e-9}\n"
           "  wrong: {until: 1 s, expect: [{final: fall, is: 1, within: 1e-3, source: a mistake}]}\n");
  assert_int_equal(run(c, "test @//m.yaml --case thrown"), 0);
  assert_says(c->out, "\n4 passed, 0 failed\n");
  assert_says(c->out, "v t - g t^2/2");
  assert_int_equal(run(c, "test @//m.yaml"), 2);
  assert_says(c->out, "FAIL");
  assert_says(c->out, "\n4 passed, 1 failed\n");
  assert_int_equal(run(c, "test @//m.yaml --json"), 2);
  assert_int_equal((int)json_at(json_of(c), "failed")->number, 1);
  drop_file(c, "m.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_faults_with_places),
                                     cmocka_unit_test(test_every_verb_refuses),
                                     cmocka_unit_test(test_unreadable),
                                     cmocka_unit_test(test_case_of_a_case),
                                     cmocka_unit_test(test_dimensions),
                                     cmocka_unit_test(test_urdf),
                                     cmocka_unit_test(test_expectations)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
