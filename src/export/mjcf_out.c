// mjcf_out.c: a robot as MJCF: bodies one in the other, several joints in a body, relations and loops as equality constraints.
//
// A rotor in the world that is geared to a joint is that joint's armature: n^2 I about its axis.
#include "export/mjcf_out.h"
#include "spec/joint_type.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static void put_place(dv_xml_out *x, const dv_placement *at)
{
  dv_pose p = dv_pose_of(at);
  if (p.xyz[0] != 0 || p.xyz[1] != 0 || p.xyz[2] != 0) dv_xml_write(x, "pos", p.xyz, 3);
  if (p.turn[1] != 0 || p.turn[2] != 0 || p.turn[3] != 0) dv_xml_write(x, "quat", p.turn, 4);
}

static int is_read(const char *mesh)
{
  const char *dot = strrchr(mesh, '.');
  return dot && (!strcasecmp(dot, ".stl") || !strcasecmp(dot, ".obj"));
}

// Each file with each scale once.
static const char *asset_of(dv_mjcf_out *f, const dv_robot_shape *s)
{
  dv_arena *a = f->o->u->r->arena;
  const char *key = dv_arena_text(a, "%s %.17g %.17g %.17g", s->mesh, s->scale[0], s->scale[1], s->scale[2]);
  int k = dv_names_find(&f->assets, key);
  if (k < 0) {
    k = dv_names_add(a, &f->assets, key);
    *DV_PUSH(a, &f->meshes) = *s;
  }
  return dv_arena_text(a, "mesh_%d", k + 1);
}

static void put_geom(dv_mjcf_out *f, const dv_robot_shape *s)
{
  static const char *const type[] = {"box", "cylinder", "capsule", "sphere", "mesh"};
  dv_xml_out *x = f->x;
  double half[3] = {s->size[0], s->size[1] / 2, 0};
  if (s->shape == DV_MESH && !is_read(s->mesh)) {
    dv_robot_ignore(f->o->u, "meshes that are not STL or OBJ", s->mesh);
    return;
  }
  dv_xml_begin(x, "geom");
  dv_xml_text(x, "type", type[s->shape]);
  if (s->shape == DV_MESH) dv_xml_text(x, "mesh", asset_of(f, s));
  for (int i = 0; i < 3 && s->shape == DV_BOX; i++) half[i] = s->size[i] / 2;
  if (s->shape != DV_MESH) dv_xml_write(x, "size", half, s->shape == DV_BOX ? 3 : s->shape == DV_SPHERE ? 1 : 2);
  dv_placement at = dv_pose_placement(&s->at);
  put_place(x, &at);
  dv_xml_write(x, "rgba", s->color, 4);
  dv_xml_text(x, "class", "visual");
  dv_xml_end(x);
}

static void put_inertial(dv_mjcf_out *f, int link, int moves)
{
  const dv_robot_link *l = &f->o->u->links.item[link];
  int none = l->mass == 0;
  for (int i = 0; i < 6; i++) none &= l->inertia[i] == 0;
  if (none && moves) dv_robot_ignore(f->o->u, "moving bodies without mass, which MuJoCo refuses", l->name);
  if (none) return;
  dv_xml_begin(f->x, "inertial");
  dv_xml_write(f->x, "pos", l->com, 3);
  dv_xml_write(f->x, "mass", &l->mass, 1);
  dv_xml_write(f->x, "fullinertia", l->inertia, 6);
  dv_xml_end(f->x);
}

static double zero_of(const dv_outgoing *o, int joint)
{
  for (int i = 0; i < o->coordinates.n; i++)
    if (o->coordinates.item[i].joint == joint) return o->coordinates.item[i].zero;
  return 0;
}

static void add_position(dv_mjcf_out *f, const dv_robot_joint *j, double zero)
{
  dv_arena *a = f->o->u->r->arena;
  if (!strcmp(j->type, "free")) {
    dv_placement at = dv_pose_placement(&j->at);
    dv_pose p = dv_pose_of(&at);
    for (int i = 0; i < 3; i++) *DV_PUSH(a, &f->positions) = p.xyz[i];
    for (int i = 0; i < 4; i++) *DV_PUSH(a, &f->positions) = p.turn[i];
  } else if (!strcmp(j->type, "ball")) {
    for (int i = 0; i < 4; i++) *DV_PUSH(a, &f->positions) = j->starts ? j->start[i] : i == 0;
    f->moved |= j->starts && j->start[0] != 1;
  } else {
    *DV_PUSH(a, &f->positions) = j->position + zero;
    f->moved |= j->position != 0;
  }
}

