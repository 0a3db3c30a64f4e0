// gltf.c: glTF 2.0, binary (.glb) or with its buffers as data URIs or in files below its folder: triangles as the nodes of the
// scene place them. Axes as they stand in the file.
#include "base/file.h"
#include "base/json.h"
#include "mesh/corners.h"
#include "mesh/picture_file.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { BUFFER_MOST = 64 << 20 };
enum { NODES_MOST = 100000, DEPTH_MOST = 32, FLOAT = 5126, BYTE = 5121, SHORT = 5123, INT = 5125, TRIANGLES = 4, FAN = 6 };

typedef struct {
  const unsigned char *at;
  size_t n;
  int known;
} bytes;

typedef struct {
  dv_corners *out;
  const dv_json *root;
  const char *chunk;  // of a .glb
  size_t nchunk;
  bytes *buffer;  // [of the file] as far as they were looked at
  int nodes;
} reading;

typedef struct {
  const unsigned char *at;
  size_t count, stride;
  int type, width;
} view;

static size_t whole(const dv_json *map, const char *key, size_t none)
{
  const dv_json *n = map ? dv_json_find(map, key) : NULL;
  return n && n->type == DV_JSON_NUMBER && n->number >= 0 && n->number < 1e9 ? (size_t)n->number : none;
}

static const dv_json *item(const reading *r, const char *list, size_t i)
{
  const dv_json *all = dv_json_find(r->root, list);
  return all && all->type == DV_JSON_LIST && i < (size_t)all->n && all->item[i]->type == DV_JSON_MAP ? all->item[i] : NULL;
}

