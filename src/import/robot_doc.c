// robot_doc.c: a robot as a machine in the model language.
#include "import/robot.h"

#include "base/number.h"
#include "import/vocabulary.h"

#include <math.h>
#include <string.h>

static void put_shape(dv_robot *u, dv_node *list, const dv_robot_shape *s)
{
  static const char *const name[] = {"box", "cylinder", "capsule", "sphere", "mesh"};
  if (s->shape == DV_MESH && !s->mesh) return;
  dv_node *v = dv_put_map(u, list, NULL, s->mark);
  if (s->shape == DV_BOX) dv_put_numbers(u, v, "box", s->mark, s->size, 3);
  else if (s->shape == DV_MESH) {
    // the path is as seen from the robot, whatever file the shape stands in
    dv_mark beside = strcmp(s->mark.file, u->file) != 0 ? (dv_mark){u->file, 0, 0} : s->mark;
    dv_put_quoted(u, v, "mesh", beside, dv_find_beside(u, s->mesh));
    int same = s->scale[0] == s->scale[1] && s->scale[1] == s->scale[2];
    if (same && s->scale[0] != 1) dv_put_number(u, v, "scale", s->mark, s->scale[0]);
    else if (!same) dv_put_numbers(u, v, "scale", s->mark, s->scale, 3);
  } else {
    dv_node *round = dv_put_map(u, v, name[s->shape], s->mark);
    dv_put_number(u, round, "radius", s->mark, s->size[0]);
    if (s->shape != DV_SPHERE) dv_put_number(u, round, "length", s->mark, s->size[1]);
  }
  dv_put_pose(u, v, "at", s->mark, &s->at);
  if (s->colored) dv_put_numbers(u, v, "color", s->mark, s->color, 4);
}

static void put_link(dv_robot *u, dv_node *bodies, const dv_robot_link *l)
{
  dv_node *b = dv_put_map(u, bodies, l->name, l->mark);
  const double *I = l->inertia;
  dv_put_number(u, b, "mass", l->mass_mark, l->mass);
  if (l->com[0] != 0 || l->com[1] != 0 || l->com[2] != 0) dv_put_numbers(u, b, "com", l->mass_mark, l->com, 3);
  if (l->stated) dv_put_numbers(u, b, "inertia", l->inertia_mark, I, I[3] != 0 || I[4] != 0 || I[5] != 0 ? 6 : 3);
  if (l->points.n) {
    dv_node *points = dv_put_map(u, b, "points", l->mark);
    for (int i = 0; i < l->points.n; i++)
      dv_put_numbers(u, points, l->points.item[i].name, l->points.item[i].mark, l->points.item[i].at, 3);
  }
  dv_node *list = dv_node_new(u->r->arena, DV_SEQ, l->mark);
  for (int i = 0; i < l->shapes.n; i++) put_shape(u, list, &l->shapes.item[i]);
  if (list->n) dv_node_append(u->r->arena, b, "visual", list);
  list = dv_node_new(u->r->arena, DV_SEQ, l->mark);
  for (int i = 0; i < l->collisions.n && u->options->each_other; i++) put_shape(u, list, &l->collisions.item[i]);
  if (list->n) dv_node_append(u->r->arena, b, "collision", list);
}

// One of x y z -x -y -z where it is one.
static void put_axis(dv_robot *u, dv_node *out, const char *key, dv_mark mark, const double a[3])
{
  static const char *const letter[2][3] = {
      {"x",  "y",  "z" },
      {"-x", "-y", "-z"}
  };
  int zeros = (a[0] == 0) + (a[1] == 0) + (a[2] == 0), k = a[0] != 0 ? 0 : a[1] != 0 ? 1 : 2;
  if (zeros == 3) return;
  if (zeros == 2) dv_put_text(u, out, key, mark, letter[a[k] < 0][k]);
  else dv_put_numbers(u, out, key, mark, a, 3);
}

static void put_limits(dv_robot *u, dv_node *out, const dv_robot_joint *j)
{
  const double value[] = {j->lower, j->upper, j->stop, j->stop_damping, j->effort, j->velocity};
  static const char *const key[] = {"lower", "upper", "stiffness", "damping", "effort", "rate"};
  dv_node *limits = dv_node_new(u->r->arena, DV_MAP, j->mark);
  for (int i = 0; i < 6; i++)
    if (i < 2 ? isfinite(value[i]) : value[i] > 0) dv_put_number(u, limits, key[i], j->mark, value[i]);
  if (limits->n) dv_node_append(u->r->arena, out, "limits", limits);
}

static void put_friction(dv_robot *u, dv_node *out, const dv_robot_joint *j)
{
  if (j->damping == 0 && j->friction == 0) return;
  dv_node *f = dv_put_map(u, out, "friction", j->mark);
  if (j->damping != 0) dv_put_number(u, f, "viscous", j->mark, j->damping);
  if (j->friction != 0) dv_put_number(u, f, "coulomb", j->mark, j->friction);
}

