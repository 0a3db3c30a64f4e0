// study_plan.c: `davit plan` against closed forms, replays on the machine, and questions without an answer.
//
// Double integrator, |f| <= F: full force to the middle and full brake from there: T = 2 sqrt(d m/F). Least integral of force^2
// in T: the force is linear, 12 m^2 d^2/T^3. A load on a rope of length L below a trolley, small swing: bang-bang, antisymmetric
// about the middle, switched at t1, T/2 and T - t1; with p = T/2, q = p - t1, w^2 = g/L (1 + m/M), A = F/(M + m) the rope hangs
// still at the end if cos(w p) = 2 cos(w q) - 1, and the way is d = A (p^2 - 2 q^2). A bead that slides from rest without
// friction comes furthest on a cycloid: x = g T^2/pi; to (X, Y): X/Y = (a - sin a)/(1 - cos a), T = a sqrt(Y/(1 - cos a)/g).
#include "command.h"

static const char mass[] =
    "gravity: 0\nparameters: {m: 2 kg}\nbodies: {b: {mass: m}}\njoints: {x: {type: prismatic, child: b}}\n"
    "signals: {f: {kind: input, value: 0 N, lower: -4 N, upper: 4 N}, idle: {kind: input}, power: f*x.rate}\n"
    "parts: {push: {kind: force.effort, axis: x, effort: f}}\nuntil: 2 s\n"
    "plan:\n  quick: {inputs: {f: -4..4 N}, minimise: time, to: [x = 1 m, rest], between: hold}\n"
    "  gentle: {inputs: {f: -4..4 N}, minimise: energy, time: 2 s, to: [x = 1 m, rest]}\n";

static const char crane[] =
    "bodies: {trolley: {mass: 1000 kg}, load: {mass: 500 kg, com: [0, 0, -10]}}\n"
    "joints:\n  x: {type: prismatic, child: trolley, axis: [1, 0, 0]}\n"
    "  swing: {type: revolute, parent: trolley, child: load, axis: [0, 1, 0]}\n"
    "parts: {f: {kind: signal.input, lower: -75 N, upper: 75 N}, drive: {kind: force.effort, axis: x, effort: f}}\nuntil: 15 s\n";

static const char slide[] = "parameters: {g: 9.81}\nsignals:\n  a: {kind: input, value: 1, lower: -2, upper: 3}\n"
                            "  v: {kind: state, rate: g*sin(a)}\n  x: {kind: state, rate: v*cos(a)}\n"
                            "  y: {kind: state, rate: v*sin(a)}\nuntil: 1 s\n";

static double number(const dv_json *o, const char *key) { return json_at(o, key)->number; }

static const dv_json *planned(command *c, const char *options)
{
  assert_int_equal(run(c, "plan @//a.yaml %s --json -o @//p.yaml", options), 0);
  return json_of(c);
}

static void drop_plan(command *c) { drop_file(c, "a.yaml"), drop_file(c, "p.yaml"), drop_file(c, "p.csv"); }

// Time at which the input changes its sign, between the middles of two intervals in which it is held.
static double switched(const dv_json *o, const char *input, int which)
{
  const dv_json *t = json_at(o, "input_times"), *u = json_at(json_at(o, "inputs"), input);
  for (int k = 1; k < u->n; k++)
    if (u->item[k - 1]->number * u->item[k]->number < 0 && !which--) return t->item[k]->number;
  return NAN;
}

static void test_double_integrator(void **state)
{
  command *c = *state;
  size_t n;
  put_file(c, "a.yaml", mass);
  const dv_json *o = planned(c, "quick");
  double T = 2 * sqrt(1 * 2 / 4.0);
  assert_near(number(o, "time"), T, 1e-6);
  assert_near(switched(o, "f", 0), T / 2, 1e-6);
  assert_true(number(json_at(o, "replay"), "worst") < 1e-6);
  // the file that it wrote, by another solver
  assert_int_equal(
      run(c, "run @//p.yaml --solver dopri5 --step auto --rtol 1e-11 --atol 1e-13 --out @//r.csv --columns x > /dev/null"), 0);
  assert_near(strtod(strrchr(get_file(c, "r.csv", &n), ',') + 1, NULL), 1, 1e-6);
  drop_plan(c), drop_file(c, "r.csv");
}

