// contact_groups.c: `contacts:`: the shapes of bodies against the ground and each other, as parts that a person could write.
//
// A shape touches as an object (ball, capsule, corners of a box) or is the surface (those and the cylinder). Of two that can be
// both, the rounder one is the object; two boxes touch with the corners of each on the other. A shape that is placed in its body
// gets a body of its own, welded there. Which kind is made: the first that has surfaces of these words and needs just the numbers
// of the shape beside its stiffness.
#include "spec/check.h"

#include <math.h>
#include <string.h>

enum { PAIRS_MOST = 2000 };

// Rows: word of the shape, the kind that it is an object of, word of its surface, what its numbers are called.
typedef enum { BALL, CAPSULE, BOX, CYLINDER, SHAPES } shape_type;
static const struct {
  const char *word, *surface;
  int object;  // 1: it may be one
  struct {
    const char *of, *object, *surface;
  } number[3];
} rows[SHAPES] = {
    [BALL] = {"sphere",   "ball",     1, {{"radius", "radius", "shape_radius"}}                                           },
    [CAPSULE] = {"capsule",  "capsule",  1, {{"radius", "radius", "shape_radius"}, {"length", "length", "shape_z"}}          },
    [BOX] = {"box",      "box",      1, {{"0", "length", "shape_x"}, {"1", "width", "shape_y"}, {"2", "tall", "shape_z"}}},
    [CYLINDER] = {"cylinder", "cylinder", 0, {{"radius", NULL, "shape_radius"}, {"length", NULL, "shape_z"}}                  },
};

typedef struct {
  const char *body;  // of the user; NULL: the world, which is a plane or a profile
  const char *frame;
  shape_type type;
  const dv_node *size;
} shape;

typedef struct {
  shape *item;
  int n, cap;
} shapes;

