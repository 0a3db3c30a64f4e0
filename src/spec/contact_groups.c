// contact_groups.c: `contacts:`: the shapes of bodies against the ground and each other, as parts that a person could write.
//
// A shape touches as an object (ball, capsule, corners) or is the surface. Of two that can be both, the rounder one is the
// object; of two with edges (boxes, cylinders, hulls of meshes) each is on the other, and their edges and
// walls meet as well. A shape that is placed in its body gets a body of its own, welded there. Which kind is made: the first that
// has surfaces of these words and needs just the numbers of the shape beside its stiffness.
#include "spec/contact_edges.h"

#include "base/number.h"
#include "mesh/triangles.h"

#include <math.h>
#include <string.h>

enum { PAIRS_MOST = 2000 };  // parts

typedef enum { BALL, CAPSULE, BOX, CYLINDER, MESH, SHAPES } shape_type;
static const struct {
  const char *word;     // of the shape, in `visual:`
  const char *surface;  // word of its surface
  const char *corners;  // table that its kind needs; NULL: numbers only
  struct {
    const char *of, *object, *surface;  // a number of the shape; what it is called of an object, and of a surface
  } number[3];
} rows[SHAPES] = {
  // clang-format off
    [BALL]     = {"sphere",   "ball",     NULL,      {{"radius", "radius", "shape_radius"}}},
    [CAPSULE]  = {"capsule",  "capsule",  NULL,      {{"radius", "radius", "shape_radius"}, {"length", "length", "shape_z"}}},
    [BOX]      = {"box",      "box",      NULL,      {{"0", "length", "shape_x"}, {"1", "width", "shape_y"}, {"2", "tall", "shape_z"}}},
    [CYLINDER] = {"cylinder", "cylinder", "corners", {{"radius", "rim", "shape_radius"}, {"length", "length", "shape_z"}}},
    [MESH]     = {"mesh",     "hull",     "corners", {{NULL, NULL, NULL}}},
  // clang-format on
};

typedef struct {
  const char *body;  // of the user; NULL: the world, which is a plane or a profile
  const char *frame;
  shape_type type;
  const dv_node *size;
  const dv_hull *hull;  // of a mesh
} shape;

typedef struct {
  shape *item;
  int n, cap;
} shapes;

typedef struct {
  dv_check *c;
  const dv_node *group;  // the entry of contacts:
  dv_node *parts;
  int pairs, told;  // told: in this group what its edges do not know
} making;

static dv_node *section(dv_arena *a, dv_node *root, const char *key)
{
  dv_node *n = dv_doc_find(root, key);
  if (n) return n->type == DV_MAP ? n : NULL;
  n = dv_node_new(a, DV_MAP, root->mark);
  dv_node_append(a, root, key, n);
  return n;
}

static void put_node(dv_arena *a, dv_node *map, const char *key, const dv_node *value)
{
  dv_node *copy = dv_node_new(a, value->type, value->mark);
  *copy = *value;
  copy->key_mark = value->mark;
  dv_node_append(a, map, key, copy);
}

static void put_text(dv_arena *a, dv_node *map, const char *key, dv_mark mark, const char *text)
{
  dv_node *n = dv_node_new(a, DV_SCALAR, mark);
  n->text = text;
  dv_node_append(a, map, key, n);
}

// A name that the section does not have yet.
static const char *free_name(dv_arena *a, const dv_node *map, const char *name)
{
  const char *it = name;
  for (int i = 2; dv_doc_find(map, it); i++) it = dv_arena_text(a, "%s_%d", name, i);
  return it;
}

// A body that is welded where the shape is.
static const char *add_frame(dv_check *c, const char *body, const dv_node *at)
{
  dv_node *bodies = dv_doc_find(c->root, "bodies"), *joints = dv_doc_find(c->root, "joints");
  if (!joints || joints->type != DV_MAP) return body;
  const char *name = free_name(c->arena, bodies, dv_arena_text(c->arena, "%s_shape", body));
  dv_node *joint = dv_node_new(c->arena, DV_MAP, at->mark);
  dv_node_append(c->arena, bodies, name, dv_node_new(c->arena, DV_MAP, at->mark));
  put_text(c->arena, joint, "type", at->mark, "fixed");
  put_text(c->arena, joint, "parent", at->mark, body);
  put_text(c->arena, joint, "child", at->mark, name);
  put_node(c->arena, joint, "at", at);
  dv_node_append(c->arena, joints, free_name(c->arena, joints, dv_arena_text(c->arena, "%s_weld", name)), joint);
  return name;
}

