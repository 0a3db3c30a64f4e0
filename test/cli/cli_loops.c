// cli_loops.c: machines with closed loops, as a user meets them: mobility, eval, verify, equations, runs that go on.
#include "command.h"

static void test_mobility(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "mobility machines/benchmarks/bricard.yaml"), 0);
  assert_says(c->out, "rank of the closures   4");
  assert_says(c->out, "h4: h0 1, h1 -1, h2 1, h3 -1");
  assert_int_equal(run(c, "mobility machines/benchmarks/four-bar.yaml --json"), 0);
  const dv_json *v = json_of(c);
  assert_near(json_at(v, "rank")->number, 2, 0);
  assert_near(json_at(v, "freedoms")->number, 1, 0);
  assert_int_equal(json_at(v, "redundant")->n, 3);
  // a machine without loops moves in all its rates
  assert_int_equal(run(c, "mobility machines/pendulum-on-wagon.yaml --json"), 0);
  assert_near(json_at(json_of(c), "freedoms")->number, 2, 0);
  assert_int_equal(run(c, "mobility machines/benchmarks/four-bar.yaml --time soon"), 64);
  assert_says(c->err, "give a time in seconds");
}

// All rods of A02 are in line once per half turn: the distance to that position goes down to nothing on the way.
static void test_along(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "mobility machines/benchmarks/a02-four-bars.yaml --along --time 1 --json"), 0);
  const dv_json *d = json_at(json_at(json_of(c), "along"), "distance");
  double least = HUGE_VAL;
  for (int i = 0; i < d->n; i++) least = fmin(least, d->item[i]->number);
  assert_true(d->n > 900);
  assert_true(least < 5e-3);
}

// n + 1 cranks and n couplers that stay parallel, beside a pendulum of the same moments: sum m r = (n + 1)/2 + n, J = (n + 1)/3 +
// n.
static void put_cranks(command *c, int n, const char *more)
{
  static char text[30000];
  char *at = text;
  const char *rod = "{mass: 1 kg, com: [0.5, 0, 0], inertia: [0, 1/12, 1/12], points: {tip: [1, 0, 0]}}";
  double mass = 2 * n + 1, moment = 1.5 * n + 0.5, inertia = (4 * n + 1) / 3.0;
  at += sprintf(at, "gravity: [0, -9.81, 0]\n%sbodies:\n  bob: {mass: %g, com: [%.17g, 0, 0], inertia: [0, 0, %.17g]}\n", more,
                mass, moment / mass, inertia - moment * moment / mass);
  for (int i = 0; i <= n; i++) at += sprintf(at, "  crank%d: %s\n", i, rod);
  for (int i = 0; i < n; i++) at += sprintf(at, "  coupler%d: %s\n", i, rod);
  at += sprintf(at, "joints:\n  P: {type: revolute, child: bob, position: 90 deg, rate: -1}\n");
  for (int i = 0; i <= n; i++)
    at += sprintf(at, "  A%d: {type: revolute, child: crank%d, at: {xyz: [%d, 0, 0]}, position: 90 deg, rate: -1}\n", i, i, i);
  for (int i = 0; i < n; i++)
    at +=
        sprintf(at, "  B%d: {type: revolute, parent: crank%d, child: coupler%d, at: {point: tip}, position: -90 deg}\n", i, i, i);
  at += sprintf(at, "loops:\n");
  for (int i = 0; i < n; i++)
    at += sprintf(at, "  C%d: {type: revolute, parent: coupler%d, child: crank%d, at: {point: tip}, child_at: {point: tip}}\n", i,
                  i, i + 1);
  put_file(c, "cranks.yaml", text);
}

// At tight tolerance no step is small enough where two motions meet: it is passed in one, and rounding told. With samples every
// millisecond there is no room for that; the message names the position and what passes it.
static void test_branching(void **state)
{
  command *c = *state;
  put_cranks(c, 2, "solver: {rtol: 1e-12, atol: 1e-14}\nuntil: 1 s\n");
  assert_int_equal(run(c, "run @//cranks.yaml"), 0);
  assert_says(c->err, "rounding leaves an error");
  put_cranks(c, 2, "solver: {rtol: 1e-12, atol: 1e-14}\nuntil: 1 s\nsignals: {h: {kind: hold, in: t, period: 1 ms}}\n");
  assert_int_equal(run(c, "run @//cranks.yaml"), 2);
  assert_says(c->err, "branching position at t = 0.714355 s");
  assert_says(c->err, "formulation: momentum");
  drop_file(c, "cranks.yaml");
}

