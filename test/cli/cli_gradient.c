// cli_gradient.c: `davit gradient` as one uses it: the table, the figure, JSON, and what one types wrongly.
//
// A mass on a spring, x = x0 cos(w t): slopes by closed form; and where two are equal of which the larger counts.
#include "command.h"

#include "base/text.h"

static const char oscillator[] =
    "parameters: {m: 2 kg, k: 8 N/m, x0: 10 cm, half: k/2}\ngravity: 0\nbodies: {b: {mass: m}}\n"
    "joints: {x: {type: prismatic, child: b, position: x0}}\n"
    "parts: {s: {kind: force.spring, axis: x, stiffness: k}, oil: {kind: force.damper, axis: x, damping: 0 N.s/m}}\n"
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
  assert_null(strstr(c->out, "only in jumps"));
  assert_int_equal(run(c, "gradient @//a.yaml --of 'final(floor(x/1[mm]))' --of 'final(x)' --by m,x0"), 0);
  assert_says(c->out, "final(floor(x/1[mm])) = -42\n");
  assert_says(c->out, "it does not change with these, or only in jumps\nfinal(x) =");
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
  assert_int_equal(run(c, "gradient @//a.yaml --by 's.*'"), 64);
  assert_says(c->err, "'s.*' fits no plain number: 's.stiffness' is 'k'");
  assert_int_equal(run(c, "gradient @//a.yaml --of 'settling(x, 5 m, 0.02)' --by k --json"), 0);
  assert_says(c->out, "'settling(x, 5 m, 0.02)' has no value in this run, and so no slopes");
  assert_true(json_at(json_at(json_at(json_of(c), "gradients")->item[0], "slopes")->item[0], "slope")->type == DV_JSON_NULL);
  assert_int_equal(run(c, "gradient @//a.yaml --by k --solver frozen-rk4 --step 1ms"), 2);
  assert_says(c->err, "has no slopes along a run");
  assert_int_equal(run(c, "gradient @//a.yaml --by k --solver cvode --adjoint"), 2);
  assert_says(c->err, "has no way back along a run: the orders");
  assert_int_equal(run(c, "gradient @//a.yaml --by k --solver rosenbrock --step auto"), 0);
  // a law that asks, in every evaluation, for the model of a machine with loops
  put_file(c, "a.yaml",
           "bodies:\n  a: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
           "  b: {mass: 2 kg, com: [1, 0, 0], inertia: [0.2, 0.2, 0.2]}\n"
           "  c: {mass: 1 kg, com: [0.75, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
           "joints:\n  p: {type: revolute, child: a, axis: z, position: 70 deg}\n"
           "  q: {type: revolute, parent: a, child: b, axis: z, at: {xyz: [1, 0, 0]}, position: -60 deg}\n"
           "  r: {type: revolute, child: c, axis: z, at: {xyz: [2, 0, 0]}, position: 80 deg}\n"
           "loops: {pin: {type: revolute, parent: b, child: c, axis: z, at: {xyz: [2, 0, 0]}, child_at: {xyz: [1.5, 0, 0]}}}\n"
           "parts:\n"
           "  law: {kind: control.pd-gravity, coordinates: [p], kp: 100 N.m/rad, kd: 10 N.m.s/rad, goal: '1[rad]'}\n"
           "  motor: {kind: force.effort, axis: p, effort: law.effort.p}\nuntil: 0.1 s\n");
  assert_int_equal(run(c, "gradient @//a.yaml --of 'final(p)' --by law.kp --solver rk4 --step 10ms"), 2);
  assert_says(c->err, "'law' has no slopes: it looks at a number to decide");
  drop_file(c, "a.yaml");
}

// As many columns as there are metrics: the last of 260 masses swings by sin(w t)/w, w^2 = k.
static void test_many(void **state)
{
  enum { MANY = 260 };
  command *c = *state;
  dv_text t = {.arena = c->arena};
  dv_text_add(&t, "parameters: {k: 4 N/m}\ngravity: 0\nbodies:\n");
  for (int i = 0; i < MANY; i++) dv_text_add(&t, "  b%d: {mass: 1 kg}\n", i);
  dv_text_add(&t, "joints:\n");
  for (int i = 0; i < MANY; i++) dv_text_add(&t, "  j%d: {type: prismatic, child: b%d, axis: x, rate: 1 m/s}\n", i, i);
  dv_text_add(&t, "parts: {s: {kind: force.spring, axis: j%d, stiffness: k}}\nuntil: 1 s\nmetrics:\n", MANY - 1);
  for (int i = 0; i < MANY; i++) dv_text_add(&t, "  m%d: {final: j%d}\n", i, i);
  put_file(c, "many.yaml", dv_text_all(&t));
  assert_int_equal(run(c, "gradient @//many.yaml --by k --solver rk4 --step 5ms --json"), 0);
  assert_null(strstr(c->err, "warning"));
  const dv_json *last = json_at(json_of(c), "gradients")->item[MANY - 1];
  assert_near(json_at(last, "value")->number, sin(2) / 2, 1e-9);
  assert_near(json_at(json_at(last, "slopes")->item[0], "slope")->number, (cos(2) / 2 - sin(2) / 4) / 4, 1e-9);
  drop_file(c, "many.yaml");
}

