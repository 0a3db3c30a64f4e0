// control_closed.c: the model service in a machine with closed loops: the electric-road arm, in its actuator's stroke. Numbers of
// the sheet's 5.1 and 5.2.
#include "titan/titan.h"

#define FILE_NAME "machines/electric-road-arm.yaml"

static double output(const titan *t, const char *path) { return t->work[titan_variable(t, path)->index]; }

// At -50 mm, set point -70 mm: gravity and mass are those of the set point, of joints that follow the stroke.
static void at_the_goal(void **state)
{
  (void)state;
  static const char *const settings[] = {
      "parts.law={kind: control.pd-gravity, coordinates: [q3i], gravity: goal, frequency: 0.5 Hz, "
      "ratio: 0.7, goal: 0.128880641773}",
      NULL};
  titan t = titan_open_file(FILE_NAME, "E1", settings);
  double w = acos(-1), kp = w * w * 156.169102862;
  titan_rates(&t, t.s->x);
  assert_near(output(&t, "law.effort.q3i"), 133.649443917 + kp * (0.128880641773 - 0.130447927886), 1e-6);
  assert_near(output(&t, "law.inertia.q3i"), 164.867305991, 1e-6);
  titan_close(&t);
}

// What is measured is the stroke alone: a law that is told -70 mm wants what it wants there, wherever the machine is.
static void told_where_it_is(void **state)
{
  (void)state;
  static const char *const told[] = {"parts.law.position=0.128880641773", "parts.law.rate=0.03", NULL};
  static const char *const there[] = {"z0=-70 mm", NULL};
  titan a = titan_open_file(FILE_NAME, "E3", told), b = titan_open_file(FILE_NAME, "E3", there);
  const dv_variable *rate = titan_variable(&b, "q3i.rate");
  b.s->x[rate->index] = 0.03;  // the others follow
  titan_rates(&a, a.s->x);
  titan_rates(&b, b.s->x);
  assert_near(output(&a, "law.error.carrier.shoe.z"), output(&b, "law.error.carrier.shoe.z"), 1e-11);
  assert_near(output(&a, "law.effort.q3i"), output(&b, "law.effort.q3i"), 1e-6);
  assert_near(output(&a, "law.inertia.carrier.shoe.z"), 0.995013345569, 1e-9);
  // e = 0, e' = -J 0.03: u = B y + n, with check 5's acceleration: B qdd = u - n - J h
  assert_near(output(&a, "law.effort.q3i") - 5 - 3 * 12.5280392355,
              156.169102862 * (-11 * 0.03 - 288.145008144 / 12.5280392355 * 0.03 * 0.03 + 0.601719995913), 1e-5);
  titan_close(&a);
  titan_close(&b);
}

// A nominal machine closes its own loops: one whose arm root is longer wants what such a machine wants at the same stroke.
static void nominal_geometry(void **state)
{
  (void)state;
  char z0[40];
  double w = 0.141 - 0.08, l2 = hypot(w, 0.06), L = 0.328880641773;
  double theta = acos((L * L - 0.01 - l2 * l2 - 0.0625) / (2 * l2 * 0.25)) - atan2(0.06, w);  // the sheet, 2.5
  snprintf(z0, sizeof z0, "z0=%.15g m", -0.6 * sin(theta) - 0.04);
  const char *believed[] = {"nominal={t1: 0.141 m}", "z0=-70 mm", NULL}, *real_one[] = {"t1=0.141 m", z0, NULL};
  titan a = titan_open_file(FILE_NAME, "E3", believed), b = titan_open_file(FILE_NAME, "E3", real_one);
  titan_rates(&a, a.s->x);
  titan_rates(&b, b.s->x);
  assert_near(output(&a, "law.error.carrier.shoe.z"), output(&b, "law.error.carrier.shoe.z"), 1e-10);
  assert_near(output(&a, "law.effort.q3i"), output(&b, "law.effort.q3i"), 1e-6);
  assert_true(fabs(output(&a, "law.effort.q3i") - 133.649443917) > 0.1);
  titan_close(&a);
  titan_close(&b);
}

// Two coordinates, one freedom; a law for trees.
static void refused(void **state)
{
  (void)state;
  static const char *const settings[] = {"parts.law.coordinates=[q3i, q3j]",
                                         "parts.law={kind: control.computed-torque, joints: [q3i], kp: 1, goal: 0}"};
  static const char *const what[] = {"'law' sets 2 coordinates, but the machine has 1 freedom",
                                     "knows machines without loops only"};
  for (int i = 0; i < 2; i++) {
    dv_machine_options o = {.case_name = "E3", .settings = settings + i, .nsetting = 1};
    dv_machine *m = dv_machine_open(FILE_NAME, &o);
    assert_null(m->model);
    assert_non_null(strstr(dv_diag_text(m->diags, 0), what[i]));
    dv_machine_close(m);
  }
}

// Three joints, two freedoms, and a law that names both ends of the gear: as many coordinates as freedoms, but one follows.
static void tied(void **state)
{
  static const char *const yaml[] = {
      "bodies:\n"
      "  one: {mass: 1 kg, inertia: [1, 1, 1]}\n"
      "  two: {mass: 1 kg, inertia: [1, 1, 1]}\n"
      "  three: {mass: 1 kg, inertia: [1, 1, 1]}\n"
      "joints: {a: {type: revolute, child: one}, b: {type: revolute, child: two}, c: {type: revolute, child: three}}\n"
      "loops: {gear: {type: gear, of: [a, b], ratio: -2.8}}\n"
      "parts: {law: {kind: control.pd-gravity, coordinates: [a, ",
      "], kp: 15, slew: 2, goal: 0.3}}\n"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    char *text = dv_arena_text(a, "%s%s%s", yaml[0], i ? "c" : "b", yaml[1]);
    dv_doc *doc = dv_doc_read_memory(a, d, "test.yaml", text, strlen(text));
    const dv_model *m = dv_assemble(dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0), dv_kinds_x1);
    assert_int_equal(m != NULL, i);
    if (!i) assert_non_null(strstr(dv_diag_text(d, 0), "'law' sets coordinates that the loops tie to each other"));
    dv_arena_free(a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(at_the_goal), cmocka_unit_test(told_where_it_is),
                                     cmocka_unit_test(nominal_geometry), cmocka_unit_test(refused), cmocka_unit_test(tied)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
