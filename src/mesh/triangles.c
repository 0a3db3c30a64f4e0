// triangles.c: triangles of mesh files: a row for each format.
#include "mesh/triangles.h"

#include "mesh/corners.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

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
static int drop_bad(float *t, uint32_t *color, float *uv, uint16_t *skin, int n)
{
  int kept = 0;
  for (int i = 0; i < n; i++) {
    int fine = 1;
    for (int k = 0; k < 9; k++) fine &= isfinite(t[9 * (size_t)i + (size_t)k]) != 0;
    if (!fine) continue;
    if (color) color[kept] = color[i];
    if (skin) skin[kept] = skin[i];
    if (uv) memmove(uv + 6 * (size_t)kept, uv + 6 * (size_t)i, 6 * sizeof *uv);
    memmove(t + 9 * (size_t)kept++, t + 9 * (size_t)i, 9 * sizeof *t);
  }
  return kept;
}

static void spread_paints(const dv_corners *f, uint32_t *color, uint16_t *skin)
{
  int n = f->n / 9;
  for (int i = 0; i < f->paints.n; i++) {
    int end = i + 1 < f->paints.n ? f->paints.item[i + 1].first : n;
    for (int k = f->paints.item[i].first; k < end; k++) {
      color[k] = f->paints.item[i].color;
      skin[k] = (uint16_t)f->paints.item[i].skin;
    }
  }
}

int dv_mesh_decode(dv_arena *a, const char *bytes, size_t n, int format, dv_mesh *out)
{
  return dv_mesh_decode_beside(a, NULL, bytes, n, format, out);
}

int dv_mesh_decode_beside(dv_arena *a, const char *path, const char *bytes, size_t n, int format, dv_mesh *out)
{
  dv_corners f = {.arena = a, .path = path};
  formats[format].read(&f, bytes, n);
  int all = f.n / 9, painted = 0;
  for (int i = 0; i < f.paints.n; i++) painted |= f.paints.item[i].color != 0;
  uint32_t *color = f.paints.n ? DV_TAKE(a, uint32_t, all + 1) : NULL;
  uint16_t *skin = f.paints.n ? DV_TAKE(a, uint16_t, all + 1) : NULL;
  spread_paints(&f, color, skin);
  if (f.skins.n && f.uv.n) dv_corners_fill_uv(&f, f.n / 3);
  float *uv = f.skins.n && f.uv.n ? f.uv.item : NULL;
  int kept = drop_bad(f.item, color, uv, skin, all);
  *out = (dv_mesh){kept,
                   f.item,
                   painted ? color : NULL,
                   uv,
                   f.skins.n ? skin : NULL,
                   f.skins.item,
                   f.skins.n,
                   f.library,
                   f.beside.n ? dv_text_all(&f.beside) : NULL,
                   f.y_up,
                   f.holes};
  return out->n && out->n <= DV_TRIANGLES_MOST ? 0 : -1;
}

const float *dv_mesh_of(dv_arena *a, const char *bytes, size_t n, int format, int *count)
{
  dv_mesh m;
  int bad = dv_mesh_decode(a, bytes, n, format, &m);
  *count = m.n;
  return bad ? NULL : m.at;
}

const float *dv_mesh_triangles(dv_arena *a, dv_diags *d, const char *path, int *count)
{
  dv_mesh m = {0};
  if (dv_mesh_read(a, d, path, &m)) return *count = 0, NULL;
  *count = m.n;
  return m.at;
}
