// Macros of ROS (xacro): what they unfold to, what is refused, and what would never end.
//
// What is expected was worked out by hand from wiki.ros.org/xacro; values of expressions are Python's.
#include "robots.h"
#include "folder.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>"
#define MASS(name, mass)                                                                                                         \
  "<link name='" name "'><inertial><mass value='" mass "'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"           \
  "</inertial></link>"

// The mass of a link is the value of an expression.
static double value_of(fixture b, const char *before, const char *expression)
{
  char text[4000];
  snprintf(text, sizeof text, HEAD "%s" MASS("a", "${%s}") "</robot>", before, expression);
  dv_doc *doc = robot(b, text, NULL);
  if (b.d->n) fail_msg("%s: %s", expression, b.d->item[0].what);
  return number(doc, "bodies.a.mass");
}

static void test_expressions(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double value;
  } row[] = {
      {"2+3*4",                                                       14 },
      {"(2+3)*4",                                                     20 },
      {"-2**2 + 7",                                                   3  },
      {"2**-1",                                                       0.5},
      {"2**3**2",                                                     512},
      {"7//2",                                                        3  },
      {"-7//2 + 10",                                                  6  },
      {"-7 % 3",                                                      2  },
      {"7/2",                                                         3.5},
      {"1 if 2 > 1 else 5",                                           1  },
      {"1 if 2 &lt; 1 else 5",                                        5  },
      {"sin(pi/6)*2",                                                 1  },
      {"math.cos(0) + radians(180)/pi",                               2  },
      {"max(1, 2.5, 2) + min(3, 1)",                                  3.5},
      {"int(2.9) + float(\"0.5\")",                                   2.5},
      {"len(\"abc\") + [1, 2, 30][-1]",                               33 },
      {"round(2.6) + abs(-1)",                                        4  },
      {"1 if \"b\" in [\"a\", \"b\"] and not \"c\" in \"ab\" else 2", 1  },
      {"1 if 1 &lt; 2 &lt; 3 != 4 else 2",                            1  },
      {"1 if (not False) and (None == None or x) else 2",             1  },
      {"1e-3 * 1000",                                                 1  },
      {"atan2(1, 1) * 4 / pi",                                        1  },
  };
  fixture b = fixture_open();
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    assert_relative(row[i].text, value_of(b, "", row[i].text), row[i].value, 1e-15);
  }
  fixture_close(b);
}

// Properties are evaluated when they are asked for; whole numbers stay whole in names; macros have parameters with defaults, the
// caller's values (^) and blocks; conditions choose.
static void test_macros(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(
      b,
      HEAD "<xacro:property name='big' value='${2*half}'/><xacro:property name='half' value='1.5'/>"
           "<xacro:property name='mass_of'><mass value='${big}'/></xacro:property>"
           "<xacro:macro name='arm' params=\"i length:=${big} on:=^|true parent:='base' *origin **more\">"
           "<link name='arm_${i+1}'><inertial><xacro:insert_block name='more'/><inertia ixx='${length}' iyy='1' izz='3' ixy='0' "
           "ixz='0' iyz='0'/></inertial></link>"
           "<xacro:if value='${on}'><joint name='j${i}' type='continuous'><parent link='${parent}'/><child link='arm_${i+1}'/>"
           "<xacro:insert_block name='origin'/></joint></xacro:if>"
           "<xacro:unless value='${on}'><joint name='f${i}' type='fixed'><parent link='${parent}'/><child link='arm_${i+1}'/>"
           "</joint></xacro:unless></xacro:macro>"
           "<link name='base'/>"
           "<xacro:arm i='0'><origin xyz='0 ${big/2} 1'/><m><xacro:insert_block name='mass_of'/></m></xacro:arm>"
           "<xacro:property name='on' value='false'/>"
           "<xacro:arm i='1' length='2' parent='arm_1'><origin/><m><mass value='7'/></m></xacro:arm></robot>",
      NULL);
  expect_none(b);
  assert_true(number(doc, "bodies.arm_1.mass") == 3);
  assert_true(number(doc, "bodies.arm_2.mass") == 7);
  assert_true(number(doc, "bodies.arm_1.inertia[0]") == 3);
  assert_true(number(doc, "bodies.arm_2.inertia[0]") == 2);
  assert_true(number(doc, "joints.j0.at.xyz[1]") == 1.5);
  assert_string_equal(word(doc, "joints.f1.type"), "fixed");
  assert_string_equal(word(doc, "joints.f1.parent"), "arm_1");
  assert_false(is_there(doc, "joints.j1"));
  fixture_close(b);
}

