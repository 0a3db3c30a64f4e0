// libFuzzer target: meshes; the first byte says of which sort, as a digit: seeds stay what they are when a sort is added.
#include "fuzz.h"
#include "mesh/mass.h"
#include "mesh/triangles.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  int count = 0;
  if (!n) return dv_arena_free(a), 0;
  int format = (uint8_t)(bytes[0] - '0') % DV_MESH_FORMATS;
  const float *t = dv_mesh_of(a, (const char *)dv_arena_copy(a, (const char *)bytes + 1, n - 1), n - 1, format, &count);
  float sum = 0;
  for (int i = 0; t && i < 9 * count; i++) sum += t[i];
  if (t) sum += (float)dv_triangles_solid(a, t, count, (const double[3]){1, 2, 3}).open;
  dv_arena_free(a);
  return sum == 1e-30f;
}
