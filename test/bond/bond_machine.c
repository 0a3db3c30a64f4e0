// bond_machine.c: bonds on axes, nodes and frames of a machine, beside the parts that do the same.
#include "bond/graph.h"

static const char *const cart = "gravity: 0\n"
                                "bodies: {m: {mass: 2 kg}}\n"
                                "joints: {x: {type: prismatic, axis: x, child: m, position: 0.3 m}}\n";

// Spring and damper as bond elements on a coordinate = as parts.
static void on_an_axis(void **state)
{
  static const char *const parts[2] = {
      "parts: {k: {kind: bond.C, at: x, stiffness: 50, initial: {displacement: 0.3}}, d: {kind: bond.R, at: x, resistance: 1.2}}\n",
      "parts: {k: {kind: force.spring, axis: x, stiffness: 50 N/m}, d: {kind: force.damper, axis: x, damping: 1.2 N.s/m}}\n"};
  double x[2];
  char yaml[1024];
  (void)state;
  for (int i = 0; i < 2; i++) {
    snprintf(yaml, sizeof yaml, "%s%s", cart, parts[i]);
    graph g = graph_open(yaml);
    dv_run_result r = graph_run(&g, 1.5);
    x[i] = fixture_value(&g.b, "x");
    assert_true(r.ledger.relative < 1e-9);
    graph_close(&g);
  }
  assert_near(x[0], x[1], 1e-10);
}

// A mass behind a spring on the axis: two-mass oscillator, closed form of its relative motion.
static void a_graph_behind_an_axis(void **state)
{
  char yaml[2048];
  (void)state;
  snprintf(yaml, sizeof yaml, "%s%s", cart,
           "parts:\n"
           "  stretch: {kind: bond.zero}\n"
           "  b: {kind: bond.bond, from: x, to: stretch}\n"
           "  k: {kind: bond.C, at: stretch, stiffness: 12, initial: {displacement: 0.1}}\n"
           "  load: {kind: bond.I, at: stretch, inertia: 1}\n");
  graph g = graph_open(yaml);
  double w = sqrt(12 * (1 / 2.0 + 1 / 1.0)), t = 1.1, s = 0.1 * cos(w * t);
  dv_run_result r = graph_run(&g, t);
  assert_near(graph_value(&g, "k.displacement"), s, 1e-10);
  assert_near(fixture_value(&g.b, "x"), 0.3 + (s - 0.1) / 3, 1e-10);  // the centre of mass stays
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// A piston as transformer between a hydraulic node and an axis: oil spring A^2 beta/V on the mass.
static void piston(void **state)
{
  (void)state;
  graph g = graph_open("gravity: 0\n"
                       "bodies: {m: {mass: 100 kg}}\n"
                       "joints: {x: {type: prismatic, axis: x, child: m, rate: 0.01 m/s}}\n"
                       "nodes: {A: {initial: 5 MPa}}\n"
                       "parts:\n"
                       "  oil: {kind: hydraulic.volume, a: A, volume: 0.001 m3, bulk: 1 GPa}\n"
                       "  rod: {kind: bond.TF, from: x, to: A, modulus: -0.002}\n"
                       "  against: {kind: force.effort, axis: x, effort: -10 kN}\n");
  double w = sqrt(0.002 * 0.002 * 1e9 / 0.001 / 100), t = 0.2;
  graph_run(&g, t);
  assert_near(fixture_value(&g.b, "x"), 0.01 / w * sin(w * t), 1e-9);
  graph_close(&g);
}

// Six-component resistance on a body: its speed dies away as exp(-d t/m), its spin as exp(-c t/J).
static void on_a_frame(void **state)
{
  (void)state;
  graph g = graph_open("gravity: 0\n"
                       "bodies: {ball: {mass: 2 kg, inertia: [1, 1, 1]}}\n"
                       "joints: {j: {type: free, child: ball, rate: [1, 0, 0, 0, 0, 2]}}\n"
                       "parts: {drag: {kind: bond.R, at: ball, resistance: [0.5, 0.5, 0.5, 3, 3, 3]}}\n");
  dv_run_result r = graph_run(&g, 1);
  assert_near(fixture_value(&g.b, "j.wz"), 2 * exp(-0.5), 1e-9);
  double vx = fixture_value(&g.b, "j.vx"), vy = fixture_value(&g.b, "j.vy");
  assert_near(sqrt(vx * vx + vy * vy), exp(-1.5), 1e-9);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// A transformer whose modulus is a coordinate of the skeleton: crank and slider, virtual work.
static void modulated_by_a_coordinate(void **state)
{
  (void)state;
  graph g = graph_open("gravity: 0\n"
                       "bodies: {crank: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                       "joints: {a: {type: revolute, axis: z, child: crank, position: 1 rad}}\n"
                       "parts:\n"
                       "  v: {kind: bond.one}\n"
                       "  link: {kind: bond.MTF, from: a, to: v, modulus: -0.2*sin(a)}\n"
                       "  weight: {kind: bond.Se, at: v, effort: -30}\n");
  dv_run_result r = graph_run(&g, 2);
  // energy: (1/2) w^2 + 6 cos(a) is kept
  double a = fixture_value(&g.b, "a"), w = fixture_value(&g.b, "a.rate");
  assert_near(0.5 * w * w + 6 * cos(a), 6 * cos(1), 1e-9);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(on_an_axis), cmocka_unit_test(a_graph_behind_an_axis),    cmocka_unit_test(piston),
      cmocka_unit_test(on_a_frame), cmocka_unit_test(modulated_by_a_coordinate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
