// collada.c: Collada 1.4: geometries as the nodes of the scene place them, in metres. Axes as they stand in the file, whatever
// its up_axis says: so do the tools of ROS, whose robots use it (who means it: import/mesh_says.c).
#include "mesh/corners.h"
#include "mesh/polygon.h"
#include "xml/xml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS_MOST = 4000000, NODES_MOST = 100000, DEPTH_MOST = 32 };

typedef struct {
  dv_corners *out;
  const dv_xml *root;
  int nodes;  // how many more may be placed
} reading;

typedef struct {
  float *item;
  int n, cap;
} numbers;

typedef struct {
  int *item;
  int n, cap;
} counts;

static numbers floats_of(dv_arena *a, const dv_xml *e)
{
  numbers out = {0};
  char *end = (char *)dv_xml_words(e);
  for (const char *at = end;; at = end) {
    float x = strtof(at, &end);
    if (end == at) return out;
    *DV_PUSH(a, &out) = x;
  }
}

static counts ints_of(dv_arena *a, const dv_xml *e)
{
  counts out = {0};
  char *end = (char *)dv_xml_words(e);
  for (const char *at = end;; at = end) {
    long x = strtol(at, &end, 10);
    if (end == at) return out;
    *DV_PUSH(a, &out) = x >= 0 && x < 100000000 ? (int)x : 0;
  }
}

// The element below `e` with this id ("#id"), of any depth that the format has.
static const dv_xml *by_id(const dv_xml *e, const char *url, int depth)
{
  if (!url || *url != '#' || depth > DEPTH_MOST) return NULL;
  for (int i = 0; i < e->n; i++) {
    const char *id = dv_xml_get(e->item[i], "id");
    if (id && !strcmp(id, url + 1)) return e->item[i];
    const dv_xml *found = by_id(e->item[i], url, depth + 1);
    if (found) return found;
  }
  return NULL;
}

static const dv_xml *input_of(const dv_xml *e, const char *semantic)
{
  int at = 0;
  for (const dv_xml *in; (in = dv_xml_next(e, "input", &at));) {
    const char *is = dv_xml_get(in, "semantic");
    if (is && !strcmp(is, semantic)) return in;
  }
  return NULL;
}

static int whole(const dv_xml *e, const char *attribute, int none)
{
  const char *text = dv_xml_get(e, attribute);
  long x = text ? strtol(text, NULL, 10) : none;
  return x >= 0 && x < 1000000 ? (int)x : none;
}

// Numbers of a source, `stride` for each index; the index is the `first` of those that belong to a corner.
typedef struct {
  numbers place;
  int stride, offset, first;
} rows;

// Positions and places in the picture of the corners of some faces; `step` indices belong to one corner.
typedef struct {
  rows vertex, uv;
  int step;
} faces;

static rows rows_of(reading *r, const dv_xml *mesh, const dv_xml *input, int width)
{
  const dv_xml *source = input ? by_id(mesh, dv_xml_get(input, "source"), 0) : NULL;
  const dv_xml *accessor = dv_xml_child(dv_xml_child(source, "technique_common"), "accessor");
  rows v = {.stride = whole(accessor, "stride", width), .offset = whole(accessor, "offset", 0)};
  if (source) v.place = floats_of(r->out->arena, dv_xml_child(source, "float_array"));
  return v;
}

static faces faces_of(reading *r, const dv_xml *mesh, const dv_xml *face, int skinned)
{
  const dv_xml *in = input_of(face, "VERTEX"), *list = in ? by_id(mesh, dv_xml_get(in, "source"), 0) : NULL;
  const dv_xml *texture = skinned ? input_of(face, "TEXCOORD") : NULL;
  faces f = {
      rows_of(r, mesh, list ? input_of(list, "POSITION") : input_of(face, "POSITION"), 3), {{0}, 0, 0, 0},
                1
  };
  int at = 0;
  f.vertex.first = in ? whole(in, "offset", 0) : 0;
  if (texture) f.uv = rows_of(r, mesh, texture, 2), f.uv.first = whole(texture, "offset", 0);
  for (const dv_xml *e; (e = dv_xml_next(face, "input", &at));) {
    int here = whole(e, "offset", 0);
    if (here + 1 > f.step) f.step = here + 1;
  }
  return f;
}

static const float *row_at(const rows *v, int index, int width)
{
  long at = (long)v->offset + (long)index * v->stride;
  return at >= 0 && at + width <= v->place.n ? v->place.item + at : NULL;
}

static const float *place_of(const faces *f, const int *p)
{
  static const float none[3] = {NAN, NAN, NAN};
  const float *at = row_at(&f->vertex, p[f->vertex.first], 3);
  return at ? at : none;
}

static void put_corner(reading *r, const faces *f, const int *p, const double m[12])
{
  const float *uv = f->uv.place.n ? row_at(&f->uv, p[f->uv.first], 2) : NULL;
  dv_corner_placed(r->out, place_of(f, p), m);
  if (uv) dv_corner_uv(r->out, uv);
}

