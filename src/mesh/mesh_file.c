// mesh_file.c: mesh files are read by a process without rights, since they come from anywhere; what comes back is checked here.
//
//   triangles [n][9] floats | colors [n] | places in pictures [n][6] | skins [n] | the skins: sort, length, bytes each | library
//   | names of other files | and last the counts.
#include "base/file.h"
#include "mesh/corners.h"
#include "mesh/picture_file.h"
#include "sandbox/sandbox.h"

#include <string.h>
#include <strings.h>

enum { MESH_MOST = 64 << 20 };

typedef struct {
  int32_t n, colored, placed, skinned, nskin, skin_bytes, library, beside, y_up, holes;
} counts;

static void put_skins(dv_sandbox_out *out, const dv_mesh *m, counts *c)
{
  for (int i = 0; i < m->nskin; i++) {
    const int32_t head[2] = {(int32_t)m->skins[i].sort, (int32_t)m->skins[i].n};
    dv_sandbox_put(out, head, sizeof head);
    dv_sandbox_put(out, m->skins[i].bytes, m->skins[i].n);
    c->skin_bytes += (int32_t)(sizeof head + m->skins[i].n);
  }
  c->nskin = m->nskin;
}

static int read_inside(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const char *path = context;
  size_t n, k;
  dv_mesh m;
  int format = dv_mesh_format(path);
  const char *bytes = format < 0 ? NULL : dv_file_read(a, dv_diags_new(a), path, (dv_mark){NULL, 0, 0}, MESH_MOST, &n);
  if (!bytes || dv_mesh_decode_beside(a, path, bytes, n, format, &m)) return -1;
  counts c = {m.n, m.color != NULL, m.uv != NULL, m.skin != NULL, 0, 0, 0, 0, m.y_up, m.holes};
  k = (size_t)m.n;
  dv_sandbox_put(out, m.at, k * 9 * sizeof *m.at);
  if (m.color) dv_sandbox_put(out, m.color, k * sizeof *m.color);
  if (m.uv) dv_sandbox_put(out, m.uv, k * 6 * sizeof *m.uv);
  if (m.skin) dv_sandbox_put(out, m.skin, k * sizeof *m.skin);
  put_skins(out, &m, &c);
  if (m.library) dv_sandbox_put(out, m.library, (size_t)(c.library = (int32_t)strlen(m.library)));
  if (m.beside) dv_sandbox_put(out, m.beside, (size_t)(c.beside = (int32_t)strlen(m.beside)));
  dv_sandbox_put(out, &c, sizeof c);
  return 0;
}

static int fits(const counts *c, size_t n)
{
  if (c->n <= 0 || c->n > DV_TRIANGLES_MOST || c->nskin < 0 || c->nskin > DV_SKINS_MOST || c->skin_bytes < 0 || c->library < 0 ||
      c->beside < 0)
    return 0;
  size_t each = 36 + (c->colored ? 4 : 0) + (c->placed ? 24 : 0) + (c->skinned ? 2 : 0);
  return n == (size_t)c->n * each + (size_t)c->skin_bytes + (size_t)c->library + (size_t)c->beside + sizeof *c;
}

// The skins behind `at`; -1: they do not fit there.
static int take_skins(dv_arena *a, dv_mesh *m, const counts *c, const char *at)
{
  dv_skin *skin = DV_TAKE(a, dv_skin, c->nskin + 1);
  size_t left = (size_t)c->skin_bytes;
  for (int i = 0; i < c->nskin; i++) {
    int32_t head[2];
    if (left < sizeof head) return -1;
    memcpy(head, at, sizeof head);
    at += sizeof head;
    left -= sizeof head;
    if (head[0] < DV_SKIN_FILE || head[0] > DV_SKIN_MATERIAL || head[1] < 0 || (size_t)head[1] > left) return -1;
    skin[i] = (dv_skin){(dv_skin_sort)head[0], at, (size_t)head[1]};
    at += head[1];
    left -= (size_t)head[1];
  }
  for (int i = 0; m->skin && i < m->n; i++)
    if (m->skin[i] > c->nskin) return -1;
  m->skins = skin;
  m->nskin = c->nskin;
  if (c->library) m->library = dv_arena_copy(a, at, (size_t)c->library);
  if (c->beside) m->beside = dv_arena_copy(a, at + c->library, (size_t)c->beside);
  return left ? -1 : 0;
}

// From what the process sent.
static int unpack(dv_arena *a, const char *all, size_t n, dv_mesh *m)
{
  counts c = {0};
  *m = (dv_mesh){0};
  if (!all || n < sizeof c) return -1;
  memcpy(&c, all + n - sizeof c, sizeof c);
  if (!fits(&c, n)) return -1;
  const char *at = all + 36 * (size_t)c.n;
  m->n = c.n;
  m->y_up = c.y_up != 0;
  m->holes = c.holes;
  m->at = (const float *)(const void *)all;
  if (c.colored) m->color = (const uint32_t *)(const void *)at, at += 4 * (size_t)c.n;
  if (c.placed) m->uv = (const float *)(const void *)at, at += 24 * (size_t)c.n;
  if (c.skinned) m->skin = (const uint16_t *)(const void *)at, at += 2 * (size_t)c.n;
  return take_skins(a, m, &c, at);
}

static int read_sharing(dv_arena *a, const char *path, const char *folder, dv_mesh *m)
{
  dv_sandbox_share share = {.path = folder ? NULL : path, .folder = folder, .memory = (size_t)1 << 30, .seconds = 20};
  size_t n = 0;
  const char *why, *all = dv_sandbox_run(a, &share, read_inside, (void *)(uintptr_t)path, &n, &why);
  return unpack(a, all, n, m);
}

static void also_were_read(dv_arena *a, const char *path, const char *names)
{
  for (const char *s = names; s && *s; s += strcspn(s, "\n") + 1)
    dv_file_was_read(a, dv_file_beside(a, path, dv_arena_copy(a, s, strcspn(s, "\n"))));
}

// Only a .gltf may need its folder: its buffers lie in files there.
int dv_mesh_read(dv_arena *a, dv_diags *d, const char *path, dv_mesh *m)
{
  size_t n = strlen(path);
  int bad = read_sharing(a, path, NULL, m), gltf = n > 5 && !strcasecmp(path + n - 5, ".gltf");
  dv_file_was_read(a, path);
  if (bad && gltf) bad = read_sharing(a, path, dv_file_beside(a, path, "."), m);
  also_were_read(a, path, m->beside);
  if (!bad && m->holes)
    dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0}, "triangulate the mesh where it was drawn",
                "faces with holes (<ph>) are left out of '%s': %d", path, m->holes);
  if (!bad) return dv_mesh_materials(a, path, m), 0;
  *m = (dv_mesh){0};
  if (gltf && !dv_sandbox_knows_folders())
    dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0}, "make it one file (.glb); the body is drawn without it",
                "no triangles can be read from '%s': files beside a .gltf are read only where the kernel has Landlock", path);
  else
    dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0},
                "give an STL, OBJ, Collada or glTF file of at most 1000000 triangles; the body is drawn without it",
                "no triangles can be read from '%s'", path);
  return -1;
}
