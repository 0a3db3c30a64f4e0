// mesh.c: triangles of STL (binary or text) and OBJ files, for pictures only.
#include "scene/scene.h"

#include "base/file.h"
#include "record/sandbox.h"
#include "scene/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TRIANGLES_MOST = 200000, MESH_MOST = 64 << 20 };

typedef struct {
  dv_arena *arena;
  float *item;
  int n, cap;
} floats;

static void add(floats *f, const float p[3])
{
  for (int i = 0; i < 3; i++) *DV_PUSH(f->arena, f) = p[i];
}

static int stl_binary(floats *f, const char *bytes, size_t n)
{
  uint32_t count;
  if (n < 84) return -1;
  memcpy(&count, bytes + 80, 4);
  if (n != 84 + 50 * (size_t)count) return -1;
  for (uint32_t i = 0; i < count && i < TRIANGLES_MOST; i++)
    for (int k = 1; k < 4; k++) {
      float p[3];
      memcpy(p, bytes + 84 + 50 * (size_t)i + 12 * (size_t)k, sizeof p);
      add(f, p);
    }
  return 0;
}

static const char *read_three(const char *at, float p[3])
{
  char *end = (char *)(uintptr_t)at;
  for (int i = 0; i < 3; i++) p[i] = strtof(end, &end);
  return end;
}

static void stl_text(floats *f, const char *at)
{
  float p[3];
  while ((at = strstr(at, "vertex ")) && f->n < 9 * TRIANGLES_MOST) {
    at = read_three(at + 7, p);
    add(f, p);
  }
}

// Faces as fans of triangles; "f 1/2/3 ..." names vertices from 1, or from the end if negative.
static void obj_face(floats *out, const floats *v, const char *line)
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
      for (int c = 0; c < 3; c++) add(out, v->item + 3 * corner[c]);
      corner[1] = corner[2];
    }
    for (line = end; *line && *line != ' ' && *line != '\n';) line++;
  }
}

static void obj(floats *out, const char *at)
{
  floats v = {.arena = out->arena};
  float p[3];
  for (; at && out->n < 9 * TRIANGLES_MOST; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
    if (!strncmp(at, "v ", 2)) read_three(at + 2, p), add(&v, p);
    else if (!strncmp(at, "f ", 2)) obj_face(out, &v, at + 2);
  }
}

const float *dv_mesh_of(dv_arena *a, const char *bytes, size_t n, int is_obj, int *count)
{
  floats f = {.arena = a};
  if (is_obj) obj(&f, bytes);
  else if (stl_binary(&f, bytes, n)) stl_text(&f, bytes);
  *count = f.n / 9;
  return *count ? f.item : NULL;
}

// In a process without rights: meshes come from anywhere.
static int read_inside(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const char *path = context, *dot = strrchr(path, '.');
  size_t n;
  int count = 0;
  const char *bytes = dv_file_read(a, dv_diags_new(a), path, (dv_mark){NULL, 0, 0}, MESH_MOST, &n);
  const float *all = bytes ? dv_mesh_of(a, bytes, n, dot && !strcmp(dot, ".obj"), &count) : NULL;
  if (all) dv_sandbox_put(out, all, (size_t)count * 9 * sizeof *all);
  return all ? 0 : -1;
}

const float *dv_mesh_triangles(dv_arena *a, dv_diags *d, const char *path, int *count)
{
  dv_sandbox_share share = {path, (size_t)1 << 30, 20};
  size_t n = 0;
  const char *why;
  const void *all = dv_sandbox_run(a, &share, read_inside, (void *)(uintptr_t)path, &n, &why);
  *count = (int)(n / (9 * sizeof(float)));
  if (all && *count && *count <= TRIANGLES_MOST + 64) return all;
  dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0}, "give a binary or text STL, or an OBJ; the body is drawn without it",
              "no triangles can be read from '%s'", path);
  return NULL;
}

const char *dv_mesh_read(dv_arena *a, dv_diags *d, const char *path)
{
  int n;
  const float *all = dv_mesh_triangles(a, d, path, &n);
  dv_text t = {.arena = a};
  if (!all) return NULL;
  dv_base64(&t, all, (size_t)n * 9 * sizeof(float));
  return dv_text_all(&t);
}
