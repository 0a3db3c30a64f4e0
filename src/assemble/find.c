// find.c: bodies, parts, coordinates and junctions by their names. Tables by hash that take in what has come since the
// last question.
#include "assemble/internal.h"
#include "base/names.h"

typedef struct {
  dv_names names;
  struct {
    int *item;
    int n, cap;
  } row;     // of each name: of two rows of one name the first
  int seen;  // rows that were taken in
} table;

struct dv_finder {
  table body, part, coordinate, junction;
};

struct dv_finder *dv_finder_new(dv_arena *a) { return DV_TAKE(a, struct dv_finder, 1); }

typedef const char *name_of(const dv_assembler *c, int i);

static const char *body_name(const dv_assembler *c, int i) { return c->spec->body[i].name; }
static const char *part_name(const dv_assembler *c, int i) { return c->part.item[i].name; }
static const char *coordinate_name(const dv_assembler *c, int i) { return c->coordinate.item[i].name; }
static const char *junction_key(const dv_assembler *c, const char *name, int type)
{
  return dv_arena_text(c->arena, "%d %s", type, name);
}
static const char *junction_name(const dv_assembler *c, int i)
{
  const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  return junction_key(c, DV_AT(c->b, char, TEXT, j->name), j->type);
}

static int find(const dv_assembler *c, table *t, name_of *of, int n, const char *name)
{
  for (; t->seen < n; t->seen++)
    if (dv_names_add(c->arena, &t->names, of(c, t->seen)) >= 0) *DV_PUSH(c->arena, &t->row) = t->seen;
  int i = dv_names_find(&t->names, name);
  return i < 0 ? -1 : t->row.item[i];
}

int dv_find_body(const dv_assembler *c, const char *name) { return find(c, &c->finder->body, body_name, c->spec->nbody, name); }

int dv_find_part(const dv_assembler *c, const char *name) { return find(c, &c->finder->part, part_name, c->part.n, name); }

const dv_coordinate *dv_find_coordinate(const dv_assembler *c, const char *name)
{
  int i = find(c, &c->finder->coordinate, coordinate_name, c->coordinate.n, name);
  return i < 0 ? NULL : &c->coordinate.item[i];
}

int dv_find_junction(const dv_assembler *c, const char *name, int type)
{
  return find(c, &c->finder->junction, junction_name, c->b->section[DV_S_JUNCTION].count, junction_key(c, name, type));
}