// A macro that calls itself until a condition ends it: three links in a row. Arguments have defaults, and the user's win.
static void test_recursion_and_arguments(void **state)
{
  (void)state;
  static const char text[] =
      HEAD "<xacro:arg name='n' default='3'/><xacro:arg name='kind' default='thin'/><link name='l0'/>"
           "<xacro:macro name='row' params='k'><xacro:if value='${k &lt;= $(arg n)}'>" MASS(
               "l${k}", "${2 if \"$(arg kind)\" == \"thick\" else 1}") "<joint name='j${k}' type='fixed'><parent link='l${k-1}'/>"
                                                                       "<child link='l${k}'/></joint><xacro:row k='${k+1}'/>"
                                                                       "</xacro:if></xacro:macro><xacro:row k='1'/></robot>";
  fixture b = fixture_open();
  dv_doc *doc = robot(b, text, NULL);
  expect_none(b);
  assert_true(is_there(doc, "bodies.l3") && !is_there(doc, "bodies.l4"));
  assert_true(number(doc, "bodies.l2.mass") == 1);
  static const char *const given[] = {"n=5", "kind=thick"};
  doc = robot(b, text, &(dv_import_options){.arg = given, .narg = 2});
  expect_none(b);
  assert_true(is_there(doc, "bodies.l5") && !is_there(doc, "bodies.l6"));
  assert_true(number(doc, "bodies.l2.mass") == 2);
  fixture_close(b);
}

// Files: beside the file that includes, by $(find package); YAML with numbers; nothing outside of the package.
static void test_files(void **state)
{
  (void)state;
  char folder[] = "/tmp/davit-xacro-XXXXXX", path[300];
  assert_int_equal(folder_make(folder), 0);
  folder_put(folder, "package.xml", "<package><name>own</name></package>");
  folder_in(folder, "urdf");
  folder_in(folder, "parts");
  folder_put(folder, "parts/a.xacro",
             "<robot xmlns:xacro='x'><xacro:include filename='b.xacro'/><xacro:property name='m' value='${two*2}'/></robot>");
  folder_put(folder, "parts/b.xacro", "<robot xmlns:xacro='x'><xacro:property name='two' value='2'/></robot>");
  folder_put(folder, "parts/sizes.yaml", "arm: {mass: 5, axes: [1, 2, 8]}\nturn: !degrees 2*45\n");
  folder_put(folder, "parts/t.stl", "solid t\nendsolid t\n");
  folder_put(folder, "urdf/r.xacro",
             HEAD "<xacro:include filename='$(find own)/parts/a.xacro'/>"
                  "<xacro:property name='s' value=\"${load_yaml('$(find own)/parts/sizes.yaml')}\"/>"
                  "<link name='a'><visual><geometry><mesh filename='file://$(find own)/parts/t.stl'/></geometry></visual>"
                  "<inertial><mass value='${m + s[\"arm\"].mass}'/><inertia ixx='${s.arm.axes[2]*s.turn/pi*2}' iyy='8' izz='8' "
                  "ixy='0' ixz='0' iyz='0'/></inertial></link></robot>");
  folder_put(folder, "urdf/out.xacro", HEAD "<xacro:include filename='/etc/passwd.xml'/><link name='a'/></robot>");
  folder_put(folder, "urdf/cycle.xacro", HEAD "<xacro:include filename='cycle.xacro'/><link name='a'/></robot>");
  fixture b = fixture_open();
  snprintf(path, sizeof path, "%s/urdf/r.xacro", folder);
  dv_doc *doc = dv_import_read(b.a, b.d, path, NULL);
  expect_none(b);
  assert_true(number(doc, "bodies.a.mass") == 9);
  assert_true(number(doc, "bodies.a.inertia[0]") == 8);
  snprintf(path, sizeof path, "%s/urdf/out.xacro", folder);
  dv_import_read(b.a, b.d, path, NULL);
  assert_int_equal(b.d->n, 1);
  assert_non_null(strstr(b.d->item[0].what, "cannot include '/etc/passwd.xml'"));
  snprintf(path, sizeof path, "%s/urdf/cycle.xacro", folder);
  dv_import_read(b.a, b.d, path, NULL);
  assert_int_equal(b.d->n, 2);
  assert_int_equal(folder_remove(folder), 0);
  fixture_close(b);
}