// A servo valve in neutral, under a position loop (Merritt 1967, ch. 6): s^3 + 2 zeta wn s^2 + wn^2 (s + Kv) = 0. Its edges are
// max(u, 0) and max(-u, 0), and u is zero: the slope of the flow is that of one of them, not of both.
static void test_neutral_valve(void **state)
{
  command *c = *state;
  put_file(
      c, "servo.yaml",
      "gravity: 0\nnodes: {a: {initial: 70 bar}, b: {initial: 70 bar}}\nbodies: {load: {mass: 500 kg}}\n"
      "joints: {x: {type: prismatic, axis: x, child: load}}\nsignals: {u: \"-20 [1/m]*x\"}\nparts:\n"
      "  supply: {kind: hydraulic.pressure, a: p, pressure: 140 bar}\n  tank: {kind: hydraulic.tank, a: t0}\n"
      "  valve: {kind: hydraulic.valve43, p: p, t: t0, a: a, b: b, area: 20 mm^2, cd: 0.6, rho: 850 kg/m^3, dp0: 1 Pa, command: u}\n"
      "  ram: {kind: hydraulic.cylinder, a: a, b: b, axis: x, area_a: 10 cm^2, area_b: 10 cm^2, stroke: 0.5 m, closed: -0.25 m,\n"
      "        dead_a: 0.1 l, dead_b: 0.1 l, bulk: 7e8 Pa, leakage: 4e-12 m^3/s/Pa}\nuntil: 1 s\n");
  assert_int_equal(run(c, "modes @//servo.yaml --json"), 0);
  const double wn = sqrt(4 * 7e8 * 1e-6 / (7e-4 * 500)), zeta = 4e-12 / 1e-3 * sqrt(7e8 * 500 / 7e-4),
               Kv = 20 * 0.6 * 20e-6 * sqrt(140e5 / 850) / 1e-3;
  const dv_json *modes = json_at(json_of(c), "modes");
  int loops = 0;
  for (int i = 0; i < modes->n; i++) {
    double s = json_at(modes->item[i], "re")->number;
    if (json_at(modes->item[i], "im")->number != 0 || fabs(s) < 1) continue;
    assert_near((s * s * s + 2 * zeta * wn * s * s + wn * wn * s) / (wn * wn), -Kv, 1e-5 * Kv);
    loops++;
  }
  assert_int_equal(loops, 1);
  drop_file(c, "servo.yaml");
}

// At a start exactly at several edges (test/solve/edge.c) slopes along the run begin with what no side has; that is told.
static void test_edges(void **state)
{
  command *c = *state;
  put_file(
      c, "edge.yaml",
      "parameters: {K: 1 GPa}\nnodes: {A: {volume: 1 l, bulk: K, initial: 1 MPa}}\nsignals:\n"
      "  q: \"1e-10 [m^3/s/Pa]*(1 [MPa] - A.pressure)\"\n"
      "  law: {kind: control.valve-inversion, flow: q, supply: P.pressure, line: A.pressure, area: 10 mm2, cd: 0.6, rho: 800 kg/m3}\nparts:\n"
      "  supply: {kind: hydraulic.pressure, a: P, pressure: 5 MPa}\n  tank: {kind: hydraulic.tank, a: T}\n"
      "  valve: {kind: hydraulic.valve32, p: P, t: T, a: A, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, command: law.command}\nuntil: 0.1 s\n");
  assert_int_equal(run(c, "gradient @//edge.yaml --of 'final(A.pressure)' --by K"), 0);
  assert_says(c->err, "several laws stand at their edges at once");
  assert_int_equal(run(c, "gradient @//edge.yaml --of 'final(A.pressure)' --by K --set 'nodes.A.initial=1.1 MPa'"), 0);
  assert_null(strstr(c->err, "edges"));
  drop_file(c, "edge.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table),    cmocka_unit_test(test_json),
                                     cmocka_unit_test(test_many),     cmocka_unit_test(test_neutral_valve),
                                     cmocka_unit_test(test_mistakes), cmocka_unit_test(test_edges)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