static void test_least_energy(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", mass);
  const dv_json *o = planned(c, "gentle");
  assert_near(number(o, "objective") / (12 * 4 / 8.0), 1, 1e-9);
  const dv_json *f = json_at(json_at(o, "inputs"), "f"), *t = json_at(o, "input_times");
  for (int k = 0; k < f->n; k++) assert_near(f->item[k]->number, 3 * (1 - t->item[k]->number), 1e-6);
  // the same by the trapezoid, whose own error of x is h^2/6 of the force's change; and by Lobatto's rule
  assert_near(number(planned(c, "gentle --method lobatto --grid 3"), "objective") / 6, 1, 1e-9);
  assert_near(number(planned(c, "gentle --method trapezoid --grid 20"), "objective") / 6, 1, 0.01);
  // without exact second slopes
  assert_near(number(planned(c, "gentle --bfgs"), "objective") / 6, 1, 1e-6);
  drop_plan(c);
}

// The speed is limited to V: T = d/V + V/a; a limited rate of force R makes the ramps of a trapezoid.
static void test_limits(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", mass);
  const dv_json *o = planned(c, "quick --subject '|x.rate| <= 0.5 m/s' --refine 5");
  assert_near(number(o, "time"), 1 / 0.5 + 0.5 / 2, 2e-3);
  assert_true(number(json_at(o, "replay"), "beyond_limits") < 1e-4);
  // least peak of force in T: bang-bang again, F = 4 m d/T^2
  o = planned(c, "--input f --min 'peak(f)' --time 2s --to 'x = 1 m' --to rest --between hold --grid 20");
  assert_near(number(o, "objective"), 2, 1e-6);
  // |f'| <= 8 N/s from zero to zero: ramps up, down, down, up of T/4 each: d = R T^3/(32 m)
  o = planned(c, "--input f --rate f=8N/s --min time --to 'x = 0.1 m' --to rest --to 'f = 0 N' --grid 40");
  assert_near(number(o, "time"), cbrt(32 * 2 * 0.1 / 8), 1e-6);
  // steady on a spring: the force at the end holds it
  put_file(c, "b.yaml", "include: [a.yaml]\nparts: {spring: {kind: force.spring, axis: x, stiffness: 3 N/m}}\n");
  assert_int_equal(run(c, "plan @//b.yaml --input f --min energy --time 3s --to 'x = 1 m' --to steady --json -o @//p.yaml"), 0);
  const dv_json *f = json_at(json_at(json_of(c), "inputs"), "f");
  assert_near(f->item[f->n - 1]->number, 3, 1e-6);
  drop_file(c, "b.yaml");
  drop_plan(c);
}

// A waypoint between: full force to it; time to 1/2 m is half of all, whatever the grid.
static void test_waypoint(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", mass);
  const dv_json *o = planned(c, "quick --through 'x = 0.5 m' --grid 5");
  assert_near(number(o, "time"), sqrt(2), 1e-6);
  assert_near(json_at(o, "durations")->item[0]->number, sqrt(2) / 2, 1e-5);
  o = planned(c, "gentle --time 2..2s --through 'x = 0.5 m, time = 1 s'");
  assert_near(number(o, "objective"), 6, 1e-6);
  drop_plan(c);
}

