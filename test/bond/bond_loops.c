// bond_loops.c: algebraic loops of resistances are named and solved: dividers, a bridge, a ladder between storages.
#include "bond/graph.h"

static int names(const dv_drawing *d, const char *part)
{
  for (int i = 0; i < d->loop.n; i++)
    if (strstr(d->loop.item[i], part)) return 1;
  return 0;
}

// U over R1 in series with R2.
static void voltage_divider(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  u: {kind: bond.zero}\n"
                       "  b: {kind: bond.bond, from: i, to: u}\n"
                       "  U: {kind: bond.Se, at: i, effort: 10}\n"
                       "  R1: {kind: bond.R, at: i, resistance: 3}\n"
                       "  R2: {kind: bond.R, at: u, conductance: 0.5}\n");
  assert_int_equal(g.drawing->loop.n, 1);
  assert_true(names(g.drawing, "R1") && names(g.drawing, "R2"));
  assert_near(graph_value(&g, "u.effort"), 4, 1e-14);
  assert_near(graph_value(&g, "U.flow"), 2, 1e-14);
  assert_near(graph_value(&g, "U.power"), 20, 1e-13);
  graph_close(&g);
}

// Wheatstone's bridge: five resistors, answer by the node equations.
static void bridge(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  p: {kind: bond.zero}\n"
                       "  a: {kind: bond.zero}\n"
                       "  b: {kind: bond.zero}\n"
                       "  pa: {kind: bond.one}\n"
                       "  pb: {kind: bond.one}\n"
                       "  ab: {kind: bond.one}\n"
                       "  1: {kind: bond.bond, from: p, to: pa}\n"
                       "  2: {kind: bond.bond, from: pa, to: a}\n"
                       "  3: {kind: bond.bond, from: p, to: pb}\n"
                       "  4: {kind: bond.bond, from: pb, to: b}\n"
                       "  5: {kind: bond.bond, from: a, to: ab}\n"
                       "  6: {kind: bond.bond, from: ab, to: b}\n"
                       "  U: {kind: bond.Se, at: p, effort: 12}\n"
                       "  R1: {kind: bond.R, at: pa, resistance: 1}\n"
                       "  R2: {kind: bond.R, at: pb, resistance: 2}\n"
                       "  R3: {kind: bond.R, at: a, resistance: 3}\n"
                       "  R4: {kind: bond.R, at: b, resistance: 4}\n"
                       "  R5: {kind: bond.R, at: ab, resistance: 5}\n");
  // (12 - a)/1 = a/3 + (a - b)/5,  (12 - b)/2 + (a - b)/5 = b/4
  double A = 1 + 1 / 3.0 + 0.2, B = 0.5 + 0.25 + 0.2, a = (12 * B + 6 * 0.2) / (A * B - 0.04), b = (6 + 0.2 * a) / B;
  assert_true(g.drawing->loop.n > 0);
  assert_near(graph_value(&g, "a.effort"), a, 1e-13);
  assert_near(graph_value(&g, "b.effort"), b, 1e-13);
  assert_near(graph_value(&g, "R5.flow"), (a - b) / 5, 1e-13);
  assert_near(graph_value(&g, "U.flow"), (12 - a) / 1 + (12 - b) / 2, 1e-12);
  graph_close(&g);
}

// Two resistors in series charge a capacitor: R C with R = R1 + R2; the loop must be solved in every evaluation.
static void loop_in_a_run(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  u: {kind: bond.zero}\n"
                       "  j: {kind: bond.one}\n"
                       "  b1: {kind: bond.bond, from: i, to: u}\n"
                       "  b2: {kind: bond.bond, from: u, to: j}\n"
                       "  U: {kind: bond.MSe, at: i, effort: 10}\n"
                       "  R1: {kind: bond.R, at: i, resistance: 3}\n"
                       "  R2: {kind: bond.R, at: u, resistance: 6}\n"
                       "  R3: {kind: bond.R, at: j, resistance: 1}\n"
                       "  C: {kind: bond.C, at: j, capacitance: 0.2}\n");
  assert_int_equal(g.drawing->loop.n, 1);
  dv_run_result r = graph_run(&g, 0.8);
  double u = 10 * 6 / 9.0, R = 1 + 2;  // Thevenin
  assert_near(graph_value(&g, "C.effort"), u * (1 - exp(-0.8 / (R * 0.2))), 1e-10);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// A modulated resistance in a loop: R1 = 1 + t.
static void modulated_resistance(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  u: {kind: bond.zero}\n"
                       "  b: {kind: bond.bond, from: i, to: u}\n"
                       "  U: {kind: bond.Se, at: i, effort: 10}\n"
                       "  R1: {kind: bond.R, at: i, resistance: 1 + t}\n"
                       "  R2: {kind: bond.R, at: u, resistance: 2}\n");
  g.b.state->t = 2;
  assert_near(graph_value(&g, "u.effort"), 4, 1e-14);
  graph_close(&g);
}

// f^3 + 2 f = 12.
static void curved_loop(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  u: {kind: bond.zero}\n"
                       "  b: {kind: bond.bond, from: i, to: u}\n"
                       "  U: {kind: bond.Se, at: i, effort: 12}\n"
                       "  R1: {kind: bond.R, at: i, law: e = f^3}\n"
                       "  R2: {kind: bond.R, at: u, resistance: 2}\n");
  assert_int_equal(g.drawing->loop.n, 1);
  assert_true(names(g.drawing, "R1") && names(g.drawing, "R2"));
  assert_near(graph_value(&g, "R1.flow"), 2, 1e-14);
  assert_near(graph_value(&g, "R1.effort"), 8, 1e-13);
  graph_close(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(voltage_divider),      cmocka_unit_test(bridge),      cmocka_unit_test(loop_in_a_run),
      cmocka_unit_test(modulated_resistance), cmocka_unit_test(curved_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