// Fixed steps go through, and say that two motions met.
static void test_branching_by_fixed_steps(void **state)
{
  command *c = *state;
  put_cranks(c, 2, "until: 1 s\n");
  assert_int_equal(run(c, "run @//cranks.yaml --solver rk4 --step 1ms"), 0);
  assert_says(c->err, "pass a branching position at t = 0.71");
  assert_int_equal(run(c, "run @//cranks.yaml --solver rk4 --step 1ms --until 0.6s"), 0);
  assert_null(strstr(c->err, "branching"));
  drop_file(c, "cranks.yaml");
}

// Forty loops branch at once, eleven times in 11 s; it used to stop at 10.5 s.
static void test_many_branches(void **state)
{
  command *c = *state;
  put_cranks(c, 40,
             "until: 11 s\ncases:\n"
             "  c:\n"
             "    solver: {formulation: momentum, rtol: 1e-9, atol: 1e-11, every: 0.1 s}\n"
             "    expect: [{drift: A0 - P, within: 1e-6}, {drift: A40 - P, within: 1e-6}, {final: P, is: -33, within: 3}]\n");
  assert_int_equal(run(c, "test @//cranks.yaml"), 0);
  put_cranks(c, 10,
             "until: 11 s\ncases:\n"
             "  c:\n"
             "    solver: {method: cvode, rtol: 1e-10, atol: 1e-12, every: 0.1 s}\n"
             "    expect: [{drift: A0 - P, within: 1e-6}, {drift: A10 - P, within: 1e-6}, {final: P, is: -33, within: 3}]\n");
  assert_int_equal(run(c, "test @//cranks.yaml"), 0);
  drop_file(c, "cranks.yaml");
}

// A pendulum on its head, 1 m: it falls by a factor e in sqrt(L/g). Hanging it is at rest.
static void test_unstable_rest(void **state)
{
  command *c = *state;
  put_file(c, "up.yaml", "bodies: {m: {mass: 2 kg, com: [0, 0, 1]}}\njoints: {q: {type: revolute, axis: y, child: m}}\n");
  assert_int_equal(run(c, "equilibrium @//up.yaml"), 0);
  assert_says(c->err, "this rest is unstable: q");
  assert_says(c->err, "e-fold in 0.319 s");
  assert_int_equal(run(c, "equilibrium @//up.yaml --set bodies.m.com=[0,0,-1]"), 0);
  assert_null(strstr(c->err, "unstable"));
  drop_file(c, "up.yaml");
}

// Both ends of a homokinetic joint that is stretched turn about one axis: the tree has no inverse of its mass there, which
// multipliers need and the independent rates do not.
static void test_without_inverse(void **state)
{
  command *c = *state;
  put_file(c, "fold.yaml",
           "gravity: 0\nuntil: 0.1\nbodies: {shaft: {mass: 2, inertia: [0.02, 0.03, 0.01], com: [0.05, 0, 0.3]}}\n"
           "joints: {cv: {type: homokinetic, child: shaft, position: [0.2, 0, 0.2], rate: [0, -3, 0]}}\n");
  assert_int_equal(run(c, "run @//fold.yaml --formulation multipliers"), 2);
  assert_says(c->err, "no inertia of its own left at cv.c.rate");
  assert_says(c->err, "use formulation: velocity");
  assert_int_equal(run(c, "run @//fold.yaml --formulation velocity"), 0);
  drop_file(c, "fold.yaml");
}

// 0.033 N.m over what the crank feels of all seven bodies: the sheet's acceleration of A03.
static void test_eval(void **state)
{
  command *c = *state;
  put_file(c, "at.json", "{\"effort\": {\"beta\": 0.033}}");
  assert_int_equal(run(c, "eval machines/benchmarks/a03-andrews.yaml --skeleton --at @//at.json --json"), 0);
  const dv_json *v = json_of(c);
  double mass = json_at(v, "independent_mass_matrix")->item[0]->item[0]->number;
  assert_near(0.033 / mass, 14222.443919954, 1e-4);
  assert_near(json_at(v, "acceleration")->item[0]->number, 14222.443919954, 1e-4);
  // the machine's own motor has that torque
  assert_int_equal(run(c, "eval machines/benchmarks/a03-andrews.yaml --json"), 0);
  assert_near(json_at(json_of(c), "acceleration")->item[0]->number, 14222.443919954, 1e-4);
  // what is asked for stays, the others follow
  put_file(c, "at.json", "{\"position\": {\"A\": 1.3}, \"rate\": {\"A\": 2}}");
  assert_int_equal(run(c, "eval machines/benchmarks/four-bar.yaml --at @//at.json --json"), 0);
  const dv_json *b = json_at(json_at(json_of(c), "bodies"), "crank");
  assert_near(json_at(b, "quaternion")->item[0]->number, cos(0.65), 1e-12);
  assert_near(json_at(b, "angular_velocity")->item[2]->number, 2, 1e-12);
  put_file(c, "at.json", "{\"position\": {\"A\": 1.3, \"D\": 0.1}}");
  assert_int_equal(run(c, "eval machines/benchmarks/four-bar.yaml --at @//at.json --json"), 2);
  assert_says(c->err, "loop 'C' cannot close");
  drop_file(c, "at.json");
}

