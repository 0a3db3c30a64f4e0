// obj.c: Wavefront OBJ: vertices, faces, places in pictures; names of materials, which mtl.c finds in their library.
#include "mesh/corners.h"
#include "mesh/polygon.h"
#include "mesh/scan.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  long v, vt;
} corner;

typedef struct {
  dv_corners *out;
  dv_corners v;  // three numbers each
  struct {
    float *item;
    int n, cap;
  } vt;  // two each
  struct {
    corner *item;
    int n, cap;
  } face;
} reading;

// A number that counts from 1, or from the end if negative; -1: none such.
static long counted(const char *text, char **end, long n)
{
  long i = strtol(text, end, 10);
  if (*end == text) return -1;
  i = i < 0 ? n + i : i - 1;
  return i >= 0 && i < n ? i : -1;
}

static void put(reading *r, const corner *c)
{
  dv_corner_add(r->out, r->v.item + 3 * c->v);
  if (c->vt >= 0) dv_corner_uv(r->out, r->vt.item + 2 * c->vt);
}

static void put_face(reading *r)
{
  float at[DV_POLYGON_MOST][3];
  int cut[DV_POLYGON_MOST][3], n = r->face.n;
  if (n <= DV_POLYGON_MOST) {
    for (int i = 0; i < n; i++) memcpy(at[i], r->v.item + 3 * r->face.item[i].v, sizeof at[i]);
    dv_polygon_cut((const float(*)[3])at, n, cut);
  }
  for (int k = 0; k < n - 2 && !dv_corners_full(r->out); k++)
    for (int i = 0; i < 3; i++) put(r, &r->face.item[n <= DV_POLYGON_MOST ? cut[k][i] : i ? k + i : 0]);
}

// "f 1/2/3 ...": vertex, place in the picture, normal.
static void obj_face(reading *r, const char *line)
{
  r->face.n = 0;
  while (*line && *line != '\n') {
    char *end;
    corner c = {-1, -1};
    strtol(line, &end, 10);
    if (end == line) break;
    c.v = counted(line, &end, r->v.n / 3);
    if (c.v < 0) return;
    if (*end == '/') c.vt = counted(end + 1, &end, r->vt.n / 2);
    *DV_PUSH(r->out->arena, &r->face) = c;
    for (line = end; *line && *line != ' ' && *line != '\n';) line++;
  }
  if (r->face.n > 2) put_face(r);
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
