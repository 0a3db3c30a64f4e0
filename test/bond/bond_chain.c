// bond_chain.c: chains against closed forms: a motor (GY), non-linear laws, signals that read the graph, the pendulum on a wagon
// beside the skeleton's.
#include "bond/graph.h"

// L i' = U - R i - k w,  J w' = k i - d w: step response of the second order.
static void direct_current_motor(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  i: {kind: bond.one}\n"
                       "  w: {kind: bond.one, initial: {displacement: 0.25}}\n"
                       "  U: {kind: bond.Se, at: i, effort: 24}\n"
                       "  L: {kind: bond.I, at: i, inertia: 0.05}\n"
                       "  R: {kind: bond.R, at: i, resistance: 1.2}\n"
                       "  k: {kind: bond.GY, from: i, to: w, modulus: 0.4}\n"
                       "  J: {kind: bond.I, at: w, inertia: 0.02}\n"
                       "  d: {kind: bond.R, at: w, resistance: 0.01}\n");
  double L = 0.05, R = 1.2, k = 0.4, J = 0.02, d = 0.01, U = 24, t = 0.12;
  double damping = (R / L + d / J) / 2, w0 = (R * d + k * k) / (L * J), rest = U * k / (R * d + k * k),
         s = sqrt(w0 - damping * damping);
  // w = rest (1 - e^-at (cos st + a/s sin st)), since w(0) = w'(0) = 0
  double e = exp(-damping * t), speed = rest * (1 - e * (cos(s * t) + damping / s * sin(s * t)));
  dv_run_result r = graph_run(&g, t);
  assert_near(graph_value(&g, "w.flow"), speed, 1e-9 * rest);
  assert_near(graph_value(&g, "i.flow"), (J * rest * e * w0 / s * sin(s * t) + d * speed) / k, 1e-9);
  // the angle, by J w = integral of torque = k q_i - d angle and L i = U t - R q_i - k (angle - start)
  double Lp = graph_value(&g, "L.momentum"), Jp = graph_value(&g, "J.momentum"), angle = graph_value(&g, "w.displacement") - 0.25;
  double charge = (Jp + d * angle) / k;
  assert_near(Lp, U * t - R * charge - k * angle, 1e-9);
  assert_true(r.ledger.relative < 1e-9);
  graph_close(&g);
}

// Mass on a hardening spring with cubic drag: energy books close, and the energy is the integral of the law.
static void laws(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  v: {kind: bond.one}\n"
                       "  m: {kind: bond.I, at: v, inertia: 2}\n"
                       "  k: {kind: bond.C, at: v, law: 'e = 3*q + 5*q^3', initial: {displacement: 1}}\n"
                       "  d: {kind: bond.R, at: v, law: 'e = 0.4*f*abs(f)'}\n");
  assert_near(graph_value(&g, "k.energy"), 1.5 + 1.25, 1e-13);
  dv_run_result r = graph_run(&g, 2);
  double q = graph_value(&g, "k.displacement"), p = graph_value(&g, "m.momentum");
  assert_near(graph_value(&g, "k.energy"), 1.5 * q * q + 1.25 * q * q * q * q, 1e-12);
  assert_near(r.ledger.dissipated, 2.75 - graph_value(&g, "k.energy") - p * p / 4, 1e-9);
  graph_close(&g);
}

// f(e) at a 0-junction: C u' = -k sqrt-like flow; u' = -u^2 has u = u0/(1 + u0 t).
static void law_of_effort(void **state)
{
  (void)state;
  graph g = graph_open("parts:\n"
                       "  u: {kind: bond.zero}\n"
                       "  C: {kind: bond.C, at: u, capacitance: 2, initial: {displacement: 6}}\n"
                       "  R: {kind: bond.R, at: u, law: f = 2*e*abs(e)}\n");
  graph_run(&g, 1.5);
  assert_near(graph_value(&g, "u.effort"), 3 / (1 + 3 * 1.5), 1e-10);
  graph_close(&g);
}

// A controller reads the graph and drives a source of it: F = -10 x - 2 v makes a known oscillator.
static void signals_read_the_graph(void **state)
{
  (void)state;
  graph g = graph_open("signals:\n"
                       "  pull: -10*v.displacement - 2*m.flow\n"
                       "parts:\n"
                       "  v: {kind: bond.one, initial: {displacement: 1}}\n"
                       "  m: {kind: bond.I, at: v, inertia: 1}\n"
                       "  F: {kind: bond.MSe, at: v, effort: pull}\n");
  graph_run(&g, 1);
  assert_near(graph_value(&g, "v.displacement"), exp(-1) * (cos(3) + sin(3) / 3), 1e-9);
  graph_close(&g);
}

// The bond graph with a dependent inertia and the skeleton give the same motion.
static void same_as_the_skeleton(void **state)
{
  static const char *const file[2] = {"machines/wagon-bondgraph.yaml", "machines/pendulum-on-wagon.yaml"};
  static const char *const column[2][4] = {
      {"k1.displacement", "k2.displacement", "m1.momentum", "pin.flow"},
      {"slide",           "pin",             "slide.rate",  "pin.rate"}
  };
  double value[2][4];
  (void)state;
  for (double t = 0.5; t < 5; t *= 2) {
    for (int i = 0; i < 2; i++) {
      dv_machine *m = dv_machine_open(file[i], NULL);
      assert_non_null(m->model);
      fixture b = {m->arena, m->diags, m->model, dv_state_new(m->arena, m->model)};
      dv_run_options o = {.method = "cvode-adams", .until = t, .rtol = 1e-13, .atol = 1e-14, .every = t};
      dv_run_result r;
      assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
      for (int k = 0; k < 4; k++) value[i][k] = fixture_value(&b, column[i][k]);
      dv_machine_close(m);
    }
    for (int k = 0; k < 4; k++) assert_near(k == 2 ? value[0][k] / 2 : value[0][k], value[1][k], 1e-9);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(direct_current_motor), cmocka_unit_test(laws),
      cmocka_unit_test(law_of_effort),        cmocka_unit_test(signals_read_the_graph),
      cmocka_unit_test(same_as_the_skeleton),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
