// Meshes: each format gives the same tetrahedron; volume, centre and inertia against closed forms; what is not closed, or bad.
#include "folder.h"
#include "robots.h"

#include "base/text.h"
#include "mesh/mass.h"
#include "base/file.h"
#include "mesh/triangles.h"
#include "sandbox/sandbox.h"

// Corners 0, (1 0 0), (0 1 0), (0 0 1): V = 1/6, centre 1/4, integral x^2 = 1/60, x y = 1/120.
static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1/1 2/2 4/3\nf -4 -1 -2\nf 2 3 4\n";
static const char stl[] = "solid t\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n"
                          "facet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nfacet\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\n"
                          "facet\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendsolid";
// in centimetres, half as large and placed by nested nodes, as an instance of a node of the library; polygons with a texture
// index
#define DAE(unit, scene)                                                                                                         \
  "<COLLADA><asset><unit meter='" unit "'/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id='g'><mesh>"           \
  "<source id='s'><float_array id='f' count='12'>0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common>"                        \
  "<accessor count='4' stride='3' source='#f'/></technique_common></source><vertices id='v'><input semantic='POSITION' "         \
  "source='#s'/></vertices><polylist count='4'><input semantic='VERTEX' source='#v' offset='0'/><input semantic='TEXCOORD' "     \
  "offset='1' source='#x'/><vcount>3 3</vcount><p>0 9 2 9 1 9 0 9 1 9 3 9</p></polylist><triangles count='2'><input "            \
  "semantic='VERTEX' source='#v' offset='0'/><p>0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>" scene        \
  "</COLLADA>"
static const char dae[] =
    DAE("0.01",
        "<library_nodes><node id='n'><instance_geometry url='#g'/></node></library_nodes><library_visual_scenes><visual_scene "
        "id='w'><node><scale>200 200 200</scale><node><matrix>0.5 0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 0 1</matrix><instance_node "
        "url='#n'/></node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#w'/></scene>");
// positions as floats and indices as bytes, in base64; the node turns by 120 degrees about (1 1 1), which maps the tetrahedron
// onto itself
static const char gltf[] =
    "{\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"children\":[1],\"rotation\":[0.5,0.5,0.5,0.5]},{\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,"
    "\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,\"count\":12,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12}],\"buffers\":[{"
    "\"byteLength\":60,\"uri\":\"data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID\"}]}";

// the same as a strip: 0 2 1 3 0 2
static const char strip[] =
    "{\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"nodes\":[{\"mesh\":0}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},{\"bufferView\":1,"
    "\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,"
    "\"byteOffset\":48,\"byteLength\":6}],\"buffers\":[{\"byteLength\":54,\"uri\":\"data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAwAC\"}]}";
#define FACES(faces)                                                                                                             \
  "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array>0 0 0 1 0 0 0 1 0 0 0 1</float_array>"        \
  "</source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>" faces                                          \
  "</mesh></geometry></library_geometries>"                                                                                      \
  "</COLLADA>"
#define INPUT "<input semantic='VERTEX' source='#v' offset='0'/>"
static const char strips[] = FACES("<tristrips count='1'>" INPUT "<p>0 2 1 3 0 2</p></tristrips>");
static const char fans[] = FACES("<trifans>" INPUT "<p>0 2 1 3 2</p></trifans><triangles>" INPUT "<p>1 2 3</p></triangles>");

static const struct {
  const char *name, *text;
  size_t n;
} file[] = {
    {"t.stl",  stl,    sizeof stl - 1   },
    {"t.OBJ",  obj,    sizeof obj - 1   },
    {"t.dae",  dae,    sizeof dae - 1   },
    {"t.gltf", gltf,   sizeof gltf - 1  },
    {"s.gltf", strip,  sizeof strip - 1 },
    {"s.dae",  strips, sizeof strips - 1},
    {"f.dae",  fans,   sizeof fans - 1  },
};
static const double one[3] = {1, 1, 1};