static const dv_hull *hull_of(making *m, const dv_node *n)
{
  dv_check *c = m->c;
  dv_picture_spec s = {
      .is.scale = {1, 1, 1}
  };
  double most = DV_HULL_MOST;
  const dv_node *corners = dv_doc_find(m->group, "corners");
  int count = 0;
  dv_hull *h = DV_TAKE(c->arena, dv_hull, 1);
  if (dv_read_one(c, &dv_keys_visual, "mesh", n, 0, &s) || dv_read_one(c, &dv_keys_visual, "scale", n, 0, &s)) return NULL;
  if (corners && dv_check_number(c, corners, "corners", "1", &most)) return NULL;
  const float *t = dv_mesh_triangles(c->arena, c->diags, s.is.file, &count);
  if (!t) return NULL;
  if (!dv_hull_of_triangles(c->arena, t, count, s.is.scale, (int)most, h)) return h;
  dv_diag_add(c->diags, DV_ERROR, n->mark, "give it a shape with a volume", "the mesh is flat and cannot touch");
  return NULL;
}

// 0, or -1 after a diagnostic.
static int add_shape(making *m, const dv_node *n, const char *body, shapes *out)
{
  dv_check *c = m->c;
  for (int i = 0; n->type == DV_MAP && i < SHAPES; i++) {
    const dv_node *size = dv_doc_find(n, rows[i].word), *at = dv_doc_find(n, "at");
    if (!size) continue;
    const dv_hull *hull = i == MESH ? hull_of(m, n) : NULL;
    if (i == MESH && !hull) return -1;
    *DV_PUSH(c->arena, out) = (shape){body, at ? add_frame(c, body, at) : body, (shape_type)i, size, hull};
    return 0;
  }
  dv_diag_add(c->diags, DV_ERROR, n->mark, "give 'collision:' with a sphere, a capsule, a box, a cylinder or a mesh",
              "body '%.64s' has a shape that cannot touch", body);
  return -1;
}

static int add_body(making *m, const dv_node *name, shapes *out)
{
  dv_check *c = m->c;
  const dv_node *b = dv_doc_find(dv_check_get(c->root, "bodies", DV_MAP), name->text), *n = NULL;
  static const char *const keys[] = {"collision", "visual", "solid"};
  for (int i = 0; b && b->type == DV_MAP && i < 3 && !n; i++) n = dv_doc_find(b, keys[i]);
  if (!n) {
    dv_diag_add(c->diags, DV_ERROR, name->mark, b ? "give it 'collision:' or 'visual:'" : "name bodies, or the world",
                b ? "body '%.64s' has no shape" : "there is no body '%.64s'", name->text);
    return -1;
  }
  int bad = 0, count = n->type == DV_SEQ ? n->n : 1;
  for (int i = 0; i < count; i++) bad |= add_shape(m, n->type == DV_SEQ ? n->item[i] : n, name->text, out);
  return bad;
}

// Names of a list, or one.
static int add_all(making *m, const dv_node *list, shapes *out)
{
  int bad = 0, count = list->type == DV_SEQ ? list->n : list->type == DV_SCALAR;
  for (int i = 0; i < count; i++) {
    const dv_node *name = list->type == DV_SEQ ? list->item[i] : list;
    if (name->type != DV_SCALAR) bad = -1;
    else if (!strcmp(name->text, "world")) *DV_PUSH(m->c->arena, out) = (shape){.frame = "world", .type = SHAPES};
    else bad |= add_body(m, name, out);
  }
  return bad;
}

static const char *end_of(const dv_node *joint, const char *key)
{
  const dv_node *n = dv_doc_find(joint, key);
  return n && n->type == DV_SCALAR ? n->text : "world";
}

// The body that carries this one rigidly: up along fixed joints.
static const char *carrier_of(const dv_node *joints, const char *body)
{
  for (int steps = 0; joints && steps < joints->n; steps++) {
    int found = 0;
    for (int i = 0; i < joints->n && !found; i++) {
      const dv_node *j = joints->item[i], *type = dv_doc_find(j, "type");
      if (!type || type->type != DV_SCALAR || strcmp(type->text, "fixed") != 0 || strcmp(end_of(j, "child"), body) != 0) continue;
      body = end_of(j, "parent");
      found = 1;
    }
    if (!found) break;
  }
  return body;
}

