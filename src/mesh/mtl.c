// mtl.c: materials of an OBJ: diffuse color (Kd) and picture (map_Kd), read by a process without rights, and put in
// the place of the names that the OBJ has.
#include "mesh/mtl.h"

#include "base/file.h"
#include "mesh/corners.h"
#include "mesh/picture_file.h"
#include "mesh/scan.h"
#include "sandbox/sandbox.h"

#include <string.h>

enum { MTL_MOST = 1 << 20, MATERIALS_MOST = 10000 };

// The file behind options such as "-s 1 1 1": the last word, or all of the line where there are none.
static const char *picture_of(dv_arena *a, const char *word, size_t n)
{
  const char *text = dv_arena_copy(a, word, n), *last = *text == '-' ? strrchr(text, ' ') : NULL;
  return last ? last + 1 : text;
}

dv_mtls dv_mtl_decode(dv_arena *a, const char *at)
{
  dv_mtls out = {0};
  float rgb[3] = {0};
  size_t n;
  for (const char *word; at && out.n < MATERIALS_MOST; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
    at += strspn(at, " \t");
    dv_mtl *m = out.n ? &out.item[out.n - 1] : NULL;
    if ((word = dv_scan_word(at, "newmtl", &n))) *DV_PUSH(a, &out) = (dv_mtl){dv_arena_copy(a, word, n), NULL, 0};
    else if (m && dv_scan_word(at, "Kd", &n)) {
      dv_scan_three(at + 2, rgb);
      m->color = dv_color_of((double[4]){rgb[0], rgb[1], rgb[2], 1});
    } else if (m && (word = dv_scan_word(at, "map_Kd", &n))) m->file = picture_of(a, word, n);
  }
  return out;
}

static int read_inside(void *context, dv_arena *a, dv_sandbox_out *out)
{
  size_t n;
  const char *bytes = dv_file_read(a, dv_diags_new(a), context, (dv_mark){NULL, 0, 0}, MTL_MOST, &n);
  if (!bytes) return -1;
  dv_mtls all = dv_mtl_decode(a, bytes);
  for (int i = 0; i < all.n; i++) {
    const dv_mtl *m = &all.item[i];
    const char *file = m->file ? m->file : "";
    dv_sandbox_put(out, &m->color, sizeof m->color);
    dv_sandbox_put(out, m->name, strlen(m->name) + 1);
    dv_sandbox_put(out, file, strlen(file) + 1);
  }
  return 0;
}

static dv_mtls unpack(dv_arena *a, const char *at, size_t n)
{
  dv_mtls out = {0};
  for (const char *end = at + n; (size_t)(end - at) > sizeof(uint32_t);) {
    dv_mtl m = {0};
    memcpy(&m.color, at, sizeof m.color);
    m.name = at + sizeof m.color;
    const char *stop = memchr(m.name, 0, (size_t)(end - m.name));
    const char *last = stop ? memchr(stop + 1, 0, (size_t)(end - stop - 1)) : NULL;
    if (!last) break;
    if (stop[1]) m.file = stop + 1;
    *DV_PUSH(a, &out) = m;
    at = last + 1;
  }
  return out;
}

static const dv_mtl *named(const dv_mtls *all, const dv_skin *s)
{
  for (int i = 0; i < all->n; i++)
    if (strlen(all->item[i].name) == s->n && !memcmp(all->item[i].name, s->bytes, s->n)) return &all->item[i];
  return NULL;
}

// Colors and pictures of the library in the place of names; triangles of materials that it does not have get none.
static void take_over(dv_arena *a, dv_mesh *m, const dv_mtls *all)
{
  dv_skin *skin = DV_TAKE(a, dv_skin, m->nskin + 1);
  uint32_t *color = DV_TAKE(a, uint32_t, m->n + 1), of[DV_SKINS_MOST + 1] = {0};
  uint16_t *number = DV_TAKE(a, uint16_t, m->n + 1), kept[DV_SKINS_MOST + 1] = {0};
  int pictures = 0, n = 0;
  for (int i = 0; i < m->nskin; i++) {
    const dv_mtl *is = named(all, &m->skins[i]);
    if (is) of[i + 1] = is->color;
    if (!is || !is->file) continue;
    skin[n++] = (dv_skin){DV_SKIN_FILE, is->file, strlen(is->file)};
    kept[i + 1] = (uint16_t)n;
  }
  for (int i = 0; i < m->n; i++) {
    color[i] = of[m->skin[i]];
    number[i] = kept[m->skin[i]];
    pictures |= number[i];
  }
  m->color = color;
  m->skin = pictures ? number : NULL;
  m->uv = pictures ? m->uv : NULL;
  m->skins = skin;
  m->nskin = pictures ? n : 0;
}

void dv_mesh_materials(dv_arena *a, const char *path, dv_mesh *m)
{
  size_t n = 0;
  const char *why, *file = m->library ? dv_picture_path(a, path, m->library, ".mtl") : NULL;
  dv_sandbox_share share = {.path = file, .memory = (size_t)1 << 28, .seconds = 5};
  int materials = 0;
  for (int i = 0; i < m->nskin; i++) materials |= m->skins[i].sort == DV_SKIN_MATERIAL;
  if (!materials || !m->skin) return;  // of a process that is not trusted: names without triangles that bear them
  if (file) dv_file_was_read(a, file);
  const char *all = file ? dv_sandbox_run(a, &share, read_inside, (void *)(uintptr_t)file, &n, &why) : NULL;
  const dv_mtls found = all ? unpack(a, all, n) : (dv_mtls){0};
  if (found.n) m->library = NULL;
  take_over(a, m, &found);
  if (!found.n) m->color = NULL;
}
