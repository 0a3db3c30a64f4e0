// triangles.c: triangles of mesh files: a row for each format.
#include "mesh/triangles.h"

#include "base/file.h"
#include "mesh/corners.h"
#include "sandbox/sandbox.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { MESH_MOST = 64 << 20 };

static const struct {
  const char *suffix;
  void (*read)(dv_corners *out, const char *bytes, size_t n);
} formats[DV_MESH_FORMATS] = {
    {".stl",  dv_stl_read    },
    {".obj",  dv_obj_read    },
    {".dae",  dv_collada_read},
    {".glb",  dv_gltf_read   },
    {".gltf", dv_gltf_read   },
};

int dv_mesh_format(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (int i = 0; dot && i < DV_MESH_FORMATS; i++)
    if (!strcasecmp(dot, formats[i].suffix)) return i;
  return -1;
}

int dv_mesh_takes(const char *path) { return dv_mesh_format(path) >= 0; }

// Triangles with a corner that is no number are left out.
static int drop_bad(float *t, uint32_t *color, int n)
{
  int kept = 0;
  for (int i = 0; i < n; i++) {
    int fine = 1;
    for (int k = 0; k < 9; k++) fine &= isfinite(t[9 * (size_t)i + (size_t)k]) != 0;
    if (!fine) continue;
    if (color) color[kept] = color[i];
    memmove(t + 9 * (size_t)kept++, t + 9 * (size_t)i, 9 * sizeof *t);
  }
  return kept;
}

static uint32_t *colors_of(const dv_corners *f)
{
  int n = f->n / 9;
  uint32_t *out = f->paints.n ? DV_TAKE(f->arena, uint32_t, n + 1) : NULL;
  for (int i = 0; i < f->paints.n; i++) {
    int end = i + 1 < f->paints.n ? f->paints.item[i + 1].first : n;
    for (int k = f->paints.item[i].first; k < end; k++) out[k] = f->paints.item[i].color;
  }
  return out;
}

int dv_mesh_decode(dv_arena *a, const char *bytes, size_t n, int format, dv_mesh *out)
{
  dv_corners f = {.arena = a};
  formats[format].read(&f, bytes, n);
  uint32_t *color = colors_of(&f);
  *out = (dv_mesh){drop_bad(f.item, color, f.n / 9), f.item, color};
  return out->n && out->n <= DV_TRIANGLES_MOST ? 0 : -1;
}

const float *dv_mesh_of(dv_arena *a, const char *bytes, size_t n, int format, int *count)
{
  dv_mesh m;
  int bad = dv_mesh_decode(a, bytes, n, format, &m);
  *count = m.n;
  return bad ? NULL : m.at;
}

// In a process without rights: meshes come from anywhere.
static int read_inside(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const char *path = context;
  size_t n;
  dv_mesh m;
  int format = dv_mesh_format(path);
  const char *bytes = format < 0 ? NULL : dv_file_read(a, dv_diags_new(a), path, (dv_mark){NULL, 0, 0}, MESH_MOST, &n);
  if (!bytes || dv_mesh_decode(a, bytes, n, format, &m)) return -1;
  dv_sandbox_put(out, m.at, (size_t)m.n * 9 * sizeof *m.at);
  if (m.color) dv_sandbox_put(out, m.color, (size_t)m.n * sizeof *m.color);
  int32_t end[2] = {m.n, m.color != NULL};
  dv_sandbox_put(out, end, sizeof end);
  return 0;
}

int dv_mesh_read(dv_arena *a, dv_diags *d, const char *path, dv_mesh *m)
{
  dv_sandbox_share share = {.path = path, .memory = (size_t)1 << 30, .seconds = 20};
  size_t n = 0;
  const char *why;
  const void *all = dv_sandbox_run(a, &share, read_inside, (void *)(uintptr_t)path, &n, &why);
  int32_t end[2] = {0};
  if (all && n >= sizeof end) memcpy(end, (const char *)all + n - sizeof end, sizeof end);
  int fits = end[0] > 0 && end[0] <= DV_TRIANGLES_MOST && n == (size_t)end[0] * (end[1] ? 40 : 36) + sizeof end;
  *m = (dv_mesh){end[0], all, all && end[1] ? (const uint32_t *)((const float *)all + 9 * (size_t)end[0]) : NULL};
  if (fits) return 0;
  dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0},
              "give an STL, OBJ, Collada or glTF file of at most 1000000 triangles; the body is drawn without it",
              "no triangles can be read from '%s'", path);
  return -1;
}

const float *dv_mesh_triangles(dv_arena *a, dv_diags *d, const char *path, int *count)
{
  dv_mesh m = {0};
  if (dv_mesh_read(a, d, path, &m)) return *count = 0, NULL;
  *count = m.n;
  return m.at;
}