// 1: a joint joins the two, whose shapes meet there, or what carries them rigidly; or they are one. What is free is not joined.
static int are_joined(const dv_check *c, const char *a, const char *b)
{
  const dv_node *joints = dv_check_get(c->root, "joints", DV_MAP);
  a = carrier_of(joints, a), b = carrier_of(joints, b);
  if (!strcmp(a, b)) return 1;
  for (int i = 0; joints && i < joints->n; i++) {
    const dv_node *type = dv_doc_find(joints->item[i], "type");
    if (type && type->type == DV_SCALAR && !strcmp(type->text, "free")) continue;
    const char *x = carrier_of(joints, end_of(joints->item[i], "child")),
               *y = carrier_of(joints, end_of(joints->item[i], "parent"));
    if ((!strcmp(x, a) && !strcmp(y, b)) || (!strcmp(x, b) && !strcmp(y, a))) return 1;
  }
  return 0;
}

// 1: the group leaves this pair out.
static int is_left_out(const dv_node *group, const char *a, const char *b)
{
  const dv_node *list = dv_doc_find(group, "except");
  for (int i = 0; list && list->type == DV_SEQ && i < list->n; i++) {
    const dv_node *pair = list->item[i];
    if (pair->type != DV_SEQ || pair->n != 2 || pair->item[0]->type != DV_SCALAR || pair->item[1]->type != DV_SCALAR) continue;
    const char *x = pair->item[0]->text, *y = pair->item[1]->text;
    if ((!strcmp(x, a) && !strcmp(y, b)) || (!strcmp(x, b) && !strcmp(y, a))) return 1;
  }
  return 0;
}

static void put_row(dv_arena *a, dv_node *list, const double *x, int n)
{
  dv_node *row = dv_node_new(a, DV_SEQ, list->mark);
  for (int i = 0; i < n; i++) {
    char text[DV_NUMBER_TEXT];
    dv_number_write(text, x[i]);
    put_text(a, row, NULL, list->mark, dv_arena_copy(a, text, strlen(text)));
  }
  dv_node_append(a, list, NULL, row);
}

static void put_hull(dv_arena *a, dv_node *part, const dv_hull *h, int object)
{
  dv_node *list = dv_node_new(a, DV_SEQ, part->mark);
  for (int i = 0; i < (object ? h->n : h->nface); i++) {
    double x[9];
    for (int k = 0; k < 9; k++) x[k] = h->at[object ? i : h->face[i][k / 3]][k % 3];
    put_row(a, list, x, object ? 3 : 9);
  }
  if (list->n) dv_node_append(a, part, object ? "corners" : "hull", list);
}

static const char *text_of(const dv_node *n) { return n && n->type == DV_SCALAR ? n->text : NULL; }

static int has_table(const dv_kind *k, const char *name)
{
  for (int i = 0; i < k->ntable; i++)
    if (!strcmp(k->table[i].name, name)) return 1;
  return 0;
}

// by: the kind of an object, which may have corners; NULL: it is the surface.
static void put_size(dv_arena *a, dv_node *part, const shape *s, const dv_kind *by)
{
  int object = by != NULL, corners = object && rows[s->type].corners && has_table(by, rows[s->type].corners);
  for (int i = 0; !corners && i < 3 && rows[s->type].number[i].of; i++) {
    const char *of = rows[s->type].number[i].of, *key = object ? rows[s->type].number[i].object : rows[s->type].number[i].surface;
    const dv_node *value = s->size->type == DV_SEQ ? (i < s->size->n ? s->size->item[i] : NULL) : dv_doc_find(s->size, of);
    if (value && key) put_node(a, part, key, value);
  }
  const char *radius = text_of(dv_doc_find(s->size, "radius")), *length = text_of(dv_doc_find(s->size, "length"));
  if (s->hull) put_hull(a, part, s->hull, object);
  else if (corners && radius && length) dv_contact_corners(a, part, rows[s->type].corners, radius, length);
}

static int has_surfaces(const dv_kind *k)
{
  int all = 0;
  for (int i = 0; i < k->noption; i++)
    if (!strcmp(k->option[i].name, "surface"))
      for (int s = 0; s < SHAPES; s++) all += strstr(k->option[i].choices, rows[s].surface) != NULL;
  return all == SHAPES;
}

// Beside `stiffness` it needs numbers of this shape, and all of them; a ball's radius has a default.
static int has_numbers(const dv_kind *k, shape_type type)
{
  int needed = 0, own = 0, wanted = 0;
  for (int i = 0; i < 3 && rows[type].number[i].object; i++) wanted += strcmp(rows[type].number[i].object, "radius") != 0;
  for (int i = 0; i < k->nparam; i++) {
    if (!isnan(k->param[i].def) || !strcmp(k->param[i].name, "stiffness")) continue;
    needed++;
    for (int n = 0; n < 3 && rows[type].number[n].object; n++) own += !strcmp(k->param[i].name, rows[type].number[n].object);
  }
  return needed == wanted && own == wanted;
}

