// check_port.c: where ports and named axes go: coordinates, distances between two points, bodies, nodes.
#include "spec/check.h"

#include <string.h>

static const dv_body_spec *find_body(dv_check *c, const dv_node *n, const char *word)
{
  int b = dv_names_find(&c->bodies, word);
  if (b >= 0) return &c->spec->body[b];
  const char *remedy = dv_did_you_mean(c->diags, word, c->bodies.item, c->bodies.n, "name a body, or body.point");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "body '%.64s' does not exist", word);
  return NULL;
}

static void list_points(dv_check *c, const dv_body_spec *b)
{
  int n = c->points.n + b->npoint;
  c->point = dv_arena_grow(c->arena, c->point, (size_t)c->points.n * sizeof *c->point, (size_t)n * sizeof *c->point);
  for (int i = 0; i < b->npoint; i++) {
    int at = dv_names_add(c->arena, &c->points, dv_arena_text(c->arena, "%s.%s", b->name, b->point[i].name));
    if (at >= 0) c->point[at] = b->point[i].at;
  }
}

// Bodies and the world are read when the first point is asked for.
const double *dv_check_body_point(dv_check *c, const dv_body_spec *b, const char *point, dv_mark mark, const char *instead)
{
  if (!c->points.n)
    for (int i = -1; i < c->spec->nbody; i++) list_points(c, i < 0 ? &c->spec->world : &c->spec->body[i]);
  int at = dv_names_find(&c->points, dv_arena_text(c->arena, "%s.%s", b->name, point)), world = b == &c->spec->world;
  if (at >= 0) return c->point[at];
  const char **name = DV_TAKE(c->arena, const char *, b->npoint);
  for (int i = 0; i < b->npoint; i++) name[i] = b->point[i].name;
  const char *add =
      world ? dv_arena_text(c->arena, "%swrite 'world: {points: {name: [x, y, z]}}'", instead) : "add it to its 'points:'";
  dv_diag_add(c->diags, DV_ERROR, mark, dv_did_you_mean(c->diags, point, name, b->npoint, add),
              world ? "the %s has no point '%.64s'" : "body '%s' has no point '%.64s'", b->name, point);
  return NULL;
}

// body, body.point or world.
dv_ref dv_check_point(dv_check *c, const dv_node *n)
{
  dv_ref ref = {n->text, n->mark};
  size_t cut = strcspn(n->text, ".");
  const char *word = dv_arena_copy(c->arena, n->text, cut), *point = n->text[cut] ? n->text + cut + 1 : NULL;
  const dv_body_spec *b = !strcmp(word, "world") ? &c->spec->world : find_body(c, n, word);
  if (!b || !point) return ref;
  dv_mark mark = n->mark;
  if (mark.col) mark.col += (int)cut + 1;
  dv_check_body_point(c, b, point, mark, "");
  return ref;
}

void dv_check_ends(dv_check *c, const dv_node *map)
{
  const dv_node *from = dv_check_get(map, "from", DV_SCALAR), *to = dv_check_get(map, "to", DV_SCALAR);
  if (from && to && !strcmp(from->text, to->text))
    dv_diag_add(c->diags, DV_ERROR, to->mark, "name another point", "both ends are '%.64s'", to->text);
}

void dv_check_line(dv_check *c, const dv_node *map, dv_connection *out)
{
  out->line = 1;
  dv_read(c, &dv_keys_line, map, out);
  dv_check_ends(c, map);
}

// Why a name is no axis, in the words that help most.
void dv_check_no_axis(dv_check *c, const char *name, dv_mark mark)
{
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    if (strcmp(j->name, name)) continue;
    const char *all = j->ncoordinate ? "choose one:" : "attach to its body with a frame port";
    for (int k = 0; k < j->ncoordinate; k++) all = dv_arena_text(c->arena, "%s %s", all, j->coordinate[k].name);
    if (!j->ncoordinate && !dv_joint_steps(j->type)) all = "it is fixed";
    dv_diag_add(c->diags, DV_ERROR, mark, all, "joint '%s' is not a single axis", j->name);
    return;
  }
  const char *remedy = dv_did_you_mean(c->diags, name, c->coordinates.item, c->coordinates.n, NULL);
  if (!remedy)
    remedy = dv_did_you_mean(c->diags, name, c->scope.item, c->scope.n,
                             "name a coordinate, an axis of 'axes:', or {from: body.point, to: body.point}");
  dv_diag_add(c->diags, DV_ERROR, mark, remedy, "axis '%.64s' does not exist", name);
}

static void read_axis(dv_check *c, const dv_node *n, const dv_port *port, dv_connection *out)
{
  if (n->type == DV_MAP) dv_check_line(c, n, out);
  else out->name = (dv_ref){n->text, n->mark};
  int rotary = dv_check_rotary(c, out);
  if (rotary < 0) dv_check_no_axis(c, n->text, n->mark);
  else if (port->domain != DV_AXIS && rotary != (port->domain == DV_ROTARY))
    dv_diag_add(c->diags, DV_ERROR, n->mark, "connect it to another axis", "port '%s' needs a %s axis", port->name,
                rotary ? "linear" : "rotary");
}

void dv_check_port(dv_check *c, const dv_node *n, const dv_port *port, dv_connection *out)
{
  if (n->type != DV_SCALAR && n->type != DV_MAP) return;
  if (dv_domain_is_axis((int)port->domain)) read_axis(c, n, port, out);
  else if (n->type == DV_MAP) return;
  else if (port->domain == DV_FRAME) out->name = dv_check_point(c, n);
  else {
    out->name = (dv_ref){n->text, n->mark};
    dv_name_check(c->diags, n->text, n->mark, "node");
  }
}
