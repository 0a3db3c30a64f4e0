// What mesh files say: Y_UP counts only where the centres of mass of the robot say that it is meant; their own colors go before
// those of a URDF's material.
#include "robots.h"
#include "folder.h"

#include "base/text.h"

static char folder[] = "/tmp/davit-upright-XXXXXX";

static int set_up(void **state)
{
  (void)state;
  return folder_make(folder);
}

static int tear_down(void **state)
{
  (void)state;
  return folder_remove(folder);
}

// A tetrahedron in the box from 0 to 0.2, 1, 0.4.
static void put_mesh(const char *name, const char *up)
{
  char text[1000];
  snprintf(
      text, sizeof text,
      "<COLLADA><asset><up_axis>%s</up_axis></asset><library_geometries><geometry id='g'><mesh><source id='s'><float_array>"
      "0 0 0 0.2 0 0 0 1 0 0 0 0.4</float_array></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>"
      "<triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry>"
      "</library_geometries></COLLADA>",
      up);
  folder_put(folder, name, text);
}

// n links with this mesh, each scaled by 1 2 3 and turned by a right angle about z, and a centre of mass.
static dv_doc *robot_of(fixture b, int n, const char *mesh, const double com[3])
{
  dv_text t = {.arena = b.a};
  dv_text_add(&t, "<robot>");
  for (int i = 0; i < n; i++) {
    dv_text_add(&t,
                "<link name='l%d'><inertial><origin xyz='%g %g %g'/><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
                "ixz='0' iyz='0'/></inertial><visual><origin xyz='0.3 0 0' rpy='0 0 1.5707963267948966'/><geometry><mesh "
                "filename='%s' scale='1 2 3'/></geometry></visual></link>",
                i, com[0], com[1], com[2], mesh);
    if (i) dv_text_add(&t, "<joint name='j%d' type='continuous'><parent link='l0'/><child link='l%d'/></joint>", i, i);
  }
  dv_text_add(&t, "</robot>");
  const char *text = dv_text_all(&t), *file = dv_arena_text(b.a, "%s/r.urdf", folder);
  return dv_import_memory(b.a, b.d, file, text, strlen(text), NULL);
}

// Where the machine draws a point of the mesh.
static void expect_at(const dv_doc *doc, const double v[3], const double want[3])
{
  static const char *const field[] = {"at.xyz[%d]", "scale[%d]", "at.quaternion[%d]", "at.rpy[%d]"};
  double xyz[3], scale[3], turn[4], R[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  double *const to[] = {xyz, scale, turn};
  char path[80], name[40];
  int turned = is_there(doc, "bodies.l1.visual[0].at.quaternion");
  for (int k = 0; k < 2 + turned; k++)
    for (int i = 0; i < (k < 2 ? 3 : 4); i++) {
      snprintf(name, sizeof name, field[k], i);
      snprintf(path, sizeof path, "bodies.l1.visual[0].%s", name);
      to[k][i] = number(doc, path);
    }
  if (turned) {
    double w = turn[0], x = turn[1], y = turn[2], z = turn[3];
    double full[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                      2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                      2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(R, full, sizeof R);
  }
  for (int i = 0; i < 3; i++) {
    double at = xyz[i];
    for (int k = 0; k < 3; k++) at += R[3 * i + k] * scale[k] * v[k];
    assert_near(at, want[i], 1e-12);
  }
}

// The box's middle is (0.1, 0.5, 0.2); turned (0.1, -0.2, 0.5), scaled (0.1, -0.4, 1.5), about z (0.4, 0.1, 1.5), moved by 0.3.
// Its corner (0.2, 1, 0.4) comes to (0.2, -0.4, 1), (0.2, -0.8, 3), (0.8, 0.2, 3), (1.1, 0.2, 3). As it stands: (0.1, 1, 0.6),
// (-1, 0.1, 0.6), (-0.7, 0.1, 0.6); the corner (0.2, 2, 1.2), (-2, 0.2, 1.2), (-1.7, 0.2, 1.2).
static void test_turned(void **state)
{
  (void)state;
  static const double corner[3] = {0.2, 1, 0.4}, up[3] = {1.1, 0.2, 3}, stands[3] = {-1.7, 0.2, 1.2}, com_up[3] = {0.7, 0.1, 1.5},
                      com_stands[3] = {-0.7, 0.1, 0.6};
  fixture b = fixture_open();
  put_mesh("y.dae", "Y_UP");
  put_mesh("z.dae", "Z_UP");
  dv_doc *doc = robot_of(b, 3, "y.dae", com_up);
  expect_note(doc, "3 meshes turned so that y points up, as their files say and their centres of mass: l0, l1, l2");
  expect_at(doc, corner, up);
  doc = robot_of(b, 3, "y.dae", com_stands);
  assert_null(doc->notes ? strstr(doc->notes, "turned") : NULL);
  expect_at(doc, corner, stands);
  expect_at(robot_of(b, 3, "z.dae", com_up), corner, stands);
  expect_at(robot_of(b, 2, "y.dae", com_up), corner, stands);  // too few to tell
  expect_none(b);
  fixture_close(b);
}

// Two triangles, one of which has a color in the library, or both.
static void test_colors(void **state)
{
  (void)state;
  static const char robot_text[] =
      "<robot><link name='a'><visual><geometry><mesh filename='%s'/></geometry><material name='m'><color rgba='0 0 1 1'/></material>"
      "</visual></link></robot>";
  fixture b = fixture_open();
  folder_put(folder, "m.mtl", "newmtl red\nKd 1 0 0\n");
  folder_put(folder, "half.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl red\nf 1 3 2\n");
  folder_put(folder, "whole.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nf 1 3 2\n");
  for (int whole = 0; whole < 2; whole++) {
    const char *text = dv_arena_text(b.a, robot_text, whole ? "whole.obj" : "half.obj");
    dv_doc *doc = dv_import_memory(b.a, b.d, dv_arena_text(b.a, "%s/r.urdf", folder), text, strlen(text), NULL);
    assert_int_equal(is_there(doc, "bodies.a.visual[0].color"), !whole);
  }
  expect_none(b);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_turned), cmocka_unit_test(test_colors)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