// Numbers of this shape, or its table.
static int is_object(const dv_kind *k, shape_type type)
{
  for (int i = 0; i < k->ntable; i++)
    if (k->table[i].rows_least > 0) return rows[type].corners && !strcmp(k->table[i].name, rows[type].corners);
  return !rows[type].corners && has_numbers(k, type);
}

static const dv_kind *kind_of(const dv_check *c, shape_type type)
{
  for (int i = 0; c->kinds[i]; i++)
    if (has_surfaces(c->kinds[i]) && is_object(c->kinds[i], type)) return c->kinds[i];
  return NULL;
}

static int has_ground(const dv_kind *k)
{
  for (int i = 0; i < k->noption; i++)
    if (!strcmp(k->option[i].name, "surface") && !strncmp(k->option[i].choices, "plane|profile", 13)) return 1;
  return 0;
}

// On the ground what has corners for want of a better shape may have a kind of its own numbers: a cylinder rolls.
static const dv_kind *kind_on_ground(const dv_check *c, shape_type type)
{
  for (int i = 0; c->kinds[i] && rows[type].corners && rows[type].number[0].object; i++)
    if (has_ground(c->kinds[i]) && has_numbers(c->kinds[i], type)) return c->kinds[i];
  return kind_of(c, type);
}

// The kind for what such shapes have between them beside corners: it has no surfaces, and needs the numbers of both.
static const dv_kind *kind_between(const dv_check *c, shape_type type)
{
  for (int i = 0; c->kinds[i]; i++) {
    const dv_kind *k = c->kinds[i];
    int needed = 0, own = 0, wanted = 0;
    for (int n = 0; n < 3 && rows[type].number[n].object; n++) wanted += 2;
    for (int j = 0; j < k->nparam; j++) {
      if (!isnan(k->param[j].def)) continue;
      needed++;
      own += !strcmp(k->param[j].name, "stiffness");
      for (int n = 0; n < 3 && rows[type].number[n].object; n++)
        own += !strcmp(k->param[j].name, rows[type].number[n].object) || !strcmp(k->param[j].name, rows[type].number[n].surface);
    }
    if (wanted && needed == wanted + 1 && own == needed) return k;
  }
  return NULL;
}

static int has_key(const dv_kind *k, const char *key)
{
  for (int i = 0; i < k->nparam; i++)
    if (!strcmp(k->param[i].name, key)) return 1;
  return 0;
}

static const char *const tables[] = {"edges", "shape_edges"};  // of the object, of the surface

// The kind for edges that are rows.
static const dv_kind *kind_of_edges(const dv_check *c)
{
  for (int i = 0; c->kinds[i]; i++) {
    const dv_kind *k = c->kinds[i];
    if (k->ntable == 2 && !strcmp(k->table[0].name, tables[0]) && !strcmp(k->table[1].name, tables[1])) return k;
  }
  return NULL;
}

static void put_edges(dv_arena *a, dv_node *part, const char *key, const shape *s)
{
  const dv_node *size = s->size;
  const char *radius = text_of(dv_doc_find(size, "radius")), *length = text_of(dv_doc_find(size, "length"));
  if (s->hull) dv_contact_edges_hull(a, part, key, s->hull);
  else if (radius && length) dv_contact_edges_cylinder(a, part, key, radius, length);
  else if (s->type == BOX && size->type == DV_SEQ && size->n == 3) {
    const char *const side[3] = {text_of(size->item[0]), text_of(size->item[1]), text_of(size->item[2])};
    if (side[0] && side[1] && side[2]) dv_contact_edges_box(a, part, key, side);
  }
}

// What a kind does not know of a loss would be none.
static void tell_lossless(making *m, const dv_kind *k, const dv_node *by)
{
  const dv_node *bounce = dv_doc_find(by, "restitution");
  if (m->told || !bounce || has_key(k, "restitution") || dv_doc_find(by, "damping") || dv_doc_find(by, "hunt")) return;
  m->told = 1;
  dv_diag_add(m->c->diags, DV_WARNING, bounce->key_mark, "give 'damping' besides, or acknowledge this",
              "edges of '%.64s' that cross edges know no restitution, and give back all", m->group->key);
}