static void put_joint(dv_mjcf_out *f, int joint)
{
  const dv_robot_joint *j = &f->o->u->joints.item[joint];
  dv_xml_out *x = f->x;
  double zero = zero_of(f->o, joint), range[2] = {j->lower + zero, j->upper + zero}, rest = j->rest + zero;
  int hinge = !strcmp(j->type, "revolute"), slide = !strcmp(j->type, "prismatic"), free = !strcmp(j->type, "free");
  if (!strcmp(j->type, "fixed")) return;
  add_position(f, j, zero);
  dv_xml_begin(x, free ? "freejoint" : "joint");
  dv_xml_text(x, "name", j->name);
  if (!free) dv_xml_text(x, "type", hinge ? "hinge" : slide ? "slide" : j->type);
  if (hinge || slide) {
    dv_xml_write(x, "axis", j->axis, 3);
    for (int i = 0; i < 2; i++)
      if (!isfinite(range[i])) range[i] = i ? 1e9 : -1e9;
    if (isfinite(j->lower) || isfinite(j->upper)) {
      dv_xml_text(x, "limited", "true");
      dv_xml_write(x, "range", range, 2);
    }
    if (zero != 0) dv_xml_write(x, "ref", &zero, 1);
    if (j->stiffness != 0) dv_xml_write(x, "stiffness", &j->stiffness, 1);
    if (j->stiffness != 0) dv_xml_write(x, "springref", &rest, 1);
    if (j->damping != 0) dv_xml_write(x, "damping", &j->damping, 1);
    if (j->friction != 0) dv_xml_write(x, "frictionloss", &j->friction, 1);
    if (f->armature[joint] != 0) dv_xml_write(x, "armature", &f->armature[joint], 1);
  }
  dv_xml_end(x);
}

// Joints of one body, outermost first: those of empty links between them, as long as they have one frame.
static int joints_of(const dv_outgoing *o, int link, int *list)
{
  int n = 0;
  for (int at = link; n < DV_STEPS_OUT; at = o->u->joints.item[list[n - 1]].parent) {
    list[n++] = dv_out_holder(o, at);
    const dv_robot_joint *j = &o->u->joints.item[list[n - 1]];
    dv_placement x = dv_pose_placement(&j->at);
    if (j->parent < 0 || !o->empty.item[j->parent] || memcmp(&x, &dv_place_identity, sizeof x) != 0) break;
  }
  return n;
}

// An empty link whose joint is said by the body behind it.
static int is_passed(const dv_outgoing *o, int link)
{
  for (int i = 0; i < o->u->joints.n; i++) {
    const dv_robot_joint *j = &o->u->joints.item[i];
    dv_placement x = dv_pose_placement(&j->at);
    if (j->parent == link) return o->empty.item[link] && memcmp(&x, &dv_place_identity, sizeof x) == 0;
  }
  return 0;
}

static void put_body(dv_mjcf_out *f, int link);

static void put_children(dv_mjcf_out *f, int link)
{
  const dv_outgoing *o = f->o;
  for (int i = 0; i < o->u->joints.n; i++) {
    if (o->u->joints.item[i].parent != link || f->rotor[i]) continue;
    int child = o->u->joints.item[i].child;
    while (is_passed(o, child))
      for (int k = 0; k < o->u->joints.n; k++)
        if (o->u->joints.item[k].parent == child) {
          child = o->u->joints.item[k].child;
          break;
        }
    put_body(f, child);
  }
}

static void put_body(dv_mjcf_out *f, int link)
{
  const dv_robot_link *l = &f->o->u->links.item[link];
  int list[DV_STEPS_OUT], n = joints_of(f->o, link, list), moves = 0;
  dv_placement at = dv_pose_placement(&f->o->u->joints.item[list[n - 1]].at);
  dv_xml_begin(f->x, "body");
  dv_xml_text(f->x, "name", l->name);
  put_place(f->x, &at);
  for (int i = n - 1; i >= 0; i--) {
    moves |= strcmp(f->o->u->joints.item[list[i]].type, "fixed") != 0;
    put_joint(f, list[i]);
  }
  put_inertial(f, link, moves);
  for (int i = 0; i < l->shapes.n; i++) put_geom(f, &l->shapes.item[i]);
  for (int i = 0; i < l->points.n; i++) {
    const char *given = l->points.item[i].name;
    const char *name =
        dv_names_add(f->o->u->r->arena, &f->sites, given) < 0 ? dv_arena_text(f->o->u->r->arena, "%s.%s", l->name, given) : given;
    dv_xml_begin(f->x, "site");
    dv_xml_text(f->x, "name", name);
    dv_xml_write(f->x, "pos", l->points.item[i].at, 3);
    dv_xml_end(f->x);
  }
  put_children(f, link);
  dv_xml_end(f->x);
}