static void test_verify(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "verify machines/benchmarks/a03-andrews.yaml"), 0);
  assert_says(c->out, "acceleration, loops");
  assert_says(c->out, "power of motion, loops");
  assert_says(c->out, "acceleration, loops      newton-euler       moving-frame");
  assert_says(c->out, "acceleration, loops      newton-euler       screw-projection");
  assert_int_equal(run(c, "verify machines/benchmarks/spatial-parallelogram.yaml"), 0);
  assert_says(c->out, "effort, loops            newton-euler       kane");
}

// Equations of a jib whose cylinder is a loop of next to no mass, and of the jib without it.
static void test_equations(void **state)
{
  static const char *const method[] = {"newton-euler", "lagrange-hamilton"}, *const row[] = {"v",   "a", "c",     "g",
                                                                                             "tau", "p", "slope", "p_rate"};
  command *c = *state;
  put_file(c, "at.json", "{\"position\": {\"luff\": 0.3, \"fold\": -0.6}, \"rate\": {\"luff\": 0.7, \"fold\": -0.9}}");
  for (int k = 0; k < 16; k++) {
    const char *by = method[k / 8], *of = row[k % 8];
    double is[2];
    assert_int_equal(run(c, "equations test/study/jib.yaml --method %s --at @//at.json --json", by), 0);
    if (!dv_json_find(json_of(c), of)) continue;
    for (int i = 0; i < 2; i++) is[i] = json_at(json_of(c), of)->item[i]->number;
    assert_int_equal(run(c, "equations test/study/jib.yaml --variant linkage --method %s --at @//at.json --json", by), 0);
    const dv_json *v = json_of(c);
    assert_string_equal(json_at(v, "rates")->item[0]->text, "luff");
    for (int i = 0; i < 2; i++) assert_near(json_at(v, of)->item[i]->number, is[i], 1e-7 * (1 + fabs(is[i])));
  }
  // a heavy one: slope_luff = 1/2 y' dB/dluff y'
  double slope = 0, y[2] = {0.7, -0.9}, h = 1e-4;
  for (int k = -1; k < 2; k += 2) {
    put_file(c, "at.json", dv_arena_text(c->arena, "{\"position\": {\"luff\": %.17g, \"fold\": -0.6}}", 0.3 + k * h));
    assert_int_equal(run(c, "equations test/study/jib.yaml --variant linkage --set light=60 --at @//at.json --json"), 0);
    const dv_json *B = json_at(json_of(c), "B");
    for (int i = 0; i < 4; i++) slope += k / (4 * h) * y[i / 2] * y[i % 2] * B->item[i / 2]->item[i % 2]->number;
  }
  put_file(c, "at.json", "{\"position\": {\"luff\": 0.3, \"fold\": -0.6}, \"rate\": {\"luff\": 0.7, \"fold\": -0.9}}");
  assert_int_equal(run(c, "equations test/study/jib.yaml --variant linkage --set light=60 --at @//at.json --json"), 0);
  assert_true(fabs(slope) > 1);
  assert_near(json_at(json_of(c), "slope")->item[0]->number, slope, 1e-6 * fabs(slope));
  assert_int_equal(run(c, "equations machines/benchmarks/a03-andrews.yaml --method moving-frame"), 1);
  assert_says(c->err, "moving-frame is for machines without loops");
  drop_file(c, "at.json");
}

static void test_resume(void **state)
{
  command *c = *state;
  size_t n, m;
  const char file[] = "machines/benchmarks/a02-four-bars.yaml";
  assert_int_equal(run(c, "run %s --until 2 --save-state @//whole", file), 0);
  assert_int_equal(run(c, "run %s --until 1 --save-state @//half", file), 0);
  assert_int_equal(run(c, "run %s --until 2 --from-state @//half --save-state @//rest", file), 0);
  char *whole = get_file(c, "whole", &n), *rest = get_file(c, "rest", &m);
  assert_int_equal(n, m);
  assert_memory_equal(whole, rest, n);
  drop_file(c, "whole");
  drop_file(c, "half");
  drop_file(c, "rest");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_mobility, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_along, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_branching, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_branching_by_fixed_steps, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_many_branches, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_unstable_rest, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_without_inverse, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_eval, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_verify, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_equations, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_resume, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
