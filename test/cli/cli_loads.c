// cli_loads.c: `davit loads`, as a user types it.
#include "command.h"

// Rod without mass, 2 kg at 1 m, let go level: the pin carries 3 m g cos(phi), at most 3 m g at the bottom.
// Four whole swings of 4 K(sin 45 deg) sqrt(L/g) = 7.4163 sqrt(L/g).
static const char pendulum[] = "name: swing\n"
                               "bodies: {bob: {mass: 2 kg, com: [0, 0, -1], inertia: [0, 0, 0]}}\n"
                               "joints: {pin: {type: revolute, axis: y, child: bob, position: 90 deg}}\n"
                               "gravity: 9.81\n"
                               "solver: {rtol: 1e-10, every: 1 ms}\n"
                               "until: 9.47136779030495 s\n";

static const dv_json *load_of(const dv_json *all, const char *name)
{
  const dv_json *list = json_at(all, "loads");
  for (int i = 0; i < list->n; i++)
    if (!strcmp(json_at(list->item[i], "name")->text, name)) return list->item[i];
  fail_msg("no load %s", name);
  return NULL;
}

static void test_pendulum(void **state)
{
  command *c = *state;
  double weight = 2 * 9.81;
  put_file(c, "p.yaml", pendulum);
  assert_int_equal(run(c, "loads @//p.yaml --frame world --json"), 0);
  const dv_json *v = json_of(c), *pin = load_of(v, "pin.force"), *z = load_of(v, "pin.force.z");
  assert_near(json_at(pin, "peak")->number, 3 * weight, 1e-4);
  assert_near(json_at(z, "mean")->number, weight, 1e-4 * weight);  // over whole swings the vertical force is the weight
  assert_near(json_at(z, "peak")->number, 3 * weight, 1e-4);
  // along the rod in the child's axes, nothing across
  assert_int_equal(run(c, "loads @//p.yaml --json"), 0);
  v = json_of(c);
  assert_near(json_at(load_of(v, "pin.force.z"), "peak")->number, 3 * weight, 1e-4);
  assert_true(json_at(load_of(v, "pin.force.x"), "peak")->number < 1e-6);
  drop_file(c, "p.yaml");
}

static void test_result_and_files(void **state)
{
  command *c = *state;
  put_file(c, "p.yaml", pendulum);
  assert_int_equal(run(c, "run @//p.yaml --columns '*.reaction.*' --out @//r.csv"), 0);
  assert_int_equal(run(c, "loads @//r.csv pin --static 0.5 --slope 4 --cycles 1e6 -o @//f"), 0);
  assert_says(c->out, "pin.force.z");
  assert_says(c->out, "cycles.csv: rainflow");
  size_t n;
  char *cycles = get_file(c, "f/cycles.csv", &n);
  assert_non_null(cycles);
  assert_says(cycles, "load,unit,range,mean,count\npin.force,N,");
  drop_file(c, "f/cycles.csv");
  drop_file(c, "f/loads.csv");
  drop_file(c, "f");
  drop_file(c, "r.csv");
  drop_file(c, "p.yaml");
}

static void test_faults(void **state)
{
  command *c = *state;
  put_file(c, "p.yaml", pendulum);
  assert_int_equal(run(c, "loads @//p.yaml --frame bop"), 64);
  assert_says(c->err, "did you mean 'bob'?");
  assert_int_equal(run(c, "run @//p.yaml --out @//r.csv"), 0);
  assert_int_equal(run(c, "loads @//r.csv"), 1);
  assert_says(c->err, "no load of a pin or cylinder is recorded");
  assert_int_equal(run(c, "loads @//r.csv --frame world"), 64);
  assert_int_equal(run(c, "loads @//p.yaml --slope 0"), 64);
  assert_int_equal(run(c, "loads @//p.yaml --static nowhere.csv"), 1);
  drop_file(c, "r.csv");
  drop_file(c, "p.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pendulum), cmocka_unit_test(test_result_and_files),
                                     cmocka_unit_test(test_faults)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