// One diagnostic, in the second line, that says so.
static void expect_fault(const char *part, const char *say)
{
  fixture b = fixture_open();
  char text[3000], all[2000] = "";
  snprintf(text, sizeof text, HEAD "\n%s</robot>", part);
  robot(b, text, NULL);
  if (b.d->n) snprintf(all, sizeof all, "%s; %s", b.d->item[0].what, b.d->item[0].remedy ? b.d->item[0].remedy : "");
  if (b.d->n != 1 || !strstr(all, say)) fail_msg("%s: %d diagnostics, '%s', not '%s'", part, b.d->n, all, say);
  assert_true(b.d->item[0].mark.line == 2);
  fixture_close(b);
}

// Faults with place and cause; what grows without end is stopped.
// In $(eval ...) arguments are names, with the numbers and truths that their texts say; properties are seen behind them.
static void test_eval(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc =
      robot(b,
            HEAD "<xacro:arg name='tool' default='hand'/><xacro:arg name='n' default='3'/><xacro:arg name='on' "
                 "default='true'/><xacro:property name='m' value='2'/><link name='base'/>"
                 "<xacro:if value=\"$(eval tool == 'hand' and on)\">" MASS(
                     "a", "$(eval n * m)") "</xacro:if>"
                                           "<joint name='j' type='fixed'><parent link='base'/><child link='a'/></joint></robot>",
            NULL);
  expect_none(b);
  assert_true(number(doc, "bodies.a.mass") == 6);
  fixture_close(b);
}

// In a file that is called .urdf calls without a macro are left over: other readers of URDF do not look at them.
static void test_left_over(void **state)
{
  (void)state;
  static const char text[] = HEAD "<link name='base'/><xacro:sensors where='base'/></robot>";
  fixture b = fixture_open();
  dv_doc *doc = dv_import_memory(b.a, b.d, "r.urdf", text, strlen(text), NULL);
  assert_int_equal(b.d->nerror, 0);
  expect_diag(b, 0, "r.urdf:1:", "there is no macro 'sensors' for this call, which is left out");
  assert_true(is_there(doc, "bodies.base"));
  fixture_close(b);
}

