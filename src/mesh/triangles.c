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
static int drop_bad(float *t, int n)
{
  int kept = 0;
  for (int i = 0; i < n; i++) {
    int fine = 1;
    for (int k = 0; k < 9; k++) fine &= isfinite(t[9 * (size_t)i + (size_t)k]) != 0;
    if (fine) memmove(t + 9 * (size_t)kept++, t + 9 * (size_t)i, 9 * sizeof *t);
  }
  return kept;
}

const float *dv_mesh_of(dv_arena *a, const char *bytes, size_t n, int format, int *count)
{
  dv_corners f = {.arena = a};
  formats[format].read(&f, bytes, n);
  *count = drop_bad(f.item, f.n / 9);
  return *count && *count <= DV_TRIANGLES_MOST ? f.item : NULL;
}

// In a process without rights: meshes come from anywhere.
static int read_inside(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const char *path = context;
  size_t n;
  int count = 0, format = dv_mesh_format(path);
  const char *bytes = format < 0 ? NULL : dv_file_read(a, dv_diags_new(a), path, (dv_mark){NULL, 0, 0}, MESH_MOST, &n);
  const float *all = bytes ? dv_mesh_of(a, bytes, n, format, &count) : NULL;
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
  if (all && *count && *count <= DV_TRIANGLES_MOST) return all;
  dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0},
              "give an STL, OBJ, Collada or glTF file of at most 1000000 triangles; the body is drawn without it",
              "no triangles can be read from '%s'", path);
  return NULL;
}
