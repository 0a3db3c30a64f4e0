// mjcf_body.c: the tree of bodies.
//
// A body with several joints hangs on massless links, one for each joint before the last. A link's frame lies at its joint, so
// what a body holds is moved by the joint's place.
#include "import/mjcf.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

typedef struct {
  int link;         // that it hangs on; -1: the world
  double shift[3];  // of that link
  const dv_mjcf_class *inherited;
} where;

const dv_mjcf_body *dv_mjcf_body_of(const dv_mjcf *f, const char *name)
{
  for (int i = 0; i < f->bodies.n; i++)
    if (!strcmp(f->bodies.item[i].name, name)) return &f->bodies.item[i];
  return NULL;
}

static dv_placement shifted(dv_placement x, const double shift[3])
{
  for (int i = 0; i < 3; i++) x.p[i] -= shift[i];
  return x;
}

static const dv_mjcf_class *inherited(const dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *above)
{
  const char *name = dv_xml_get(e, "childclass");
  const char *pair[] = {"class", name, NULL};
  dv_xml at = {.attribute = pair};
  return name ? dv_mjcf_class_of(f, &at, NULL) : above;
}

// What <body> and <frame> hold, one after the other; at: frame of what it holds in the body's.
typedef int visit(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_placement *at, void *to);

static int walk(dv_mjcf *f, const dv_xml *body, const char *element, const dv_mjcf_class *c, dv_placement at, visit *one,
                void *to)
{
  int bad = 0;
  for (int i = 0; i < body->n && !bad; i++) {
    const dv_xml *e = body->item[i];
    if (!strcmp(e->name, element)) bad = one(f, e, dv_mjcf_class_of(f, e, c), &at, to);
    else if (!strcmp(e->name, "frame")) {
      dv_placement in;
      bad = dv_mjcf_frame(f, e, NULL, &in) || walk(f, e, element, inherited(f, e, c), dv_place_times(at, in), one, to);
    }
  }
  return bad ? -1 : 0;
}

typedef struct {
  dv_placement at;  // of the body in the link that it hangs on
  const char *name;
  int parent;
  double last[3];  // place of the joint before
  int n;
} chain;

static const char *joint_name(dv_mjcf *f, const dv_xml *e, const chain *k)
{
  const char *name = dv_xml_get(e, "name");
  return name   ? name
         : k->n ? dv_arena_text(f->u->r->arena, "%s_joint%d", k->name, k->n + 1)
                : dv_arena_text(f->u->r->arena, "%s_joint", k->name);
}

// A joint of the chain, and the link behind it, which the caller names and fills if it is the last.
static int add_joint(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_placement *at, void *to)
{
  chain *k = to;
  double pos[3];
  dv_robot *u = f->u;
  dv_robot_joint *j = dv_robot_joint_add(u, joint_name(f, e, k), "revolute", e->mark);
  if (dv_mjcf_joint(f, e, c, k->name, j, pos, at)) return -1;
  dv_placement x = k->n ? dv_place_identity : k->at;
  for (int i = 0; i < 3; i++) {
    double by[3] = {pos[0] - k->last[0], pos[1] - k->last[1], pos[2] - k->last[2]};
    for (int m = 0; m < 3; m++) x.p[i] += x.R[3 * i + m] * by[m];
  }
  memcpy(k->last, pos, sizeof pos);
  if (k->n) dv_robot_link_add(u, dv_arena_text(u->r->arena, "%s_%d", k->name, k->n), e->mark);
  j->parent = k->n ? u->links.n - 1 : k->parent;
  if (k->n) u->joints.item[u->joints.n - 2].child = j->parent;
  j->at = dv_pose_of(&x);
  if (!strcmp(j->type, "free")) {
    memcpy(j->start, x.p, sizeof x.p);
    dv_rotation_quaternion(x.R, j->start + 3);
    j->starts = 7;
    j->at = (dv_pose){0};
  }
  k->n++;
  return 0;
}

typedef struct {
  dv_robot_link *shapes, *mass;
} sums;

static int add_geom(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_placement *at, void *to)
{
  sums *s = to;
  return dv_mjcf_geom(f, e, c, at, s->shapes, s->mass);
}

static int add_site(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_placement *at, void *to)
{
  dv_robot_link *l = to;
  dv_placement own;
  const char *given = dv_xml_get(e, "name");
  if (dv_mjcf_frame(f, e, c, &own)) return -1;
  if (!given || dv_names_add(f->u->r->arena, &f->sites, given) < 0) return 0;
  dv_placement x = dv_place_times(*at, own);
  dv_robot_point p = {.name = dv_robot_name(f->u, given), .mark = e->mark};
  memcpy(p.at, x.p, sizeof p.at);
  *DV_PUSH(f->u->r->arena, &l->points) = p;
  int n = f->sites.n;
  if ((n & (n - 1)) == 0)
    f->site_at =
        dv_arena_grow(f->u->r->arena, f->site_at, (size_t)(n - 1) * sizeof *f->site_at, (size_t)(2 * n) * sizeof *f->site_at);
  f->site_at[n - 1] = dv_arena_text(f->u->r->arena, "%s.%s", l->name, p.name);
  return 0;
}

