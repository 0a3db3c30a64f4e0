// Models of MuJoCo: frames, classes, inertias of geoms, constraints, actuators, keyframes, and what is refused.
#define _GNU_SOURCE
#include "robots.h"
#include "folder.h"

#include <sys/stat.h>
#include <unistd.h>

#define MODEL(text) "<mujoco model='m'>" text "</mujoco>"
#define MASS "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"

// The link's frame lies at its joint; what the body holds moves with it, and so do the children.
static void test_places(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(b,
                      MODEL("<worldbody><body name='a' pos='1 0 0'><inertial pos='0.5 0 0' mass='2' diaginertia='1 2 3'/>"
                            "<joint name='j' pos='0.25 0 0' axis='0 1 0' range='-90 90'/><site name='s' pos='0 0 1'/>"
                            "<body name='b' pos='0 2 0' axisangle='0 0 1 90'>" MASS "<joint name='x' type='slide' axis='1 0 0'/>"
                            "<joint name='y' type='slide' axis='0 1 0' pos='0 0 3'/></body></body></worldbody>"),
                      NULL);
  expect_none(b);
  assert_true(number(doc, "joints.j.at.xyz[0]") == 1.25);
  assert_true(number(doc, "bodies.a.com[0]") == 0.25);
  assert_true(number(doc, "bodies.a.points.s[0]") == -0.25);
  assert_relative("range", number(doc, "joints.j.limits.upper"), M_PI / 2, 1e-15);
  assert_true(number(doc, "joints.x.at.xyz[0]") == -0.25 && number(doc, "joints.x.at.xyz[1]") == 2);
  assert_relative("turn", number(doc, "joints.x.at.quaternion[3]"), sqrt(0.5), 1e-15);
  assert_string_equal(word(doc, "joints.x.child"), "b_1");  // massless, between the two joints
  assert_true(number(doc, "bodies.b_1.mass") == 0);
  assert_string_equal(word(doc, "joints.y.parent"), "b_1");
  assert_true(number(doc, "joints.y.at.xyz[2]") == 3);
  assert_true(number(doc, "bodies.b.com[2]") == -3);
  fixture_close(b);
}

// All ways to say a quarter turn about z.
static void test_turns(void **state)
{
  (void)state;
  static const char *const way[] = {"quat='1 0 0 1'", "axisangle='0 0 2 90'", "euler='0 0 90'", "xyaxes='0 1 0 -1 1 0'"};
  for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
    fixture b = fixture_open();
    dv_doc *doc = robot(b, dv_arena_text(b.a, MODEL("<worldbody><body name='a' %s>" MASS "</body></worldbody>"), way[i]), NULL);
    expect_none(b);
    double w = number(doc, "joints.a_fixed.at.quaternion[0]"), z = number(doc, "joints.a_fixed.at.quaternion[3]");
    assert_relative(way[i], w, sqrt(0.5), 1e-15);
    assert_relative(way[i], z, sqrt(0.5), 1e-15);
    fixture_close(b);
  }
  fixture b = fixture_open();
  dv_doc *doc = robot(b, MODEL("<worldbody><body name='a' zaxis='1 0 0'>" MASS "</body></worldbody>"), NULL);
  assert_relative("zaxis", number(doc, "joints.a_fixed.at.quaternion[2]"), sqrt(0.5), 1e-15);  // about y
  doc = robot(
      b,
      MODEL("<compiler eulerseq='ZYX' angle='radian'/><worldbody><body name='a' euler='0.3 0.2 0.1'>" MASS "</body></worldbody>"),
      NULL);
  // capitals: Rx(0.1) Ry(0.2) Rz(0.3); its quaternion is qx qy qz
  double c[3] = {cos(0.05), cos(0.1), cos(0.15)}, s[3] = {sin(0.05), sin(0.1), sin(0.15)};
  assert_relative("w", number(doc, "joints.a_fixed.at.quaternion[0]"), c[0] * c[1] * c[2] - s[0] * s[1] * s[2], 1e-14);
  assert_relative("x", number(doc, "joints.a_fixed.at.quaternion[1]"), s[0] * c[1] * c[2] + c[0] * s[1] * s[2], 1e-14);
  fixture_close(b);
}

// A box of 2 x 4 x 6 (half sizes 1 2 3) of density 10: 480 kg, 480/12 (16 + 36) ...; a ball of 0.1 m at a distance; a capsule by
// its ends.
static void test_geoms(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            MODEL("<worldbody><body name='a'><geom type='box' size='1 2 3' density='10'/></body>"
                  "<body name='b'><geom size='0.1' mass='2' pos='1 0 0'/><geom size='0.1' mass='2' pos='-1 0 0'/></body>"
                  "<body name='c'><geom type='capsule' size='0.5' fromto='0 0 0 0 2 0' density='1' rgba=''/></body></worldbody>"),
            NULL);
  expect_none(b);
  assert_relative("mass", number(doc, "bodies.a.mass"), 480, 1e-14);
  assert_relative("xx", number(doc, "bodies.a.inertia[0]"), 40 * (16 + 36), 1e-14);
  assert_relative("zz", number(doc, "bodies.a.inertia[2]"), 40 * (4 + 16), 1e-14);
  assert_relative("two balls", number(doc, "bodies.b.inertia[1]"), 2 * (0.4 * 2 * 0.01 + 2), 1e-14);
  assert_relative("along", number(doc, "bodies.b.inertia[0]"), 2 * 0.4 * 2 * 0.01, 1e-14);
  double rod = M_PI * 0.25 * 2, ball = 4.0 / 3 * M_PI * 0.125;
  assert_relative("capsule", number(doc, "bodies.c.mass"), rod + ball, 1e-14);
  assert_relative("com", number(doc, "bodies.c.com[1]"), 1, 1e-14);
  assert_relative("axis", number(doc, "bodies.c.inertia[1]"), rod * 0.125 + ball * 0.1, 1e-13);
  assert_relative("length", number(doc, "bodies.c.visual[0].capsule.length"), 2, 1e-14);
  fixture_close(b);
}