static int digit(char c)
{
  static const char table[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? strchr(table, c) : NULL;
  return at ? (int)(at - table) : -1;
}

static const unsigned char *base64(dv_arena *a, const char *text, size_t *n)
{
  unsigned char *out = DV_TAKE(a, unsigned char, strlen(text) + 4);
  unsigned bits = 0;
  int have = 0;
  *n = 0;
  for (; digit(*text) >= 0; text++) {
    bits = bits << 6 | (unsigned)digit(*text);
    if ((have += 6) >= 8) out[(*n)++] = (unsigned char)(bits >> (have -= 8));
  }
  return out;
}

// The file of a buffer; nothing that lies elsewhere, or is no such file.
static bytes beside(const reading *r, const char *uri)
{
  bytes out = {NULL, 0, 1};
  dv_arena *a = r->out->arena;
  const char *name = r->out->path ? dv_name_as_written(a, uri) : NULL, *dot = name ? strrchr(name, '.') : NULL;
  if (!dot || strcmp(dot, ".bin") != 0 || *name == '/' || strchr(name, ':') || strstr(name, "..")) return out;
  out.at = (const unsigned char *)dv_file_read(a, dv_diags_new(a), dv_file_beside(a, r->out->path, name), (dv_mark){NULL, 0, 0},
                                               BUFFER_MOST, &out.n);
  r->out->beside.arena = a;
  if (out.at) dv_text_add(&r->out->beside, "%s\n", name);
  return out;
}

// Each is decoded once, however many primitives lie in it.
static const unsigned char *buffer(const reading *r, size_t i, size_t *n)
{
  const dv_json *b = item(r, "buffers", i), *uri = b ? dv_json_find(b, "uri") : NULL;
  const char *comma = uri && uri->type == DV_JSON_TEXT && !strncmp(uri->text, "data:", 5) ? strchr(uri->text, ',') : NULL;
  *n = 0;
  if (!b) return NULL;
  bytes *is = &r->buffer[i];
  if (comma && !is->known) is->at = base64(r->out->arena, comma + 1, &is->n);
  else if (uri && uri->type == DV_JSON_TEXT && !comma && !is->known) *is = beside(r, uri->text);
  else if (!uri && !i) is->at = (const unsigned char *)r->chunk, is->n = r->nchunk;
  is->known = 1;
  *n = is->n;
  return is->at;
}

// What an accessor points to, checked against its buffer; at NULL: nothing.
static view view_of(const reading *r, size_t accessor, int width)
{
  const dv_json *a = item(r, "accessors", accessor), *v = a ? item(r, "bufferViews", whole(a, "bufferView", SIZE_MAX)) : NULL;
  view out = {.count = whole(a, "count", 0), .type = (int)whole(a, "componentType", 0), .width = width};
  size_t size = out.type == FLOAT || out.type == INT ? 4
                : out.type == SHORT                  ? 2
                : out.type == BYTE                   ? 1
                                                     : 0,
         n, one = size * (size_t)width;
  const unsigned char *at = v ? buffer(r, whole(v, "buffer", SIZE_MAX), &n) : NULL;
  if (!at || !size || !out.count) return (view){0};
  size_t start = whole(v, "byteOffset", 0), length = whole(v, "byteLength", 0), offset = whole(a, "byteOffset", 0);
  out.stride = whole(v, "byteStride", one);
  if (start > n || length > n - start || offset > length || out.stride < one || out.count > 30000000) return (view){0};
  if (one > length - offset || (out.count - 1) > (length - offset - one) / out.stride) return (view){0};
  out.at = at + start + offset;
  return out;
}

static size_t index_at(const view *v, size_t i)
{
  const unsigned char *p = v->at + i * v->stride;
  uint32_t x = p[0];
  if (v->type == SHORT) x |= (uint32_t)p[1] << 8;
  if (v->type == INT) memcpy(&x, p, 4);
  return x;
}

// glTF's factors are linear in light; a screen's are not.
static double shown(double x) { return x <= 0.0031308 ? 12.92 * fmax(0, x) : 1.055 * pow(fmin(x, 1), 1 / 2.4) - 0.055; }

static int numbers(const dv_json *map, const char *key, double *x, int n);

static const dv_json *map_in(const dv_json *map, const char *key)
{
  const dv_json *m = map ? dv_json_find(map, key) : NULL;
  return m && m->type == DV_JSON_MAP ? m : NULL;
}

// The picture of a material's base color: bytes of the file or of a data URI, or the name of a file.
static int skin_of(const reading *r, const dv_json *pbr)
{
  const dv_json *index = map_in(pbr, "baseColorTexture"), *texture = item(r, "textures", whole(index, "index", SIZE_MAX));
  const dv_json *image = texture ? item(r, "images", whole(texture, "source", SIZE_MAX)) : NULL;
  const dv_json *uri = image ? dv_json_find(image, "uri") : NULL;
  const dv_json *v = image && !uri ? item(r, "bufferViews", whole(image, "bufferView", SIZE_MAX)) : NULL;
  size_t n = 0, start = whole(v, "byteOffset", 0), length = whole(v, "byteLength", 0);
  const unsigned char *at = v ? buffer(r, whole(v, "buffer", SIZE_MAX), &n) : NULL;
  if (at && start <= n && length <= n - start) return dv_corners_skin(r->out, DV_SKIN_BYTES, (const char *)at + start, length);
  if (!uri || uri->type != DV_JSON_TEXT) return 0;
  const char *comma = !strncmp(uri->text, "data:", 5) ? strchr(uri->text, ',') : NULL;
  if (comma) at = base64(r->out->arena, comma + 1, &n);
  return comma ? dv_corners_skin(r->out, DV_SKIN_BYTES, (const char *)at, n)
               : dv_corners_skin(r->out, DV_SKIN_FILE, uri->text, strlen(uri->text));
}

// 1: it has a picture
static int paint(const reading *r, const dv_json *p)
{
  const dv_json *material = item(r, "materials", whole(p, "material", SIZE_MAX));
  const dv_json *pbr = map_in(material, "pbrMetallicRoughness");
  double rgba[4] = {1, 1, 1, 1};
  int given = pbr && numbers(pbr, "baseColorFactor", rgba, 4), skin = pbr ? skin_of(r, pbr) : 0;
  for (int i = 0; i < 3; i++) rgba[i] = shown(rgba[i]);
  dv_corners_paint(r->out, given ? rgba : NULL, skin);
  return skin > 0;
}

// Places in pictures count downwards in glTF.
static void put_uv(const reading *r, const view *uv, size_t k)
{
  float x[2] = {0};
  if (!uv->at || k >= uv->count) return;
  memcpy(x, uv->at + k * uv->stride, sizeof x);
  x[1] = 1 - x[1];
  dv_corner_uv(r->out, x);
}

// Triangles, a strip of them (every other one is turned round), or a fan: which corner of the list belongs to a triangle's.
static size_t listed(size_t mode, size_t triangle, size_t corner)
{
  if (mode == TRIANGLES) return 3 * triangle + corner;
  if (mode == FAN) return corner ? triangle + corner : 0;
  return triangle + (triangle & 1 && corner ? 3 - corner : corner);
}

static void put_primitive(const reading *r, const dv_json *p, const double m[12])
{
  const dv_json *attributes = p->type == DV_JSON_MAP ? map_in(p, "attributes") : NULL;
  size_t mode = whole(p, "mode", TRIANGLES);
  if (!attributes || mode < TRIANGLES || mode > FAN) return;
  view place = view_of(r, whole(attributes, "POSITION", SIZE_MAX), 3), order = {0}, uv = {0};
  if (!place.at || place.type != FLOAT) return;
  int indexed = dv_json_find(p, "indices") != NULL;
  if (indexed) order = view_of(r, whole(p, "indices", SIZE_MAX), 1);
  if (indexed && (!order.at || order.type == FLOAT)) return;
  size_t n = indexed ? order.count : place.count;
  if (paint(r, p)) uv = view_of(r, whole(attributes, "TEXCOORD_0", SIZE_MAX), 2);
  if (uv.type != FLOAT) uv.at = NULL;
  size_t count = mode == TRIANGLES ? n / 3 : n > 2 ? n - 2 : 0;
  for (size_t i = 0; i < 3 * count && !dv_corners_full(r->out); i++) {
    size_t at = listed(mode, i / 3, i % 3), k = indexed ? index_at(&order, at) : at;
    float corner[3] = {NAN, NAN, NAN};
    if (k < place.count) memcpy(corner, place.at + k * place.stride, sizeof corner);
    dv_corner_placed(r->out, corner, m);
    put_uv(r, &uv, k);
  }
}

static int numbers(const dv_json *map, const char *key, double *x, int n)
{
  const dv_json *list = dv_json_find(map, key);
  if (!list || list->type != DV_JSON_LIST || list->n != n) return 0;
  for (int i = 0; i < n; i++) x[i] = list->item[i]->type == DV_JSON_NUMBER ? list->item[i]->number : 0;
  return 1;
}

// matrix (by columns), or translation, rotation (x y z w), scale
static void place_node(const dv_json *node, double m[12])
{
  double c[16], t[3] = {0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1}, one[12];
  if (numbers(node, "matrix", c, 16)) {
    for (int i = 0; i < 12; i++) one[i] = c[4 * (i % 4) + i / 4];
  } else {
    numbers(node, "translation", t, 3), numbers(node, "rotation", q, 4), numbers(node, "scale", s, 3);
    dv_matrix_turn(q, 2 * atan2(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]), q[3]), one);
    for (int i = 0; i < 12; i++) one[i] = i % 4 < 3 ? one[i] * s[i % 4] : t[i / 4];
  }
  dv_matrix_times(m, one, m);
}

