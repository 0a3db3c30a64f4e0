// libFuzzer target: meshes; the first byte says of which sort, as a digit: seeds stay what they are when a sort is added. 'm': a
// library of materials, 'p': a picture.
#include "fuzz.h"
#include "mesh/mass.h"
#include "mesh/mtl.h"
#include "mesh/picture_file.h"

static double sum_of(const void *bytes, size_t n)
{
  const unsigned char *p = bytes;
  double sum = 0;
  for (size_t i = 0; p && i < n; i++) sum += p[i];
  return sum;
}

// Every byte that others will read.
static double read_mesh(dv_arena *a, const char *text, size_t n, int format)
{
  dv_mesh m;
  if (dv_mesh_decode(a, text, n, format, &m)) return 0;
  if (m.n) fuzz_accept(format);
  size_t k = (size_t)m.n;
  double sum = sum_of(m.at, 36 * k) + sum_of(m.color, 4 * k) + sum_of(m.uv, 24 * k) + sum_of(m.skin, 2 * k);
  for (int i = 0; i < m.nskin; i++) sum += sum_of(m.skins[i].bytes, m.skins[i].n);
  for (size_t i = 0; m.skin && i < k; i++)
    if (m.skin[i] > m.nskin) fuzz_stop("a picture that is none", text);
  dv_mesh_way way = format % 2 ? DV_MESH_ENCLOSED : DV_MESH_UNSIGNED;
  return sum + dv_triangles_solid(a, m.at, m.n, (const double[3]){1, 2, 3}, way).open;
}

const char *const fuzz_ways[] = {"STL", "OBJ", "Collada", "binary glTF", "glTF", "a library of materials", "a picture", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  if (!n) return 0;
  dv_arena *a = dv_arena_new();
  const char *text = dv_arena_copy(a, (const char *)bytes + 1, n - 1);
  dv_picture_file p;
  double sum = 0;
  if (bytes[0] == 'm') {
    if ((sum = dv_mtl_decode(a, text).n) > 0) fuzz_accept(DV_MESH_FORMATS);
  } else if (bytes[0] == 'p') {
    if (!(sum = dv_picture_of(text, n - 1, &p))) fuzz_accept(DV_MESH_FORMATS + 1);
  } else sum = read_mesh(a, text, n - 1, (uint8_t)(bytes[0] - '0') % DV_MESH_FORMATS);
  dv_arena_free(a);
  return sum == 1e-30;
}
