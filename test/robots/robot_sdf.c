// SDF: frames of links, joints and nested models; loops; what is refused.
#include "robots.h"
#include "folder.h"

#include <stdlib.h>
#include <sys/stat.h>

#define SDF(text) "<sdf version='1.9'>" text "</sdf>"
#define I "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>3</izz></inertia></inertial>"

// The body's frame is the joint's, 0.5 before the child link, whose centre of mass is its origin.
static void test_frames(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            SDF("<model name='m'><pose>0 0 5 0 0 0</pose><link name='a'><pose>1 0 0 0 0 1.5707963267948966</pose>" I "</link>"
                "<link name='b'><pose degrees='true'>1 2 0 0 0 90</pose>" I "</link>"
                "<joint name='j' type='revolute'><pose>-0.5 0 0 0 0 0</pose><parent>a</parent><child>b</child>"
                "<axis><xyz expressed_in='__model__'>1 0 0</xyz><limit><lower>-1</lower><upper>1e16</upper></limit>"
                "<dynamics><damping>0.5</damping></dynamics></axis></joint></model>"),
            NULL);
  expect_none(b);
  assert_string_equal(word(doc, "joints.a_root.type"), "fixed");
  assert_true(number(doc, "joints.a_root.at.xyz[2]") == 5);
  // joint at (1, 1.5) of the model; from a, which is turned by 90 degrees: (1.5, 0)
  assert_relative("at", number(doc, "joints.j.at.xyz[0]"), 1.5, 1e-15);
  assert_true(fabs(number(doc, "joints.j.at.xyz[1]")) < 1e-15);
  assert_relative("com", number(doc, "bodies.b.com[0]"), 0.5, 1e-15);
  assert_string_equal(word(doc, "joints.j.axis"), "-y");  // x of the model, seen in the joint
  assert_true(number(doc, "joints.j.limits.lower") == -1);
  assert_false(is_there(doc, "joints.j.limits.upper"));
  assert_true(number(doc, "joints.j.friction.viscous") == 0.5);
  assert_true(number(doc, "bodies.b.inertia[2]") == 3);
  fixture_close(b);
}

static void test_nested(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("<world name='w'><gravity>0 0 -1.6</gravity><model name='m'><link name='a'>" I "</link><frame name='f' attached_to='a'>"
          "<pose>0 0 1 0 0 0</pose></frame><model name='n'><pose>0 3 0 0 0 0</pose><link name='a'><pose>0 0 1 0 0 0</pose>" I
          "</link></model><joint name='j' type='prismatic'><pose relative_to='f'/><parent>a</parent><child>n::a</child>"
          "<axis><xyz>0 0 1</xyz></axis></joint><plugin name='p'/></model></world>"),
      NULL);
  expect_none(b);
  assert_true(number(doc, "gravity[2]") == -1.6);
  assert_string_equal(word(doc, "joints.j.child"), "n__a");
  assert_true(number(doc, "joints.j.at.xyz[2]") == 1);
  assert_true(number(doc, "bodies.n__a.com[1]") == 3);  // of the link, seen from the joint's frame above a
  expect_note(doc, "ignored: 1 gazebo plugins (p)");
  fixture_close(b);
}

// A joint on a link that is held already closes a loop.
static void test_loop(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      SDF("<model name='m'><link name='a'>" I "</link><link name='b'><pose>1 0 0 0 0 0</pose>" I "</link>"
          "<joint name='j' type='continuous'><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>"
          "<joint name='k' type='continuous'><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>"
          "<joint name='l' type='revolute'><pose>0 0 1 0 0 0</pose><parent>world</parent><child>b</child><axis><xyz>0 1 0</xyz>"
          "</axis></joint></model>"),
      NULL);
  expect_none(b);
  assert_string_equal(word(doc, "loops.l.type"), "revolute");
  assert_string_equal(word(doc, "loops.l.parent"), "world");
  assert_true(number(doc, "loops.l.at.xyz[0]") == 1 && number(doc, "loops.l.at.xyz[2]") == 1);
  assert_true(number(doc, "loops.l.child_at.xyz[2]") == 1);
  fixture_close(b);
}

