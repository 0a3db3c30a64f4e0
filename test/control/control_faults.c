// control_faults.c: controllers that cannot work: told with place, cause and remedy.
#include "control/loop.h"
#include "refusal.h"

#define ARM                                                                                                                      \
  "bodies:\n"                                                                                                                    \
  "  one: {mass: 2 kg, com: [0.25, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"                                                        \
  "  two: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.02, 0.02, 0.02], points: {tip: [0.4, 0, 0]}}\n"                             \
  "joints:\n"                                                                                                                    \
  "  a: {type: revolute, axis: -y, child: one}\n"                                                                                \
  "  b: {type: revolute, axis: -y, parent: one, child: two, at: {xyz: [0.5, 0, 0]}, position: BEND}\n"                           \
  "parts:\n"

static void refused(const char *law, const char *what, const char *remedy)
{
  char yaml[2000], *at = yaml;
  for (const char *p = ARM; *p;) {
    if (!strncmp(p, "BEND", 4)) at += sprintf(at, "1"), p += 4;
    else *at++ = *p++;
  }
  sprintf(at, "  law: {kind: %s}\n", law);
  assert_refused(yaml, what, remedy, 8);
}

static void laws(void **state)
{
  (void)state;
  refused("control.inverse-dynamics, coordinates: [a], task: [two.tip.x, two.tip.z], kp: 1, goal: 0", "more rows than",
          "add coordinates");
  refused("control.inverse-dynamics, coordinates: [a, b], goal: 0", "no gains", "frequency and ratio");
  refused("control.impedance, coordinates: [a, b], goal: 0, kp: 1, frequency: 1 Hz", "two sets of gains", "or frequency");
  refused("control.pd-gravity, coordinates: [a, b], goal: 0, kp: 1, delay: 1 ms", "continuous", "period");
  refused("control.pd-gravity, coordinates: [a, b], goal: 0, kp: 1, period: 0", "period is zero", "continuous");
  refused("control.pd-gravity, coordinates: [a, b], goal: 0, kp: 1, period: 1 ms, delay: 9 ms", "eight periods", "longer period");
  refused("control.pd-gravity, coordinates: [a, b], task: [two.tip.x], gravity: goal, goal: 0, kp: 1", "gravity at the goal",
          "pose");
}

static void tasks(void **state)
{
  (void)state;
  refused("control.inverse-dynamics, coordinates: [a, b], task: [two.tip], kp: 1, goal: 0", "not a row of a task",
          "body.point.z");
  refused("control.inverse-dynamics, coordinates: [a, b], task: [two.top.z], kp: 1, goal: 0", "no point 'top'", "two.tip");
  refused("control.inverse-dynamics, coordinates: [a, b], task: [tow.tip.z], kp: 1, goal: 0", "no body 'tow'", "two");
  refused("control.inverse-dynamics, coordinates: [a, c], task: [two.tip.z], kp: 1, goal: 0", "'c' is not a coordinate", "joint");
  refused("control.inverse-dynamics, coordinates: [a, b], task: [two.tip.z], kp: [1, 2], goal: 0",
          "'kp' has 2 values, but 'task' has 1", "one for each");
  refused("control.inverse-dynamics, coordinates: [a, b], task: [two.tip.z], relative_to: tow, kp: 1, goal: 0",
          "'tow' does not exist", "two");
}

static void ranges(void **state)
{
  (void)state;
  refused("force.bumper, axis: a, lower: 1, upper: -1, stiffness: 1", "'lower' of law, 1, is above 'upper', -1", "exchange them");
  refused("control.saturation, upper: -2, in: 0", "'lower' of law, -1, is above 'upper', -2", "exchange them");
}

// Bristles bend until friction is reached: with none they are infinitely stiff.
static void bristles(void **state)
{
  (void)state;
  refused("contact.point, object: two.tip, stiffness: 1000, rub: sticks", "it sticks, but has no friction", "give friction");
  refused(
      "hydraulic.cylinder, a: A, b: B, axis: {from: one, to: two.tip}, area_a: 1e-3, area_b: 1e-3, stroke: 1, friction: lugre",
      "its bristles hold, but it has no friction", "give coulomb");
}

