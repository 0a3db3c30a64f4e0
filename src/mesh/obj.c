// obj.c: Wavefront OBJ: vertices, faces, places in pictures; names of materials, which mtl.c finds in their library.
#include "mesh/corners.h"
#include "mesh/scan.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 64 };  // of a face

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

static double apart(const reading *r, corner a, corner b)
{
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double d = (double)r->v.item[3 * b.v + i] - (double)r->v.item[3 * a.v + i];
    sum += d * d;
  }
  return sum;
}

// Corners of a face, "1/2/3 ...": vertex, place in the picture, normal; 0: faulty.
static int obj_corners(const reading *r, const char *line, corner at[CORNERS])
{
  int k = 0;
  for (; k < CORNERS && *line && *line != '\n'; k++) {
    char *end;
    strtol(line, &end, 10);
    if (end == line) break;
    at[k] = (corner){counted(line, &end, r->v.n / 3), -1};
    if (at[k].v < 0) return 0;
    if (*end == '/') at[k].vt = counted(end + 1, &end, r->vt.n / 2);
    for (line = end; *line && *line != ' ' && *line != '\n';) line++;
  }
  return k;
}

// Four corners are split along the shorter diagonal, which matters where they are not in a plane (as others do: tinyobjloader,
// so MuJoCo); more are a fan.
static void obj_face(reading *r, const char *line)
{
  corner at[CORNERS];
  int n = obj_corners(r, line, at), from = n == 4 && apart(r, at[1], at[3]) <= apart(r, at[0], at[2]);
  for (int k = 1; k + 1 < n; k++)
    for (int i = 0; i < 3; i++) put(r, at[i == 0 ? from : (from + k + i - 1) % n]);
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
