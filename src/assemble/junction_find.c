// junction_find.c: finds or makes the junction that a port names.
#include "assemble/junction_find.h"

#include <string.h>

enum { DEEPEST = 1000 };  // axes made of axes made of ...; the reader refuses those that are made of themselves

static int axis_by_name(dv_assembler *c, dv_ref ref, int depth);

static int add(dv_assembler *c, const char *name, int type, int domain, int width, int pos_reals)
{
  int i = dv_builder_take(c->b, DV_S_JUNCTION, 1), text = dv_builder_text(c->b, name);
  dv_junction j;
  memset(&j, 0, sizeof j);
  j.type = type;
  j.domain = domain;
  j.width = width;
  j.shared = dv_work_take(c, width);
  j.pos = dv_work_take(c, pos_reals);
  j.sum = c->b->header.nsum;  // within the block of sums, zeroed in each evaluation; moved when all are known
  j.capacity = j.sum + width;
  c->b->header.nsum += width + 1;
  j.name = text;
  j.x = j.motion = -1;
  *DV_AT(c->b, dv_junction, JUNCTION, i) = j;
  return i;
}

// "body", "body.point" or "world": link, point in body axes. 0, or -1 with a diagnostic.
int dv_find_place(const dv_assembler *c, const char *text, int *body, double at[3])
{
  const char *dot = strchr(text, '.'), *name = dot ? dv_arena_copy(c->arena, text, (size_t)(dot - text)) : text;
  int world = strcmp(name, "world") == 0;
  memset(at, 0, 3 * sizeof(double));
  *body = world ? -1 : dv_find_body(c, name);
  if (*body < 0 && !world) return -1;
  if (!dot) return 0;
  const dv_point_spec *p = dv_find_body_point(c, text);
  if (p) memcpy(at, p->at, sizeof p->at);
  return p ? 0 : -1;
}

static void report_body(dv_assembler *c, dv_ref ref, const char *name)
{
  const char **names = DV_TAKE(c->arena, const char *, c->spec->nbody + 1);
  for (int i = 0; i < c->spec->nbody; i++) names[i] = c->spec->body[i].name;
  const char *near = dv_nearest(name, names, c->spec->nbody);
  dv_diag_add(c->diags, DV_ERROR, ref.mark,
              near ? dv_arena_text(c->arena, "did you mean '%s'?", near) : "name a body, body.point or world",
              "there is no body '%s'", name);
}

int dv_find_point(dv_assembler *c, dv_ref ref, int *body, double at[3])
{
  if (!dv_find_place(c, ref.text, body, at)) return 0;
  const char *dot = strchr(ref.text, '.');
  const char *name = dot ? dv_arena_copy(c->arena, ref.text, (size_t)(dot - ref.text)) : ref.text;
  if (*body < 0 && strcmp(name, "world") != 0) return report_body(c, ref, name), -1;
  const dv_body_spec *b = *body < 0 ? &c->spec->world : &c->spec->body[*body];
  const char **names = DV_TAKE(c->arena, const char *, b->npoint + 1);
  for (int i = 0; i < b->npoint; i++) names[i] = b->point[i].name;
  const char *near = dv_nearest(dot + 1, names, b->npoint);
  dv_diag_add(c->diags, DV_ERROR, ref.mark,
              near ? dv_arena_text(c->arena, "did you mean '%s.%s'?", name, near) : "add it under `points:` of the body",
              "body '%s' has no point '%s'", name, dot + 1);
  return -1;
}

// Point of a body (or the world) in the axes of its link.
static void seat_point(dv_assembler *c, dv_tree_draft *t, int body, const double at[3], int *link, double out[3])
{
  dv_placement p = dv_place_identity;
  memcpy(p.p, at, sizeof p.p);
  dv_seat seat = dv_seat_on(c, t, body, &p);
  *link = seat.link;
  memcpy(out, seat.at.p, sizeof seat.at.p);
}

static int coordinate_junction(dv_assembler *c, const dv_coordinate *k)
{
  int i = dv_find_junction(c, k->name, DV_AT_COORDINATE);
  if (i >= 0) return i;
  i = add(c, k->name, DV_AT_COORDINATE, k->spec->rotary ? DV_ROTARY : DV_LINEAR, 1, 1);
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  j->iq = k->iq;
  j->iv = k->iv;
  return i;
}

