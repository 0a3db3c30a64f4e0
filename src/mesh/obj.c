// obj.c: Wavefront OBJ: vertices and faces.
#include "mesh/corners.h"
#include "mesh/scan.h"

#include <stdlib.h>
#include <string.h>

// Faces as fans of triangles; "f 1/2/3 ..." names vertices from 1, or from the end if negative.
static void obj_face(dv_corners *out, const dv_corners *v, const char *line)
{
  long corner[3], n = v->n / 3;
  for (int k = 0; k < 64 && *line && *line != '\n'; k++) {
    char *end;
    long i = strtol(line, &end, 10);
    if (end == line) break;
    i = i < 0 ? n + i : i - 1;
    if (i < 0 || i >= n) return;
    corner[k < 2 ? k : 2] = i;
    if (k >= 2) {
      for (int c = 0; c < 3; c++) dv_corner_add(out, v->item + 3 * corner[c]);
      corner[1] = corner[2];
    }
    for (line = end; *line && *line != ' ' && *line != '\n';) line++;
  }
}

void dv_obj_read(dv_corners *out, const char *at, size_t n)
{
  (void)n;
  dv_corners v = {.arena = out->arena};
  float p[3];
  for (; at && !dv_corners_full(out); at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
    if (!strncmp(at, "v ", 2)) dv_scan_three(at + 2, p), dv_corner_add(&v, p);
    else if (!strncmp(at, "f ", 2)) obj_face(out, &v, at + 2);
  }
}