static int read_inertial(dv_mjcf *f, const dv_xml *e, dv_robot_link *l)
{
  dv_placement at;
  double I[6] = {0};
  if (dv_mjcf_frame(f, e, NULL, &at)) return -1;
  l->mass = dv_mjcf_number(f, e, NULL, "mass", 0);
  int full = dv_xml_numbers(f->u->r->diags, e, "fullinertia", I, 6);
  if (full < 0 || (!full && dv_xml_numbers(f->u->r->diags, e, "diaginertia", I, 3) < 0)) return -1;
  memcpy(l->com, at.p, sizeof at.p);
  memcpy(l->inertia, I, sizeof I);
  dv_inertia_turn(at.R, l->inertia);
  l->mass_mark = l->inertia_mark = e->mark;
  l->stated = 1;
  return 0;
}

static void bound(const dv_mjcf *f, dv_robot_link *l)
{
  l->mass = fmax(l->mass, f->bound_mass);
  for (int i = 0; i < 3 && f->bound_inertia > 0; i++) l->inertia[i] = fmax(l->inertia[i], f->bound_inertia);
}

// The last link of the body: mass, shapes and sites in the frame of its last joint.
static int fill(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, int link, const double shift[3])
{
  const dv_xml *inertial = dv_xml_child(e, "inertial");
  dv_robot_link sum = {0}, *l = &f->u->links.item[link];
  int stated = inertial && f->from_geoms <= 0, bad = 0;
  sums s = {l, stated || !f->from_geoms ? NULL : &sum};
  dv_placement at = shifted(dv_place_identity, shift);
  bad |= walk(f, e, "geom", c, at, add_geom, &s) | walk(f, e, "site", c, at, add_site, l);
  if (bad) return -1;
  if (stated) {
    if (read_inertial(f, inertial, l)) return -1;
    for (int i = 0; i < 3; i++) l->com[i] -= shift[i];
  } else if (f->from_geoms) {
    dv_solid_finish(&sum);
    l->mass = sum.mass;
    memcpy(l->com, sum.com, sizeof sum.com);
    memcpy(l->inertia, sum.inertia, sizeof sum.inertia);
    l->stated = sum.mass > 0;
  }
  bound(f, l);
  return 0;
}

static int read_bodies(dv_mjcf *f, const dv_xml *e, const where *w, dv_placement at);

static int read_body(dv_mjcf *f, const dv_xml *e, const where *w, const dv_placement *frame)
{
  dv_robot *u = f->u;
  dv_placement own;
  const char *given = dv_xml_get(e, "name");
  const dv_mjcf_class *c = inherited(f, e, w->inherited);
  if (dv_mjcf_frame(f, e, NULL, &own)) return -1;
  chain k = {.at = shifted(dv_place_times(*frame, own), w->shift), .parent = w->link};
  k.name = given ? given : dv_arena_text(u->r->arena, "body%d", ++f->unnamed);
  if (walk(f, e, "joint", c, dv_place_identity, add_joint, &k) || walk(f, e, "freejoint", c, dv_place_identity, add_joint, &k))
    return -1;
  dv_robot_link_add(u, k.name, e->mark);
  int link = u->links.n - 1;
  if (!k.n) {
    dv_robot_joint *j = dv_robot_joint_add(u, dv_arena_text(u->r->arena, "%s_fixed", k.name), "fixed", e->mark);
    j->parent = w->link;
    j->at = dv_pose_of(&k.at);
  }
  u->joints.item[u->joints.n - 1].child = link;
  dv_mjcf_body *b = DV_PUSH(u->r->arena, &f->bodies);
  b->name = k.name;
  b->link = link;
  memcpy(b->shift, k.last, sizeof k.last);
  where next = {.link = link, .inherited = c};
  memcpy(next.shift, k.last, sizeof k.last);
  if (fill(f, e, c, link, k.last)) return -1;
  return read_bodies(f, e, &next, dv_place_identity);
}

static int read_bodies(dv_mjcf *f, const dv_xml *e, const where *w, dv_placement at)
{
  static const char *const other[] = {"composite", "flexcomp", "replicate", "attach", "camera", "light", "plugin"};
  int bad = 0;
  for (int i = 0; i < e->n && !bad; i++) {
    const dv_xml *child = e->item[i];
    if (!strcmp(child->name, "body")) bad = read_body(f, child, w, &at);
    else if (!strcmp(child->name, "frame")) {
      dv_placement in;
      where inside = *w;
      inside.inherited = inherited(f, child, w->inherited);
      bad = dv_mjcf_frame(f, child, NULL, &in) || read_bodies(f, child, &inside, dv_place_times(at, in));
    }
    for (size_t k = 0; k < sizeof other / sizeof *other; k++)
      if (!strcmp(child->name, other[k])) dv_robot_ignore(f->u, other[k], dv_xml_get(child, "name"));
  }
  return bad ? -1 : 0;
}

int dv_mjcf_worldbody(dv_mjcf *f, const dv_xml *world)
{
  where w = {.link = -1, .inherited = inherited(f, world, NULL)};
  int at = 0;
  while (dv_xml_next(world, "geom", &at)) dv_robot_ignore(f->u, "shapes of the world", NULL);
  return read_bodies(f, world, &w, dv_place_identity);
}
