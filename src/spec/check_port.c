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

// body, body.point or world.
dv_ref dv_check_point(dv_check *c, const dv_node *n)
{
  dv_ref ref = {n->text, n->mark};
  size_t cut = strcspn(n->text, ".");
  const char *word = dv_arena_copy(c->arena, n->text, cut), *point = n->text[cut] ? n->text + cut + 1 : NULL;
  const dv_body_spec *b = !strcmp(word, "world") ? &c->spec->world : find_body(c, n, word);
  if (!b || !point) return ref;
  const char **name = DV_TAKE(c->arena, const char *, b->npoint);
  for (int i = 0; i < b->npoint; i++) {
    name[i] = b->point[i].name;
    if (!strcmp(name[i], point)) return ref;
  }
  dv_mark mark = n->mark;
  if (mark.col) mark.col += (int)cut + 1;
  int world = b == &c->spec->world;
  const char *add = world ? "write 'world: {points: {name: [x, y, z]}}'" : "add it to its 'points:'";
  const char *remedy = dv_did_you_mean(c->diags, point, name, b->npoint, add);
  dv_diag_add(c->diags, DV_ERROR, mark, remedy, world ? "the %s has no point '%.64s'" : "body '%s' has no point '%.64s'", b->name,
              point);
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