static void put_polygon(reading *r, const faces *f, const int *p, int n, const double m[12])
{
  float at[DV_POLYGON_MOST][3];
  int cut[DV_POLYGON_MOST][3], few = n > 3 && n <= DV_POLYGON_MOST;
  for (int i = 0; few && i < n; i++) memcpy(at[i], place_of(f, p + i * f->step), sizeof at[i]);
  if (few) dv_polygon_cut((const float(*)[3])at, n, cut);
  for (int k = 0; k < n - 2 && !dv_corners_full(r->out); k++)
    for (int i = 0; i < 3; i++) put_corner(r, f, p + (few ? cut[k][i] : i ? k + i : 0) * f->step, m);
}

// Each corner after the second makes a triangle with the two before it; every other one is turned round.
static void put_strip(reading *r, const faces *f, const int *p, int n, const double m[12])
{
  for (int k = 0; k < n - 2 && !dv_corners_full(r->out); k++)
    for (int i = 0; i < 3; i++) put_corner(r, f, p + (k + (k & 1 && i ? 3 - i : i)) * f->step, m);
}

// Each corner after the second makes a triangle with the first and the one before it.
static void put_fan(reading *r, const faces *f, const int *p, int n, const double m[12])
{
  for (int k = 0; k < n - 2 && !dv_corners_full(r->out); k++)
    for (int i = 0; i < 3; i++) put_corner(r, f, p + (i ? k + i : 0) * f->step, m);
}

// The corners of the first <p> as triangles, or as polygons of so many corners each.
static void put_sizes(reading *r, const faces *f, const counts *p, const counts *sizes, const double m[12])
{
  int corners = p->n / f->step, done = 0;
  for (int i = 0; done < corners && !dv_corners_full(r->out); i++) {
    int size = !sizes ? 3 : i < sizes->n ? sizes->item[i] : corners + 1;
    if (size < 1 || done + size > corners) break;
    put_polygon(r, f, p->item + (size_t)done * (size_t)f->step, size, m);
    done += size;
  }
}

static void put_faces(reading *r, const dv_xml *mesh, const dv_xml *face, int skinned, const double m[12])
{
  const char *is = face->name;
  int k = 0;
  faces f = faces_of(r, mesh, face, skinned);
  counts sizes = !strcmp(is, "polylist") ? ints_of(r->out->arena, dv_xml_child(face, "vcount")) : (counts){0};
  for (int i = 0; dv_xml_next(face, "ph", &i);) r->out->holes++;
  for (const dv_xml *e; (e = dv_xml_next(face, "p", &k));) {
    counts p = ints_of(r->out->arena, e);
    if (!strcmp(is, "polygons")) put_polygon(r, &f, p.item, p.n / f.step, m);
    else if (!strcmp(is, "tristrips")) put_strip(r, &f, p.item, p.n / f.step, m);
    else if (!strcmp(is, "trifans")) put_fan(r, &f, p.item, p.n / f.step, m);
    else put_sizes(r, &f, &p, !strcmp(is, "polylist") ? &sizes : NULL, m);
  }
}

// The element of this name at any depth below, in the order of the file.
static const dv_xml *inside(const dv_xml *e, const char *name, int depth)
{
  for (int i = 0; e && i < e->n && depth < DEPTH_MOST; i++) {
    if (!strcmp(e->item[i]->name, name)) return e->item[i];
    const dv_xml *found = inside(e->item[i], name, depth + 1);
    if (found) return found;
  }
  return NULL;
}

// The <newparam> of this name in an effect.
static const dv_xml *parameter(const dv_xml *effect, const char *sid)
{
  const dv_xml *profile = dv_xml_child(effect, "profile_COMMON");
  int at = 0;
  for (const dv_xml *e; sid && (e = dv_xml_next(profile, "newparam", &at));) {
    const char *is = dv_xml_get(e, "sid");
    if (is && !strcmp(is, sid)) return e;
  }
  return NULL;
}

// A texture names a sampler, that a surface, that an image, which has a file; some name the image at once.
static int skin_of(reading *r, const dv_xml *effect, const dv_xml *diffuse)
{
  const dv_xml *texture = dv_xml_child(diffuse, "texture");
  const char *name = texture ? dv_xml_get(texture, "texture") : NULL;
  const dv_xml *sampler = dv_xml_child(parameter(effect, name), "sampler2D"), *source = dv_xml_child(sampler, "source");
  const dv_xml *surface = source ? dv_xml_child(parameter(effect, dv_xml_words(source)), "surface") : NULL;
  const dv_xml *from = dv_xml_child(surface, "init_from");
  if (from) name = dv_xml_words(from);
  const dv_xml *image = name ? by_id(r->root, dv_arena_text(r->out->arena, "#%s", name), 0) : NULL;
  const dv_xml *file = dv_xml_child(image, "init_from");
  const char *words = file ? dv_xml_words(file) : "";
  return *words ? dv_corners_skin(r->out, DV_SKIN_FILE, words, strlen(words)) : 0;
}