// Edges on edges: of `by:` what the kind knows.
static void put_between(making *m, const shape *object, const shape *surface)
{
  dv_arena *a = m->c->arena;
  int boxes = object->type == BOX && surface->type == BOX;
  const dv_kind *k = boxes ? kind_between(m->c, BOX) : kind_of_edges(m->c);
  const dv_node *by = dv_doc_find(m->group, "by");
  dv_mark mark = m->group->key_mark;
  if (!k || !by || by->type != DV_MAP) return;
  tell_lossless(m, k, by);
  dv_node *part = dv_node_new(a, DV_MAP, mark);
  put_text(a, part, "kind", mark, k->name);
  put_text(a, part, "object", mark, object->frame);
  put_text(a, part, "ground", mark, surface->frame);
  if (boxes) put_size(a, part, object, k), put_size(a, part, surface, NULL);
  else put_edges(a, part, tables[0], object), put_edges(a, part, tables[1], surface);
  for (int i = 0; i < by->n; i++)
    if (has_key(k, by->item[i]->key) && !dv_doc_find(part, by->item[i]->key)) put_node(a, part, by->item[i]->key, by->item[i]);
  dv_node_append(a, m->parts,
                 free_name(a, m->parts, dv_arena_text(a, "%s_%s_%s_edges", m->group->key, object->body, surface->body)), part);
  m->pairs++;
}

static void put_part(making *m, const shape *object, const shape *surface)
{
  dv_arena *a = m->c->arena;
  const dv_node *by = dv_doc_find(m->group, "by");
  dv_mark mark = m->group->key_mark;
  dv_node *part = dv_node_new(a, DV_MAP, mark);
  const char *name = dv_arena_text(a, "%s_%s_%s", m->group->key, object->body, surface->body ? surface->body : "world");
  const dv_kind *k = surface->body ? kind_of(m->c, object->type) : kind_on_ground(m->c, object->type);
  put_text(a, part, "kind", mark, k->name);
  put_text(a, part, "object", mark, object->frame);
  put_size(a, part, object, k);
  if (surface->body) {
    put_text(a, part, "ground", mark, surface->frame);
    put_text(a, part, "surface", mark, rows[surface->type].surface);
    put_size(a, part, surface, NULL);
  }
  for (int i = 0; by && by->type == DV_MAP && i < by->n; i++)
    if (!dv_doc_find(part, by->item[i]->key)) put_node(a, part, by->item[i]->key, by->item[i]);
  dv_node_append(a, m->parts, free_name(a, m->parts, name), part);
  m->pairs++;
}

static void meet(making *m, const shape *x, const shape *y)
{
  if (x->body && y->body && (!strcmp(x->body, y->body) || is_left_out(m->group, x->body, y->body))) return;
  int both = x->type >= BOX && y->type >= BOX && x->body && y->body;
  if (y->type < x->type) {
    const shape *t = x;
    x = y;
    y = t;
  }
  if (x->type == SHAPES) return;  // the world and itself
  put_part(m, x, y);
  if (both) put_part(m, y, x);
  if (both) put_between(m, x, y);
}

static void make_group(making *m)
{
  const dv_node *of = dv_doc_find(m->group, "of"), *with = dv_doc_find(m->group, "with");
  shapes first = {0}, second = {0};
  if (!of || add_all(m, of, &first) || (with && add_all(m, with, &second))) return;
  for (int i = 0; i < first.n; i++) {
    int n = with ? second.n : i;
    for (int k = 0; k < n && m->pairs < PAIRS_MOST; k++) {
      const shape *other = with ? &second.item[k] : &first.item[k];
      if (with || !first.item[i].body || !other->body || !are_joined(m->c, first.item[i].body, other->body))
        meet(m, &first.item[i], other);
    }
  }
}

void dv_check_contacts(dv_check *c, dv_node *root)
{
  const dv_node *map = dv_check_get(c->root, "contacts", DV_MAP);
  making m = {.c = c, .parts = map ? section(c->arena, root, "parts") : NULL};
  for (int i = 0; m.parts && i < map->n && m.pairs < PAIRS_MOST; i++) {
    m.group = map->item[i];
    m.told = 0;
    if (m.group->type == DV_MAP) make_group(&m);
  }
  if (m.pairs >= PAIRS_MOST)
    dv_diag_add(c->diags, DV_ERROR, map->mark, "name fewer bodies, or groups that meet each other with 'with:'",
                "contacts: more than %d pairs of shapes", PAIRS_MOST);
}
