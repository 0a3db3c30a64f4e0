// outgoing.c: links and joints of a machine for another format.
#include "export/outgoing.h"
#include "spec/joint_type.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

int dv_out_coordinate_find(const dv_outgoing *o, const char *name)
{
  for (int i = 0; i < o->coordinates.n; i++)
    if (!strcmp(o->coordinates.item[i].name, name)) return i;
  return -1;
}

dv_placement dv_out_frame(const dv_outgoing *o, int body, const dv_placement *at)
{
  return body < 0 ? *at : dv_place_times(o->frame[body], *at);
}

// Roll, pitch, yaw: the yaw is taken out first, so that nothing is lost near a pitch of a right angle.
void dv_out_rpy(const double R[9], double rpy[3])
{
  double c = hypot(R[0], R[3]) > 0 ? R[0] : 1, s = R[3], n = hypot(c, s);
  rpy[2] = atan2(s, c);
  c /= n, s /= n;
  rpy[1] = atan2(-R[6], c * R[0] + s * R[3]);
  rpy[0] = atan2(s * R[2] - c * R[5], c * R[4] - s * R[1]);
}

// Where a coordinate stands when the run starts, after loops were closed.
static double start_of(const dv_outgoing *o, const dv_coordinate_spec *c)
{
  const dv_model *m = o->m->model;
  int row = dv_model_find(m, dv_arena_text(o->u->r->arena, "%s.position", c->name));
  const dv_variable *v = row < 0 ? NULL : &dv_model_VARIABLE(m)[row];
  return v && v->array == DV_IN_STATE ? dv_model_START(m)[v->index] : c->position;
}

static void put_shapes(dv_outgoing *o, const dv_body_spec *b, int body, dv_robot_link *l)
{
  dv_arena *a = o->u->r->arena;
  for (int i = 0; i < b->nvisual; i++) {
    const dv_visual_spec *v = &b->visual[i];
    dv_robot_shape s = {.mark = b->mark, .shape = v->shape, .mesh = v->file, .colored = 1};
    memcpy(s.size, v->size, sizeof s.size);
    memcpy(s.scale, v->scale, sizeof s.scale);
    memcpy(s.color, v->color, sizeof s.color);
    dv_placement at = dv_out_frame(o, body, &v->at);
    s.at = dv_pose_of(&at);
    *DV_PUSH(a, &l->shapes) = s;
  }
  for (int i = 0; i < b->npoint; i++) {
    dv_placement at = dv_place_identity;
    memcpy(at.p, b->point[i].at, sizeof at.p);
    at = dv_out_frame(o, body, &at);
    dv_robot_point p = {.name = b->point[i].name, .mark = b->point[i].mark};
    memcpy(p.at, at.p, sizeof p.at);
    *DV_PUSH(a, &l->points) = p;
  }
}

static void put_link(dv_outgoing *o, int body)
{
  const dv_body_spec *b = &o->spec->body[body];
  const double *I = b->inertia, order[6] = {I[0], I[3], I[5], I[1], I[2], I[4]};
  dv_placement com = dv_place_identity;
  o->link[body] = o->u->links.n;
  dv_robot_link *l = dv_robot_link_add(o->u, b->name, b->mark);
  *DV_PUSH(o->u->r->arena, &o->empty) = 0;
  memcpy(com.p, b->com, sizeof com.p);
  com = dv_out_frame(o, body, &com);
  l->stated = 1;
  l->mass = b->mass;
  memcpy(l->com, com.p, sizeof com.p);
  memcpy(l->inertia, order, sizeof order);
  dv_inertia_turn(com.R, l->inertia);
  put_shapes(o, b, body, l);
  if (b->elastic) dv_robot_ignore(o->u, "elastic bodies, which are written rigid", b->name);
  if (b->has_full) dv_robot_ignore(o->u, "added inertias", b->name);
}

// A chain while it grows: `at` is what lies between the last joint and the next.
typedef struct {
  const dv_joint_spec *j;
  int parent, n;  // n: joints so far
  dv_placement at;
} chain;

