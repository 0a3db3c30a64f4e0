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

// The result of a plain run will do, and rounding is no load: a bar on two slides in the plane carries nothing across it.
static void test_default_run(void **state)
{
  command *c = *state;
  put_file(c, "p.yaml",
           "bodies:\n  a: {mass: 1000 kg, com: [1.1, 0, 0.3], inertia: [10, 20, 30], points: {tip: [2.3, 0, 0.7]}}\n"
           "  b: {mass: 700 kg, com: [0.9, 0, 0.1], inertia: [10, 20, 30]}\n"
           "joints:\n  p: {type: revolute, axis: y, child: a, position: 0.3}\n"
           "  q: {type: revolute, axis: y, parent: a, child: b, at: {point: tip, rpy: [0.3 rad, 0, 0]}, position: 0.2}\n"
           "until: 1 s\nplots: [{columns: [p]}]\n");
  static const char *const out[] = {"r.csv", "r.h5", "r.mat"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(run(c, "run @//p.yaml --out @//%s", out[i]), 0);
    assert_int_equal(run(c, "loads @//%s --json", out[i]), 0);
    const dv_json *list = json_at(json_of(c), "loads");
    assert_true(list->n >= 8);
    for (int k = 0; k < list->n; k++) {
      double peak = json_at(list->item[k], "peak")->number;
      assert_true(peak == 0 || peak > 1e-3);
      if (peak == 0) assert_int_equal(json_at(list->item[k], "cycles")->n, 0);
    }
    drop_file(c, out[i]);
  }
  drop_file(c, "p.yaml");
}

// A boom of 1 t with 500 kg fixed to its tip, on a pin at the origin and a ram between (0.3, -0.8) and its lug.
static const char boom[] =
    "name: boom\ngravity: 9.81\nuntil: 1 s\nsolver: {rtol: 1e-10}\n"
    "bodies:\n  post: {points: {lug: [0.3, 0, -0.8]}}\n"
    "  boom: {mass: 1000 kg, com: [2, 0, 0], inertia: [0, 100, 100], points: {lug: [1.5, 0, -0.1], tip: [4, 0, 0]}}\n"
    "  load: {mass: 500 kg, com: [0, 0, -1], inertia: [0, 0, 0]}\n"
    "joints:\n  foot: {type: fixed, child: post}\n"
    "  luff: {type: revolute, axis: -y, parent: post, child: boom, position: 20 deg}\n"
    "  hook: {type: fixed, parent: boom, child: load, at: {point: tip}}\n"
    "axes: {line: {from: post.lug, to: boom.lug}}\n"
    "signals: {goal: {kind: quintic, from: 20 deg, to: 30 deg, duration: 200 s}}\n"
    "parts:\n  ram: {kind: force.effort, axis: line, effort: 53e3 + 5e6*(goal - luff) - 3e5*luff.rate}\n"
    "cases:\n  slow: {start: {at: equilibrium}, until: 200 s}\n"
    "  pair: {parts: {twin: {kind: force.effort, axis: line, effort: 20 kN}}}\n"
    "  swings: {set: {joints.hook: {type: revolute, axis: y, parent: boom, child: load, at: {point: tip}, rate: 1}}}\n";

// Moments about the pin give the ram's force, the sum of forces the pin's.
static double ram_of(double q, double pin[2])
{
  double c = cos(q), s = sin(q), x = 1.5 * c + 0.1 * s, z = 1.5 * s - 0.1 * c, ux = x - 0.3, uz = z + 0.8, size = hypot(ux, uz);
  double force = 9.81 * (1000 * 2 * c + 500 * (4 * c + s)) / (x * uz / size - z * ux / size);
  pin[0] = -force * ux / size;
  pin[1] = 1500 * 9.81 - force * uz / size;
  return force;
}

// The ram pushes 5 % too hard in the first instant, at 20 degrees.
static void test_pose(void **state)
{
  command *c = *state;
  double pin[2], ram = ram_of(20 * M_PI / 180, pin);
  put_file(c, "b.yaml", boom);
  assert_int_equal(run(c, "loads @//b.yaml --frame world --json"), 0);
  const dv_json *v = json_of(c);
  assert_string_equal(json_at(v, "static")->text, "pose");
  assert_near(json_at(load_of(v, "ram"), "static")->number, ram, 1e-9 * ram);
  assert_near(json_at(load_of(v, "ram"), "amplification")->number, 53e3 / ram, 1e-9);
  assert_near(json_at(load_of(v, "luff.force.x"), "static")->number, pin[0], 1e-9 * ram);
  assert_near(json_at(load_of(v, "luff.force.z"), "static")->number, pin[1], 1e-9 * ram);
  assert_near(json_at(load_of(v, "foot.force.z"), "static")->number, 1500 * 9.81, 1e-6);
  assert_true(json_at(v, "shared")->number == 0);
  // slowly: nothing is amplified
  assert_int_equal(run(c, "loads @//b.yaml --case slow --every 1 --json"), 0);
  v = json_of(c);
  assert_near(json_at(load_of(v, "ram"), "amplification")->number, 1, 1e-4);
  assert_near(json_at(load_of(v, "luff.force"), "amplification")->number, 1, 1e-4);
  // two on one line share it equally, whatever each of them does by itself
  assert_int_equal(run(c, "loads @//b.yaml --case pair --json"), 0);
  v = json_of(c);
  assert_near(json_at(load_of(v, "ram"), "static")->number, ram / 2, 1e-9 * ram);
  assert_near(json_at(load_of(v, "twin"), "static")->number, ram / 2, 1e-9 * ram);
  assert_true(json_at(v, "shared")->number == 1);
  // a load that swings is held where it is, by the hook
  assert_int_equal(run(c, "loads @//b.yaml --case swings --frame world --json"), 0);
  v = json_of(c);
  assert_string_equal(json_at(v, "held")->text, "hook");
  assert_near(json_at(load_of(v, "hook.force.z"), "static")->number, 500 * 9.81, 1e-6);
  assert_int_equal(run(c, "run @//b.yaml --columns '*.reaction.*' --out @//r.csv"), 0);
  assert_int_equal(run(c, "loads @//r.csv --static pose"), 64);
  drop_file(c, "r.csv");
  drop_file(c, "b.yaml");
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
  assert_int_equal(run(c, "run @//p.yaml --columns pin --out @//r.csv"), 0);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pendulum), cmocka_unit_test(test_default_run),
                                     cmocka_unit_test(test_pose), cmocka_unit_test(test_result_and_files),
                                     cmocka_unit_test(test_faults)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