static void expect_tetrahedron(const char *name, const dv_mesh_solid *s, double k)
{
  double V = k * k * k / 6, mean = k / 4, square = k * k * k * k * k / 60, product = square / 2;
  assert_int_equal(s->open, 0);
  assert_relative(name, s->volume, V, 1e-6);
  for (int i = 0; i < 3; i++) assert_relative(name, s->com[i], mean, 1e-6);
  for (int i = 0; i < 3; i++) assert_relative(name, s->inertia[i], 2 * (square - V * mean * mean), 1e-6);
  for (int i = 3; i < 6; i++) assert_relative(name, s->inertia[i], -(product - V * mean * mean), 1e-6);
}

static void test_formats(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    fixture b = fixture_open();
    int n = 0;
    const float *t = dv_mesh_of(b.a, file[i].text, file[i].n, dv_mesh_format(file[i].name), &n);
    if (!t || n != 4) fail_msg("%s: %d triangles", file[i].name, n);
    dv_mesh_solid s = dv_triangles_solid(b.a, t, n, one, DV_MESH_ENCLOSED),
                  large = dv_triangles_solid(b.a, t, n, (double[3]){-3, 3, 3}, DV_MESH_ENCLOSED);
    expect_tetrahedron(file[i].name, &s, 1);
    assert_relative("mirrored", large.volume, 4.5, 1e-6);
    assert_relative("mirrored", large.com[0], -0.75, 1e-6);
    fixture_close(b);
  }
}

// Two materials of a Collada file, bound by symbols, and faces that have none; a factor of glTF is linear in light: 0.5 is
// 1.055 0.5^(1/2.4) - 0.055 = 0.7354 on a screen, 188 of 255. An opacity of 0 is that of authors who forgot it.
static void test_colors(void **state)
{
  (void)state;
  static const char painted[] =
      "<COLLADA><library_effects><effect id='e'><profile_COMMON><technique><phong><diffuse><color>1 0.2 0 1</color></diffuse>"
      "</phong></technique></profile_COMMON></effect><effect id='h'><profile_COMMON><technique><lambert><diffuse><color>0 0 1 0"
      "</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects><library_materials><material id='m'>"
      "<instance_effect url='#e'/></material><material id='k'><instance_effect url='#h'/></material></library_materials>"
      "<library_geometries><geometry id='g'><mesh><source id='s'><float_array>0 0 0 1 0 0 0 1 0 nan 0 1</float_array></source>"
      "<vertices id='v'><input semantic='POSITION' source='#s'/></vertices><triangles material='A'><input semantic='VERTEX' "
      "source='#v'/><p>0 3 2 0 1 2</p></triangles><triangles material='B'><input semantic='VERTEX' source='#v'/><p>2 1 0</p>"
      "</triangles><triangles><input semantic='VERTEX' source='#v'/><p>2 0 1</p></triangles></mesh></geometry>"
      "</library_geometries><library_visual_scenes><visual_scene id='w'><node><instance_geometry url='#g'><bind_material>"
      "<technique_common><instance_material symbol='A' target='#m'/><instance_material symbol='B' target='#k'/>"
      "</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes></COLLADA>";
  fixture b = fixture_open();
  dv_mesh m;
  assert_int_equal(dv_mesh_decode(b.a, painted, sizeof painted - 1, dv_mesh_format("a.dae"), &m), 0);
  assert_int_equal(m.n, 3);  // one has a corner that is no number
  assert_true(m.color && m.color[0] == 0xff0033ff && m.color[1] == 0xffff0000 && m.color[2] == 0);
  assert_int_equal(dv_mesh_decode(b.a, gltf, sizeof gltf - 1, dv_mesh_format("a.gltf"), &m), 0);
  assert_null(m.color);
  dv_text t = {.arena = b.a};
  dv_text_add(&t, "%.*s,\"material\":0%s", (int)(strstr(gltf, "\"indices\":1}") - gltf) + 11, gltf,
              strstr(gltf, "\"indices\":1}") + 11);
  t.n--;  // before the last brace
  dv_text_add(&t, ",\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0,1,1]}}]}");
  assert_int_equal(dv_mesh_decode(b.a, dv_text_all(&t), t.n, dv_mesh_format("a.gltf"), &m), 0);
  assert_true(m.color && m.color[0] == 0xffff00bc && m.color[3] == 0xffff00bc);
  fixture_close(b);
}

