// bond_vector.c: vector bonds: fields, matrices of transformers and gyrators, components, muxing.
#include "bond/graph.h"

// M v' = F with a full matrix: v = M^-1 F t.
static void inertia_field(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  v: {kind: bond.one, components: [x, y]}\n"
                       "  m: {kind: bond.I, at: v, inertia: [[2, 1], [1, 3]]}\n"
                       "  F: {kind: bond.Se, at: v, effort: [5, -10]}\n");
  assert_int_equal(g.b.model->nx, 2);
  graph_run(&g, 2);
  assert_near(graph_value(&g, "m.flow.x"), 2 * (3 * 5 + 10) / 5.0, 1e-11);
  assert_near(graph_value(&g, "m.flow.y"), 2 * (-5 - 20) / 5.0, 1e-11);
  assert_near(graph_value(&g, "m.energy"), 0.5 * (10 * 10 - 20 * -10), 1e-9);
  graph_close(&g);
}

// Fields of all three kinds: mode (1, 1) of M = m [[2,1],[1,2]], K = k [[3,1],[1,3]], D = 0 is an oscillator.
static void modes_of_fields(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  v: {kind: bond.one, components: [a, b]}\n"
                       "  m: {kind: bond.I, at: v, inertia: [[2, 1], [1, 2]]}\n"
                       "  k: {kind: bond.C, at: v, stiffness: [[3, 1], [1, 3]], initial: {displacement: [0.5, 0.5]}}\n"
                       "  d: {kind: bond.R, at: v, resistance: [[0.5, 0.1], [0.1, 0.5]]}\n");
  double c = 0.6 / 6, w = sqrt(4 / 3.0 - c * c), t = 2;  // 3 x'' + 0.6 x' + 4 x = 0
  dv_run_result r = graph_run(&g, t);
  double x = 0.5 * exp(-c * t) * (cos(w * t) + c / w * sin(w * t));
  assert_near(graph_value(&g, "k.displacement.a"), x, 1e-10);
  assert_near(graph_value(&g, "k.displacement.b"), x, 1e-10);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// A rotation as matrix transformer: the force in turned axes gives the same motion.
static void matrix_transformer(void **state)
{
  (void)state;
  graph g = graph_open("parameters: {a: 30 deg}\n"
                       "parts:\n"
                       "  v: {kind: bond.one, components: [x, y]}\n"
                       "  u: {kind: bond.one, components: [p, q]}\n"
                       "  m: {kind: bond.I, at: v, inertia: 2}\n"
                       "  turn: {kind: bond.TF, from: v, to: u, modulus: [[cos(a), sin(a)], [-sin(a), cos(a)]]}\n"
                       "  F: {kind: bond.Se, at: u, effort: [4, 0]}\n");
  dv_run_result r = graph_run(&g, 1);
  assert_near(graph_value(&g, "v.flow.x"), 2 * cos(M_PI / 6), 1e-10);
  assert_near(graph_value(&g, "v.flow.y"), 2 * sin(M_PI / 6), 1e-10);
  assert_near(graph_value(&g, "u.flow.p"), 2, 1e-10);
  assert_near(graph_value(&g, "u.flow.q"), 0, 1e-10);
  assert_near(graph_value(&g, "turn.to.effort.p"), -4, 1e-12);
  assert_near(r.ledger.supplied, 4, 1e-9);
  graph_close(&g);
}

