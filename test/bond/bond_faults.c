// bond_faults.c: what cannot work is refused, with names, places and remedies.
#include "bond/graph.h"
#include "refusal.h"

static void two_sources(void **state)
{
  (void)state;
  assert_refused(
      "parts:\n  u: {kind: bond.zero}\n  A: {kind: bond.Se, at: u, effort: 1}\n  B: {kind: bond.Se, at: u, effort: 2}\n",
      "the effort of junction 'u' is set by A and B", "keep one of them", 2);
  assert_refused("parts:\n  v: {kind: bond.one}\n  A: {kind: bond.Sf, at: v, flow: 1}\n  B: {kind: bond.Sf, at: v, flow: 2}\n",
                 "the flow of junction 'v' is set by A and B", "keep one of them", 2);
}

static void nothing_sets_it(void **state)
{
  (void)state;
  assert_refused("parts:\n  v: {kind: bond.one}\n  A: {kind: bond.Se, at: v, effort: 1}\n",
                 "nothing can set the flow of junction 'v'", "connect a storage", 2);
  assert_refused("parts:\n  v: {kind: bond.one}\n  w: {kind: bond.one}\n  m: {kind: bond.I, at: w, inertia: 1}\n",
                 "no bond ends at junction 'v'", "connect an element", 2);
}

static void ends_at_itself(void **state)
{
  (void)state;
  assert_refused(
      "parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v, inertia: 1}\n  b: {kind: bond.bond, from: v, to: v}\n",
      "both ends of 'b' are at 'v'", "another junction", 4);
  assert_refused(
      "parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v, inertia: 1}\n  b: {kind: bond.TF, from: v, to: v, modulus: 2}\n",
      "both ends of 'b' are at 'v'", "another junction", 4);
}

static void inertia_on_the_machine(void **state)
{
  (void)state;
  assert_refused(
      "bodies: {b: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: b}}\nparts:\n  m: {kind: bond.I, at: x, inertia: 2}\n",
      "'m' has differential causality: it is tied rigidly to the machine's 'x.rate'", "merge it into the body there", 4);
  assert_refused(
      "nodes: {P: {initial: 1 MPa}}\nparts:\n  o: {kind: hydraulic.volume, a: P, volume: 1 l}\n  c: {kind: bond.C, at: P, capacitance: 1e-12}\n",
      "'c' has differential causality: it is tied rigidly to the machine's 'P.effort'", "merge it into the node", 4);
  assert_refused(
      "bodies: {b: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: b}}\nparts:\n  s: {kind: bond.Sf, at: x, flow: 2}\n",
      "the machine sets the flow of 'x', and so does s", "put a storage", 4);
}

static void what_cannot_be_inverted(void **state)
{
  (void)state;
  assert_refused(
      "parts:\n  u: {kind: bond.zero}\n  c: {kind: bond.C, at: u, capacitance: 1}\n  r: {kind: bond.R, at: u, law: e = 3*f^3}\n",
      "the law of 'r' cannot be inverted: here its flow follows from its effort", "give it as `f = ... e ...`", 4);
  assert_refused(
      "parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v, inertia: 1}\n  n: {kind: bond.I, at: v, law: f = p/2}\n",
      "'n' has differential causality", "make it linear", 4);
  assert_refused(
      "parts:\n  v: {kind: bond.one, components: [x, y]}\n  m: {kind: bond.I, at: v, inertia: [[1, 2], [2, 4]]}\n  s: {kind: bond.Se, at: v, effort: 1}\n",
      "the matrix of 'm' has to be inverted here, and it is singular", "give a matrix that can be inverted", 3);
}

// A signal without a rate moves a dependent mass.
static void rate_of_a_source(void **state)
{
  (void)state;
  assert_refused(
      "signals: {s: {kind: step, to: 1, at: 1 s}}\nparts:\n  v: {kind: bond.one}\n  f: {kind: bond.MSf, at: v, flow: s}\n  m: {kind: bond.I, at: v, inertia: 1}\n",
      "'m' has differential causality, and the rate of 's' is not known", "use a signal that has a rate", 5);
  graph g = graph_open("signals: {s: {kind: sine, omega: 3 rad/s}}\nparts:\n  v: {kind: bond.one}\n  f: {kind: bond.MSf, at: v, "
                       "flow: s}\n  m: {kind: bond.I, at: v, inertia: 2}\n");
  g.b.state->t = 0.4;
  assert_near(graph_value(&g, "m.effort"), 2 * 3 * cos(1.2), 1e-13);
  graph_close(&g);
}

static void wrong_words(void **state)
{
  (void)state;
  assert_refused("parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: w, inertia: 1}\n", "a bond cannot end at 'w'",
                 "name a bond junction", 3);
  assert_refused("parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v.x, inertia: 1}\n", "junction 'v' has no component 'x'",
                 "components", 3);
  assert_refused("parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v}\n", "nothing describes 'm'", "'inertia' or 'law'", 3);
  assert_refused("parts:\n  v: {kind: bond.one}\n  k: {kind: bond.C, at: v, stiffness: 1, capacitance: 1}\n", "'k' has both",
                 "remove one", 3);
  assert_refused("parts:\n  v: {kind: bond.one, components: [x, y]}\n  m: {kind: bond.I, at: v, inertia: [1, 2, 3]}\n",
                 "'inertia' of 'm' has 3 values, but its bond has 2 components", "one for each", 3);
  assert_refused("parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v, inertia: t}\n", "'inertia' must be a number",
                 "numbers and parameters only", 3);
  assert_refused("parts:\n  v: {kind: bond.one}\n  r: {kind: bond.R, at: v, law: 3*f^3}\n", "is no law of this element",
                 "e = ... f ...", 3);
  assert_refused(
      "parts:\n  v: {kind: bond.one}\n  m: {kind: bond.I, at: v, inertia: 1}\n  n: {kind: bond.I, at: v, inertia: 1, initial: {momentum: 1}}\n",
      "momentum of 'n' follows from others", "remove it", 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_sources),
      cmocka_unit_test(nothing_sets_it),
      cmocka_unit_test(ends_at_itself),
      cmocka_unit_test(inertia_on_the_machine),
      cmocka_unit_test(what_cannot_be_inverted),
      cmocka_unit_test(rate_of_a_source),
      cmocka_unit_test(wrong_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