static void lists(void **state)
{
  (void)state;
  refused("control.pd-gravity, coordinates: [], kp: 1, goal: 0", "'coordinates' is empty", "one at least");
  refused("control.pd-gravity, coordinates: [a, b, a], kp: 1, goal: 0", "'a' is twice in 'coordinates'", "take one");
  refused("control.pd-gravity, coordinates: [a, b], task: [], kp: 1, goal: 0", "'task' is empty", "one at least");
  refused("control.pd-gravity, coordinates: [a, b], task: [two.tip.x, two.tip.x], kp: 1, goal: 0", "twice in 'task'", "take one");
}

// Warnings of a run with the arm bent by b.
static int warnings(double bend, const char *law, char *text, size_t size)
{
  char yaml[2000], *at = yaml;
  for (const char *p = ARM; *p;) {
    if (!strncmp(p, "BEND", 4)) at += sprintf(at, "%.17g", bend), p += 4;
    else *at++ = *p++;
  }
  sprintf(at, "  law: {kind: %s}\n  ma: {kind: force.effort, axis: a, effort: law.effort.a}\n", law);
  fixture b = fixture_open(yaml);
  dv_run_options o = {.method = "cvode", .until = 0.01};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
  int n = b.diags->n;
  if (n) snprintf(text, size, "%s", dv_diag_text(b.diags, 0));
  fixture_close(&b);
  return n;
}

static void singular(void **state)
{
  char text[1000];
  (void)state;
  // stretched along x the tip cannot move along x; sideways it can
  assert_int_equal(
      warnings(0, "control.inverse-dynamics, coordinates: [a, b], task: [two.tip.x, two.tip.z], kp: 1, kd: 1, goal: [0.9, 0]",
               text, sizeof text),
      1);
  assert_non_null(strstr(text, "test.yaml:8:"));
  assert_non_null(strstr(text, "'law': its task is singular here"));
  assert_non_null(strstr(text, "change the pose or the rows"));
  assert_int_equal(
      warnings(0, "control.impedance, coordinates: [a, b], task: [two.tip.x], kp: 1, kd: 1, goal: 0.9", text, sizeof text), 1);
  assert_int_equal(
      warnings(0, "control.impedance, coordinates: [a, b], task: [two.tip.z], kp: 1, kd: 1, goal: 0", text, sizeof text), 0);
  assert_int_equal(
      warnings(0.5, "control.inverse-dynamics, coordinates: [a, b], task: [two.tip.x, two.tip.z], kp: 1, kd: 1, goal: [0.9, 0]",
               text, sizeof text),
      0);
  // nothing in the plane moves along y
  assert_int_equal(warnings(0.5, "control.force-position, coordinates: [a, b], task: [two.tip.y], kp: 1, goal_force: 0, force: 0",
                            text, sizeof text),
                   1);
}

// A nominal machine of another build, and one that is wrong by itself.
static void nominal(void **state)
{
  static const char *const what[] = {"built differently", "inertia"};
  static const char *const yaml[] = {
      "bodies: {m: {mass: 1 kg}}\njoints: {z: {type: prismatic, axis: z, child: m}}\nnominal: {joints.z.type: revolute, "
      "bodies.m.inertia: [1, 1, 1]}\nparts: {law: {kind: control.pd-gravity, coordinates: [z], kp: 1, goal: 0}}\n",
      "bodies: {m: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {z: {type: prismatic, axis: z, child: m}}\nnominal: "
      "{bodies.m.inertia: [-1, 1, 1]}\nparts: {law: {kind: control.pd-gravity, coordinates: [z], kp: 1, goal: 0}}\n"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    dv_doc *doc = dv_doc_read_memory(a, d, "test.yaml", yaml[i], strlen(yaml[i]));
    dv_spec *spec = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
    assert_null(spec ? dv_assemble(spec, dv_kinds_x1) : NULL);
    assert_true(d->nerror > 0);
    print_message("%s\n", dv_diag_text(d, 0));
    assert_non_null(strstr(dv_diag_text(d, 0), what[i]));
    assert_non_null(strstr(dv_diag_text(d, 0), "test.yaml:3"));
    dv_arena_free(a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(laws),  cmocka_unit_test(tasks),    cmocka_unit_test(ranges),  cmocka_unit_test(bristles),
      cmocka_unit_test(lists), cmocka_unit_test(singular), cmocka_unit_test(nominal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