// The joint is the next of the chain; the link behind it is empty until the chain ends.
static dv_robot_joint *put_joint(dv_outgoing *o, chain *k, const char *name, const char *type)
{
  dv_arena *a = o->u->r->arena;
  const dv_joint_spec *j = k->j;
  if (k->n) {
    dv_robot_joint *last = &o->u->joints.item[o->u->joints.n - 1];
    last->child = k->parent = o->u->links.n;
    dv_robot_link_add(o->u, dv_arena_text(a, "%s_%d", o->spec->body[j->child].name, k->n), j->mark);
    *DV_PUSH(a, &o->empty) = 1;
  }
  if (o->row->one_scope && dv_names_find(&o->u->bodies, name) >= 0) name = dv_arena_text(a, "%s_joint", name);
  dv_robot_joint *one = dv_robot_joint_add(o->u, name, type, j->mark);
  one->parent = k->parent;
  one->child = o->link[j->child];
  one->at = dv_pose_of(&k->at);
  k->at = dv_place_identity;
  k->n++;
  return one;
}

static void take_limits(const dv_coordinate_spec *c, double zero, dv_robot_joint *one)
{
  one->lower = c->lower - zero;
  one->upper = c->upper - zero;
  one->stop = c->limit_stiffness;
  one->stop_damping = c->limit_damping;
  if (isfinite(c->effort_most)) one->effort = c->effort_most;
  if (isfinite(c->rate_most)) one->velocity = c->rate_most;
  one->damping = c->viscous;
  one->friction = c->coulomb;
}

static dv_placement screw(const double e[3], double turn, double slide)
{
  dv_placement x = dv_place_identity;
  if (turn != 0) dv_place_axis(e, turn, x.R);
  for (int i = 0; i < 3; i++) x.p[i] = slide * e[i];
  return x;
}

// The second half of a screw: it follows the first.
static void put_follower(dv_outgoing *o, chain *k, const double e[3], const char *name, const char *type, double ratio)
{
  const char *leader = o->u->joints.item[o->u->joints.n - 1].name;
  dv_robot_joint *one = put_joint(o, k, dv_arena_text(o->u->r->arena, "%s_%s", name, "thread"), type);
  memcpy(one->axis, e, 3 * sizeof *e);
  one->mimic = leader;
  one->ratio = ratio;
}

static const char *step_name(dv_outgoing *o, const dv_joint_spec *j, int step)
{
  const char *suffix = dv_joint_rows[j->type].step[step].name;
  return *suffix ? dv_arena_text(o->u->r->arena, "%s_%s", j->name, suffix) : j->name;
}

// One freedom: a hinge, a slide, a screw; held ones are part of the placement.
static void put_step(dv_outgoing *o, chain *k, int step)
{
  const dv_joint_spec *j = k->j;
  const dv_joint_step *s = &dv_joint_rows[j->type].step[step];
  const dv_primitive *p = dv_joint_primitive(j->type, step);
  const dv_coordinate_spec *c = s->at < j->ncoordinate ? &j->coordinate[s->at] : NULL;
  double e[3], number = dv_primitive_number(p, j->pitch), turn = dv_primitive_turn(p, number),
               slide = dv_primitive_slide(p, number);
  double start = c ? start_of(o, c) : 0;
  int held = c && c->motion == DV_MOVES_LOCKED, zeroed = o->posed || held;
  dv_joint_direction(j, step, e);
  if (turn == 0 && slide == 0) return;
  dv_placement moved = screw(e, turn * start, slide * start);
  if (zeroed) k->at = dv_place_times(k->at, moved);
  if (held) {
    dv_robot_ignore(o->u, "locked coordinates, which are held as they are", c->name);
    return;
  }
  int turns = p->turns != 0, both = turn != 0 && slide != 0, screws = both && turns && o->row->screw;
  const char *name = step_name(o, j, step);
  dv_robot_joint *one = put_joint(o, k, name, screws ? "helical" : turns ? "revolute" : "prismatic");
  memcpy(one->axis, e, sizeof e);
  if (screws) one->pitch = slide;
  if (c) take_limits(c, o->posed ? start : 0, one);
  one->position = o->posed ? 0 : start;
  *DV_PUSH(o->u->r->arena, &o->coordinates) =
      (dv_out_coordinate){c ? c->name : name, o->u->joints.n - 1, start, o->posed ? start : 0};
  if (c && c->motion == DV_MOVES_PRESCRIBED) dv_robot_ignore(o->u, "prescribed motions, which are left free", c->name);
  if (both && !screws) put_follower(o, k, e, name, turns ? "prismatic" : "revolute", turns ? slide : turn);
}

