// URDF into the model language: frames, inertia in body axes, limits, names, the base.
#include "reader.h"

#include "base/number.h"
#include "import/import.h"

static dv_doc *read_text(fixture b, const char *text) { return dv_import_memory(b.a, b.d, "f", text, strlen(text), NULL); }

static double number(const dv_doc *doc, const char *path)
{
  const dv_node *n = dv_doc_path(doc->root, path);
  double x = NAN;
  if (!n || n->type != DV_SCALAR || !dv_number_read(n->text, &x)) fail_msg("no number at %s", path);
  return x;
}

static const char *word(const dv_doc *doc, const char *path)
{
  const dv_node *n = dv_doc_path(doc->root, path);
  if (!n || n->type != DV_SCALAR) fail_msg("no text at %s", path);
  return n->text;
}

static const char arm[] =
    "<robot name='two arm'>\n"
    "<material name='blue'><color rgba='0 0 0.8 1'/></material>\n"
    "<link name='base'/>\n"
    "<link name='upper arm'>\n"
    "<inertial><origin xyz='0 0 0.5'/><mass value='2.5'/><inertia ixx='0.1' iyy='0.2' izz='0.05' ixy='0' ixz='0' iyz='0'/></inertial>\n"
    "<visual><origin xyz='0 0 .5' rpy='0 0 1'/><geometry><cylinder radius='0.1' length='1'/></geometry><material name='blue'/></visual>\n"
    "<visual><geometry><mesh filename='package://p/a.stl' scale='1e-3 1e-3 1e-3'/></geometry></visual>\n"
    "<visual><geometry><box size='1 2 3'/></geometry><material name='own'><color rgba='1 0 0 0.5'/></material></visual>\n"
    "<visual><geometry><sphere radius='4'/></geometry></visual>\n"
    "<collision><geometry><box size='1 1 1'/></geometry></collision>\n"
    "</link>\n"
    "<link name='tool'><inertial><mass value='1'/></inertial></link><link name='wheel'/><link name='pad'/><link name='ship'/>\n"
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper arm'/><origin xyz='0 0 1' rpy='0.1 0 0'/>\n"
    "<axis xyz='0 -1 0'/><limit lower='-1' upper='1.5' effort='100' velocity='2'/><dynamics damping='0.5' friction='0.1'/></joint>\n"
    "<joint name='slide' type='prismatic'><parent link='upper arm'/><child link='tool'/><axis xyz='0.6 0 0.8'/><mimic joint='shoulder'/></joint>\n"
    "<joint name='turn' type='continuous'><parent link='tool'/><child link='wheel'/><limit effort='0' velocity='3'/></joint>\n"
    "<joint name='skid' type='planar'><parent link='tool'/><child link='pad'/><axis xyz='0 0 1'/></joint>\n"
    "<joint name='float' type='floating'><parent link='base'/><child link='ship'/></joint>\n"
    "<gazebo/><transmission/>\n"
    "</robot>\n";

static void test_arm(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = read_text(b, arm);
  assert_int_equal(b.d->n, 1);
  expect_diag(b, 0, "f: warning", "1 mesh file was not found");
  assert_non_null(strstr(doc->notes, "'upper arm' is 'upper_arm'"));
  assert_non_null(strstr(doc->notes, "ignored: 1 collision shapes, 1 transmissions, 1 gazebo tags"));
  assert_string_equal(word(doc, "loops.slide_mimic.type"), "gear");
  assert_string_equal(word(doc, "loops.slide_mimic.of[0]"), "slide");
  assert_string_equal(word(doc, "loops.slide_mimic.of[1]"), "shoulder");
  assert_true(number(doc, "loops.slide_mimic.ratio") == 1);
  assert_string_equal(word(doc, "name"), "two arm");
  assert_true(number(doc, "bodies.base.mass") == 0);
  assert_true(number(doc, "bodies.upper_arm.mass") == 2.5);
  assert_true(number(doc, "bodies.upper_arm.com[2]") == 0.5);
  assert_int_equal(dv_doc_path(doc->root, "bodies.upper_arm.inertia")->n, 3);
  assert_true(number(doc, "bodies.upper_arm.inertia[1]") == 0.2);
  assert_int_equal(dv_doc_path(doc->root, "bodies.upper_arm.visual")->n, 3);
  assert_true(number(doc, "bodies.upper_arm.visual[0].cylinder.radius") == 0.1);
  assert_true(number(doc, "bodies.upper_arm.visual[0].at.rpy[2]") == 1);
  assert_true(number(doc, "bodies.upper_arm.visual[0].color[2]") == 0.8);
  assert_true(number(doc, "bodies.upper_arm.visual[1].color[3]") == 0.5);
  assert_true(number(doc, "bodies.upper_arm.visual[2].sphere.radius") == 4);
  assert_string_equal(word(doc, "joints.root.type"), "fixed");
  assert_string_equal(word(doc, "joints.root.child"), "base");
  assert_string_equal(word(doc, "joints.shoulder.child"), "upper_arm");
  assert_string_equal(word(doc, "joints.shoulder.axis"), "-y");
  assert_true(number(doc, "joints.shoulder.at.xyz[2]") == 1);
  assert_true(number(doc, "joints.shoulder.at.rpy[0]") == 0.1);
  assert_true(number(doc, "joints.shoulder.limits.lower") == -1);
  assert_true(number(doc, "joints.shoulder.limits.upper") == 1.5);
  assert_true(number(doc, "joints.shoulder.limits.effort") == 100);
  assert_true(number(doc, "joints.shoulder.limits.rate") == 2);
  assert_true(number(doc, "joints.shoulder.friction.viscous") == 0.5);
  assert_true(number(doc, "joints.shoulder.friction.coulomb") == 0.1);
  assert_true(number(doc, "joints.slide.axis[2]") == 0.8);
  assert_string_equal(word(doc, "joints.turn.type"), "revolute");
  assert_string_equal(word(doc, "joints.turn.axis"), "x");  // URDF's default
  assert_int_equal(dv_doc_path(doc->root, "joints.turn.limits")->n, 1);
  assert_string_equal(word(doc, "joints.skid.type"), "planar");
  assert_string_equal(word(doc, "joints.float.type"), "free");
  assert_int_equal(dv_doc_path(doc->root, "joints.shoulder")->mark.line, 13);
  fixture_close(b);
}