static void test_classes(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            MODEL("<compiler angle='radian'/><default><joint damping='3'/><default class='arm'><joint damping='2' axis='0 1 0'/>"
                  "<default class='wrist'><joint axis='1 0 0'/></default></default></default><worldbody>"
                  "<body name='a'>" MASS "<joint name='main'/><body name='b' childclass='arm'>" MASS "<joint name='j1'/>"
                  "<frame pos='0 0 1'><body name='c'>" MASS
                  "<joint name='j2' class='wrist' damping='1'/></body></frame></body></body></worldbody>"),
            NULL);
  expect_none(b);
  assert_true(number(doc, "joints.main.friction.viscous") == 3);
  assert_true(number(doc, "joints.j1.friction.viscous") == 2);
  assert_string_equal(word(doc, "joints.j1.axis"), "y");
  assert_true(number(doc, "joints.j2.friction.viscous") == 1);
  assert_string_equal(word(doc, "joints.j2.axis"), "x");
  assert_true(number(doc, "joints.j2.at.xyz[2]") == 1);
  fixture_close(b);
}

#define FOUR_BAR                                                                                                                 \
  "<worldbody><body name='a'>" MASS "<joint name='j1' axis='0 1 0'/><body name='b' pos='0 0 1'>" MASS                            \
  "<joint name='j2' axis='0 1 0' pos='0 0 0.5'/></body></body><body name='c' pos='2 0 0'>" MASS                                  \
  "<joint name='j3' axis='0 1 0' armature='0.25'/></body></worldbody>"

// The second frame is where the first is at zero: anchor (0 0 1) of b is (0 0 2) in the world, (-2 0 2) from c.
static void test_equalities(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            MODEL(FOUR_BAR "<equality><connect name='pin' body1='b' body2='c' anchor='0 0 1'/><weld body1='a' body2='c'/>"
                           "<joint name='g' joint1='j1' joint2='j3' polycoef='0.1 -2 0 0 0'/><joint name='off' joint1='j1' "
                           "joint2='j3' active='false'/>"
                           "<joint name='j2' joint1='j1' joint2='j3' polycoef='0 1 2'/></equality>"),
            NULL);
  expect_none(b);
  assert_string_equal(word(doc, "loops.pin.type"), "ball");
  assert_true(number(doc, "loops.pin.at.xyz[2]") == 0.5);  // from the link's frame at the joint
  assert_true(number(doc, "loops.pin.child_at.xyz[0]") == -2 && number(doc, "loops.pin.child_at.xyz[2]") == 2);
  assert_string_equal(word(doc, "loops.weld_2.type"), "fixed");
  assert_true(number(doc, "loops.weld_2.child_at.xyz[0]") == -2);
  assert_true(number(doc, "loops.g.ratio") == -2 && number(doc, "loops.g.offset") == 0.1);
  assert_string_equal(word(doc, "loops.j2_.type"), "expression");
  expect_note(doc, "1 constraints that are not active (off)");
  // the armature is a rotor in the world that turns with the joint
  assert_true(number(doc, "bodies.j3_rotor.inertia[2]") == 0.25 && number(doc, "bodies.j3_rotor.mass") == 0);
  assert_string_equal(word(doc, "loops.j3_rotor_mimic.of[1]"), "j3");
  fixture_close(b);
}

