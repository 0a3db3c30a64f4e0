// obj.c: Wavefront OBJ: vertices, faces, places in pictures; names of materials, which mtl.c finds in their library.
#include "mesh/corners.h"
#include "mesh/scan.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  dv_corners *out;
  dv_corners v;  // three numbers each
  struct {
    float *item;
    int n, cap;
  } vt;  // two each
} reading;

// A number that counts from 1, or from the end if negative; -1: none such.
static long counted(const char *text, char **end, long n)
{
  long i = strtol(text, end, 10);
  if (*end == text) return -1;
  i = i < 0 ? n + i : i - 1;
  return i >= 0 && i < n ? i : -1;
}

typedef struct {
  long v, vt;
} corner;

static void put(reading *r, corner c)
{
  dv_corner_add(r->out, r->v.item + 3 * c.v);
  if (c.vt >= 0) dv_corner_uv(r->out, r->vt.item + 2 * c.vt);
}

// Faces as fans of triangles: "f 1/2/3 ...": vertex, place in the picture, normal.
static void obj_face(reading *r, const char *line)
{
  corner at[3];
  for (int k = 0; k < 64 && *line && *line != '\n'; k++) {
    char *end;
    strtol(line, &end, 10);
    if (end == line) break;
    corner c = {counted(line, &end, r->v.n / 3), -1};
    if (c.v < 0) return;
    if (*end == '/') c.vt = counted(end + 1, &end, r->vt.n / 2);
    at[k < 2 ? k : 2] = c;
    if (k >= 2) {
      for (int i = 0; i < 3; i++) put(r, at[i]);
      at[1] = at[2];
    }
    for (line = end; *line && *line != ' ' && *line != '\n';) line++;
  }
}

static void obj_material(dv_corners *out, const char *name, size_t n)
{
  dv_corners_paint(out, NULL, dv_corners_skin(out, DV_SKIN_MATERIAL, name, n));
}

static void obj_line(reading *r, const char *at)
{
  float p[3];
  size_t n;
  const char *word;
  if (!strncmp(at, "v ", 2)) dv_scan_three(at + 2, p), dv_corner_add(&r->v, p);
  else if (!strncmp(at, "f ", 2)) obj_face(r, at + 2);
  else if (!strncmp(at, "vt ", 3)) {
    dv_scan_three(at + 3, p);
    for (int i = 0; i < 2; i++) *DV_PUSH(r->out->arena, &r->vt) = p[i];
  } else if ((word = dv_scan_word(at, "usemtl", &n))) obj_material(r->out, word, n);
  else if (!r->out->library && (word = dv_scan_word(at, "mtllib", &n))) r->out->library = dv_arena_copy(r->out->arena, word, n);
}

void dv_obj_read(dv_corners *out, const char *at, size_t n)
{
  (void)n;
  reading r = {.out = out, .v = {.arena = out->arena}};
  for (; at && !dv_corners_full(out); at = strchr(at, '\n'), at = at ? at + 1 : NULL) obj_line(&r, at);
}
