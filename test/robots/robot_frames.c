// Frames of SDF as sdformat.org defines them: models placed in each other, by a frame of theirs, joints between frames, names.
// Numbers are worked out by hand.
#include "robots.h"

#include <math.h>

#define SDF(version, text) "<sdf version='" version "'>" text "</sdf>"
#define I "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>3</izz></inertia></inertial>"
#define QUARTER "1.5707963267948966"
#define LINK(name, pose) "<link name='" name "'><pose>" pose "</pose>" I "</link>"
#define HINGE(name, parent, child, more)                                                                                         \
  "<joint name='" name "' type='revolute'><parent>" parent "</parent><child>" child "</child>" more "</joint>"

static void expect_at(const dv_doc *doc, const char *joint, double x, double y, double z)
{
  const double want[3] = {x, y, z};
  char path[96];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "joints.%s.at.xyz[%d]", joint, i);
    double is = is_there(doc, path) ? number(doc, path) : 0;
    if (!(fabs(is - want[i]) < 1e-14)) fail_msg("%s: %.17g, not %g", path, is, want[i]);
  }
}

// A model at (0 2 0) of a frame at (1 0 0) that is turned by a right angle: at (-1 0 0). One whose tip, 2 above its origin, is
// put at (5 0 0). Their links hang on nothing.
static void test_models(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("1.9",
          "<model name='m'>" LINK(
              "a",
              "0 0 0 0 0 0") "<frame name='f'><pose>1 0 0 0 0 " QUARTER "</pose></frame>"
                             "<model name='n'><pose relative_to='f'>0 2 0 0 0 0</pose>" LINK(
                                 "a",
                                 "0 0 1 0 0 0") "</model>"
                                                "<model name='p' placement_frame='tip'><pose>5 0 0 0 0 0</pose>" LINK(
                                                    "foot", "0 0 0 0 0 0")
                                                    LINK(
                                                        "tip",
                                                        "0 0 2 0 0 0") "</model>"
                                                                       "<frame name='g' attached_to='p::tip'/>"
                                                                       "<model name='q'><pose relative_to='p'>1 0 0 0 0 0</pose>" LINK(
                                                                           "a", "0 0 0 0 0 0") "</model></model>"),
      NULL);
  expect_none(b);
  expect_at(doc, "n__a_root", -1, 0, 1);
  expect_at(doc, "p__tip_root", 5, 0, 0);
  expect_at(doc, "p__foot_root", 5, 0, -2);
  expect_at(doc, "q__a_root", 6, 0, -2);
  fixture_close(b);
}

// Ends of a joint may be frames and models: a frame means the link that it is fixed to, a model its canonical link.
static void test_ends(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("1.9",
          "<model name='m'>" LINK("a", "0 0 0 0 0 0") LINK(
              "z",
              "0 0 0 0 0 0") "<frame name='f' attached_to='a'><pose>0 0 1 0 0 0</pose></frame><frame name='g' attached_to='f'/>"
                             "<model name='n' canonical_link='c'><pose>0 0 3 0 0 0</pose>" LINK("b", "0 0 0 0 0 0")
                                 LINK("c", "0 0 1 0 0 0") HINGE("held", "c", "b", "") "</model>" HINGE("j", "g", "n", "")
                                     HINGE("k", "world", "z", "<pose relative_to='g'/>") "</model>"),
      NULL);
  expect_none(b);
  assert_string_equal(word(doc, "joints.j.parent"), "a");
  assert_string_equal(word(doc, "joints.j.child"), "n__c");
  expect_at(doc, "j", 0, 0, 3);  // in its child's frame: that of the model
  assert_true(number(doc, "bodies.n__c.com[2]") == 1);
  expect_at(doc, "k", 0, 0, 1);
  fixture_close(b);
}

// Two robots in a world: what has one name alone keeps it. Each hinge finds the arm of its own model.
static void test_world(void **state)
{
  (void)state;
#define ROBOT(name, link, x)                                                                                                     \
  "<model name='" name "'><pose>" x " 0 0 0 0 0</pose>" LINK("base", "0 0 0 0 0 0") LINK(link, "0 0 0 0 0 0")                    \
      HINGE("j", "base", link, "") "</model>"
  fixture b = fixture_open();
  dv_doc *doc = robot(b, SDF("1.7", "<world name='w'>" ROBOT("one", "arm", "1") ROBOT("two", "leg", "2") "</world>"), NULL);
  expect_none(b);
  assert_string_equal(word(doc, "joints.two__j.child"), "leg");
  assert_string_equal(word(doc, "joints.one__j.parent"), "one__base");
  expect_at(doc, "two__base_root", 2, 0, 0);
  assert_string_equal(word(doc, "name"), "one");
  fixture_close(b);
}

// Before SDF 1.5 an axis is in the model's axes; a joint may have its link's name.
static void test_old(void **state)
{
  (void)state;
  static const char *const version[] = {"1.4", "1.5"}, *const axis[] = {"-y", "x"};
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open();
    dv_doc *doc = robot(
        b,
        dv_arena_text(b.a,
                      SDF("%s", "<model name='m'>" LINK("base", "0 0 0 0 0 0") LINK("arm", "0 0 0 0 0 " QUARTER) HINGE(
                                    "arm", "base", "arm", "<axis><xyz>1 0 0</xyz></axis>") LINK("wrist", "0 0 0 0 0 0")
                                    HINGE("w", "arm", "wrist", "<axis><xyz>1 0 0</xyz><mimic joint='arm'/></axis>") "</model>"),
                      version[i]),
        NULL);
    expect_none(b);
    assert_string_equal(word(doc, "joints.arm.axis"), axis[i]);  // x of the model, in the arm, which is turned
    assert_string_equal(word(doc, "joints.w.parent"), "arm");
    assert_string_equal(word(doc, "loops.w_mimic.of[1]"), "arm");
    fixture_close(b);
  }
}