// The other way round, and by a right angle: the mass is behind the matrix, whose diagonal is (nearly) zero.
static void matrix_backward(void **state)
{
  (void)state;
  graph g = graph_open("parameters: {a: 90 deg}\n"
                       "parts:\n"
                       "  v: {kind: bond.one, components: [x, y], initial: {flow: [0, 3]}}\n"
                       "  u: {kind: bond.one, components: [p, q]}\n"
                       "  F: {kind: bond.Se, at: v, effort: [4, 0]}\n"
                       "  turn: {kind: bond.TF, from: v, to: u, modulus: [[cos(a), sin(a)], [-sin(a), cos(a)]]}\n"
                       "  m: {kind: bond.I, at: u, inertia: 2}\n");
  dv_run_result r = graph_run(&g, 1);
  assert_near(graph_value(&g, "v.flow.x"), 2, 1e-10);
  assert_near(graph_value(&g, "m.flow.q"), -2, 1e-10);
  assert_near(graph_value(&g, "m.flow.p"), 3, 1e-10);
  assert_near(graph_value(&g, "m.energy"), 13, 1e-9);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// One flow to two through a 2 x 1 matrix that turns with it: a mass on a turning arm, J = m L^2 (both inertias dependent on w).
static void modulated_matrix(void **state)
{
  (void)state;
  graph g =
      graph_open("parts:\n"
                 "  w: {kind: bond.one, initial: {displacement: 0.3}}\n"
                 "  v: {kind: bond.one, components: [x, y]}\n"
                 "  arm: {kind: bond.MTF, from: w, to: v, modulus: [[-0.5*sin(w.displacement)], [0.5*cos(w.displacement)]]}\n"
                 "  m: {kind: bond.I, at: v, inertia: 4}\n"
                 "  T: {kind: bond.Se, at: w, effort: 3}\n");
  assert_int_equal(g.drawing->dependent.n, 1);
  dv_run_result r = graph_run(&g, 2);
  assert_near(graph_value(&g, "w.flow"), 3 * 2 / (4 * 0.25), 1e-9);
  assert_near(graph_value(&g, "w.displacement"), 0.3 + 3 * 4 / (2 * 4 * 0.25), 1e-9);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// Gyrator as a vector product: m v' = q v x B turns the velocity with w = qB/m and leaves its size.
static void gyrator_matrix(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  x: {kind: bond.one}\n"
                       "  y: {kind: bond.one}\n"
                       "  m: {kind: bond.I, at: [x, y], inertia: 2, initial: {momentum: [2, 0]}}\n"
                       "  B: {kind: bond.GY, from: x, to: y, modulus: 3}\n");
  graph_run(&g, 1);
  assert_near(graph_value(&g, "x.flow"), cos(1.5), 1e-10);
  assert_near(graph_value(&g, "y.flow"), sin(1.5), 1e-10);
  assert_near(graph_value(&g, "m.energy"), 1, 1e-9);
  graph_close(&g);
}

// Two scalar junctions muxed into a vector junction; a component taken out again for a spring of its own.
static void mux_and_component(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  a: {kind: bond.one}\n"
                       "  b: {kind: bond.one}\n"
                       "  v: {kind: bond.one, components: [x, y]}\n"
                       "  both: {kind: bond.bond, from: [a, b], to: v}\n"
                       "  m: {kind: bond.I, at: v, inertia: [1, 2]}\n"
                       "  F: {kind: bond.Se, at: a, effort: 3}\n"
                       "  k: {kind: bond.C, at: v.y, stiffness: 8, initial: {displacement: 1}}\n");
  graph_run(&g, 1);
  assert_near(graph_value(&g, "a.flow"), 3, 1e-10);
  assert_near(graph_value(&g, "b.flow"), -2 * sin(2), 1e-9);
  assert_near(graph_value(&g, "both.flow.b"), -2 * sin(2), 1e-9);
  assert_string_equal(g.drawing->node.item[vertex(g.drawing, "both")].label, "mux");
  graph_close(&g);
}

// A junction of one component needs no list.
static void one_component(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  v: {kind: bond.one, components: x}\n"
                       "  m: {kind: bond.I, at: v.x, inertia: 2}\n"
                       "  F: {kind: bond.Se, at: v, effort: 6}\n");
  graph_run(&g, 1);
  assert_near(graph_value(&g, "v.flow.x"), 3, 1e-10);
  graph_close(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inertia_field),     cmocka_unit_test(modes_of_fields),  cmocka_unit_test(matrix_transformer),
      cmocka_unit_test(matrix_backward),   cmocka_unit_test(modulated_matrix), cmocka_unit_test(gyrator_matrix),
      cmocka_unit_test(mux_and_component), cmocka_unit_test(one_component),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
