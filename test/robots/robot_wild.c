// Robots as they are found: inertias off by rounding, massless tips, shapes without size, limits that act, starts within them.
#include "robots.h"

#define LINK(name, mass, I) "<link name='" name "'><inertial><mass value='" mass "'/><inertia " I "/></inertial></link>"
#define JOINT(name, type, parent, child, more)                                                                                   \
  "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>" more "</joint>"

// Moments -3.5e-8, 9.1e-8, 3.5e-8 (TIAGo's antenna): the negative one is zero then, and 5.6e-8 are lacking to 9.1e-8, half of
// them each. Moments 1, 2, 3 + 2e-7 lack 2e-7; so do moments of 1e-20 whatever they are (iCub). What is far from physical stays
// for the checks, and so does all with `strict`.
static void test_rounding(void **state)
{
  (void)state;
  static const char text[] =
      "<robot>" LINK("a", "0.02", "ixx='-3.5e-8' iyy='9.1e-8' izz='3.5e-8' ixy='0' ixz='0' iyz='0'") "</robot>";
  fixture b = fixture_open();
  dv_doc *doc = robot(b, text, NULL);
  assert_int_equal(b.d->n, 1);
  expect_diag(b, 0, "f:1:", "inertias of 1 link are off by rounding and were made physical: the most that of 'a', by 3.5e-08");
  assert_relative("ixx", number(doc, "bodies.a.inertia[0]"), 2.8e-8, 1e-12);
  assert_relative("iyy", number(doc, "bodies.a.inertia[1]"), 9.1e-8, 1e-12);
  assert_relative("izz", number(doc, "bodies.a.inertia[2]"), 6.3e-8, 1e-12);
  doc = robot(b, text, &(dv_import_options){.strict = 1});
  assert_int_equal(b.d->n, 1);
  assert_true(number(doc, "bodies.a.inertia[0]") == -3.5e-8);
  doc = robot(b,
              "<robot>" LINK("a", "1", "ixx='3.0000002' iyy='1' izz='2' ixy='0' ixz='0' iyz='0'")
                  LINK("b", "1", "ixx='0' iyy='1e-20' izz='0' ixy='0' ixz='0' iyz='0'")
                      JOINT("j", "continuous", "a", "b", "") "</robot>",
              NULL);
  assert_int_equal(b.d->n, 2);
  expect_diag(b, 1, "f:1:", "inertias of 2 links are off by rounding and were made physical: the most that of 'a', by 1e-07");
  assert_relative("iyy", number(doc, "bodies.a.inertia[1]"), 1.0000001, 1e-12);
  assert_relative("izz", number(doc, "bodies.a.inertia[2]"), 2.0000001, 1e-12);
  assert_relative("dust", number(doc, "bodies.b.inertia[0]"), 5e-21, 1e-12);
  doc = robot(b, "<robot>" LINK("a", "1", "ixx='3.1' iyy='1' izz='2' ixy='0' ixz='0' iyz='0'") "</robot>", NULL);
  assert_true(number(doc, "bodies.a.inertia[1]") == 1);
  doc = robot(b, "<robot>" LINK("a", "1", "ixx='-0.02' iyy='0.05' izz='0.1' ixy='0' ixz='0' iyz='0'") "</robot>", NULL);
  assert_int_equal(b.d->n, 2);
  assert_true(number(doc, "bodies.a.inertia[0]") == -0.02);
  fixture_close(b);
}

