// Pictures on meshes: which triangle has which, by OBJ with a library, Collada and glTF; where their files may lie; what is no
// picture, or too large.
#define _GNU_SOURCE
#include "robots.h"
#include "folder.h"

#include "base/text.h"
#include "mesh/mtl.h"
#include "mesh/picture_file.h"

#include <sys/stat.h>
#include <unistd.h>

static char top[] = "/tmp/davit-picture-XXXXXX";

// One red pixel.
static const unsigned char png[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
                                    0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78,
                                    0xda, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xf7, 0x03, 0x41,
                                    0x43, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
#define PNG_BASE64 "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC"

static const char *path(dv_arena *a, const char *name) { return dv_arena_text(a, "%s/%s", top, name); }

static void put(const char *name, const void *bytes, size_t n) { folder_put_bytes(top, name, bytes, n); }

// package.xml, meshes/, skins/red.png and, outside of the package, out.png.
static int set_up(void **state)
{
  (void)state;
  if (folder_make(top)) return -1;
  static const char *const folder[] = {"p", "p/meshes", "p/meshes/deep", "p/skins"};
  for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) folder_in(top, folder[i]);
  put("p/package.xml", "<package/>", 10);
  put("p/skins/red one.png", png, sizeof png);
  put("p/skins/text.png", "not a picture, but a secret that is longer", 42);
  put("p/skins/red.txt", png, sizeof png);
  put("out.png", png, sizeof png);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  return folder_remove(top);
}

// Faces 1 and 3 of an OBJ have materials of the library, face 2 one that it does not have; the third's places in the picture.
static void test_obj(void **state)
{
  (void)state;
  static const char
      obj[] = "mtllib o.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0.25 0.75\nusemtl blue\nf 1 2 3\n"
              "usemtl lost\nf 1 2 3\nusemtl skin\nf 1/1 2/2/1 3/3\n",
      mtl[] = "# a library\nnewmtl blue\n  Kd 0 0 1\r\nnewmtl skin\r\nKd 1 1 1\n map_Kd -s 1 1 1 ../skins\\red%20one.png\n";
  put("p/meshes/o.obj", obj, sizeof obj - 1);
  put("p/meshes/o.mtl", mtl, sizeof mtl - 1);
  fixture b = fixture_open();
  dv_mesh m;
  const char *mesh = path(b.a, "p/meshes/o.obj"), *key;
  dv_picture_file p;
  assert_int_equal(dv_mesh_read(b.a, b.d, mesh, &m), 0);
  assert_int_equal(m.n, 3);
  assert_int_equal(m.nskin, 1);
  assert_true(m.color[0] == 0xffff0000 && m.color[1] == 0);
  assert_true(m.skin[0] == 0 && m.skin[1] == 0 && m.skin[2] == 1);
  assert_true(m.uv[12] == 0 && m.uv[14] == 1 && m.uv[16] == 0.25f && m.uv[17] == 0.75f);
  assert_int_equal(dv_picture_read(b.a, mesh, &m.skins[0], &p, &key), 0);
  assert_true(p.width == 1 && p.height == 1 && p.n == sizeof png && !memcmp(p.bytes, png, sizeof png));
  assert_string_equal(p.type, "image/png");
  unlink(path(b.a, "p/meshes/o.mtl"));
  assert_int_equal(dv_mesh_read(b.a, b.d, mesh, &m), 0);  // a library that is not there takes nothing away
  assert_true(m.n == 3 && !m.skin && !m.color && m.library);
  expect_none(b);
  fixture_close(b);
}

// The way of Collada from a material to a file; a triangle of another material has its color.
static void test_collada(void **state)
{
  (void)state;
  static const char dae[] =
      "<COLLADA><library_images><image id='i'><init_from> ../skins/red%20one.png </init_from></image></library_images>"
      "<library_effects><effect id='e'><profile_COMMON><newparam sid='su'><surface><init_from>i</init_from></surface></newparam>"
      "<newparam sid='sa'><sampler2D><source>su</source></sampler2D></newparam><technique><phong><diffuse><texture texture='sa' "
      "texcoord='u'/></diffuse></phong></technique></profile_COMMON></effect><effect id='h'><profile_COMMON><technique><phong>"
      "<diffuse><color>0 1 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>"
      "<library_materials><material id='m'><instance_effect url='#e'/></material><material id='k'><instance_effect url='#h'/>"
      "</material></library_materials><library_geometries><geometry id='g'><mesh><source id='s'><float_array>0 0 0 1 0 0 0 1 0"
      "</float_array></source><source id='t'><float_array>0 0 0.5 0 0 1</float_array><technique_common><accessor stride='2'/>"
      "</technique_common></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>"
      "<triangles material='B'><input semantic='VERTEX' source='#v'/><p>2 1 0</p></triangles><triangles material='A'>"
      "<input semantic='VERTEX' source='#v' offset='0'/><input semantic='TEXCOORD' source='#t' offset='1'/><p>0 0 1 1 2 2</p>"
      "</triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id='w'><node>"
      "<instance_geometry url='#g'><bind_material><technique_common><instance_material symbol='A' target='#m'/>"
      "<instance_material symbol='B' target='#k'/></technique_common></bind_material></instance_geometry></node></visual_scene>"
      "</library_visual_scenes></COLLADA>";
  put("p/meshes/c.dae", dae, sizeof dae - 1);
  fixture b = fixture_open();
  dv_mesh m;
  const char *mesh = path(b.a, "p/meshes/c.dae"), *key;
  dv_picture_file p;
  assert_int_equal(dv_mesh_read(b.a, b.d, mesh, &m), 0);
  assert_true(m.n == 2 && m.nskin == 1 && m.skin[0] == 0 && m.skin[1] == 1 && m.color[0] == 0xff00ff00);
  assert_true(m.uv[6] == 0 && m.uv[8] == 0.5f && m.uv[11] == 1);
  assert_int_equal(dv_picture_read(b.a, mesh, &m.skins[0], &p, &key), 0);
  expect_none(b);
  fixture_close(b);
}

