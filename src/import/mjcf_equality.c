// mjcf_equality.c: equality constraints as loops. They hold exactly here; MuJoCo's give way.
#include "import/carried.h"
#include "import/mjcf.h"
#include "import/vocabulary.h"
#include "spec/place.h"

#include <string.h>

typedef struct {
  const dv_mjcf_body *body[2];  // NULL: the world
  const char *link[2];
  dv_placement place[2];  // of the bodies' own frames in the world, at zero
} pair;

static int find_body(dv_mjcf *f, const dv_xml *e, const dv_carried *at, const char *attribute, int which, pair *p)
{
  const char *name = dv_xml_get(e, attribute);
  p->place[which] = dv_place_identity;
  p->link[which] = "world";
  if (!name || !strcmp(name, "world")) return 0;
  const dv_mjcf_body *b = p->body[which] = dv_mjcf_body_of(f, name);
  if (!b) return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, NULL, "there is no body '%s'", name), -1;
  p->link[which] = f->u->links.item[b->link].name;
  dv_placement back = dv_place_identity;
  for (int i = 0; i < 3; i++) back.p[i] = -b->shift[i];
  p->place[which] = dv_place_times(at->place[b->link], back);
  return 0;
}

// A frame of the body as its link sees it.
static dv_pose in_link(const dv_mjcf_body *b, dv_placement x)
{
  for (int i = 0; i < 3 && b; i++) x.p[i] -= b->shift[i];
  return dv_pose_of(&x);
}

static dv_node *begin(dv_mjcf *f, const dv_xml *e, const char *type, const pair *p)
{
  const char *given = dv_xml_get(e, "name");
  const char *name = given ? given : dv_arena_text(f->u->r->arena, "%s_%d", e->name, f->u->loops->n + 1);
  dv_node *loop = dv_put_map(f->u, f->u->loops, dv_robot_part_name(f->u, name), e->mark);
  dv_put_text(f->u, loop, "type", e->mark, type);
  if (p) dv_put_text(f->u, loop, "parent", e->mark, p->link[0]);
  if (p) dv_put_text(f->u, loop, "child", e->mark, p->link[1]);
  return loop;
}

// connect, weld: frames that coincide at zero.
static int put_frames(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_carried *at)
{
  int weld = !strcmp(e->name, "weld");
  pair p = {0};
  dv_placement x = dv_place_identity;
  double relative[7] = {0};
  if (dv_xml_get(e, "site1")) return dv_robot_ignore(f->u, "constraints between sites", dv_xml_get(e, "name")), 0;
  if (find_body(f, e, at, "body1", 0, &p) || find_body(f, e, at, "body2", 1, &p)) return -1;
  if (!weld && dv_mjcf_numbers(f, e, c, "anchor", x.p, 3, 3, NULL) < 0) return -1;
  int given = weld ? dv_mjcf_numbers(f, e, c, "relpose", relative, 7, 7, NULL) : 0;
  if (given < 0) return -1;
  dv_placement world = dv_place_times(p.place[0], x), y = dv_place_times(dv_placement_inverse(p.place[1]), world);
  if (given && (relative[3] != 0 || relative[4] != 0 || relative[5] != 0 || relative[6] != 0)) {
    memcpy(x.p, relative, sizeof x.p);
    dv_quaternion_rotation(relative + 3, x.R);
    y = dv_place_identity;
  }
  dv_node *loop = begin(f, e, weld ? "fixed" : "ball", &p);
  dv_pose one = in_link(p.body[0], x), other = in_link(p.body[1], y);
  dv_put_pose(f->u, loop, "at", e->mark, &one);
  dv_put_pose(f->u, loop, "child_at", e->mark, &other);
  return 0;
}