// A wheel twice, under names and at poses of its own, tied by a mimic; one that is not there; one that includes itself.
static void test_include(void **state)
{
  (void)state;
  char folder[] = "/tmp/davit-sdf-XXXXXX";
  assert_int_equal(folder_make(folder), 0);
  fixture b = fixture_open();
  const char *top = dv_arena_text(b.a, "%s/cart.sdf", folder), *wheel = "wheel/model.sdf";
  folder_in(folder, "wheel");
  folder_put(folder, wheel, SDF("<model name='wheel'><pose>9 9 9 0 0 0</pose><link name='rim'>" I "</link></model>"));
  folder_put(
      folder, "cart.sdf",
      SDF("<model name='cart'><link name='body'>" I "</link><include><uri>model://wheel</uri><name>left</name>"
          "<pose>0 1 0 0 0 0</pose></include><include><uri>wheel/model.sdf</uri><name>right</name><pose>0 -1 0 0 0 0</pose>"
          "</include><include><uri>model://horse</uri></include>"
          "<joint name='l' type='continuous'><parent>body</parent><child>left::rim</child><axis><xyz>0 1 0</xyz></axis></joint>"
          "<joint name='r' type='continuous'><parent>body</parent><child>right::rim</child><axis><xyz>0 1 0</xyz>"
          "<mimic joint='l'><multiplier>-2</multiplier><offset>1</offset><reference>3</reference></mimic></axis></joint>"
          "</model>"));
  dv_doc *doc = dv_import_read(b.a, b.d, top, NULL);
  expect_none(b);
  assert_int_equal(dv_doc_path(doc->root, "bodies")->n, 3);
  assert_true(number(doc, "joints.l.at.xyz[1]") == 1 && number(doc, "joints.r.at.xyz[1]") == -1);
  assert_true(number(doc, "loops.r_mimic.ratio") == -2 && number(doc, "loops.r_mimic.offset") == 7);  // -2 (l - 3) + 1
  expect_note(doc, "1 included models that are not found (model://horse)");
  // merged: as if its links stood in the model itself, seen from where the include puts it
  folder_put(folder, "cart.sdf",
             SDF("<model name='cart'><link name='body'/><include merge='true'><uri>wheel</uri><pose>0 0 3 0 0 0</pose></include>"
                 "<joint name='j' type='fixed'><parent>body</parent><child>rim</child></joint></model>"));
  doc = dv_import_read(b.a, b.d, top, NULL);
  expect_none(b);
  assert_string_equal(word(doc, "joints.j.child"), "rim");
  assert_true(number(doc, "joints.j.at.xyz[2]") == 3);
  folder_put(folder, "cart.sdf", SDF("<model name='cart'><include><uri>model://wheel</uri></include></model>"));
  folder_put(folder, wheel, SDF("<model name='wheel'><link name='rim'/><include><uri>model://wheel</uri></include></model>"));
  assert_null(dv_import_read(b.a, b.d, top, NULL)->root);
  expect_diag(b, 0, "", "too many includes");
  assert_int_equal(folder_remove(folder), 0);
  fixture_close(b);
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const row[][2] = {
      {SDF(""),                                                                                                                   "the file has no link"     },
      {SDF("<model name='m'><link name='a'><pose relative_to='a'/></link></model>"),                                              "'a' is relative to itself"},
      {SDF("<model name='m'><link name='a'><pose relative_to='x'/></link></model>"),                                              "there is no frame 'x'"    },
      {SDF("<model name='m'><link name='a'><pose>1 2 3</pose></link></model>"),                                                   "is not a list of numbers" },
      {SDF("<model name='m'><link name='a'/><link name='a'/></model>"),                                                           "'a' appears twice"        },
      {SDF("<model name='m'><link name='a'/><joint name='j' type='revolute'><parent>a</parent><child>b</child></joint></model>"),
       "there is no frame 'b'"                                                                                                                               },
      {SDF("<model name='m'><link name='a'/><joint name='j' type='x'><parent>world</parent><child>a</child></joint></model>"),
       "unknown type 'x'"                                                                                                                                    },
      {SDF("<model name='m'><link name='a'><inertial><mass>nan</mass></inertial></link></model>"),                                "is not a number"          },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    fixture b = fixture_open();
    if (robot(b, row[i][0], NULL)->root) fail_msg("taken: %s", row[i][0]);
    expect_diag(b, 0, "f:1:", row[i][1]);
    fixture_close(b);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_frames), cmocka_unit_test(test_nested), cmocka_unit_test(test_loop),
                                     cmocka_unit_test(test_include), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
