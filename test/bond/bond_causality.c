// bond_causality.c: causal strokes of textbook graphs, storages with differential causality found and solved.
#include "bond/graph.h"

// Series circuit of source, coil, resistor, capacitor: the coil sets the current, all others voltages.
static void series_circuit(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  U: {kind: bond.Se, at: i, effort: 1}\n"
                       "  R: {kind: bond.R, at: i, resistance: 1}\n"
                       "  C: {kind: bond.C, at: i, capacitance: 1}\n"
                       "  L: {kind: bond.I, at: i, inertia: 1}\n");
  assert_string_equal(stroke(g.drawing, "U", "i"), "i");
  assert_string_equal(stroke(g.drawing, "R", "i"), "i");
  assert_string_equal(stroke(g.drawing, "C", "i"), "i");
  assert_string_equal(stroke(g.drawing, "L", "i"), "L");
  assert_int_equal(g.drawing->dependent.n + g.drawing->loop.n, 0);
  assert_int_equal(g.b.model->nx, 2);
  graph_close(&g);
}

// Its dual: the capacitor sets the voltage, the resistor answers with current.
static void parallel_circuit(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  u: {kind: bond.zero}\n"
                       "  J: {kind: bond.Sf, at: u, flow: 1}\n"
                       "  R: {kind: bond.R, at: u, resistance: 1}\n"
                       "  C: {kind: bond.C, at: u, capacitance: 1}\n"
                       "  L: {kind: bond.I, at: u, inertia: 1}\n");
  assert_string_equal(stroke(g.drawing, "J", "u"), "J");
  assert_string_equal(stroke(g.drawing, "R", "u"), "R");
  assert_string_equal(stroke(g.drawing, "C", "u"), "u");
  assert_string_equal(stroke(g.drawing, "L", "u"), "L");
  graph_close(&g);
}

// A transformer passes effort on, a gyrator turns it: quarter car's wheel, motor's shaft.
static void two_ports(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  w: {kind: bond.one}\n"
                       "  v: {kind: bond.one}\n"
                       "  U: {kind: bond.Se, at: i, effort: 1}\n"
                       "  L: {kind: bond.I, at: i, inertia: 1}\n"
                       "  motor: {kind: bond.GY, from: i, to: w, modulus: 2}\n"
                       "  rotor: {kind: bond.I, at: w, inertia: 1}\n"
                       "  drum: {kind: bond.TF, from: w, to: v, modulus: 0.1}\n"
                       "  load: {kind: bond.R, at: v, resistance: 1}\n");
  assert_string_equal(stroke(g.drawing, "i", "motor"), "i");
  assert_string_equal(stroke(g.drawing, "motor", "w"), "w");
  assert_string_equal(stroke(g.drawing, "w", "drum"), "w");
  assert_string_equal(stroke(g.drawing, "drum", "v"), "drum");
  assert_string_equal(stroke(g.drawing, "v", "load"), "v");
  graph_close(&g);
}

// Two masses that move as one: the second has differential causality; a = F/(m1 + m2).
static void masses_on_one_junction(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  v: {kind: bond.one}\n"
                       "  a: {kind: bond.I, at: v, inertia: 2}\n"
                       "  b: {kind: bond.I, at: v, inertia: 3}\n"
                       "  F: {kind: bond.Se, at: v, effort: 10}\n");
  assert_int_equal(g.drawing->dependent.n, 1);
  assert_string_equal(g.drawing->dependent.item[0], "b");
  assert_string_equal(stroke(g.drawing, "b", "v"), "v");
  assert_int_equal(g.b.model->nx, 1);
  dv_run_result r = graph_run(&g, 1.5);
  assert_near(graph_value(&g, "v.flow"), 3, 1e-10);
  assert_near(graph_value(&g, "b.momentum"), 9, 1e-10);
  assert_near(graph_value(&g, "b.effort"), 6, 1e-10);
  assert_near(graph_value(&g, "a.energy") + graph_value(&g, "b.energy"), 22.5, 1e-9);
  assert_near(r.ledger.residual, 0, 1e-9);
  graph_close(&g);
}