static int has_whole(const dv_outgoing *o, const dv_joint_spec *j)
{
  if (j->type == DV_J_BALL) return o->row->ball;
  return o->row->free > 0 || (o->row->free < 0 && j->parent < 0);
}

// A ball or a free joint that the format has. Its start: that of the machine's file.
static void put_whole(dv_outgoing *o, chain *k)
{
  const dv_joint_spec *j = k->j;
  int ball = j->type == DV_J_BALL, posed = o->posed || (o->row->free < 0 && !ball);
  dv_placement now = dv_joint_motion_now(j);
  if (posed) k->at = dv_place_times(k->at, now);
  dv_robot_joint *one = put_joint(o, k, j->name, ball ? "ball" : "free");
  if (posed) return;
  dv_pose start = dv_pose_of(&now);
  one->starts = ball ? 4 : 7;
  if (!ball) memcpy(one->start, start.xyz, sizeof start.xyz);
  memcpy(one->start + one->starts - 4, start.turn, sizeof start.turn);
}

static void put_chain(dv_outgoing *o, const dv_joint_spec *j)
{
  chain k = {.j = j, .parent = j->parent < 0 ? -1 : o->link[j->parent]};
  k.at = dv_out_frame(o, j->parent, &j->at);
  int whole = dv_joint_is_whole(j), held = whole && j->motion == DV_MOVES_LOCKED;
  if (whole && j->motion == DV_MOVES_PRESCRIBED) dv_robot_ignore(o->u, "prescribed motions, which are left free", j->name);
  if (held) dv_robot_ignore(o->u, "locked coordinates, which are held as they are", j->name);
  if (held) k.at = dv_place_times(k.at, dv_joint_motion_now(j));
  else if (whole && has_whole(o, j)) put_whole(o, &k);
  else {
    if (whole) dv_robot_ignore(o->u, "balls and free joints as hinges and slides in a row", j->name);
    for (int i = 0; i < dv_joint_steps(j->type); i++) put_step(o, &k, i);
  }
  int moved = memcmp(&k.at, &dv_place_identity, sizeof k.at) != 0;
  if (!k.n || moved) put_joint(o, &k, k.n ? dv_arena_text(o->u->r->arena, "%s_end", j->name) : j->name, "fixed");
  const char *tie = dv_joint_rows[j->type].tie;
  if (!strcmp(tie, DV_CURVE) || !strcmp(tie, DV_PATH)) dv_robot_ignore(o->u, "curves that joints follow", j->name);
}

// Links in the world while all coordinates are at the file's zero.
static void find_stands(dv_outgoing *o)
{
  int n = o->u->links.n;
  o->stand = DV_TAKE(o->u->r->arena, dv_placement, n + 1);
  for (int i = 0; i < n; i++) o->stand[i] = dv_place_identity;
  // joints stand in the order of the tree or not: as many rounds as there are links at most
  for (int round = 0, changed = 1; changed && round <= n; round++) {
    changed = 0;
    for (int k = 0; k < o->u->joints.n; k++) {
      const dv_robot_joint *j = &o->u->joints.item[k];
      dv_placement at = dv_pose_placement(&j->at);
      dv_placement x = j->parent < 0 ? at : dv_place_times(o->stand[j->parent], at);
      changed |= memcmp(&x, &o->stand[j->child], sizeof x) != 0;
      o->stand[j->child] = x;
    }
  }
}

void dv_out_skeleton(dv_outgoing *o)
{
  const dv_spec *s = o->spec;
  dv_arena *a = o->u->r->arena;
  o->link = DV_TAKE(a, int, s->nbody + 1);
  o->frame = DV_TAKE(a, dv_placement, s->nbody + 1);
  for (int i = 0; i < s->nbody; i++) o->frame[i] = dv_place_identity;
  for (int i = 0; i < s->njoint; i++) o->frame[s->joint[i].child] = s->joint[i].child_at;
  for (int i = 0; i < s->nbody; i++) put_link(o, i);
  for (int i = 0; i < s->njoint; i++) put_chain(o, &s->joint[i]);
  find_stands(o);
}