typedef struct {
  dv_check *c;
  const dv_node *group;  // the entry of contacts:
  dv_node *parts;
  int pairs;
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

// 0, or -1 after a diagnostic.
static int add_shape(dv_check *c, const dv_node *n, const char *body, shapes *out)
{
  for (int i = 0; n->type == DV_MAP && i < SHAPES; i++) {
    const dv_node *size = dv_doc_find(n, rows[i].word), *at = dv_doc_find(n, "at");
    if (!size) continue;
    *DV_PUSH(c->arena, out) = (shape){body, at ? add_frame(c, body, at) : body, (shape_type)i, size};
    return 0;
  }
  dv_diag_add(c->diags, DV_ERROR, n->mark, "give 'collision:' with a sphere, a capsule, a box or a cylinder",
              "body '%.64s' has a shape that cannot touch", body);
  return -1;
}

static int add_body(dv_check *c, const dv_node *name, shapes *out)
{
  const dv_node *b = dv_doc_find(dv_check_get(c->root, "bodies", DV_MAP), name->text), *n = NULL;
  static const char *const keys[] = {"collision", "visual", "solid"};
  for (int i = 0; b && b->type == DV_MAP && i < 3 && !n; i++) n = dv_doc_find(b, keys[i]);
  if (!n) {
    dv_diag_add(c->diags, DV_ERROR, name->mark, b ? "give it 'collision:' or 'visual:'" : "name bodies, or the world",
                b ? "body '%.64s' has no shape" : "there is no body '%.64s'", name->text);
    return -1;
  }
  int bad = 0, count = n->type == DV_SEQ ? n->n : 1;
  for (int i = 0; i < count; i++) bad |= add_shape(c, n->type == DV_SEQ ? n->item[i] : n, name->text, out);
  return bad;
}

// Names of a list, or one.
static int add_all(dv_check *c, const dv_node *list, shapes *out)
{
  int bad = 0, count = list->type == DV_SEQ ? list->n : list->type == DV_SCALAR;
  for (int i = 0; i < count; i++) {
    const dv_node *name = list->type == DV_SEQ ? list->item[i] : list;
    if (name->type != DV_SCALAR) bad = -1;
    else if (!strcmp(name->text, "world")) *DV_PUSH(c->arena, out) = (shape){.frame = "world", .type = SHAPES};
    else bad |= add_body(c, name, out);
  }
  return bad;
}

// 1: a joint joins the two, whose shapes meet there.
static int are_joined(const dv_check *c, const char *a, const char *b)
{
  const dv_node *joints = dv_check_get(c->root, "joints", DV_MAP);
  for (int i = 0; joints && i < joints->n; i++) {
    const dv_node *child = dv_doc_find(joints->item[i], "child"), *parent = dv_doc_find(joints->item[i], "parent");
    const char *x = child && child->type == DV_SCALAR ? child->text : "",
               *y = parent && parent->type == DV_SCALAR ? parent->text : "";
    if ((!strcmp(x, a) && !strcmp(y, b)) || (!strcmp(x, b) && !strcmp(y, a))) return 1;
  }
  return 0;
}

static void put_size(dv_arena *a, dv_node *part, const shape *s, int object)
{
  for (int i = 0; i < 3 && rows[s->type].number[i].of; i++) {
    const char *of = rows[s->type].number[i].of, *key = object ? rows[s->type].number[i].object : rows[s->type].number[i].surface;
    const dv_node *value = s->size->type == DV_SEQ ? (i < s->size->n ? s->size->item[i] : NULL) : dv_doc_find(s->size, of);
    if (value) put_node(a, part, key, value);
  }
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
static int is_object(const dv_kind *k, shape_type type)
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

static const char *kind_of(const dv_check *c, shape_type type)
{
  for (int i = 0; c->kinds[i]; i++)
    if (has_surfaces(c->kinds[i]) && is_object(c->kinds[i], type)) return c->kinds[i]->name;
  return NULL;
}

static void put_part(making *m, const shape *object, const shape *surface)
{
  dv_arena *a = m->c->arena;
  const dv_node *by = dv_doc_find(m->group, "by");
  dv_mark mark = m->group->key_mark;
  dv_node *part = dv_node_new(a, DV_MAP, mark);
  const char *name = dv_arena_text(a, "%s_%s_%s", m->group->key, object->body, surface->body ? surface->body : "world");
  put_text(a, part, "kind", mark, kind_of(m->c, object->type));
  put_text(a, part, "object", mark, object->frame);
  put_size(a, part, object, 1);
  if (surface->body) {
    put_text(a, part, "ground", mark, surface->frame);
    put_text(a, part, "surface", mark, rows[surface->type].surface);
    put_size(a, part, surface, 0);
  }
  for (int i = 0; by && by->type == DV_MAP && i < by->n; i++)
    if (!dv_doc_find(part, by->item[i]->key)) put_node(a, part, by->item[i]->key, by->item[i]);
  dv_node_append(a, m->parts, free_name(a, m->parts, name), part);
  m->pairs++;
}

static void meet(making *m, const shape *x, const shape *y)
{
  if (x->body && y->body && (!strcmp(x->body, y->body))) return;
  int both = x->type == BOX && y->type == BOX;
  if (y->type < x->type) {
    const shape *t = x;
    x = y;
    y = t;
  }
  if (x->type == SHAPES) return;  // the world and itself
  if (rows[x->type].object && kind_of(m->c, x->type)) {
    put_part(m, x, y);
    if (both) put_part(m, y, x);
    return;
  }
  dv_diag_add(m->c->diags, DV_ERROR, m->group->key_mark, "give it 'collision:' with a capsule or boxes",
              "body '%.64s' is a cylinder, which touches balls, capsules and boxes only", x->body);
}

static void make_group(making *m)
{
  const dv_node *of = dv_doc_find(m->group, "of"), *with = dv_doc_find(m->group, "with");
  shapes first = {0}, second = {0};
  if (!of || add_all(m->c, of, &first) || (with && add_all(m->c, with, &second))) return;
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
    if (m.group->type == DV_MAP) make_group(&m);
  }
  if (m.pairs >= PAIRS_MOST)
    dv_diag_add(c->diags, DV_ERROR, map->mark, "name fewer bodies, or groups that meet each other with 'with:'",
                "contacts: more than %d pairs of shapes", PAIRS_MOST);
}