// Force on the coordinate: gear (gain ctrl + b0 + b1 gear q + b2 gear q').
static void test_actuators(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      MODEL(FOUR_BAR "<actuator><position name='j1' joint='j1' kp='50' kv='5' gear='2' ctrlrange='-1 1' forcerange='-7 7'/>"
                     "<motor name='m' joint='j2' gear='3'/><velocity name='v' joint='j3' kv='4'/><muscle name='b' joint='j1'/>"
                     "<general name='g' joint='j3' gainprm='10' biastype='affine' biasprm='1 -20 -2'/></actuator>"
                     "<keyframe><key name='home' qpos='0.1 0.2 0.3' ctrl='0.5 0 0 0'/><key name='bad' qpos='1'/></keyframe>"),
      NULL);
  expect_none(b);
  assert_true(number(doc, "parts.j1_drive.kp") == 200 && number(doc, "parts.j1_drive.kd") == 20);
  assert_true(number(doc, "parts.j1_drive.most") == 14);
  assert_string_equal(word(doc, "parts.j1_drive.goal"), "0.5*j1_drive_ctrl");
  assert_true(number(doc, "signals.j1_drive_ctrl.upper") == 1);
  assert_string_equal(word(doc, "parts.m.effort"), "3*m_ctrl");
  assert_true(number(doc, "parts.v.kp") == 0 && number(doc, "parts.v.kd") == 4);
  assert_string_equal(word(doc, "parts.v.goal_rate"), "v_ctrl");
  assert_string_equal(word(doc, "parts.g.goal"), "0.5*g_ctrl");
  assert_true(number(doc, "parts.g.feed") == 1);
  expect_note(doc, "actuators that work on no joint, or with states of their own (b)");
  const dv_node *set = dv_doc_path(doc->root, "cases.home.set");
  double x = 0;
  assert_true(dv_number_read(dv_doc_find(set, "joints.j2.position")->text, &x) && x == 0.2);
  assert_true(dv_number_read(dv_doc_find(set, "signals.j1_drive_ctrl.value")->text, &x) && x == 0.5);
  expect_note(doc, "1 keyframes that do not fit the joints (bad)");
  fixture_close(b);
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const row[][2] = {
      {MODEL(""),                                                                                              "the model has no body"          },
      {MODEL("<worldbody><body quat='0 0 0 0'/></worldbody>"),                                                 "quat of <body> is no rotation"  },
      {MODEL("<worldbody><body pos='0 nan 0'/></worldbody>"),                                                  "is not a list of numbers"       },
      {MODEL("<worldbody><body>" MASS "<joint axis='0 0 0'/></body></worldbody>"),                             "the axis is zero"               },
      {MODEL("<worldbody><body>" MASS "<joint type='screw'/></body></worldbody>"),                             "unknown type 'screw'"           },
      {MODEL("<worldbody><body name='a'>" MASS "</body></worldbody><equality><weld body1='b'/></equality>"),
       "there is no body 'b'"                                                                                                                   },
      {MODEL("<worldbody><body name='a'>" MASS "</body></worldbody><equality><joint joint1='q'/></equality>"),
       "there is no joint 'q'"                                                                                                                  },
      {MODEL("<compiler coordinate='global'/><worldbody><body/></worldbody>"),                                 "global coordinates are not read"},
      {MODEL("<include file='/etc/passwd'/>"),                                                                 "cannot include '/etc/passwd'"   },
      {MODEL("<include file='../../../../etc/x.xml'/>"),                                                       "cannot include"                 },
      {MODEL("<include/>"),                                                                                    "cannot include"                 },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    fixture b = fixture_open();
    if (robot(b, row[i][0], NULL)->root) fail_msg("taken: %s", row[i][0]);
    expect_diag(b, 0, "f:1:", row[i][1]);
    fixture_close(b);
  }
}

// A file that includes itself ends; one that includes another has its bodies.
static void test_include(void **state)
{
  (void)state;
  char folder[] = "/tmp/davit-mjcf-XXXXXX";
  assert_int_equal(folder_make(folder), 0);
  fixture b = fixture_open();
  const char *one = dv_arena_text(b.a, "%s/one.xml", folder);
  folder_put(folder, "one.xml", MODEL("<include file='two.xml'/><worldbody><body name='a'>" MASS "</body></worldbody>"));
  folder_put(folder, "two.xml", "<mujocoinclude><worldbody><body name='b'>" MASS "</body></worldbody></mujocoinclude>");
  dv_doc *doc = dv_import_read(b.a, b.d, one, NULL);
  expect_none(b);
  assert_int_equal(dv_doc_path(doc->root, "bodies")->n, 2);
  // meshes of an included file may lie beside it
  folder_in(folder, "parts");
  folder_put(folder, "parts/b.stl", "solid b\nendsolid");
  folder_put(folder, "parts/two.xml", "<mujocoinclude><asset><mesh name='b' file='b.stl'/></asset></mujocoinclude>");
  folder_put(
      folder, "one.xml",
      MODEL("<include file='parts/two.xml'/><worldbody><body name='a'>" MASS "<geom type='mesh' mesh='b'/></body></worldbody>"));
  assert_string_equal(word(dv_import_read(b.a, b.d, one, NULL), "bodies.a.visual[0].mesh"), "parts/b.stl");
  folder_put(folder, "one.xml", MODEL("<include file='two.xml'/><worldbody><body name='a'>" MASS "</body></worldbody>"));
  folder_put(folder, "two.xml", "<mujocoinclude><include file='two.xml'/></mujocoinclude>");
  assert_null(dv_import_read(b.a, b.d, one, NULL)->root);
  expect_diag(b, 0, "", "too many includes");
  assert_int_equal(folder_remove(folder), 0);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_places),     cmocka_unit_test(test_turns),
                                     cmocka_unit_test(test_geoms),      cmocka_unit_test(test_classes),
                                     cmocka_unit_test(test_equalities), cmocka_unit_test(test_actuators),
                                     cmocka_unit_test(test_refused),    cmocka_unit_test(test_include)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