// A joint with two axes is two hinges, each with its own limits and friction.
static void test_two_axes(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("1.8",
          "<model name='m'>" LINK("a", "0 0 0 0 0 0") LINK(
              "b",
              "0 0 1 0 0 0") "<joint name='u' type='revolute2'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit>"
                             "<lower>-0.5</lower><upper>0.5</upper></limit></axis><axis2><xyz>0 1 0</xyz><dynamics><damping>3"
                             "</damping></dynamics><limit><lower>-1</lower><upper>2</upper></limit></axis2></joint></model>"),
      NULL);
  expect_none(b);
  expect_at(doc, "u_1", 0, 0, 1);
  assert_string_equal(word(doc, "joints.u_1.child"), "u_cross");
  assert_string_equal(word(doc, "joints.u_2.parent"), "u_cross");
  assert_string_equal(word(doc, "joints.u_2.axis"), "y");
  assert_true(number(doc, "joints.u_1.limits.upper") == 0.5 && number(doc, "joints.u_2.limits.upper") == 2);
  assert_true(number(doc, "joints.u_2.friction.viscous") == 3 && !is_there(doc, "joints.u_1.friction"));
  expect_note(doc, "1 joints with two axes are two hinges in a row: u");
  fixture_close(b);
}

// theta_2 = -ratio theta_1: from the reference to the parent about `axis`, to the child about `axis2`. The second hinge turns
// about -z.
static void test_gearbox(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("1.8",
          "<model name='m'>" LINK("base", "0 0 0 0 0 0") LINK("in", "0 0 0 0 0 0") LINK("out", "1 0 0 0 0 0")
              HINGE("i", "base", "in", "<axis><xyz>0 0 1</xyz></axis>") HINGE(
                  "o", "base", "out",
                  "<axis><xyz>0 0 -1</xyz></axis>") "<joint name='g' type='gearbox'><parent>in</parent><child>out</child><gearbox_reference_body>base</gearbox_reference_body>"
                                                    "<gearbox_ratio>5</gearbox_ratio><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint></model>"),
      NULL);
  expect_none(b);
  assert_string_equal(word(doc, "loops.g.type"), "gear");
  assert_string_equal(word(doc, "loops.g.of[0]"), "o");
  assert_string_equal(word(doc, "loops.g.of[1]"), "i");
  assert_true(number(doc, "loops.g.ratio") == 5);
  fixture_close(b);
}

// What stands still stands: a static model, a joint whose limits are one. A screw that closes a loop has its lead.
static void test_still(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("1.10",
          "<world name='w'><model name='s'><static>true</static>" LINK("wall", "0 0 0 0 0 0") LINK("door", "0 0 0 0 0 0")
              HINGE("hinge", "wall", "door", "") "</model><model name='m'>" LINK("a", "0 0 0 0 0 0") LINK("b", "0 0 0 0 0 0")
                  HINGE("j", "world", "a", "<axis><limit><lower>0.3</lower><upper>0.3</upper></limit></axis>")
                      HINGE("k", "world", "b",
                            "") "<joint name='l' type='screw'><parent>a</parent><child>b</child><axis/><screw_thread_pitch>0.25"
                                "</screw_thread_pitch></joint></model></world>"),
      NULL);
  expect_none(b);
  assert_string_equal(word(doc, "joints.hinge.type"), "fixed");
  assert_string_equal(word(doc, "joints.j.motion"), "locked");
  assert_true(number(doc, "joints.j.position") == 0.3);
  expect_note(doc, "1 joints held, since their limits leave no way: j");
  assert_relative("pitch", number(doc, "loops.l.pitch"), 0.25 / (2 * M_PI), 1e-15);
  fixture_close(b);
}

// A shape may be placed by another frame: seen from b, at (0 0 1), the frame of a is at (0 0 -1).
static void test_shapes(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("1.7",
          "<model name='m'>" LINK(
              "a",
              "0 0 0 0 0 0") "<link name='b'><pose>0 0 1 0 0 0</pose>" I
                             "<visual name='v'><pose relative_to='a'>1 0 0 0 0 0</pose><geometry><box><size>1 1 1</size></box>"
                             "</geometry></visual><gravity>0</gravity></link></model>"),
      NULL);
  expect_none(b);
  assert_true(number(doc, "bodies.b.visual[0].at.xyz[0]") == 1 && number(doc, "bodies.b.visual[0].at.xyz[2]") == -1);
  expect_note(doc, "1 links without gravity, which have it here (b)");
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_models),   cmocka_unit_test(test_ends),
                                     cmocka_unit_test(test_world),    cmocka_unit_test(test_old),
                                     cmocka_unit_test(test_two_axes), cmocka_unit_test(test_gearbox),
                                     cmocka_unit_test(test_still),    cmocka_unit_test(test_shapes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