// A massless finger, the massless knuckle before it and what mimics the finger are held; the arm moves.
static void test_tips(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      "<robot><link name='base'/>" LINK("arm", "1", "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'")
          LINK("other", "1",
               "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'") "<link name='knuckle'/><link name='finger'/><link "
                                                                  "name='tip'/>" JOINT("shoulder", "revolute", "base", "arm",
                                                                                       "<limit lower='-1' upper='1'/>")
                                                                      JOINT("k", "continuous", "arm", "knuckle", "")
                                                                          JOINT("f", "prismatic", "knuckle", "finger", "")
                                                                              JOINT("end", "fixed", "finger", "tip", "")
                                                                                  JOINT("o", "continuous", "arm", "other",
                                                                                        "<mimic joint='f' multiplier='2' "
                                                                                        "offset='0.5'/>") "</robot>",
      NULL);
  expect_none(b);
  expect_note(doc, "2 joints held, since nothing with inertia moves with them (the case servo leads them): f, k");
  assert_string_equal(word(doc, "joints.k.motion"), "locked");
  assert_string_equal(word(doc, "joints.f.motion"), "locked");
  assert_string_equal(word(doc, "joints.o.motion"), "locked");
  assert_true(number(doc, "joints.o.position") == 0.5);
  assert_false(is_there(doc, "loops"));
  assert_false(is_there(doc, "joints.shoulder.motion"));
  // the case `servo` leads them, and what mimics them
  assert_true(is_there(doc, "cases.servo.signals.f_goal"));
  assert_string_equal(word(doc, "cases.servo.signals.k_way.in"), "k_goal");
  assert_string_equal(word(doc, "cases.servo.signals.o_way.in"), "(2)*f_goal + (0.5)");
  assert_true(number(doc, "cases.servo.signals.o_way.initial.y") == 0.5);
  assert_false(is_there(doc, "cases.servo.signals.o_goal"));
  assert_false(is_there(doc, "cases.servo.signals.shoulder_way"));
  fixture_close(b);
}

// Pendulum: 2 kg at 0.5 m from the axis through the parent joint, I about the centre 0.1: I = 0.6; k = I (40 pi)^2 to three
// digits.
static void test_stops(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            "<robot><link name='base'/><link name='arm'><inertial><origin xyz='0 0 -0.5'/><mass value='2'/><inertia ixx='0.3' "
            "iyy='0.1' izz='0.2' ixy='0' ixz='0' iyz='0'/></inertial></link>" JOINT(
                "pin", "revolute", "base", "arm", "<axis xyz='0 3 0'/><limit lower='0.2' upper='1' effort='5'/>") "</robot>",
            NULL);
  expect_none(b);
  assert_relative("k", number(doc, "joints.pin.limits.stiffness"), 0.6 * 1600 * M_PI * M_PI, 5e-3);
  assert_relative("d", number(doc, "joints.pin.limits.damping"), 2.0 / 3 * 0.6 * 40 * M_PI, 5e-3);
  assert_true(number(doc, "joints.pin.position") == 0.2);
  expect_note(doc, "1 joints begin at a limit, since zero is beyond it: pin 0.2");
  // the case `servo`: critically damped at 5 Hz, within the limits
  assert_relative("kp", number(doc, "cases.servo.parts.pin_servo.kp"), 0.6 * 100 * M_PI * M_PI, 5e-3);
  assert_relative("kd", number(doc, "cases.servo.parts.pin_servo.kd"), 2 * 0.6 * 10 * M_PI, 5e-3);
  assert_true(number(doc, "cases.servo.parts.pin_servo.most") == 5);
  assert_true(number(doc, "cases.servo.signals.pin_goal.value") == number(doc, "joints.pin.position") &&
              number(doc, "cases.servo.signals.pin_goal.upper") == 1);
  assert_string_equal(word(doc, "cases.servo.parts.pin_servo.goal"), "pin_goal");
  // a limit of the rate: 0.5 rad/s on the way to the goal
  doc = robot(b,
              "<robot><link name='base'/>" LINK("arm", "1", "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'")
                  JOINT("pin", "revolute", "base", "arm", "<limit lower='-1' upper='1' effort='5' velocity='0.5'/>") "</robot>",
              NULL);
  assert_string_equal(word(doc, "cases.servo.parts.pin_servo.goal"), "pin_path");
  assert_string_equal(word(doc, "cases.servo.signals.pin_path.rate"), "max(-0.5, min(0.5, 31.4*(pin_goal - pin_path)))");
  // bounds that bound nothing
  doc = robot(b,
              "<robot><link name='base'/>" LINK("arm", "1", "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'")
                  JOINT("pin", "revolute", "base", "arm", "<limit effort='5' velocity='1'/>") "</robot>",
              NULL);
  assert_false(is_there(doc, "joints.pin.limits.lower"));
  assert_true(number(doc, "joints.pin.limits.effort") == 5);
  fixture_close(b);
}

