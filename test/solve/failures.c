// failures.c: a run that cannot go on says why, where in the file, and what would help.
#include "solve/harness.h"

static const char *fails(const char *yaml, const char *method, double step, double until)
{
  static char text[400];
  fixture b = fixture_open(yaml);
  dv_run_options o = {.method = method, .until = until, .step = step};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 2);
  assert_int_equal(b.diags->nerror, 1);
  for (int i = 0; i < b.model->nx; i++) assert_true(isfinite(b.state->x[i]));  // the last good state stays
  snprintf(text, sizeof text, "%s", dv_diag_text(b.diags, 0));
  print_message("%s\n", text);
  fixture_close(&b);
  return text;
}

static void says(const char *text, const char *part)
{
  if (!strstr(text, part)) print_error("'%s' is not in '%s'\n", part, text);
  assert_non_null(strstr(text, part));
}

// sqrt(0.5 - t) leaves the real numbers at t = 0.5 s.
static void not_finite(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                     "parts: {f: {kind: force.effort, axis: x, effort: sqrt(0.5 - t)}}\n";
  static const char *const methods[] = {"rk4", "euler", "rosenbrock", "cvode", "cvode-adams"};
  for (int i = 0; i < 5; i++) {
    const char *text = fails(yaml, methods[i], 0.01, 1);
    says(text, "x.rate (test.yaml:3) is not finite at t = 0.5");
  }
}

// sqrt(-x) at x = 0: the rates are fine, those a little further, where slopes are taken, are not.
static void slopes_not_finite(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                     "parts: {f: {kind: force.effort, axis: x, effort: 'sqrt(-x*1[kg^2 m s^-4])'}}\n";
  says(fails(yaml, "rosenbrock", 0.01, 1), "a rate close by, where slopes are taken, is not finite at t = 0 s");
  says(fails(yaml, "rosenbrock", 0, 1), "is not finite at t = 0 s");
}

// A rate names what spoils it, back along the inputs, and what a gyrator divides by; not what has nothing to do with it.
static void named_origin(void **state)
{
  (void)state;
  static const char *const yaml = "gravity: 0\n"
                                  "bodies: {m: {mass: 1 kg}}\n"
                                  "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                                  "parts:\n"
                                  "  from: {kind: bond.one}\n"
                                  "  to: {kind: bond.one}\n"
                                  "  turn: {kind: bond.MGY, from: from, to: to, modulus: t}\n"
                                  "  f: {kind: force.effort, axis: x, effort: %s}\n";
  char text[600];
  snprintf(text, sizeof text, yaml, "3*from.flow");
  says(fails(text, "rk4", 0.01, 1), "since 'turn.from.flow' is not: it is divided by 'turn.modulus', which is zero");
  snprintf(text, sizeof text, yaml, "sqrt(t - 1)");
  says(fails(text, "rk4", 0.01, 1), "since 'f.effort' is not;");
}

// A ball joint on a body without mass that turns about the same axes: its inertia is none beside theirs.
static void no_inertia(void **state)
{
  (void)state;
  const char *yaml = "bodies: {a: {}, b: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                     "joints:\n"
                     "  first: {type: universal, child: a}\n"
                     "  second: {type: ball, parent: a, child: b}\n";
  says(fails(yaml, "rk4", 0.01, 1), "nothing has inertia against second.wx (test.yaml:");
}

// A gyrator whose modulus is zero at the start, with an inertia that follows through it: its energy is 0/0, though all rates are
// fine.
static void energy_not_finite(void **state)
{
  (void)state;
  const char *yaml = "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                     "parts:\n"
                     "  from: {kind: bond.one}\n"
                     "  to: {kind: bond.one}\n"
                     "  turn: {kind: bond.MGY, from: from, to: to, modulus: t}\n"
                     "  heavy: {kind: bond.I, at: to, inertia: 0.5}\n";
  static const char *const methods[] = {"rk4", "rosenbrock", "cvode"};
  for (int i = 0; i < 3; i++) says(fails(yaml, methods[i], 0.01, 1), "the energy of 'heavy' is not finite at t = 0 s");
}

// An explicit method far beyond its stability limit: the mass on the hard spring runs away, the soft one does not.
static void unstable_step(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}}\n"
                     "joints:\n"
                     "  soft: {type: prismatic, axis: x, child: a, position: 1 m}\n"
                     "  hard: {type: prismatic, axis: x, child: b, position: 1 m}\n"
                     "parts:\n"
                     "  k1: {kind: force.spring, axis: soft, stiffness: 1 N/m}\n"
                     "  k2: {kind: force.spring, axis: hard, stiffness: 1e8 N/m}\n";
  const char *text = fails(yaml, "rk4", 0.01, 10);
  says(text, "hard");
  says(text, "(test.yaml:5) is not finite");
  says(text, "use a smaller step");
}

// A force that changes sign with the speed holds it at zero by switching endlessly, and is named.
static void endless_switching(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}}\n"
                     "joints:\n"
                     "  calm: {type: prismatic, axis: x, child: a}\n"
                     "  wild: {type: prismatic, axis: x, child: b}\n"
                     "parts:\n"
                     "  f: {kind: force.effort, axis: calm, effort: 1 N}\n"
                     "  g: {kind: force.effort, axis: wild, effort: 50 - 1000*sign(wild.rate)}\n";
  static const char *const methods[] = {"cvode", "rk4", "dopri5"};
  for (int i = 0; i < 3; i++) says(fails(yaml, methods[i], 0, 2), "g.effort switches endlessly");
}

static void unknown_solver(void **state)
{
  (void)state;
  const char *yaml = "bodies: {a: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: a}}\n";
  says(fails(yaml, "rk5", 0, 1), "did you mean 'rk4'?");
  says(fails(yaml, "magic", 0, 1), "there are cvode-bdf, cvode-adams, rk4, lie-rk4");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(named_origin),      cmocka_unit_test(no_inertia),        cmocka_unit_test(not_finite),
      cmocka_unit_test(slopes_not_finite), cmocka_unit_test(energy_not_finite), cmocka_unit_test(unstable_step),
      cmocka_unit_test(endless_switching), cmocka_unit_test(unknown_solver),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