// joint: q1 = c0 + c1 q2 + ... + c4 q2^4, both from their ref.
static int put_relation(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c)
{
  double k[5] = {0, 1, 0, 0, 0};
  dv_robot *u = f->u;
  const char *one = dv_xml_get(e, "joint1"), *two = dv_xml_get(e, "joint2");
  int n = 5, first = one ? dv_robot_joint_find(u, dv_robot_name(u, one)) : -1;
  int second = two ? dv_robot_joint_find(u, dv_robot_name(u, two)) : -1;
  if (dv_mjcf_numbers(f, e, c, "polycoef", k, 1, 5, &n) < 0) return -1;
  if (first < 0 || (two && second < 0))
    return dv_diag_add(u->r->diags, DV_ERROR, e->mark, NULL, "there is no joint '%s'", first < 0 ? (one ? one : "") : two), -1;
  if (!two) {
    u->joints.item[first].locked = 1;
    u->joints.item[first].position = k[0];
    return 0;
  }
  int curved = k[2] != 0 || k[3] != 0 || k[4] != 0;
  const char *a = u->joints.item[first].name, *b = u->joints.item[second].name;
  // a formula would read a minus
  if (curved && (strchr(a, '-') || strchr(b, '-')))
    return dv_robot_ignore(u, "curved relations of joints with - in their name", a), 0;
  dv_node *loop = begin(f, e, curved ? "expression" : "gear", NULL);
  if (!curved) {
    dv_node *of = dv_put_list(u, loop, "of", e->mark);
    dv_put_text(u, of, NULL, e->mark, a);
    dv_put_text(u, of, NULL, e->mark, b);
    dv_put_number(u, loop, "ratio", e->mark, k[1]);
    if (k[0] != 0) dv_put_number(u, loop, "offset", e->mark, k[0]);
    return 0;
  }
  dv_put_text(u, loop, "zero", e->mark,
              dv_arena_text(u->r->arena, "%s - (%.17g + %s*(%.17g + %s*(%.17g + %s*(%.17g + %s*%.17g))))", a, k[0], b, k[1], b,
                            k[2], b, k[3], b, k[4]));
  return 0;
}

// tendon: a sum of coordinates keeps its value at zero, moved by c0.
static int put_tendon(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c)
{
  double k[5] = {0};
  int n = 5;
  const char *name = dv_xml_get(e, "tendon1"), *other = dv_xml_get(e, "tendon2");
  const dv_node *axis = name ? dv_doc_find(f->u->axes, dv_robot_name(f->u, name)) : NULL,
                *sum = axis ? dv_doc_find(axis, "sum") : NULL;
  if (dv_mjcf_numbers(f, e, c, "polycoef", k, 1, 5, &n) < 0) return -1;
  if (!sum || other) return dv_robot_ignore(f->u, "constraints of another sort", e->name), 0;
  dv_node *loop = begin(f, e, "sum", NULL), *terms = dv_put_map(f->u, loop, "sum", e->mark);
  for (int i = 0; i < sum->n; i++) dv_put_text(f->u, terms, sum->item[i]->key, e->mark, sum->item[i]->text);
  if (k[0] != 0) dv_put_number(f->u, loop, "offset", e->mark, -k[0]);
  return 0;
}

int dv_mjcf_equality(dv_mjcf *f, const dv_xml *list)
{
  const dv_carried *at = dv_carried_new(f->u);
  int bad = 0;
  for (int i = 0; i < list->n && !bad; i++) {
    const dv_xml *e = list->item[i];
    const dv_mjcf_class *c = dv_mjcf_class_of(f, e, NULL);
    const char *active = dv_mjcf_get(e, c, "active");
    if (active && !strcmp(active, "false")) dv_robot_ignore(f->u, "constraints that are not active", dv_xml_get(e, "name"));
    else if (!strcmp(e->name, "connect") || !strcmp(e->name, "weld")) bad = put_frames(f, e, c, at);
    else if (!strcmp(e->name, "joint")) bad = put_relation(f, e, c);
    else if (!strcmp(e->name, "tendon")) bad = put_tendon(f, e, c);
    else dv_robot_ignore(f->u, "constraints of another sort", e->name);
  }
  return bad;
}

// An armature is the inertia of a rotor that turns with the coordinate, whatever carries the joint: a rotor in the world, geared
// to it.
void dv_mjcf_rotors(dv_mjcf *f)
{
  dv_robot *u = f->u;
  for (int i = 0, n = u->joints.n; i < n; i++) {
    dv_robot_joint one = u->joints.item[i];
    if (!(one.armature > 0) || one.locked) continue;
    const char *name = dv_arena_text(u->r->arena, "%s_rotor", one.name);
    dv_robot_link *l = dv_robot_link_add(u, name, one.mark);
    l->stated = 1;
    for (int k = 0; k < 3; k++) l->inertia[k] = one.armature;
    int link = u->links.n - 1;
    dv_robot_joint *j = dv_robot_joint_add(u, name, "revolute", one.mark);
    j->child = link;
    j->axis[2] = 1;
    j->mimic = one.name;
    j->ratio = 1;
    dv_robot_note(u, "armatures are rotors geared to their joints", "%s", one.name);
  }
}