// The diffuse color or picture of the material that the instance binds to this symbol. 1: a picture.
static int paint(reading *r, const dv_xml *instance, const char *symbol)
{
  const dv_xml *list = dv_xml_child(dv_xml_child(instance, "bind_material"), "technique_common"), *effect = NULL;
  int at = 0;
  double rgba[4] = {0, 0, 0, 1};
  for (const dv_xml *e; symbol && (e = dv_xml_next(list, "instance_material", &at));) {
    const char *is = dv_xml_get(e, "symbol");
    if (!is || strcmp(is, symbol) != 0) continue;
    const dv_xml *material = by_id(r->root, dv_xml_get(e, "target"), 0);
    const dv_xml *of = dv_xml_child(material, "instance_effect");
    effect = of ? by_id(r->root, dv_xml_get(of, "url"), 0) : NULL;
  }
  const dv_xml *diffuse = inside(effect, "diffuse", 0), *color = dv_xml_child(diffuse, "color");
  numbers x = color ? floats_of(r->out->arena, color) : (numbers){0};
  for (int i = 0; i < 4 && i < x.n; i++) rgba[i] = x.item[i];
  int skin = skin_of(r, effect, diffuse);
  dv_corners_paint(r->out, x.n >= 3 ? rgba : NULL, skin);
  return skin > 0;
}

static int has_faces(const char *name)
{
  static const char *const known[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i])) return 1;
  return 0;
}

static void put_geometry(reading *r, const dv_xml *instance, const dv_xml *geometry, const double m[12])
{
  const dv_xml *mesh = geometry ? dv_xml_child(geometry, "mesh") : NULL;
  for (int i = 0; mesh && i < mesh->n; i++) {
    if (!has_faces(mesh->item[i]->name)) continue;
    int skinned = paint(r, instance, dv_xml_get(mesh->item[i], "material"));
    put_faces(r, mesh, mesh->item[i], skinned, m);
  }
}

// One transformation of a node, after those before it.
static void apply(reading *r, const dv_xml *e, double m[12])
{
  double one[12];
  numbers x = floats_of(r->out->arena, e);
  memcpy(one, dv_matrix_unit, sizeof one);
  if (!strcmp(e->name, "matrix") && x.n >= 12)
    for (int i = 0; i < 12; i++) one[i] = x.item[i];
  else if (!strcmp(e->name, "translate") && x.n >= 3)
    for (int i = 0; i < 3; i++) one[4 * i + 3] = x.item[i];
  else if (!strcmp(e->name, "scale") && x.n >= 3)
    for (int i = 0; i < 3; i++) one[5 * i] = x.item[i];
  else if (!strcmp(e->name, "rotate") && x.n >= 4)
    dv_matrix_turn((double[3]){x.item[0], x.item[1], x.item[2]}, x.item[3] * M_PI / 180, one);
  else return;
  dv_matrix_times(m, one, m);
}

static void put_node(reading *r, const dv_xml *node, const double above[12], int depth)
{
  double m[12];
  memcpy(m, above, sizeof m);
  if (depth > DEPTH_MOST || r->nodes-- <= 0) return;
  for (int i = 0; i < node->n; i++) {
    const dv_xml *e = node->item[i];
    if (!strcmp(e->name, "instance_geometry") || !strcmp(e->name, "instance_controller"))
      put_geometry(r, e, by_id(r->root, dv_xml_get(e, "url"), 0), m);
    else if (!strcmp(e->name, "node")) put_node(r, e, m, depth + 1);
    else if (!strcmp(e->name, "instance_node")) {
      const dv_xml *other = by_id(r->root, dv_xml_get(e, "url"), 0);
      if (other) put_node(r, other, m, depth + 1);
    } else apply(r, e, m);
  }
}

void dv_collada_read(dv_corners *out, const char *bytes, size_t n)
{
  int left = ELEMENTS_MOST, at = 0;
  reading r = {out, dv_xml_read(out->arena, dv_diags_new(out->arena), &left, "mesh", bytes, n), NODES_MOST};
  double m[12];
  if (!r.root) return;
  const dv_xml *asset = dv_xml_child(r.root, "asset"), *up = dv_xml_child(asset, "up_axis");
  const char *meter = dv_xml_get(dv_xml_child(asset, "unit"), "meter");
  out->y_up = up && !strcmp(dv_xml_words(up), "Y_UP");
  double unit = meter ? strtod(meter, NULL) : 1;
  for (int i = 0; i < 12; i++) m[i] = dv_matrix_unit[i] * (unit > 0 ? unit : 1);
  const dv_xml *shown = dv_xml_child(dv_xml_child(r.root, "scene"), "instance_visual_scene");
  const dv_xml *scene = shown ? by_id(r.root, dv_xml_get(shown, "url"), 0) : NULL;
  if (!scene) scene = dv_xml_child(dv_xml_child(r.root, "library_visual_scenes"), "visual_scene");
  if (scene) put_node(&r, scene, m, 0);
  const dv_xml *all = dv_xml_child(r.root, "library_geometries");
  for (const dv_xml *e; !scene && (e = dv_xml_next(all, "geometry", &at));) put_geometry(&r, NULL, e, m);
}