static void test_crane(void **state)
{
  command *c = *state;
  double g = 9.81, L = 10, M = 1000, m = 500, F = 75, d = 2, w = sqrt(g / L * (1 + m / M)), A = F / (M + m), a = 0, b = 2;
  put_file(c, "a.yaml", crane);
  for (int k = 0; k < 60; k++) {
    double q = (a + b) / 2, p = sqrt(d / A + 2 * q * q);
    if (cos(w * p) - 2 * cos(w * q) + 1 < 0) a = q;
    else b = q;
  }
  double p = sqrt(d / A + 2 * a * a);
  const dv_json *o =
      planned(c, "--min time --to 'x = 2 m' --to 'swing = 0 deg' --to rest --between hold --method lobatto --refine 5");
  assert_near(number(o, "time") / (2 * p), 1, 3e-6);  // the swing of 0.5 degrees is not quite small
  assert_true(fabs(switched(o, "f", 0) - (p - a)) < 0.03);
  assert_near(switched(o, "f", 1), p, 1e-3);
  assert_true(fabs(json_at(json_at(json_at(o, "replay"), "off"), "swing.position")->number) < 1e-7);
  drop_plan(c);
}

static void test_brachistochrone(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", slide);
  assert_near(number(planned(c, "--min time --to 'x = 2'"), "time"), sqrt(acos(-1) * 2 / 9.81), 1e-7);
  assert_near(number(planned(c, "--max 'final(x)' --time 1s"), "objective"), 9.81 / acos(-1), 1e-6);
  double a = 0.1, b = 6, X = 2, Y = 1;
  for (int k = 0; k < 60; k++) {
    double s = (a + b) / 2;
    if ((s - sin(s)) / (1 - cos(s)) > X / Y) b = s;
    else a = s;
  }
  assert_near(number(planned(c, "--min time --to 'x = 2' --to 'y = 1'"), "time"), a * sqrt(Y / (1 - cos(a)) / 9.81), 1e-7);
  drop_plan(c);
}

// A parallelogram: both cranks turn alike, the coupler goes along a circle: J = 2 (0.1 + 1/4) + 2 kg m^2 whatever the angle.
static void test_loop(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml",
           "gravity: 0\nbodies:\n  a: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
           "  b: {mass: 2 kg, com: [1, 0, 0], inertia: [0.2, 0.2, 0.2]}\n"
           "  c: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
           "joints:\n  p: {type: revolute, child: a, axis: z, position: 60 deg}\n"
           "  q: {type: revolute, parent: a, child: b, axis: z, at: {xyz: [1, 0, 0]}, position: -60 deg}\n"
           "  r: {type: revolute, child: c, axis: z, at: {xyz: [2, 0, 0]}, position: 60 deg}\n"
           "loops: {pin: {type: revolute, parent: b, child: c, axis: z, at: {xyz: [2, 0, 0]}, child_at: {xyz: [1, 0, 0]}}}\n"
           "signals: {torque: {kind: input, value: 0 N.m, lower: -9 N.m, upper: 9 N.m}}\n"
           "parts: {drive: {kind: force.effort, axis: p, effort: torque}}\nuntil: 1 s\n");
  const dv_json *o = planned(c, "--min time --to 'r = 120 deg' --to rest --between hold --grid 20");
  assert_near(number(o, "time"), 2 * sqrt(acos(-1) / 3 * 2.7 / 9), 1e-6);
  assert_true(number(json_at(o, "replay"), "worst") < 1e-5);
  drop_plan(c);
}

// A machine that rests at the start, under the file's force: f/k = 1/4 m from where its spring is; the replay begins there, too,
// not where it would rest under the plan's first force. A load hangs on it that can turn all ways.
static void test_from_rest(void **state)
{
  command *c = *state;
  put_file(
      c, "a.yaml",
      "bodies: {b: {mass: 2 kg}, l: {mass: 1 kg, com: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}}\n"
      "joints: {x: {type: prismatic, axis: x, child: b}, hook: {type: ball, parent: b, child: l, position: {rpy: [0.2, 0.1, 0.3]}}}\n"
      "signals: {f: {kind: input, value: 2 N, lower: -9 N, upper: 9 N}}\n"
      "parts: {push: {kind: force.effort, axis: x, effort: f}, s: {kind: force.spring, axis: x, stiffness: 8 N/m}}\n"
      "cases: {go: {start: {at: equilibrium}}}\nstart: {at: equilibrium}\nuntil: 1 s\n");
  for (int k = 0; k < 2; k++) {
    size_t n;
    double at[3];
    const dv_json *o = planned(
        c, dv_arena_text(c->arena, "--min energy --time 1s --to 'x = 0.5 m' --to 'x.rate = 0 m/s'%s", k ? " --case go" : ""));
    assert_true(number(json_at(o, "replay"), "worst") < 1e-5);
    assert_true(number(o, "warnings") == 0);
    char *row = strchr(get_file(c, "p.csv", &n), '\n');
    for (int i = 0; i < 3; i++) at[i] = strtod(row + 1, &row);
    assert_near(at[2], 0.25, 1e-9);
  }
  drop_plan(c);
}