// Area of all triangles of a face in the plane z = x, each as large as it is, so that what is covered twice counts twice.
static double covered(fixture b, const double (*p)[2], int n, int first, int backwards, int collada)
{
  dv_text t = {.arena = b.a};
  if (collada) dv_text_add(&t, "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array>");
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s%.9g %.9g %.9g\n", collada ? "" : "v ", p[i][0], p[i][1], p[i][0]);
  dv_text_add(&t,
              collada
                  ? "</float_array></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices><polylist>" INPUT
                    "<vcount>%d</vcount><p>"
                  : "f",
              n);
  for (int i = 0; i < n; i++) dv_text_add(&t, " %d", (first + (backwards ? n - i : i)) % n + !collada);
  if (collada) dv_text_add(&t, "</p></polylist></mesh></geometry></library_geometries></COLLADA>");
  int count;
  const float *at = dv_mesh_of(b.a, dv_text_all(&t), t.n, collada ? 2 : 1, &count);
  assert_int_equal(count, n - 2);
  return dv_triangles_solid(b.a, at, count, one, DV_MESH_ENCLOSED).area / sqrt(2);
}

// Faces with dents, from every corner and both ways round: an arrow head 4 - 2, a gnomon 3 of 4 squares, a star of radii 2 and 1
// (ten triangles of 2 sin 36 / 2), a comb of nine teeth 1 x 2 with gaps 1 on a bar 17 x 1. A quadrangle that is not flat is cut
// along its shorter diagonal.
static void test_dents(void **state)
{
  (void)state;
  static const double arrow[4][2] =
      {
          {0, 0},
          {2, 2},
          {4, 0},
          {2, 4}
  },
                      gnomon[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  double star[10][2], comb[38][2] = {
                          {17, -1},
                          {0,  -1}
  };
  for (int i = 0; i < 10; i++) star[i][0] = (2 - i % 2) * cos(M_PI * i / 5), star[i][1] = (2 - i % 2) * sin(M_PI * i / 5);
  for (int i = 0; i < 36; i++) comb[2 + i][0] = i / 2, comb[2 + i][1] = i % 4 == 1 || i % 4 == 2 ? 2 : 0;
  const struct {
    const double (*p)[2];
    int n;
    double area;
  } row[] = {
      {arrow,                    4,  4                 },
      {gnomon,                   6,  3                 },
      {(const double(*)[2])star, 10, 10 * sin(M_PI / 5)},
      {(const double(*)[2])comb, 38, 17 + 2 * 9        },
  };
  fixture b = fixture_open();
  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    for (int i = 0; i < 4 * row[k].n; i++)
      assert_relative("area", covered(b, row[k].p, row[k].n, i / 4, i & 1, i >> 1 & 1), row[k].area, 1e-6);
  static const char bent[] = "v 0 -0.5 0\nv 1 0 1\nv 0 3 0\nv -1 0 1\nf 1 2 3 4\nf 2 3 4 1\n";
  int n;
  const float *t = dv_mesh_of(b.a, bent, sizeof bent - 1, 1, &n);
  // from 2 to 4 it is 2 m, from 1 to 3 it is 3.5 m: triangles 1 2 4 and 2 3 4
  double cut = sqrt(5) / 2, rest = sqrt(10);
  assert_int_equal(n, 4);
  assert_relative("shorter", dv_triangles_solid(b.a, t, n, one, DV_MESH_ENCLOSED).area, 2 * (cut + rest), 1e-6);
  fixture_close(b);
}

// Far from the origin nothing is lost: the sums are about a corner of the mesh.
static void test_far(void **state)
{
  (void)state;
  float t[36];
  fixture b = fixture_open();
  int n;
  const float *near = dv_mesh_of(b.a, obj, sizeof obj - 1, 1, &n);
  for (int i = 0; i < 36; i++) t[i] = near[i] + 4096;
  dv_mesh_solid s = dv_triangles_solid(b.a, t, 4, one, DV_MESH_ENCLOSED);
  assert_relative("volume", s.volume, 1.0 / 6, 1e-12);
  assert_relative("com", s.com[1], 4096.25, 1e-12);
  assert_relative("inertia", s.inertia[0], 2 * (1.0 / 60 - 1.0 / 96), 1e-12);
  dv_mesh_solid open = dv_triangles_solid(b.a, t, 3, one, DV_MESH_ENCLOSED);
  assert_int_equal(open.open, 3);
  // the middle of three of the faces: (2 1 2)/9 ...; whatever the guess, its inertia is that of a body
  assert_true(open.volume > 0 && open.inertia[0] > 0 && open.inertia[0] < open.inertia[1] + open.inertia[2]);
  fixture_close(b);
}

// Two cubes of 1 m, 2 m apart: they enclose 2 m^3. Tetrahedra from the middle between them, all counted as positive: of each cube
// 1/3 to the near face, 2/3 to the far one, 1/6 to each of the four sides. What is convex has one volume either way.
static void test_unsigned(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_text t = {.arena = b.a};
  for (int k = 0; k < 16; k++)
    dv_text_add(&t, "v %g %g %g\n", (k < 8 ? 1.0 : -2.0) + (k & 1), (k >> 1 & 1) - 0.5, (k >> 2 & 1) - 0.5);
  for (int c = 1; c < 17; c += 8)
    dv_text_add(&t, "f %d %d %d %d\nf %d %d %d %d\nf %d %d %d %d\nf %d %d %d %d\nf %d %d %d %d\nf %d %d %d %d\n", c, c + 2, c + 3,
                c + 1, c + 4, c + 5, c + 7, c + 6, c, c + 1, c + 5, c + 4, c + 2, c + 6, c + 7, c + 3, c, c + 4, c + 6, c + 2,
                c + 1, c + 3, c + 7, c + 5);
  int n;
  const float *at = dv_mesh_of(b.a, dv_text_all(&t), t.n, 1, &n);
  assert_int_equal(n, 24);
  dv_mesh_solid s = dv_triangles_solid(b.a, at, n, one, DV_MESH_ENCLOSED),
                u = dv_triangles_solid(b.a, at, n, one, DV_MESH_UNSIGNED);
  assert_int_equal(s.open, 0);
  assert_relative("enclosed", s.volume, 2, 1e-12);
  assert_relative("unsigned", u.volume, 10.0 / 3, 1e-12);
  assert_true(fabs(u.com[0]) < 1e-12 && fabs(s.com[0]) < 1e-12);
  const float *convex = dv_mesh_of(b.a, obj, sizeof obj - 1, 1, &n);
  s = dv_triangles_solid(b.a, convex, n, one, DV_MESH_UNSIGNED);
  expect_tetrahedron("unsigned", &s, 1);
  fixture_close(b);
}

static void test_bad(void **state)
{
  (void)state;
  static const struct {
    const char *name, *text;
    int n;
  } row[] = {
      {"a.obj",  "v 0 0 nan\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 2 3 4\n",                                    1},
      {"a.obj",  "v 0 0 0\nf 1 2 3\nf 0 0 0\nf 1\n",                                                            0},
      {"a.stl",  "",                                                                                            0},
      {"a.stl",  "solid\nvertex",                                                                               0},
      {"a.dae",
       "<COLLADA><scene><instance_visual_scene url='#a'/></scene><library_visual_scenes><visual_scene "
       "id='a'><node id='b'><instance_node url='#b'/></node></visual_scene></library_visual_scenes></COLLADA>", 0},
      {"a.dae",  "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><COLLADA>&b;</COLLADA>",     0},
      {"a.dae",  "<COLLADA>",                                                                                   0},
      {"a.gltf", "{\"nodes\":[{\"children\":[0]}],\"scenes\":[{\"nodes\":[0]}]}",                               0},
      {"a.gltf", "[]",                                                                                          0},
      {"a.glb",  "glTF................",                                                                        0},
      {"a.gltf",
       "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
       "\"componentType\":5126,\"count\":400000000}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\"buffers\":[{\"uri\":"
       "\"data:,AAAAAAAAAAAAAAAA\"}]}",                                                                         0},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    fixture b = fixture_open();
    int n = 0;
    dv_mesh_of(b.a, row[i].text, strlen(row[i].text), dv_mesh_format(row[i].name), &n);
    if (n != row[i].n) fail_msg("row %d: %d triangles", (int)i, n);
    fixture_close(b);
  }
  assert_int_equal(dv_mesh_format("a.stl.txt"), -1);
  assert_int_equal(dv_mesh_format("stl"), -1);
}

// Beyond a million triangles a mesh is refused, not cut.
static void test_many(void **state)
{
  (void)state;
  fixture b = fixture_open();
  unsigned count = 1000001;
  size_t n = 84 + 50 * (size_t)count;
  char *bytes = DV_TAKE(b.a, char, n + 1);
  memcpy(bytes + 80, &count, 4);
  int found = 0;
  assert_null(dv_mesh_of(b.a, bytes, n, 0, &found));
  count--;
  memcpy(bytes + 80, &count, 4);
  assert_non_null(dv_mesh_of(b.a, bytes, n - 50, 0, &found));
  assert_int_equal(found, 1000000);
  fixture_close(b);
}

typedef struct {
  const char *name;
  int found;
} sought;

static void look(void *context, const char *path)
{
  sought *s = context;
  s->found |= strstr(path, s->name) != NULL;
}

// 1: the arena knows that such a file was read.
static int was_read(dv_arena *a, const char *name)
{
  sought s = {name, 0};
  dv_files_read(a, look, &s);
  return s.found;
}

// A tetrahedron whose numbers lie in a file beside it; not in one that is named by a path that climbs or begins at the root.
static void test_beside(void **state)
{
  (void)state;
  static const float corner[4][3] = {
      {0, 0, 0},
      {1, 0, 0},
      {0, 1, 0},
      {0, 0, 1}
  };
  static const uint16_t order[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  char top[] = "/tmp/davit-mesh-XXXXXX", path[600], bytes[sizeof corner + sizeof order];
  if (!dv_sandbox_knows_folders()) {
    print_message("this kernel has no Landlock: files beside a .gltf are not read\n");
    skip();
  }
  fixture b = fixture_open();
  assert_int_equal(folder_make(top), 0);
  folder_in(top, "a");
  memcpy(bytes, corner, sizeof corner);
  memcpy(bytes + sizeof corner, order, sizeof order);
  folder_put_bytes(top, "a/four faces.bin", bytes, sizeof bytes);
  const char *uri[] = {"four%20faces.bin", "../a/four%20faces.bin", dv_arena_text(b.a, "%s/a/four faces.bin", top), "none.bin"};
  folder_path(path, sizeof path, top, "a/four.gltf");
  for (int i = 0; i < 4; i++) {
    const char *text = dv_arena_text(
        b.a,
        "{\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":"
        "{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":"
        "\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24}],\"buffers\":[{\"uri\":\"%s\",\"byteLength\":72}]}",
        uri[i]);
    dv_mesh m = {0};
    folder_put_bytes(top, "a/four.gltf", text, strlen(text));
    assert_int_equal(dv_mesh_read(b.a, b.d, path, &m), i ? -1 : 0);
    assert_int_equal(m.n, i ? 0 : 4);
    assert_int_equal(was_read(b.a, "four faces.bin"), 1);
    for (int k = 0; k < 9 && !i; k++) assert_true(m.at[k] == corner[order[k / 3]][k % 3]);
  }
  folder_remove(top);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_formats),  cmocka_unit_test(test_far),    cmocka_unit_test(test_dents),
                                     cmocka_unit_test(test_unsigned), cmocka_unit_test(test_colors), cmocka_unit_test(test_bad),
                                     cmocka_unit_test(test_many),     cmocka_unit_test(test_beside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
