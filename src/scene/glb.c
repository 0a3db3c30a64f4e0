// glb.c: a scene as glTF 2.0 in one binary file: header, JSON, bytes.
//
// A node for each body, with a mesh: one primitive for each color, corners and flat normals as they are, in the body's axes. The
// root node turns z up to y up, which glTF wants.
#include "scene/picture.h"

#include "base/json.h"
#include "import/robot.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FLOAT = 5126, ARRAY_BUFFER = 34962 };

typedef struct {
  dv_arena *arena;
  dv_json_out views, accessors, materials, meshes, nodes;
  dv_text bytes;
  int nview, nmaterial, nmesh, nnode;
  struct {
    uint32_t *item;
    int n, cap;
  } colors;  // of the materials
} scene;

static uint32_t packed(const float c[3])
{
  uint32_t out = 0;
  for (int i = 0; i < 3; i++) out |= (uint32_t)(255 * fminf(1, fmaxf(0, c[i])) + 0.5F) << (8 * i);
  return out;
}

static int by_color(const void *a, const void *b)
{
  uint32_t x = packed(((const dv_facet *)a)->color), y = packed(((const dv_facet *)b)->color);
  return (x > y) - (x < y);
}

static double linear(double x) { return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4); }

static int material_of(scene *s, uint32_t color)
{
  for (int i = 0; i < s->colors.n; i++)
    if (s->colors.item[i] == color) return i;
  *DV_PUSH(s->arena, &s->colors) = color;
  double rgba[4] = {0, 0, 0, 1};
  for (int i = 0; i < 3; i++) rgba[i] = linear((color >> (8 * i) & 255) / 255.0);
  dv_json_open(&s->materials, NULL, '{');
  dv_json_bool(&s->materials, "doubleSided", 1);
  dv_json_open(&s->materials, "pbrMetallicRoughness", '{');
  dv_json_numbers(&s->materials, "baseColorFactor", rgba, 4);
  dv_json_number(&s->materials, "metallicFactor", 0.1);
  dv_json_number(&s->materials, "roughnessFactor", 0.6);
  dv_json_close(&s->materials);
  dv_json_close(&s->materials);
  return s->colors.n - 1;
}

// What was added to the bytes since `start`: vectors of three.
static int put_accessor(scene *s, size_t start, int count, const double *low, const double *high)
{
  dv_json_open(&s->views, NULL, '{');
  dv_json_int(&s->views, "buffer", 0);
  dv_json_int(&s->views, "byteOffset", (long)start);
  dv_json_int(&s->views, "byteLength", (long)(s->bytes.n - start));
  dv_json_int(&s->views, "target", ARRAY_BUFFER);
  dv_json_close(&s->views);
  dv_json_open(&s->accessors, NULL, '{');
  dv_json_int(&s->accessors, "bufferView", s->nview);
  dv_json_int(&s->accessors, "componentType", FLOAT);
  dv_json_int(&s->accessors, "count", count);
  dv_json_text(&s->accessors, "type", "VEC3");
  if (low) dv_json_numbers(&s->accessors, "min", low, 3);
  if (high) dv_json_numbers(&s->accessors, "max", high, 3);
  dv_json_close(&s->accessors);
  return s->nview++;
}

static int put_places(scene *s, const dv_facet *f, int n)
{
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  size_t start = s->bytes.n;
  for (int i = 0; i < n; i++) {
    dv_text_put(&s->bytes, (const char *)f[i].corner, sizeof f[i].corner);
    for (int k = 0; k < 9; k++) {
      low[k % 3] = fmin(low[k % 3], f[i].corner[k / 3][k % 3]);
      high[k % 3] = fmax(high[k % 3], f[i].corner[k / 3][k % 3]);
    }
  }
  return put_accessor(s, start, 3 * n, low, high);
}

static int put_normals(scene *s, const dv_facet *f, int n)
{
  size_t start = s->bytes.n;
  for (int i = 0; i < n; i++) {
    float a[3], b[3], c[3], length = 0;
    for (int k = 0; k < 3; k++) a[k] = f[i].corner[1][k] - f[i].corner[0][k], b[k] = f[i].corner[2][k] - f[i].corner[0][k];
    for (int k = 0; k < 3; k++) {
      c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
      length += c[k] * c[k];
    }
    length = sqrtf(length);
    for (int k = 0; k < 3; k++) c[k] = length > 0 ? c[k] / length : k == 2;
    for (int k = 0; k < 3; k++) dv_text_put(&s->bytes, (const char *)c, sizeof c);
  }
  return put_accessor(s, start, 3 * n, NULL, NULL);
}

// A mesh of facets; they are sorted by color. -1: there are none.
static int put_mesh(scene *s, dv_facets f, const char *name)
{
  if (!f.n) return -1;
  qsort(f.item, (size_t)f.n, sizeof *f.item, by_color);
  dv_json_open(&s->meshes, NULL, '{');
  dv_json_text(&s->meshes, "name", name);
  dv_json_open(&s->meshes, "primitives", '[');
  for (int from = 0, to; from < f.n; from = to) {
    uint32_t color = packed(f.item[from].color);
    for (to = from; to < f.n && packed(f.item[to].color) == color;) to++;
    dv_json_open(&s->meshes, NULL, '{');
    dv_json_open(&s->meshes, "attributes", '{');
    dv_json_int(&s->meshes, "POSITION", put_places(s, f.item + from, to - from));
    dv_json_int(&s->meshes, "NORMAL", put_normals(s, f.item + from, to - from));
    dv_json_close(&s->meshes);
    dv_json_int(&s->meshes, "material", material_of(s, color));
    dv_json_close(&s->meshes);
  }
  dv_json_close(&s->meshes);
  dv_json_close(&s->meshes);
  return s->nmesh++;
}