static double swing_after(command *c, const char *file)
{
  size_t n;
  double least = HUGE_VAL, most = -HUGE_VAL, t;
  char *line = get_file(c, file, &n), *rest;
  while ((line = strchr(line, '\n')) && *++line) {
    t = strtod(line, &rest);
    double x = strtod(rest + 1, NULL);
    if (t >= 8) least = fmin(least, x), most = fmax(most, x);
  }
  return (most - least) / 2;
}

// The elastic crane along the plan for rigid booms swings less than a twentieth of what ramps leave.
static void test_luffing(void **state)
{
  command *c = *state;
#ifdef SANITIZED
  (void)c;
  skip();  // a minute there
#endif
#define LUFFING "machines/knuckle-boom-crane-luffing.yaml"
  assert_int_equal(run(c, "run " LUFFING " --case naive --until 18 --every 0.02 --columns swing --out @//n.csv > /dev/null"), 0);
  assert_int_equal(run(c, "run " LUFFING " --case naive --set modes=0 --out @//g.csv > /dev/null"), 0);
  assert_int_equal(run(c, "plan " LUFFING " --set modes=0 --guess @//g.csv --no-replay -o @//p.yaml > /dev/null"), 0);
  assert_int_equal(run(c, "run @//p.yaml --set modes=3 --until 18 --every 0.02 --columns swing --out @//r.csv > /dev/null"), 0);
  double naive = swing_after(c, "n.csv"), calm = swing_after(c, "r.csv");
  print_message("swing: naive %.5f, planned %.5f\n", naive, calm);
  assert_true(naive > 0.1);
  assert_true(calm < 0.05 * naive);
  drop_file(c, "n.csv"), drop_file(c, "g.csv"), drop_file(c, "r.csv"), drop_file(c, "p.yaml"), drop_file(c, "p.csv");
}

static void refused(command *c, const char *options, int code, const char *says)
{
  size_t n;
  assert_int_equal(run(c, "plan @//a.yaml -o @//p.yaml %s", options), code);
  assert_says(c->err, says);
  assert_null(get_file(c, "p.yaml", &n));
}

static void test_no_answer(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", mass);
  refused(c, "quick --time 1s", 2, "the nearest misses");
  refused(c, "--input f --max 'integral(x)'", 2, "'integral(x)' rises without limit");
  refused(c, "--input f --max time --to 'x = 1 m'", 2, "'time' rises without limit");
  refused(c, "--input f --input idle --min time --to 'x = 1 m' --to rest", 2, "input 'idle' has no influence");
  refused(c, "--input idle=-1..1 --min time --to 'idle = 1' --to 'x = 1 m'", 2,
          "no input has influence on what 'x = 1 m' asks for");
  refused(c, "quick --iterations 2", 2, "no answer after so many iterations");
  refused(c, "quick --subject 'x <= 0.5 m'", 2, "'x = 1 m' and 'x <= 0.5 m' exclude each other");
  refused(c, "quick --subject 'x >= 0.5 m'", 2, "the machine begins beyond 'x >= 0.5 m'");
  refused(c, "quick --subject 'x.rate <= 0.1 m/s' --time 5s", 2, "misses 'x = 1 m' by 0.516");
  refused(c, "quick --subject 'power <= 1 W' --subject 'x.rate <= 0.1 m/s' --time 5s", 2, "misses 'x = 1 m' by 0.516");
  drop_file(c, "a.yaml");
  put_file(
      c, "a.yaml",
      "gravity: 0\nbodies: {b: {mass: 2 kg}}\njoints: {x: {type: prismatic, child: b}}\nsignals: {f: {kind: input}, held: {kind: "
      "hold, in: f, period: 0.1 s}}\nparts: {push: {kind: force.effort, axis: x, effort: held}}\n");
  refused(c, "--min time --to 'x = 1 m'", 1, "is sampled");
  drop_file(c, "a.yaml");
}