static int line_junction(dv_assembler *c, const char *name, dv_ref from, dv_ref to)
{
  int i = dv_find_junction(c, name, DV_AT_LINE), body[2], link[2], seen[2];
  double at[2][3], num[6], seen_num[6];
  if (i >= 0) return i;
  if (dv_find_point(c, from, &body[0], at[0]) + dv_find_point(c, to, &body[1], at[1])) return -1;
  for (int k = 0; k < 2; k++) {
    seat_point(c, &c->fast, body[k], at[k], &link[k], num + 3 * k);
    seat_point(c, &c->seen, body[k], at[k], &seen[k], seen_num + 3 * k);
  }
  if (body[0] == body[1]) {
    dv_diag_add(c->diags, DV_ERROR, to.mark, "connect points of two different bodies", "both ends of the axis are on %s",
                body[0] < 0 ? "the world" : c->spec->body[body[0]].name);
    return -1;
  }
  i = add(c, name, DV_AT_LINE, DV_LINEAR, 1, 1);
  int n0 = dv_number_add(c, num, 6), n1 = dv_number_add(c, seen_num, 6);
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  memcpy(j->link, link, sizeof link);
  memcpy(j->seen, seen, sizeof seen);
  j->num = n0;
  j->seen_num = n1;
  j->service_only = 1;
  return i;
}

void dv_junction_use(dv_assembler *c, int i, int acts)
{
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  for (int k = 0; j->type == DV_AT_COMBINATION && k < j->nterm; k++) dv_junction_use(c, DV_AT(c->b, int, INT, j->term)[k], acts);
  if (j->type != DV_AT_LINE) return;
  j->service_only = 0;
  j->loaded |= acts;
  c->b->header.wants_pose |= DV_POSE_SHOWN;
  if (!acts) return;
  c->b->header.wants_wrench = 1;
  dv_junction_count(c, i);
}

void dv_junction_count(dv_assembler *c, int i)
{
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  for (int k = 0; j->type == DV_AT_COMBINATION && k < j->nterm; k++) dv_junction_count(c, DV_AT(c->b, int, INT, j->term)[k]);
  if (j->type != DV_AT_LINE) return;
  j->for_rates = 1;
  c->b->header.wants_pose |= DV_POSE_COUNTS;
}

int dv_junction_motion(dv_assembler *c, int i)
{
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  if (j->motion >= 0) return j->motion;
  j->motion = dv_work_take(c, j->type == DV_AT_FRAME ? DV_MOTION : 1);
  for (int k = 0; j->type == DV_AT_COMBINATION && k < j->nterm; k++) dv_junction_motion(c, DV_AT(c->b, int, INT, j->term)[k]);
  return j->motion;
}

// The first frame of a body on this link: the others there have its axes. Sections of an elastic body are links of their own.
static int frame_like(const dv_assembler *c, int body, int link)
{
  for (int i = 0; i < c->b->section[DV_S_JUNCTION].count; i++) {
    const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
    if (j->type == DV_AT_FRAME && j->body == body && j->link[0] == link) return i;
  }
  return -1;
}

static int frame_junction(dv_assembler *c, dv_ref ref)
{
  int i = dv_find_junction(c, ref.text, DV_AT_FRAME), body;
  double at[3];
  if (i >= 0) return i;
  if (dv_find_point(c, ref, &body, at)) return -1;
  dv_placement P = dv_place_identity;
  memcpy(P.p, at, sizeof at);
  dv_seat fast = dv_seat_on(c, &c->fast, body, &P), seen = dv_seat_on(c, &c->seen, body, &P);
  int same_axes = frame_like(c, body, fast.link);
  i = add(c, ref.text, DV_AT_FRAME, DV_FRAME, 6, 12);
  int n0 = dv_number_add(c, fast.at.R, 12), n1 = dv_number_add(c, seen.at.R, 12);
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  j->body = body;
  j->same_axes = same_axes;
  j->link[0] = fast.link;
  j->seen[0] = seen.link;
  j->link[1] = j->seen[1] = -1;
  j->num = n0;
  j->seen_num = n1;
  c->b->header.wants_pose |= DV_POSE_COUNTS;
  c->b->header.wants_wrench = 1;
  return i;
}

// An axis of no terms: stands still, takes any effort.
static int still_junction(dv_assembler *c, const dv_port *port, const char *part)
{
  double offset = 0;
  int i = add(c, dv_arena_text(c->arena, "%s.%s", part, port->name), DV_AT_COMBINATION,
              port->domain == DV_LINEAR ? DV_LINEAR : DV_ROTARY, 1, 1);
  int num = dv_number_add(c, &offset, 1);
  DV_AT(c->b, dv_junction, JUNCTION, i)->num = num;
  return i;
}

