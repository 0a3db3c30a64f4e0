// Where the meshes of a robot are looked for, and where they are not.
#define _GNU_SOURCE
#include "robots.h"
#include "base/real_path.h"
#include "folder.h"

#include <sys/stat.h>
#include <unistd.h>

// A workspace in a folder of its own: ws/arm/{package.xml, urdf/arm.urdf, meshes/a.stl}, ws/hand/meshes/b.stl, other/c.stl.
static char *top;

static char *path(const char *name)
{
  char *out;
  return asprintf(&out, "%s/%s", top, name) < 0 ? NULL : out;
}

static void put(const char *name, const char *text) { folder_put(top, name, text); }

static int set_up(void **state)
{
  (void)state;
  static const char *const folder[] = {
      "ws",    "ws/arm_folder", "ws/arm_folder/urdf", "ws/arm_folder/meshes", "ws/hand", "ws/hand/meshes", "other",
      "share", "share/leg",     "share/leg/share",    "share/leg/share/leg"};
  char name[] = "/tmp/davit-import-XXXXXX";
  top = mkdtemp(name) ? realpath(name, NULL) : NULL;
  if (!top) return -1;
  for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) folder_in(top, folder[i]);
  put("ws/arm_folder/package.xml", "<package><name> arm </name></package>");
  put("ws/arm_folder/meshes/a.stl", "solid a\nendsolid");
  put("ws/arm_folder/meshes/secret.txt", "x");
  put("ws/hand/meshes/b.stl", "solid b\nendsolid");
  put("other/c.stl", "solid c\nendsolid");
  put("share/leg/share/leg/d.stl", "solid d\nendsolid");
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  int failed = folder_remove(top);
  free(top);
  return failed;
}

// The mesh as the document names it; NULL: none, with one warning.
static const char *mesh_of(fixture b, const char *uri, const dv_import_options *o)
{
  const char *text =
      dv_arena_text(b.a, "<robot><link name='a'><visual><geometry><mesh filename='%s'/></geometry></visual></link></robot>", uri);
  int before = b.d->n;
  char *file = path("ws/arm_folder/urdf/arm.urdf");
  dv_doc *doc = dv_import_memory(b.a, b.d, file, text, strlen(text), o);
  free(file);
  assert_non_null(doc->root);
  const dv_node *n = dv_doc_path(doc->root, "bodies.a.visual[0].mesh");
  assert_int_equal(b.d->n - before, n ? 0 : 1);
  return n ? n->text : NULL;
}

static void test_found(void **state)
{
  (void)state;
  fixture b = fixture_open();
  assert_string_equal(mesh_of(b, "package://arm/meshes/a.stl", NULL), "../meshes/a.stl");   // by the name in package.xml
  assert_string_equal(mesh_of(b, "package:///arm/meshes/a.stl", NULL), "../meshes/a.stl");  // as Talos writes it
  assert_string_equal(mesh_of(b, "model://arm/meshes/a.stl", NULL), "../meshes/a.stl");
  assert_string_equal(mesh_of(b, "$(find arm)/meshes/a.stl", NULL), "../meshes/a.stl");
  assert_string_equal(mesh_of(b, "../meshes/a.stl", NULL), "../meshes/a.stl");
  assert_string_equal(mesh_of(b, "package://hand/meshes/b.stl", NULL), "../../hand/meshes/b.stl");  // a folder beside
  const char *absolute = dv_arena_text(b.a, "file://%s/ws/arm_folder/meshes/a.stl", top);
  assert_string_equal(mesh_of(b, absolute, NULL), "../meshes/a.stl");
  char *to = path("other/machine.yaml");
  assert_string_equal(mesh_of(b, "package://arm/meshes/a.stl", &(dv_import_options){.beside = to}),
                      "../ws/arm_folder/meshes/a.stl");
  free(to);
  fixture_close(b);
}

static void test_named(void **state)
{
  (void)state;
  fixture b = fixture_open();
  const char *package[] = {dv_arena_text(b.a, "gear=%s/other", top)};
  dv_import_options o = {.package = package, .npackage = 1};
  assert_null(mesh_of(b, "package://gear/c.stl", NULL));
  assert_string_equal(mesh_of(b, "package://gear/c.stl", &o), "../../../other/c.stl");
  setenv("AMENT_PREFIX_PATH", dv_arena_text(b.a, "/nowhere:%s/share/leg", top), 1);
  assert_string_equal(mesh_of(b, "package://leg/d.stl", NULL), "../../../share/leg/share/leg/d.stl");
  unsetenv("AMENT_PREFIX_PATH");
  assert_null(mesh_of(b, "package://leg/d.stl", NULL));
  setenv("ROS_PACKAGE_PATH", dv_arena_text(b.a, "%s/share/leg/share", top), 1);
  assert_string_equal(mesh_of(b, "package://leg/d.stl", NULL), "../../../share/leg/share/leg/d.stl");
  unsetenv("ROS_PACKAGE_PATH");
  fixture_close(b);
}