// Two links of 1 m reach 2 m. The search wanders about until it is out of iterations; the nearest end is told all the same.
static void test_out_of_reach(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml",
           "gravity: 0\nbodies:\n  a: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
           "  b: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1], points: {tip: [1, 0, 0]}}\n"
           "joints:\n  s: {type: revolute, child: a, axis: z, position: 40 deg}\n"
           "  w: {type: revolute, parent: a, child: b, axis: z, at: {xyz: [1, 0, 0]}, position: 60 deg}\n"
           "signals: {u: {kind: input, lower: -9 N.m, upper: 9 N.m}, v: {kind: input, lower: -9 N.m, upper: 9 N.m}}\n"
           "parts: {p: {kind: force.effort, axis: s, effort: u}, q: {kind: force.effort, axis: w, effort: v}}\n");
  refused(c, "--min time --time 0.5..5s --to 'b.tip.x = 5 m' --iterations 100", 2, "misses 'b.tip.x = 5 m' by 3 m");
  refused(c, "--min time --time 0.5..5s --to 'b.tip.x >= 2.5 m' --iterations 100", 2, "misses 'b.tip.x >= 2.5 m' by 0.5 m");
  drop_file(c, "a.yaml");
}

static void test_mistakes(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", mass);
  refused(c, "", 64, "the file has 2 plans");
  refused(c, "quik", 64, "did you mean 'quick'?");
  refused(c, "quick --to 'y = 1 m'", 64, "there is no variable 'y'");
  refused(c, "quick --to 'x = 1 kg'", 64, "give it in m");
  refused(c, "quick --to 'x 1 m'", 64, "has no <=, >= or =");
  refused(c, "quick --to 'x = nan'", 64, "nan");
  refused(c, "quick --input g", 64, "'g' is not an input");
  refused(c, "quick --input f=-8..8N", 64, "goes from -4 to 4 N only");
  refused(c, "quick --rate f=3N/s", 64, "rates cannot be limited");
  refused(c, "quick --min tim", 64, "'tim' is none");
  refused(c, "quick --min '2*'", 64, "is none");
  refused(c, "quick --max 'peak(f)'", 64, "can only be made least");
  refused(c, "quick --grid 1", 64, "whole number from 2");
  refused(c, "quick --time 3..1s", 64, "leaves nothing");
  refused(c, "quick --method euler", 64, "there is no method 'euler'");
  refused(c, "quick --guess @//none.csv", 1, "none.csv");
  put_file(c, "n.csv", "time [s],x.position [m]\n0,0\n1,nan\n");
  refused(c, "quick --guess @//n.csv", 64, "has no number for 'x.position' in row 2");
  assert_int_equal(run(c, "plan @//a.yaml quick -o @//none/p.yaml"), 2);
  assert_says(c->err, "No such file");
  drop_file(c, "n.csv"), drop_file(c, "a.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_double_integrator), cmocka_unit_test(test_least_energy), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_waypoint),          cmocka_unit_test(test_crane),        cmocka_unit_test(test_brachistochrone),
      cmocka_unit_test(test_luffing),           cmocka_unit_test(test_loop),         cmocka_unit_test(test_no_answer),
      cmocka_unit_test(test_mistakes),          cmocka_unit_test(test_from_rest),    cmocka_unit_test(test_out_of_reach),
  };
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