// Terms are made first, so that they stand before the combination.
static int combination_junction(dv_assembler *c, const dv_axis_spec *a, int depth)
{
  int found = dv_find_junction(c, a->name, DV_AT_COMBINATION), *term = DV_TAKE(c->arena, int, a->nterm),
      domain = a->rotary > 0 ? DV_ROTARY : DV_LINEAR;
  double *number = DV_TAKE(c->arena, double, a->nterm + 1);
  if (found >= 0) return found;
  if (depth > DEEPEST) {
    dv_diag_add(c->diags, DV_ERROR, a->mark, "let its terms be coordinates or distance axes",
                "axis '%s' is made of axes of axes, more than %d deep", a->name, DEEPEST);
    return -1;
  }
  for (int i = 0; i < a->nterm; i++) {
    term[i] = axis_by_name(c, a->term[i], depth + 1);
    if (term[i] < 0) return -1;
    number[i] = a->factor[i];
  }
  number[a->nterm] = a->offset;
  int i = add(c, a->name, DV_AT_COMBINATION, domain, 1, 1), first = dv_builder_take(c->b, DV_S_INT, a->nterm);
  memcpy(DV_AT(c->b, int, INT, first), term, (size_t)a->nterm * sizeof(int));
  int num = dv_number_add(c, number, a->nterm + 1);
  dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
  j->term = first;
  j->nterm = a->nterm;
  j->num = num;
  return i;
}

static int node_junction(dv_assembler *c, dv_ref ref, int domain)
{
  int i = dv_find_junction(c, ref.text, DV_AT_NODE);
  return i >= 0 ? i : add(c, ref.text, DV_AT_NODE, domain, 1, 1);
}

static int axis_by_name(dv_assembler *c, dv_ref ref, int depth)
{
  const dv_coordinate *k = dv_find_coordinate(c, ref.text);
  if (k && k->spec) return coordinate_junction(c, k);
  const dv_axis_spec *a = dv_find_axis(c, ref.text);
  if (a) return a->nterm ? combination_junction(c, a, depth) : line_junction(c, a->name, a->at.from, a->at.to);
  int n = 0;
  const char **names = DV_TAKE(c->arena, const char *, c->coordinate.n + c->spec->naxis + 1);
  for (int i = 0; i < c->coordinate.n; i++)
    if (c->coordinate.item[i].spec) names[n++] = c->coordinate.item[i].name;
  for (int i = 0; i < c->spec->naxis; i++) names[n++] = c->spec->axis[i].name;
  const char *near = dv_nearest(ref.text, names, n);
  dv_diag_add(c->diags, DV_ERROR, ref.mark,
              near ? dv_arena_text(c->arena, "did you mean '%s'?", near)
                   : "name a joint coordinate, an axis of `axes:`, or give {from: body.point, to: body.point}",
              "there is no axis '%s'", ref.text);
  return -1;
}

static int domain_fits(const dv_port *port, const dv_junction *j)
{
  return port->domain == (dv_domain)j->domain || (port->domain == DV_AXIS && (j->domain == DV_LINEAR || j->domain == DV_ROTARY));
}

int dv_junction_for(dv_assembler *c, const dv_connection *at, const dv_port *port, const char *part)
{
  dv_mark mark = at->line ? at->from.mark : at->name.mark;
  int i = -1;
  int open = port->role == DV_MAY_ANSWER && !at->line && !at->name.text;
  if (open && port->domain != DV_FRAME) return still_junction(c, port, part);
  if (port->domain == DV_FRAME) {
    i = frame_junction(c, open ? (dv_ref){"world", mark} : at->name);
  } else if (dv_domain_is_axis((int)port->domain)) {
    const char *inline_name = at->line ? dv_arena_text(c->arena, "%s..%s", at->from.text, at->to.text) : NULL;
    i = at->line ? line_junction(c, inline_name, at->from, at->to) : axis_by_name(c, at->name, 0);
  } else {
    i = node_junction(c, at->name, (int)port->domain);
  }
  if (i >= 0 && !domain_fits(port, DV_AT(c->b, dv_junction, JUNCTION, i))) {
    dv_diag_add(c->diags, DV_ERROR, mark, dv_domain_of((int)port->domain)->remedy, "port '%s' of '%s' does not fit here",
                port->name, part);
    return -1;
  }
  return i;
}
