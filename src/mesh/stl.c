// stl.c: STL, binary or text.
#include "mesh/corners.h"
#include "mesh/scan.h"

#include <stdint.h>
#include <string.h>

static int stl_binary(dv_corners *f, const char *bytes, size_t n)
{
  uint32_t count;
  if (n < 84) return -1;
  memcpy(&count, bytes + 80, 4);
  if (n != 84 + 50 * (size_t)count) return -1;
  for (uint32_t i = 0; i < count && i <= DV_TRIANGLES_MOST; i++)
    for (int k = 1; k < 4; k++) {
      float p[3];
      memcpy(p, bytes + 84 + 50 * (size_t)i + 12 * (size_t)k, sizeof p);
      dv_corner_add(f, p);
    }
  return 0;
}

static void stl_text(dv_corners *f, const char *at)
{
  float p[3];
  while ((at = strstr(at, "vertex ")) && !dv_corners_full(f)) {
    at = dv_scan_three(at + 7, p);
    dv_corner_add(f, p);
  }
}

void dv_stl_read(dv_corners *out, const char *bytes, size_t n)
{
  if (stl_binary(out, bytes, n)) stl_text(out, bytes);
}