// v -> R v by a quaternion q = qz qy qx: a second way to the rotation.
static void turn(const double rpy[3], const double v[3], double out[3])
{
  double q[4] = {1, 0, 0, 0};
  for (int k = 2; k >= 0; k--) {
    double p[4] = {cos(rpy[k] / 2), 0, 0, 0};
    p[1 + k] = sin(rpy[k] / 2);
    double r[4] = {q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3], q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2],
                   q[0] * p[2] - q[1] * p[3] + q[2] * p[0] + q[3] * p[1], q[0] * p[3] + q[1] * p[2] - q[2] * p[1] + q[3] * p[0]};
    memcpy(q, r, sizeof q);
  }
  double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]), 2 * (q[1] * v[1] - q[2] * v[0])};
  out[0] = v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
  out[1] = v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
  out[2] = v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
}

// xx yy zz xy xz yz
static double quadratic(const double I[6], const double w[3])
{
  return I[0] * w[0] * w[0] + I[1] * w[1] * w[1] + I[2] * w[2] * w[2] +
         2 * (I[3] * w[0] * w[1] + I[4] * w[0] * w[2] + I[5] * w[1] * w[2]);
}

// Kinetic energy does not depend on the axes: w' I w in the inertial's frame = (Rw)' I_body (Rw).
static void test_inertia(void **state)
{
  (void)state;
  const double I[6] = {0.3, 0.4, 0.5, 0.01, -0.02, 0.03}, rpy[3] = {0.7, -0.4, 1.9};
  fixture b = fixture_open();
  dv_doc *doc =
      read_text(b, "<robot><link name='a'><inertial><origin rpy='0.7 -0.4 1.9'/><mass value='1'/>"
                   "<inertia ixx='0.3' iyy='0.4' izz='0.5' ixy='0.01' ixz='-0.02' iyz='0.03'/></inertial></link></robot>");
  expect_none(b);
  double body[6];
  for (int i = 0; i < 6; i++) body[i] = number(doc, dv_arena_text(b.a, "bodies.a.inertia[%d]", i));
  for (int i = 0; i < 20; i++) {
    double w[3] = {cos(i), sin(2 * i), cos(3 * i)}, v[3];
    turn(rpy, w, v);
    assert_relative("value", quadratic(body, v), quadratic(I, w), 1e-14);
  }
  fixture_close(b);
}

static void test_base(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = read_text(b, "<robot><link name='a'/><link name='b'/><joint name='root' type='fixed'><parent link='a'/><child "
                             "link='b'/></joint></robot>");
  assert_string_equal(word(doc, "joints.root_.child"), "a");  // 'root' is the robot's own
  dv_import_free_base(doc);
  assert_string_equal(word(doc, "joints.root_.type"), "free");
  assert_string_equal(word(doc, "joints.root.type"), "fixed");
  // a massless root link `world` is the world
  doc = read_text(b, "<robot><link name='world'/><link name='b'/><joint name='foot' type='fixed'><parent link='world'/><child "
                     "link='b'/></joint></robot>");
  assert_int_equal(dv_doc_find(doc->root, "bodies")->n, 1);
  assert_null(dv_doc_path(doc->root, "joints.foot.parent"));
  dv_import_free_base(doc);
  assert_string_equal(word(doc, "joints.foot.type"), "free");
  expect_none(b);
  dv_import_free_base(doc);
  expect_diag(b, 0, "f: error", "no base to set free");
  // reserved names change, and so do references to them
  doc = read_text(
      b,
      "<robot><link name='e'/><link name='t'/><joint name='pi' type='fixed'><parent link='e'/><child link='t'/></joint></robot>");
  assert_string_equal(word(doc, "joints.pi_.child"), "t_");
  assert_string_equal(word(doc, "joints.root.child"), "e_");
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arm), cmocka_unit_test(test_inertia), cmocka_unit_test(test_base)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