static void test_faults(void **state)
{
  (void)state;
  expect_fault("<xacro:arm/>", "there is no macro 'arm'");
  expect_fault(MASS("a", "${m}"), "there is no property 'm'");
  expect_fault(MASS("a", "${1 +}"), "an expression ends too early");
  expect_fault(MASS("a", "${1/0}"), "divides by zero");
  expect_fault(MASS("a", "${1"), "has no end");
  expect_fault(MASS("a", "${\"a\" - 1}"), "not two numbers");
  expect_fault(MASS("a", "${10.0**400}"), "not a number that is finite");
  expect_fault(MASS("a", "${[1, 2]}"), "a list stands where");
  expect_fault(MASS("a", "${open(\"/etc/passwd\")}"), "there is no function open()");
  expect_fault(MASS("a", "$(env HOME)"), "$(env HOME) is not expanded here");
  expect_fault(MASS("a", "$(arg x)"), "there is no argument 'x'");
  expect_fault("<xacro:arg name='x'/>", "the argument 'x' has no default");
  expect_fault("<xacro:property name='m' value='${m+1}'/>" MASS("a", "${m}"), "property 'm' is made of itself");
  expect_fault("<xacro:macro name='f' params='x'/><xacro:f/>", "lacks its parameter 'x'");
  expect_fault("<xacro:macro name='f'/><xacro:f y='1'/>", "has no parameter 'y'");
  expect_fault("<xacro:macro name='f' params='*b'/><xacro:f/>", "no element for its block 'b'");
  expect_fault("<xacro:macro name='f'/><xacro:f><a/></xacro:f>", "no block for <a>");
  expect_fault("<xacro:macro name='f' params=':=3'/>", "cannot be read");
  expect_fault("<xacro:insert_block name='b'/>", "there is no block 'b'");
  expect_fault("<xacro:if value='maybe'/>", "neither true nor false");
  expect_fault("<xacro:if/>", "has no value");
  expect_fault("<xacro:element xacro:name='a'/>", "xacro f > robot.urdf");
  expect_fault("<xacro:include filename='x.xacro' ns='n'/>", "name space");
  expect_fault("<xacro:macro name='f'><xacro:f/></xacro:macro><xacro:f/>", "nested too deeply");
  expect_fault("<xacro:macro name='f'><xacro:f/><xacro:f/></xacro:macro><xacro:f/>", "nested too deeply");
  expect_fault(
      "<xacro:property name='a' "
      "value='${((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))}'/>" MASS("a", "${a}"),
      "nested too deeply");
}

// Texts that double 30 times, and macros that call two of the next level 30 times: refused, soon.
static void test_bombs(void **state)
{
  (void)state;
  dv_text texts = {0}, calls = {0};
  fixture b = fixture_open();
  texts.arena = calls.arena = b.a;
  dv_text_add(&texts, HEAD "<xacro:property name='p0' value='aaaaaaaaaa'/>");
  dv_text_add(&calls, HEAD "<xacro:macro name='m0'><link name='a'/></xacro:macro>");
  for (int i = 1; i <= 30; i++) {
    dv_text_add(&texts, "<xacro:property name='p%d' value='${p%d}${p%d}'/>", i, i - 1, i - 1);
    dv_text_add(&calls, "<xacro:macro name='m%d'><xacro:m%d/><xacro:m%d/></xacro:macro>", i, i - 1, i - 1);
  }
  dv_text_add(&texts, "<link name='${p30}'/></robot>");
  dv_text_add(&calls, "<xacro:m30/></robot>");
  robot(b, dv_text_all(&texts), NULL);
  assert_int_equal(b.d->n, 1);
  assert_non_null(strstr(b.d->item[0].what, "too long"));
  robot(b, dv_text_all(&calls), NULL);
  assert_int_equal(b.d->n, 2);
  assert_non_null(strstr(b.d->item[1].what, "too many elements"));
  fixture_close(b);
}

static void repeat(dv_text *t, const char *part, int n)
{
  for (int i = 0; i < n; i++) dv_text_add(t, "%s", part);
}

static void expect_last(fixture b, const dv_text *t, const char *say)
{
  int before = b.d->n;
  robot(b, dv_text_all(t), NULL);
  assert_int_equal(b.d->n, before + 1);
  if (!strstr(b.d->item[before].what, say)) fail_msg("'%s', not '%s'", b.d->item[before].what, say);
}

