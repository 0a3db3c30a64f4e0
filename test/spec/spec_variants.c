// Variants: what they drop, hold, merge and take along; whose choice wins; faults with their places.
#include "spec/read.h"

static const char family[] = "parameters: {m: 1, tilt: 0}\n"
                             "bodies:\n"
                             "  base: {mass: 1, inertia: [1, 1, 1]}\n"
                             "  arm: {mass: m, inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}\n"
                             "  hook: {mass: 1, inertia: [1, 1, 1], points: {eye: [0, 0, 0]}}\n"
                             "  load: {mass: 1, inertia: [1, 1, 1]}\n"
                             "joints:\n"
                             "  roll: {type: revolute, axis: x, child: base}\n"
                             "  lift: {type: revolute, axis: y, parent: base, child: arm}\n"
                             "  pin: {type: revolute, axis: y, parent: arm, child: hook, at: {point: tip}}\n"
                             "  sling: {type: prismatic, axis: z, parent: hook, child: load}\n"
                             "axes:\n"
                             "  rope: {from: base, to: hook.eye}\n"
                             "  both: {sum: {lift: 1, pin: 1}}\n"
                             "parts:\n"
                             "  tyre: {kind: force.spring, axis: roll, stiffness: 1}\n"
                             "  cord: {kind: force.spring, axis: rope, stiffness: 1}\n"
                             "  twin: {kind: force.damper, axis: both, damping: 1}\n"
                             "  brake: {kind: force.damper, axis: lift, damping: 1}\n"
                             "plots: [[lift, pin], [sling]]\n"
                             "variants:\n"
                             "  still: {weld: {roll: tilt}, lock: [lift]}\n"
                             "  bare: {like: still, drop: hook, parameters: {m: 5, tilt: 30 deg}}\n"
                             "  firm: {like: bare, lock: {lift: 20 deg}, parts: {brake: null}}\n"
                             "cases:\n"
                             "  one: {variant: still}\n"
                             "  two: {variant: bare, parameters: {m: 7}}\n";

static const dv_joint_spec *joint(const machine *m, const char *name)
{
  for (int i = 0; i < m->spec->njoint; i++)
    if (!strcmp(m->spec->joint[i].name, name)) return &m->spec->joint[i];
  return NULL;
}

static int has_part(const machine *m, const char *name)
{
  for (int i = 0; i < m->spec->npart; i++)
    if (!strcmp(m->spec->part[i].name, name)) return 1;
  return 0;
}

static machine of(const char *case_name, const char *setting)
{
  machine m = machine_read(family, case_name, &setting, setting != NULL);
  if (!m.spec || m.diags->n) machine_show(&m);
  assert_non_null(m.spec);
  return m;
}

static void as_it_stands(void **state)
{
  (void)state;
  machine m = of(NULL, NULL);
  assert_null(m.spec->variant);
  assert_int_equal(m.spec->nvariant, 3);
  assert_int_equal(m.spec->nbody, 4);
  assert_int_equal(m.spec->nplot, 2);
  machine_free(&m);
}

static void welded_and_locked(void **state)
{
  (void)state;
  machine m = of(NULL, "variant=still");
  assert_string_equal(m.spec->variant, "still");
  assert_int_equal(joint(&m, "roll")->type, DV_J_FIXED);
  assert_int_equal(joint(&m, "lift")->coordinate[0].motion, DV_MOVES_LOCKED);
  assert_false(has_part(&m, "tyre"));
  assert_true(has_part(&m, "cord") && has_part(&m, "brake"));
  machine_free(&m);
}

// The hook goes, with its joint, what hangs on it, the axes and parts that name it, and plotted columns.
static void dropped(void **state)
{
  (void)state;
  machine m = of(NULL, "variant=bare");
  assert_int_equal(m.spec->nbody, 2);
  assert_int_equal(m.spec->njoint, 2);
  assert_int_equal(m.spec->naxis, 0);
  assert_true(has_part(&m, "brake"));
  assert_false(has_part(&m, "cord") || has_part(&m, "twin") || has_part(&m, "tyre"));
  assert_int_equal(m.spec->nplot, 1);
  assert_int_equal(m.spec->plot[0].ncolumn, 1);
  assert_near(m.spec->body[1].mass, 5, 0);
  assert_near(joint(&m, "roll")->at.R[4], cos(M_PI / 6), 1e-15);  // welded at 30 degrees about x
  assert_near(joint(&m, "roll")->at.R[7], 0.5, 1e-15);
  machine_free(&m);
  m = of(NULL, "variant=firm");
  assert_false(has_part(&m, "brake"));
  assert_near(joint(&m, "lift")->coordinate[0].position, M_PI / 9, 1e-15);
  machine_free(&m);
}

// Command line before case before file; the case changes what its variant made.
static void choice(void **state)
{
  (void)state;
  machine m = of("one", NULL);
  assert_string_equal(m.spec->variant, "still");
  machine_free(&m);
  m = of("one", "variant=bare");
  assert_string_equal(m.spec->variant, "bare");
  machine_free(&m);
  m = of("two", NULL);
  assert_near(m.spec->body[1].mass, 7, 0);
  machine_free(&m);
}

static void fault(const char *line, const char *setting, const char *says)
{
  char text[4096];
  snprintf(text, sizeof text, "%s%s", family, line);
  machine m = machine_start();
  m.doc = dv_doc_read_memory(m.arena, m.diags, "m.yaml", text, strlen(text));
  dv_spec_check(m.doc, m.kinds, &setting, setting != NULL);
  for (int i = 0; i < m.diags->n; i++)
    if (strstr(dv_diag_text(m.diags, i), says)) {
      machine_free(&m);
      return;
    }
  machine_show(&m);
  fail_msg("no diagnostic says: %s", says);
}

static void faults(void **state)
{
  (void)state;
  fault("variant: bar\n", NULL, "m.yaml:28:10: error: 'm.yaml' has no variant 'bar'; did you mean 'bare'?");
  fault("", "variant=nothing", "'m.yaml' has no variant 'nothing'; its variants are: still, bare, firm");
  fault("", "variants.still.weld={rol: 0}", "names a joint 'rol' that does not exist; did you mean 'roll'?");
  fault("", "variants.bare.drop=hok", "names a body 'hok' that does not exist; did you mean 'hook'?");
  fault("", "variants.still.like=firm", "variants are like each other in a circle");
  fault("", "variants.still.welds=[roll]", "unknown key 'welds'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_it_stands), cmocka_unit_test(welded_and_locked), cmocka_unit_test(dropped), cmocka_unit_test(choice),
      cmocka_unit_test(faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