static const char *body_name(const dv_robot *u, int link) { return link < 0 ? "world" : u->links.item[link].name; }

static void put_joint(dv_robot *u, dv_node *joints, const dv_robot_joint *j)
{
  dv_node *out = dv_put_map(u, joints, j->name, j->mark);
  dv_put_text(u, out, "type", j->mark, j->type);
  if (j->parent >= 0) dv_put_text(u, out, "parent", j->mark, body_name(u, j->parent));
  dv_put_text(u, out, "child", j->mark, body_name(u, j->child));
  dv_put_pose(u, out, "at", j->mark, &j->at);
  put_axis(u, out, "axis", j->mark, j->axis);
  put_axis(u, out, "axis2", j->mark, j->axis2);
  if (j->pitch != 0) dv_put_number(u, out, "pitch", j->mark, j->pitch);
  if (j->locked) dv_put_text(u, out, "motion", j->mark, "locked");
  if (j->starts) dv_put_numbers(u, out, "position", j->mark, j->start, j->starts);
  else if (j->position != 0) dv_put_number(u, out, "position", j->mark, j->position);
  put_limits(u, out, j);
  put_friction(u, out, j);
}

static void put_spring(dv_robot *u, const dv_robot_joint *j)
{
  if (j->stiffness == 0 || j->locked) return;
  dv_node *p = dv_put_map(u, u->parts, dv_arena_text(u->r->arena, "%s_spring", j->name), j->mark);
  dv_put_text(u, p, "kind", j->mark, DV_WORD_SPRING);
  dv_put_text(u, p, "axis", j->mark, j->name);
  dv_put_number(u, p, "stiffness", j->mark, j->stiffness);
  if (j->rest != 0) dv_put_number(u, p, "rest", j->mark, j->rest);
}

// this = ratio x that + offset, a gear among the loops
static void put_mimic(dv_robot *u, const dv_robot_joint *j)
{
  if (!j->mimic || j->locked) return;
  dv_node *gear = dv_put_map(u, u->loops, dv_arena_text(u->r->arena, "%s_mimic", j->name), j->mark);
  dv_put_text(u, gear, "type", j->mark, "gear");
  dv_node *pair = dv_put_list(u, gear, "of", j->mark);
  dv_put_text(u, pair, NULL, j->mark, j->name);
  dv_put_text(u, pair, NULL, j->mark, j->mimic);
  dv_put_number(u, gear, "ratio", j->mark, j->ratio);
  if (j->offset != 0) dv_put_number(u, gear, "offset", j->mark, j->offset);
}

// Gravity with a switch, for those who look at a robot.
static void put_gravity(dv_robot *u, dv_node *machine, dv_mark mark)
{
  static const double down[] = {0, 0, -9.81};
  const double *g = u->gravity ? u->gravity : down;
  dv_put_number(u, dv_put_map(u, machine, "parameters", mark), "gravity_on", mark, 1);
  dv_node *list = dv_put_list(u, machine, "gravity", mark);
  for (int i = 0; i < 3; i++) {
    char number[DV_NUMBER_TEXT];
    dv_number_write(number, g[i]);
    dv_put_text(u, list, NULL, mark, g[i] == 0 ? "0" : dv_arena_text(u->r->arena, "%s[m/s^2]*gravity_on", number));
  }
}

// What a page shows first: the joints with a slider each.
static void put_operator(dv_robot *u, dv_node *machine, dv_mark mark)
{
  if (dv_doc_find(u->cases, "servo")) dv_put_text(u, dv_put_map(u, machine, "operator", mark), "case", mark, "servo");
}

dv_node *dv_robot_doc(dv_robot *u)
{
  dv_mark mark = {u->file, 0, 0};
  dv_node *machine = dv_node_new(u->r->arena, DV_MAP, mark);
  if (u->name) dv_put_text(u, machine, "name", mark, u->name);
  put_gravity(u, machine, mark);
  put_operator(u, machine, mark);
  dv_node *bodies = dv_put_map(u, machine, "bodies", mark), *joints = dv_put_map(u, machine, "joints", mark);
  for (int i = 0; i < u->links.n; i++) put_link(u, bodies, &u->links.item[i]);
  for (int i = 0; i < u->joints.n; i++) {
    put_joint(u, joints, &u->joints.item[i]);
    put_mimic(u, &u->joints.item[i]);
    put_spring(u, &u->joints.item[i]);
  }
  const struct {
    const char *key;
    dv_node *node;
  } more[] = {
      {"loops",    u->loops   },
      {"axes",     u->axes    },
      {"signals",  u->signals },
      {"parts",    u->parts   },
      {"contacts", u->contacts},
      {"cases",    u->cases   },
  };
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (more[i].node->n) dv_node_append(u->r->arena, machine, more[i].key, more[i].node);
  return machine;
}