// Braces in braces, 30 000 deep; properties with a fault, each made of the one before twice; brackets in properties in brackets:
// neither the stack nor the time ends.
static void test_expressions_without_end(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_text braces = {.arena = b.a}, faults = {.arena = b.a}, brackets = {.arena = b.a};
  dv_text_add(&braces, HEAD "<link name='");
  repeat(&braces, "${", 30000);
  repeat(&braces, "}", 30000);
  dv_text_add(&braces, "'/></robot>");
  expect_last(b, &braces, "nested too deeply");
  dv_text_add(&faults, HEAD "<xacro:property name='p0' value='${nowhere}'/>");
  dv_text_add(&brackets, HEAD "<xacro:property name='p0' value='1'/>");
  for (int i = 1; i <= 60; i++) {
    dv_text_add(&faults, "<xacro:property name='p%d' value='${p%d+p%d}'/>", i, i - 1, i - 1);
    dv_text_add(&brackets, "<xacro:property name='p%d' value='${", i);
    repeat(&brackets, "max(", 18);
    dv_text_add(&brackets, "p%d", i - 1);
    repeat(&brackets, ")", 18);
    dv_text_add(&brackets, "}'/>");
  }
  dv_text_add(&faults, "<link name='${p60}'/></robot>");
  dv_text_add(&brackets, "<link name='${p60}'/></robot>");
  expect_last(b, &faults, "there is no property 'nowhere'");
  expect_last(b, &brackets, "nested too deeply");
  fixture_close(b);
}

// A block that each of 30 macros puts in twice is 2^30 elements; one that each puts deeper is deeper than any file may be.
static void test_blocks_without_end(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_text twice = {.arena = b.a}, deep = {.arena = b.a};
  dv_text_add(&twice, "<mujoco xmlns:xacro='x'><xacro:macro name='m' params='*b'><body><xacro:insert_block name='b'/>"
                      "<xacro:insert_block name='b'/></body></xacro:macro><worldbody>");
  dv_text_add(&deep, "<mujoco xmlns:xacro='x'><xacro:macro name='m' params='*b'><body><body><body><xacro:insert_block name='b'/>"
                     "</body></body></body></xacro:macro><worldbody>");
  repeat(&twice, "<xacro:m>", 30);
  repeat(&deep, "<xacro:m>", 30);
  dv_text_add(&twice, "<body/>");
  dv_text_add(&deep, "<body/>");
  repeat(&twice, "</xacro:m>", 30);
  repeat(&deep, "</xacro:m>", 30);
  dv_text_add(&twice, "</worldbody></mujoco>");
  dv_text_add(&deep, "</worldbody></mujoco>");
  expect_last(b, &twice, "too many elements");
  expect_last(b, &deep, "nested too deeply");
  fixture_close(b);
}

// An angle of a YAML file that is made of itself.
static void test_yaml_without_end(void **state)
{
  (void)state;
  char folder[] = "/tmp/davit-xacro-XXXXXX", path[300];
  assert_int_equal(folder_make(folder), 0);
  folder_put(folder, "turn.yaml", "turn: !degrees s.turn\n");
  folder_put(folder, "r.xacro",
             HEAD "<xacro:property name='s' value=\"${load_yaml('turn.yaml')}\"/><link name='${s.turn}'/></robot>");
  fixture b = fixture_open();
  snprintf(path, sizeof path, "%s/r.xacro", folder);
  dv_import_read(b.a, b.d, path, NULL);
  assert_int_equal(b.d->n, 1);
  assert_non_null(strstr(b.d->item[0].what, "nested too deeply"));
  assert_int_equal(folder_remove(folder), 0);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_macros),
      cmocka_unit_test(test_eval),
      cmocka_unit_test(test_left_over),
      cmocka_unit_test(test_recursion_and_arguments),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_faults),
      cmocka_unit_test(test_bombs),
      cmocka_unit_test(test_expressions_without_end),
      cmocka_unit_test(test_blocks_without_end),
      cmocka_unit_test(test_yaml_without_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
