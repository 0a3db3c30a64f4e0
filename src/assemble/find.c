// find.c: what a machine has, by its names.
#include "assemble/internal.h"
#include "base/names.h"

typedef struct {
  int body, point;  // body -1: the world
} place;

struct dv_finder {
  dv_name_rows body, joint, loop, axis, node, part, coordinate, junction, point;
  struct {
    place *item;
    int n, cap;
  } place;  // all points of all bodies, once one was asked for
};

struct dv_finder *dv_finder_new(dv_arena *a) { return DV_TAKE(a, struct dv_finder, 1); }

// The name of row i of a list in the spec or the assembler.
#define NAME_OF(what, list)                                                                                                      \
  static const char *what##_name(const void *c, int i) { return ((const dv_assembler *)c)->list[i].name; }
NAME_OF(body, spec->body)
NAME_OF(joint, spec->joint)
NAME_OF(axis, spec->axis)
NAME_OF(node, spec->node)
NAME_OF(loop, loop.item)
NAME_OF(part, part.item)
NAME_OF(coordinate, coordinate.item)
#undef NAME_OF

#define FIND(what, count) dv_name_rows_find(c->arena, &c->finder->what, c, count, what##_name, name)

int dv_find_body(const dv_assembler *c, const char *name) { return FIND(body, c->spec->nbody); }
int dv_find_joint(const dv_assembler *c, const char *name) { return FIND(joint, c->spec->njoint); }
int dv_find_loop(const dv_assembler *c, const char *name) { return FIND(loop, c->loop.n); }
int dv_find_part(const dv_assembler *c, const char *name) { return FIND(part, c->part.n); }

const dv_axis_spec *dv_find_axis(const dv_assembler *c, const char *name)
{
  int i = FIND(axis, c->spec->naxis);
  return i < 0 ? NULL : &c->spec->axis[i];
}

const dv_node_spec *dv_find_node(const dv_assembler *c, const char *name)
{
  int i = FIND(node, c->spec->nnode);
  return i < 0 ? NULL : &c->spec->node[i];
}

const dv_coordinate *dv_find_coordinate(const dv_assembler *c, const char *name)
{
  int i = FIND(coordinate, c->coordinate.n);
  return i < 0 ? NULL : &c->coordinate.item[i];
}

static const char *junction_key(const dv_assembler *c, const char *name, int type)
{
  return dv_arena_text(c->arena, "%d %s", type, name);
}

static const char *junction_name(const void *context, int i)
{
  const dv_assembler *c = context;
  const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  return junction_key(c, DV_AT(c->b, char, TEXT, j->name), j->type);
}

int dv_find_junction(const dv_assembler *c, const char *key, int type)
{
  const char *name = junction_key(c, key, type);
  return FIND(junction, c->b->section[DV_S_JUNCTION].count);
}

static const dv_body_spec *body_of(const dv_assembler *c, int body) { return body < 0 ? &c->spec->world : &c->spec->body[body]; }

static const char *point_name(const void *context, int i)
{
  const dv_assembler *c = context;
  const place *p = &c->finder->place.item[i];
  const dv_body_spec *b = body_of(c, p->body);
  return dv_arena_text(c->arena, "%s.%s", p->body < 0 ? "world" : b->name, b->point[p->point].name);
}

static void list_points(const dv_assembler *c)
{
  for (int i = -1; i < c->spec->nbody; i++)
    for (int k = 0; k < body_of(c, i)->npoint; k++) *DV_PUSH(c->arena, &c->finder->place) = (place){i, k};
}

const dv_point_spec *dv_find_body_point(const dv_assembler *c, const char *name)
{
  if (!c->finder->place.n) list_points(c);
  int i = FIND(point, c->finder->place.n);
  return i < 0 ? NULL : &body_of(c, c->finder->place.item[i].body)->point[c->finder->place.item[i].point];
}
