// cli_variants.c: --variant of every verb, variants in lists and summaries, equilibria with held joints, states carried over.
#include "command.h"

#define MACHINE "machines/forestry-machine.yaml"

static void chosen(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "run " MACHINE " --variant three --until 0.1 --json"), 0);
  assert_string_equal(json_at(json_of(c), "variant")->text, "three");
  assert_int_equal(run(c, "run " MACHINE " --variant five --until 0.01"), 0);
  assert_says(c->out, "forestry-machine, variant five: 0.01 s with rkn");
  assert_int_equal(run(c, "run " MACHINE " --list"), 0);
  assert_says(c->out, "variant six ");
  assert_int_equal(run(c, "eval " MACHINE " --variant three --json"), 0);
  assert_int_equal(json_at(json_of(c), "coordinates")->n, 3);
  assert_int_equal(run(c, "run " MACHINE " --variant thre"), 64);
  assert_says(c->err, "has no variant 'thre'; did you mean 'three'?");
}

// A fault that shows in a variant only.
static void checked(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
           "joints: {j: {type: revolute, child: a}}\n"
           "signals: {s: 2*j}\n"
           "variants:\n"
           "  stiff: {weld: [j]}\n");
  assert_int_equal(run(c, "check @/m.yaml"), 1);
  assert_says(c->err, "m.yaml:3:11: error: there is no signal 'j'");
  assert_int_equal(run(c, "run @/m.yaml --until 0.1"), 0);
  drop_file(c, "m.yaml");
}

static void held(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "equilibrium " MACHINE " --hold swing,boom,stick --json"), 0);
  const dv_json *at = json_at(json_of(c), "state");
  assert_near(json_at(at, "z.position")->number, -0.10400164, 1e-8);
  assert_near(json_at(at, "boom.position")->number, 0, 0);
  assert_int_equal(run(c, "equilibrium " MACHINE " --hold swin"), 64);
  assert_says(c->err, "there is no joint 'swin' to hold; did you mean 'swing'?");
}

// Every run of a sweep begins at the equilibrium that the file asks for, in lanes too.
static void swept(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " MACHINE " --vary 'swing_goal=5:10 deg:3' --until 0.01 --metric 'at(pitch, 0 s)' -o @/s.csv"),
                   0);
  size_t n;
  const char *row = strchr(get_file(c, "s.csv", &n), '\n');
  for (int i = 0; i < 3; i++, row = strchr(row + 1, '\n')) {
    double pitch = NAN;
    assert_int_equal(sscanf(row + 1, "%*d,%*f,%lf", &pitch), 1);
    assert_near(pitch, 0.0323175221, 1e-9);
  }
  drop_file(c, "s.csv");
}

static void carried(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "run " MACHINE " --variant five --until 1 --save-state @/s"), 0);
  assert_int_equal(run(c, "run " MACHINE " --from-state @/s"), 1);
  assert_says(c->err, "the state belongs to another model");
  assert_int_equal(run(c, "run " MACHINE " --carry @/s --until 0.001 --json"), 0);
  assert_near(json_at(json_at(json_of(c), "final"), "boom.position")->number, -6.17 * 3.14159265358979 / 180, 0.01);
  assert_int_equal(run(c, "run machines/tumbling-body.yaml --carry @/s"), 1);
  assert_says(c->err, "no state has a name of this machine's");
  drop_file(c, "s");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(chosen, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(checked, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(held, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(swept, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(carried, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