// Blank lines before the declaration, shapes without size, colours beyond 1, scale of four numbers, names that become equal.
static void test_slips(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            "\n\n<?xml version='1.0'?>\n<robot><link name='a b'><visual><geometry><sphere radius='0'/></geometry></visual>"
            "<visual><geometry><box size='0 1 1'/></geometry></visual><visual><geometry><box size='1 1 1'/></geometry>"
            "<material name='m'><color rgba='2 0 0 1'/></material></visual></link><link name='a_b'/>" JOINT("j", "fixed", "a b",
                                                                                                            "a_b", "") "</robot>",
            NULL);
  expect_none(b);
  assert_int_equal(dv_doc_path(doc->root, "bodies.a_b.visual")->n, 1);
  assert_true(number(doc, "bodies.a_b.visual[0].color[0]") == 1);
  assert_string_equal(word(doc, "joints.j.child"), "a_b_");
  expect_note(doc, "ignored: 2 shapes without size");
  assert_int_equal(dv_doc_path(doc->root, "joints.j")->mark.line, 4);
  doc = robot(
      b, "<robot><link name='a'><visual><geometry><mesh filename='a.txt' scale='1 2 3 4 5'/></geometry></visual></link></robot>",
      NULL);
  expect_diag(b, 0, "f:1:", "is not a number");
  fixture_close(b);
}

// The joint that is meant has the prefix of the one that mimics it; what is nowhere is not followed.
static void test_prefix(void **state)
{
  (void)state;
#define HEAVY "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define TURN(name, parent, child, more)                                                                                          \
  "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child "'/>" more "</joint>"
  static const char text[] = "<robot><link name='a'/><link name='b'>" HEAVY "<link name='c'>" HEAVY
                             "<link name='d'>" HEAVY TURN("left_hand_q1", "a", "b", "")
                                 TURN("left_hand_q2", "b", "c", "<mimic joint='q1' multiplier='2'/>")
                                     TURN("left_hand_q3", "c", "d", "<mimic joint='q4'/>") "</robot>";
  fixture b = fixture_open();
  dv_doc *doc = robot(b, text, NULL);
  expect_none(b);
  assert_string_equal(word(doc, "loops.left_hand_q2_mimic.of[1]"), "left_hand_q1");
  assert_string_equal(word(doc, "joints.left_hand_q3.motion"), "locked");
  expect_note(doc, "left_hand_q2 follows left_hand_q1");
  fixture_close(b);
}

// Hyphens in a comment and a declaration behind one are no XML, but readers of robots let them pass; places stay.
static void test_comments(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            "<!-- ours -->\n<?xml version='1.0'?>\n<!-- ------- links ---- <!-- inner --->\n<robot><!----><![CDATA[<!--]]>\n"
            "<link name='a'/><!-- a--b --></robot>",
            NULL);
  assert_int_equal(b.d->n, 1);
  expect_diag(b, 0, "f:3:", "a comment has two hyphens in a row");
  assert_int_equal(dv_doc_path(doc->root, "bodies.a")->mark.line, 5);
  assert_null(robot(b, "<robot><!-- a -- ", NULL)->root);
  assert_null(robot(b, "<!-- <?xml ", NULL)->root);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_comments), cmocka_unit_test(test_rounding),
                                     cmocka_unit_test(test_tips),     cmocka_unit_test(test_stops),
                                     cmocka_unit_test(test_slips),    cmocka_unit_test(test_prefix)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