// A capacitor behind a transformer on a charged one: seen from the first, C1 + n^2 C2.
static void dependent_capacitor(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  u: {kind: bond.zero}\n"
                       "  w: {kind: bond.zero}\n"
                       "  J: {kind: bond.Sf, at: u, flow: 3}\n"
                       "  C1: {kind: bond.C, at: u, capacitance: 2}\n"
                       "  T: {kind: bond.TF, from: u, to: w, modulus: 0.5}\n"
                       "  C2: {kind: bond.C, at: w, capacitance: 4}\n");
  assert_int_equal(g.drawing->dependent.n, 1);
  assert_string_equal(g.drawing->dependent.item[0], "C2");
  graph_run(&g, 2);
  double u = 3.0 * 2 / (2 + 4 / (0.5 * 0.5));  // e_w = e_u / 0.5, so C2 weighs 1/0.25
  assert_near(graph_value(&g, "u.effort"), u, 1e-10);
  assert_near(graph_value(&g, "C2.displacement"), 4 * u / 0.5, 1e-10);
  graph_close(&g);
}

// A chain of three geared inertias: J = J1 + n1^2 (J2 + n2^2 J3), two of them dependent.
static void gear_train(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  a: {kind: bond.one}\n"
                       "  b: {kind: bond.one}\n"
                       "  c: {kind: bond.one}\n"
                       "  J1: {kind: bond.I, at: a, inertia: 0.1}\n"
                       "  J2: {kind: bond.I, at: b, inertia: 2}\n"
                       "  J3: {kind: bond.I, at: c, inertia: 30}\n"
                       "  g1: {kind: bond.TF, from: a, to: b, modulus: 0.2}\n"
                       "  g2: {kind: bond.TF, from: b, to: c, modulus: 0.1}\n"
                       "  drag: {kind: bond.R, at: c, resistance: 5}\n"
                       "  T: {kind: bond.Se, at: a, effort: 0.7}\n");
  assert_int_equal(g.drawing->dependent.n, 2);
  assert_int_equal(g.b.model->nx, 1);
  dv_run_result r = graph_run(&g, 3);
  double J = 0.1 + 0.04 * (2 + 0.01 * 30), d = 5 * 0.02 * 0.02;
  assert_near(graph_value(&g, "a.flow"), 0.7 / d * (1 - exp(-d * 3 / J)), 1e-9);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// The plain graph of a pendulum on a wagon: three inertias, two flows. Which one depends follows the order of the file.
static void order_of_the_file_decides(void **state)
{
  static const char *const head = "parts:\n"
                                  "  x: {kind: bond.one}\n"
                                  "  m1: {kind: bond.I, at: x, inertia: 2}\n"
                                  "  w: {kind: bond.one}\n"
                                  "  k: {kind: bond.C, at: w, stiffness: 0.5, initial: {displacement: 0.2}}\n"
                                  "  s: {kind: bond.zero}\n"
                                  "  y: {kind: bond.one}\n"
                                  "  b: {kind: bond.bond, from: x, to: s}\n"
                                  "  tx: {kind: bond.MTF, from: w, to: s, modulus: 0.3*cos(k.displacement)}\n"
                                  "  ty: {kind: bond.MTF, from: w, to: y, modulus: -0.3*sin(k.displacement)}\n";
  static const char *const mx = "  mx: {kind: bond.I, at: s, inertia: 1}\n", *const my =
                                                                                 "  my: {kind: bond.I, at: y, inertia: 1}\n";
  char yaml[4096];
  (void)state;
  for (int swap = 0; swap < 2; swap++) {
    snprintf(yaml, sizeof yaml, "%s%s%s", head, swap ? my : mx, swap ? mx : my);
    graph g = graph_open(yaml);
    assert_int_equal(g.drawing->dependent.n, 1);
    assert_string_equal(g.drawing->dependent.item[0], swap ? "mx" : "my");
    graph_close(&g);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(series_circuit),
      cmocka_unit_test(parallel_circuit),
      cmocka_unit_test(two_ports),
      cmocka_unit_test(masses_on_one_junction),
      cmocka_unit_test(dependent_capacitor),
      cmocka_unit_test(gear_train),
      cmocka_unit_test(order_of_the_file_decides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