// Paths that leave the package are refused unless the user names their folder; what is no mesh is never touched.
static void test_outside(void **state)
{
  (void)state;
  fixture b = fixture_open();
  const char *absolute = dv_arena_text(b.a, "%s/other/c.stl", top), *package[] = {dv_arena_text(b.a, "x=%s/other", top)};
  assert_null(mesh_of(b, absolute, NULL));
  assert_null(mesh_of(b, "../../../other/c.stl", NULL));
  assert_null(mesh_of(b, "package://arm/../../other/c.stl", NULL));
  assert_null(mesh_of(b, "../meshes/secret.txt", NULL));
  assert_null(mesh_of(b, "/etc/passwd", NULL));
  // names of packages that climb, or are none
  static const char *const name[] = {"package://../other/c.stl",  "model://../../other/c.stl", "$(find ../../other)/c.stl",
                                     "$(find ../..)/other/c.stl", "package:///../other/c.stl", "$(find ws/../other)/c.stl"};
  for (int i = 0; i < 6; i++) assert_null(mesh_of(b, name[i], NULL));
  assert_null(mesh_of(b, "package://", NULL));
  assert_null(mesh_of(b, "package:///", NULL));
  assert_null(mesh_of(b, "package:////etc/passwd", NULL));
  assert_null(mesh_of(b, "package://arm", NULL));
  dv_import_options o = {.package = package, .npackage = 1};
  assert_string_equal(mesh_of(b, absolute, &o), "../../../other/c.stl");
  expect_diag(b, 0, "", "1 mesh file was not found");
  fixture_close(b);
}

// Two of a robot in a machine, under names of their own; what became of them is in the notes; a fault has the robot's place.
static void test_included(void **state)
{
  (void)state;
  fixture b = fixture_open();
  put("ws/arm_folder/urdf/part.urdf",
      "<robot name='p'><link name='l0'/><link name='l1'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
      "ixz='0' iyz='0'/></inertial><visual><geometry><mesh filename='package://arm/meshes/a.stl'/></geometry></visual></link>"
      "<joint name='j' type='revolute'><parent link='l0'/><child link='l1'/><limit lower='-1' upper='1' effort='0' "
      "velocity='0'/></joint></robot>");
  put("two.yaml",
      "include:\n  - {file: ws/arm_folder/urdf/part.urdf, as: left}\n  - {file: ws/arm_folder/urdf/part.urdf, as: right}\n"
      "bodies:\n  torso: {mass: 1}\njoints:\n  base: {type: fixed, child: torso}\n  left_root: {parent: torso}\n");
  char *two = path("two.yaml");
  dv_doc *doc = dv_import_read(b.a, b.d, two, NULL);
  expect_none(b);
  assert_int_equal(dv_doc_path(doc->root, "bodies")->n, 5);
  assert_string_equal(word(doc, "joints.left_root.parent"), "torso");
  assert_true(number(doc, "bodies.right_l1.mass") == 2);
  const dv_node *mesh = dv_doc_path(doc->root, "bodies.left_l1.visual[0].mesh");
  assert_string_equal(mesh->text, "../meshes/a.stl");
  assert_non_null(strstr(mesh->mark.file, "part.urdf"));  // which it is beside
  expect_note(doc, "1 joint limits act as stops");
  put("ws/arm_folder/urdf/part.urdf", "<robot name='p'><link name='a'/><link name='b'/></robot>");
  assert_null(dv_import_read(b.a, b.d, two, NULL)->root);
  expect_diag(b, 0, dv_arena_text(b.a, "%s/ws/arm_folder/urdf/part.urdf:1:", top), "links 'a' and 'b' are both roots");
  put("two.yaml", "include: two.urdf\n");
  assert_null(dv_import_read(b.a, b.d, two, NULL)->root);
  expect_diag(b, 1, dv_arena_text(b.a, "%s:1:", two), "cannot read");
  free(two);
  fixture_close(b);
}

// What stands in a folder of the disk's root may name what is beside it, and no more.
static void test_top_level(void **state)
{
  static const char *const mark[] = {"no-such-file-of-a-package", NULL};
  (void)state;
  dv_arena *a = dv_arena_new();
  assert_string_equal(dv_package_above(a, "/usr/", mark), "/usr/");
  assert_string_equal(dv_package_above(a, "/usr/lib/", mark), "/usr/");
  dv_arena_free(a);
}

// A shape that stands in a file of another folder, which the robot includes: its mesh is named, and looked for, as from the
// robot.
static void test_other_folder(void **state)
{
  (void)state;
  fixture b = fixture_open();
  folder_in(top, "ws/arm_folder/urdf/parts");
  put("ws/arm_folder/urdf/parts/link.xacro",
      "<robot xmlns:xacro='x'><link name='a'><visual><geometry><mesh filename='package://arm/meshes/a.stl'/></geometry></visual></link>"
      "</robot>");
  put("ws/arm_folder/urdf/all.xacro", "<robot xmlns:xacro='x' name='r'><xacro:include filename='parts/link.xacro'/></robot>");
  char *all = path("ws/arm_folder/urdf/all.xacro");
  dv_doc *doc = dv_import_read(b.a, b.d, all, NULL);
  expect_none(b);
  const dv_node *mesh = dv_doc_path(doc->root, "bodies.a.visual[0].mesh");
  assert_string_equal(mesh->text, "../meshes/a.stl");
  assert_string_equal(mesh->mark.file, all);
  free(all);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_found),    cmocka_unit_test(test_top_level),
                                     cmocka_unit_test(test_named),    cmocka_unit_test(test_outside),
                                     cmocka_unit_test(test_included), cmocka_unit_test(test_other_folder)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