static void put_node(reading *r, size_t i, const double above[12], int depth)
{
  const dv_json *node = item(r, "nodes", i);
  double m[12];
  if (!node || depth > DEPTH_MOST || r->nodes-- <= 0) return;
  memcpy(m, above, sizeof m);
  place_node(node, m);
  const dv_json *mesh = item(r, "meshes", whole(node, "mesh", SIZE_MAX)), *list = mesh ? dv_json_find(mesh, "primitives") : NULL;
  for (int k = 0; list && list->type == DV_JSON_LIST && k < list->n; k++) put_primitive(r, list->item[k], m);
  const dv_json *below = dv_json_find(node, "children");
  for (int k = 0; below && below->type == DV_JSON_LIST && k < below->n; k++)
    if (below->item[k]->type == DV_JSON_NUMBER && below->item[k]->number >= 0 && below->item[k]->number < 1e9)
      put_node(r, (size_t)below->item[k]->number, m, depth + 1);
}

// The JSON of a .glb, and its chunk of bytes.
static const char *open_binary(reading *r, const char *file, size_t n, size_t *length)
{
  uint32_t word[5];
  if (n < 20 || memcmp(file, "glTF", 4)) return *length = n, file;
  memcpy(word, file, sizeof word);
  if (word[3] > n - 20 || word[4] != 0x4E4F534A) return NULL;
  size_t at = 20 + (size_t)word[3];
  *length = word[3];
  if (n - at >= 8) {
    memcpy(word, file + at, 8);
    if (word[0] <= n - at - 8 && word[1] == 0x004E4942) r->chunk = file + at + 8, r->nchunk = word[0];
  }
  return file + 20;
}

void dv_gltf_read(dv_corners *out, const char *file, size_t n)
{
  reading r = {.out = out, .nodes = NODES_MOST};
  out->y_up = 1;  // by its standard
  size_t length = 0;
  const char *text = open_binary(&r, file, n, &length);
  r.root =
      text ? dv_json_read(out->arena, dv_diags_new(out->arena), "mesh", dv_arena_copy(out->arena, text, length), length) : NULL;
  if (!r.root || r.root->type != DV_JSON_MAP) return;
  const dv_json *buffers = dv_json_find(r.root, "buffers");
  r.buffer = DV_TAKE(out->arena, bytes, (buffers && buffers->type == DV_JSON_LIST ? buffers->n : 0) + 1);
  const dv_json *scene = item(&r, "scenes", whole(r.root, "scene", 0)), *list = scene ? dv_json_find(scene, "nodes") : NULL;
  for (int k = 0; list && list->type == DV_JSON_LIST && k < list->n; k++)
    if (list->item[k]->type == DV_JSON_NUMBER && list->item[k]->number >= 0 && list->item[k]->number < 1e9)
      put_node(&r, (size_t)list->item[k]->number, dv_matrix_unit, 0);
  const dv_json *meshes = dv_json_find(r.root, "meshes");
  for (int i = 0; !scene && meshes && meshes->type == DV_JSON_LIST && i < meshes->n; i++) {
    const dv_json *all = meshes->item[i]->type == DV_JSON_MAP ? dv_json_find(meshes->item[i], "primitives") : NULL;
    for (int k = 0; all && all->type == DV_JSON_LIST && k < all->n; k++) put_primitive(&r, all->item[k], dv_matrix_unit);
  }
}