// A picture in the file; v counts downwards there: 0.25 is 0.75 upwards.
static void test_gltf(void **state)
{
  (void)state;
  static const char gltf[] =
      "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},\"material\":0}]}],\"materials\":[{"
      "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],\"textures\":[{\"source\":0}],\"images\":[{\"uri\":"
      "\"data:image/png;base64," PNG_BASE64 "\"}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3},{"
      "\"bufferView\":1,\"componentType\":5126,\"count\":3}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,"
      "\"byteOffset\":36,\"byteLength\":24}],\"buffers\":[{\"uri\":\"data:;base64,"
      "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD4AAIA/AAAAAAAAAAAAAAAA\"}]}";
  put("p/meshes/g.gltf", gltf, sizeof gltf - 1);
  fixture b = fixture_open();
  dv_mesh m;
  const char *key;
  dv_picture_file p;
  assert_int_equal(dv_mesh_read(b.a, b.d, path(b.a, "p/meshes/g.gltf"), &m), 0);
  assert_true(m.n == 1 && m.nskin == 1 && m.skin[0] == 1);
  assert_true(m.uv[1] == 0.75f && m.uv[2] == 1 && m.uv[3] == 1);
  assert_int_equal(dv_picture_read(b.a, path(b.a, "p/meshes/g.gltf"), &m.skins[0], &p, &key), 0);
  assert_true(!key && p.n == sizeof png && !memcmp(p.bytes, png, sizeof png));
  fixture_close(b);
}

// Within the package; never by absolute paths, schemes, other endings or links that lead out.
static void test_places(void **state)
{
  (void)state;
  fixture b = fixture_open();
  const char *mesh = path(b.a, "p/meshes/deep/o.obj");
  put("p/meshes/deep/o.obj", "v", 1);
  assert_int_equal(symlink(path(b.a, "out.png"), path(b.a, "p/skins/link.png")), 0);
  static const char *const good[] = {"../../skins/red one.png", "../../skins/red%20one.png", "..\\..\\skins\\red one.png"};
  static const char *const bad[] = {"../../../out.png",    "../../skins/link.png", "../../skins/red.txt",
                                    "../../skins",         "red one.png",          "http://x/red one.png",
                                    "../../skins/%00.png", "file:///out.png",      ""};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (!dv_picture_path(b.a, mesh, good[i], ".png")) fail_msg("'%s' was not found", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (dv_picture_path(b.a, mesh, bad[i], ".png")) fail_msg("'%s' was taken", bad[i]);
  assert_null(dv_picture_path(b.a, mesh, path(b.a, "p/skins/red one.png"), ".png"));
  fixture_close(b);
}

// Text with a picture's name, sides beyond the bounds, files that end early, JPEGs whose segments lead nowhere.
static void test_hostile(void **state)
{
  (void)state;
  dv_picture_file p;
  unsigned char large[sizeof png],
      wide[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC2, 0, 11, 8, 0x10, 0x00, 0x10, 0x00, 3, 0, 0};
  memcpy(large, png, sizeof png);
  assert_int_equal(dv_picture_of(png, sizeof png, &p), 0);
  for (size_t n = 0; n < 33; n++) assert_int_equal(dv_picture_of(png, n, &p), -1);
  large[18] = 0x10, large[19] = 1;  // 4097
  assert_int_equal(dv_picture_of(large, sizeof large, &p), -1);
  large[18] = large[19] = 0;
  assert_int_equal(dv_picture_of(large, sizeof large, &p), -1);
  assert_int_equal(dv_picture_of(wide, sizeof wide, &p), 0);
  assert_true(p.width == 4096 && p.height == 4096 && !strcmp(p.type, "image/jpeg"));
  for (size_t n = 0; n < 17; n++) assert_int_equal(dv_picture_of(wide, n, &p), -1);
  wide[5] = 0xFF;
  assert_int_equal(dv_picture_of(wide, sizeof wide, &p), -1);
  wide[4] = wide[5] = 0;  // a segment of no length: its own length is the next marker
  assert_int_equal(dv_picture_of(wide, sizeof wide, &p), -1);
  assert_int_equal(dv_picture_of("not a picture, but a secret that is longer", 42, &p), -1);
  assert_int_equal(dv_picture_of(png, (size_t)DV_PICTURE_BYTES + 1, &p), -1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_obj), cmocka_unit_test(test_collada), cmocka_unit_test(test_gltf),
                                     cmocka_unit_test(test_places), cmocka_unit_test(test_hostile)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