// pose: R row by row and p; NULL: in the world.
static void put_node(scene *s, const char *name, int mesh, const double *pose)
{
  dv_json_open(&s->nodes, NULL, '{');
  dv_json_text(&s->nodes, "name", name);
  if (mesh >= 0) dv_json_int(&s->nodes, "mesh", mesh);
  if (pose) {
    double q[4];
    dv_rotation_quaternion(pose, q);
    dv_json_numbers(&s->nodes, "translation", pose + 9, 3);
    dv_json_numbers(&s->nodes, "rotation", (double[4]){q[1], q[2], q[3], q[0]}, 4);
  }
  dv_json_close(&s->nodes);
  s->nnode++;
}

static void put_root(scene *s, const char *name)
{
  double *child = DV_TAKE(s->arena, double, s->nnode + 1), half = sqrt(0.5);
  for (int i = 0; i < s->nnode; i++) child[i] = i;
  dv_json_open(&s->nodes, NULL, '{');
  dv_json_text(&s->nodes, "name", name);
  dv_json_numbers(&s->nodes, "rotation", (double[4]){-half, 0, 0, half}, 4);
  dv_json_numbers(&s->nodes, "children", child, s->nnode);
  dv_json_close(&s->nodes);
}

static void splice(dv_json_out *o, const char *key, dv_json_out *list)
{
  dv_json_close(list);
  dv_json_raw(o, key, dv_text_all(&list->text));
}

static const char *json_of(scene *s)
{
  dv_json_out o = {.text = {.arena = s->arena}};
  dv_json_open(&o, NULL, '{');
  dv_json_open(&o, "asset", '{');
  dv_json_text(&o, "version", "2.0");
  dv_json_text(&o, "generator", "davit");
  dv_json_close(&o);
  dv_json_int(&o, "scene", 0);
  dv_json_open(&o, "scenes", '[');
  dv_json_open(&o, NULL, '{');
  dv_json_numbers(&o, "nodes", (double[1]){s->nnode}, 1);
  dv_json_close(&o);
  dv_json_close(&o);
  splice(&o, "nodes", &s->nodes);
  splice(&o, "meshes", &s->meshes);
  splice(&o, "materials", &s->materials);
  splice(&o, "accessors", &s->accessors);
  splice(&o, "bufferViews", &s->views);
  dv_json_open(&o, "buffers", '[');
  dv_json_open(&o, NULL, '{');
  dv_json_int(&o, "byteLength", (long)s->bytes.n);
  dv_json_close(&o);
  dv_json_close(&o);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

// Header, then both chunks, each padded to four bytes.
static const void *file_of(scene *s, size_t *n)
{
  dv_text json = {.arena = s->arena}, out = {.arena = s->arena};
  const char *text = json_of(s);
  dv_text_put(&json, text, strlen(text));
  while (json.n % 4) dv_text_put(&json, " ", 1);
  *n = 28 + json.n + s->bytes.n;
  if (*n > UINT32_MAX) return NULL;
  uint32_t head[5] = {0x46546C67, 2, (uint32_t)*n, (uint32_t)json.n, 0x4E4F534A}, chunk[2] = {(uint32_t)s->bytes.n, 0x004E4942};
  dv_text_put(&out, (const char *)head, sizeof head);
  dv_text_put(&out, json.at, json.n);
  dv_text_put(&out, (const char *)chunk, sizeof chunk);
  dv_text_put(&out, s->bytes.at, s->bytes.n);
  return out.at;
}

static double extent_of(const dv_machine *m, const double *const *pose)
{
  double most = 0;
  for (int i = 0; i < m->spec->nbody; i++)
    for (int k = 0; k < 3; k++) most = fmax(most, fabs(pose[i][9 + k]));
  return most;
}

const void *dv_glb(dv_arena *a, const dv_machine *m, const dv_state *state, size_t *n)
{
  scene s = {.arena = a, .bytes = {.arena = a}};
  dv_json_out *list[] = {&s.views, &s.accessors, &s.materials, &s.meshes, &s.nodes};
  const double *const *pose = dv_poses(a, m, state);
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    list[i]->text.arena = a;
    dv_json_open(list[i], NULL, '[');
  }
  for (int i = 0; i < m->spec->nbody; i++)
    put_node(&s, m->spec->body[i].name, put_mesh(&s, dv_body_facets(a, m, i), m->spec->body[i].name), pose[i]);
  int sticks = put_mesh(&s, dv_stick_facets(a, m, pose, extent_of(m, pose)), "sticks");
  if (sticks >= 0) put_node(&s, "sticks", sticks, NULL);
  if (!s.nmesh) return NULL;
  put_root(&s, m->spec->name ? m->spec->name : "machine");
  return file_of(&s, n);
}