// 1: the joint's link is a rotor: alone, in the world, its centre on the axis, geared to a hinge or slide.
static int is_rotor(const dv_outgoing *o, int joint, int *of, double *inertia)
{
  const dv_robot_joint *j = &o->u->joints.item[joint];
  const dv_robot_link *l = &o->u->links.item[j->child];
  const double *e = j->axis, *c = l->com, *I = l->inertia;
  if (!j->mimic || j->parent >= 0 || strcmp(j->type, "revolute") != 0 || l->shapes.n || l->points.n || o->empty.item[j->child])
    return 0;
  if (j->damping != 0 || j->friction != 0 || j->stiffness != 0 || isfinite(j->lower) || isfinite(j->upper)) return 0;
  double off = hypot(hypot(c[1] * e[2] - c[2] * e[1], c[2] * e[0] - c[0] * e[2]), c[0] * e[1] - c[1] * e[0]);
  if (off > 1e-12 || (*of = dv_robot_joint_find(o->u, j->mimic)) < 0) return 0;
  for (int i = 0; i < o->u->joints.n; i++) {
    const dv_robot_joint *other = &o->u->joints.item[i];
    if (other->parent == j->child || (other->mimic && !strcmp(other->mimic, j->name))) return 0;
  }
  for (int i = 0; i < o->spec->nloop; i++)
    for (int k = 0; k < 2; k++) {
      const dv_loop_spec *loop = &o->spec->loop[i];
      if (!dv_loop_is_relation(loop->type) && loop->body[k] >= 0 && o->link[loop->body[k]] == j->child) return 0;
    }
  *inertia = j->ratio * j->ratio *
             (I[0] * e[0] * e[0] + I[1] * e[1] * e[1] + I[2] * e[2] * e[2] +
              2 * (I[3] * e[0] * e[1] + I[4] * e[0] * e[2] + I[5] * e[1] * e[2]));
  return 1;
}

static void find_rotors(dv_mjcf_out *f)
{
  int n = f->o->u->joints.n, of;
  double I;
  f->rotor = DV_TAKE(f->o->u->r->arena, int, n + 1);
  f->armature = DV_TAKE(f->o->u->r->arena, double, n + 1);
  for (int i = 0; i < n; i++) {
    if (!is_rotor(f->o, i, &of, &I)) continue;
    f->rotor[i] = 1;
    f->armature[of] += I;
  }
  // a sum that names a rotor needs it
  for (int i = 0; i < f->o->sums.n; i++)
    for (int k = 0; k < f->o->sums.item[i].n; k++) {
      int joint = f->o->sums.item[i].joint[k];
      if (!f->rotor[joint] || !is_rotor(f->o, joint, &of, &I)) continue;
      f->rotor[joint] = 0;
      f->armature[of] -= I;
    }
}

static void put_assets(dv_mjcf_out *f, dv_xml_out *x)
{
  if (!f->meshes.n) return;
  dv_xml_begin(x, "asset");
  for (int i = 0; i < f->meshes.n; i++) {
    dv_xml_begin(x, "mesh");
    dv_xml_text(x, "name", dv_arena_text(x->text.arena, "mesh_%d", i + 1));
    dv_xml_text(x, "file", dv_out_mesh(f->o, f->meshes.item[i].mesh));
    dv_xml_write(x, "scale", f->meshes.item[i].scale, 3);
    dv_xml_end(x);
  }
  dv_xml_end(x);
}

static void put_key(dv_mjcf_out *f)
{
  if (!f->moved) return;
  dv_xml_begin(f->x, "keyframe");
  dv_xml_begin(f->x, "key");
  dv_xml_text(f->x, "name", "start");
  dv_xml_write(f->x, "qpos", f->positions.item, f->positions.n);
  dv_xml_end(f->x);
  dv_xml_end(f->x);
}

static void put_head(const dv_outgoing *o, dv_xml_out *x)
{
  dv_xml_begin(x, "compiler");
  dv_xml_text(x, "angle", "radian");
  dv_xml_end(x);
  dv_xml_begin(x, "option");
  dv_xml_write(x, "gravity", o->spec->gravity, 3);
  dv_xml_end(x);
  dv_xml_begin(x, "default");
  dv_xml_begin(x, "default");
  dv_xml_text(x, "class", "visual");
  dv_xml_begin(x, "geom");
  dv_xml_text(x, "contype", "0");
  dv_xml_text(x, "conaffinity", "0");
  dv_xml_text(x, "group", "2");
  dv_xml_end(x);
  dv_xml_end(x);
  dv_xml_end(x);
}

void dv_mjcf_write(dv_outgoing *o, dv_xml_out *x)
{
  // bodies first, since they tell which meshes there are
  dv_xml_out bodies = {.text = {.arena = x->text.arena}, .depth = 1};
  dv_mjcf_out f = {.o = o, .x = &bodies};
  find_rotors(&f);
  dv_xml_begin(&bodies, "worldbody");
  put_children(&f, -1);
  dv_xml_end(&bodies);
  dv_xml_begin(x, "mujoco");
  dv_xml_text(x, "model", o->u->name);
  put_head(o, x);
  put_assets(&f, x);
  dv_text_put(&x->text, dv_text_all(&bodies.text), bodies.text.n);
  f.x = x;
  dv_mjcf_out_equality(&f);
  put_key(&f);
  dv_xml_end(x);
}
