// sdf_out.c: a robot as SDF: a link lies at its joint, a joint is placed on its parent. Loops are joints with a second parent.
#include "export/outgoing.h"
#include "spec/joint_type.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

static const dv_out_manner manner = {dv_xml_numbers_out, dv_xml_words_out, "uri"};

static void put_pose(dv_xml_out *x, const dv_placement *at, const char *to)
{
  double p[6];
  memcpy(p, at->p, sizeof at->p);
  dv_out_rpy(at->R, p + 3);
  dv_xml_begin(x, "pose");
  if (to) dv_xml_text(x, "relative_to", to);
  dv_xml_fill(x, p, 6);
  dv_xml_end(x);
}

static void put_number(dv_xml_out *x, const char *element, double value) { dv_xml_numbers_out(x, element, &value, 1); }

static void put_inertial(dv_xml_out *x, const dv_robot_link *l)
{
  dv_placement com = dv_place_identity;
  memcpy(com.p, l->com, sizeof com.p);
  dv_xml_begin(x, "inertial");
  put_pose(x, &com, NULL);
  put_number(x, "mass", l->mass);
  dv_out_inertia(x, &manner, l);
  dv_xml_end(x);
}

static void put_visual(dv_outgoing *o, dv_xml_out *x, const dv_robot_shape *s, int number)
{
  dv_placement at = dv_pose_placement(&s->at);
  dv_xml_begin(x, "visual");
  dv_xml_text(x, "name", dv_arena_text(o->u->r->arena, "visual_%d", number));
  put_pose(x, &at, NULL);
  dv_out_shape(o, x, &manner, s);
  dv_xml_begin(x, "material");
  dv_xml_numbers_out(x, "ambient", s->color, 4);
  dv_xml_numbers_out(x, "diffuse", s->color, 4);
  dv_xml_end(x);
  dv_xml_end(x);
}

// A root that is free is held by no joint.
static int floats(const dv_robot_joint *j) { return !strcmp(j->type, "free"); }

static void put_link(dv_outgoing *o, dv_xml_out *x, int link)
{
  const dv_robot_link *l = &o->u->links.item[link];
  const dv_robot_joint *holder = &o->u->joints.item[dv_out_holder(o, link)];
  dv_placement at = floats(holder) ? dv_pose_placement(&holder->at) : dv_place_identity;
  dv_xml_begin(x, "link");
  dv_xml_text(x, "name", l->name);
  put_pose(x, &at, floats(holder) ? NULL : holder->name);
  put_inertial(x, l);
  for (int i = 0; i < l->shapes.n; i++) put_visual(o, x, &l->shapes.item[i], i + 1);
  dv_xml_end(x);
}

static void put_limit(dv_xml_out *x, const dv_robot_joint *j)
{
  dv_xml_begin(x, "limit");
  put_number(x, "lower", isfinite(j->lower) ? j->lower : -1e16);
  put_number(x, "upper", isfinite(j->upper) ? j->upper : 1e16);
  if (j->effort > 0) put_number(x, "effort", j->effort);
  if (j->velocity > 0) put_number(x, "velocity", j->velocity);
  if (j->stop > 0) put_number(x, "stiffness", j->stop);
  if (j->stop > 0) put_number(x, "dissipation", j->stop_damping);
  dv_xml_end(x);
}

static void put_dynamics(dv_xml_out *x, const dv_robot_joint *j)
{
  if (j->damping == 0 && j->friction == 0 && j->stiffness == 0) return;
  dv_xml_begin(x, "dynamics");
  put_number(x, "damping", j->damping);
  put_number(x, "friction", j->friction);
  put_number(x, "spring_reference", j->rest);
  put_number(x, "spring_stiffness", j->stiffness);
  dv_xml_end(x);
}

static void put_axis(dv_xml_out *x, const dv_robot_joint *j)
{
  dv_xml_begin(x, "axis");
  dv_xml_numbers_out(x, "xyz", j->axis, 3);
  put_limit(x, j);
  put_dynamics(x, j);
  if (j->mimic) {
    dv_xml_begin(x, "mimic");
    dv_xml_text(x, "joint", j->mimic);
    put_number(x, "multiplier", j->ratio);
    put_number(x, "offset", j->offset);
    put_number(x, "reference", 0);
    dv_xml_end(x);
  }
  dv_xml_end(x);
}

static void begin_joint(dv_xml_out *x, const char *name, const char *type, const char *parent, const char *child)
{
  dv_xml_begin(x, "joint");
  dv_xml_text(x, "name", name);
  dv_xml_text(x, "type", type);
  dv_xml_words_out(x, "parent", parent);
  dv_xml_words_out(x, "child", child);
}

static void put_joint(const dv_outgoing *o, dv_xml_out *x, const dv_robot_joint *j)
{
  int screw = !strcmp(j->type, "helical"), scalar = screw || !strcmp(j->type, "revolute") || !strcmp(j->type, "prismatic");
  dv_placement at = dv_pose_placement(&j->at);
  if (floats(j)) return;
  begin_joint(x, j->name, screw ? "screw" : j->type, dv_out_link(o, j->parent), dv_out_link(o, j->child));
  put_pose(x, &at, dv_out_link(o, j->parent));
  if (screw) put_number(x, "screw_thread_pitch", j->pitch * 2 * M_PI);
  if (scalar) put_axis(x, j);
  dv_xml_end(x);
}

// The closures that are joints of SDF.
static void put_loop(dv_outgoing *o, dv_xml_out *x, const dv_loop_spec *l)
{
  static const struct {
    int type;
    const char *name;
    int axis;
  } known[] = {
      {DV_L_REVOLUTE,  "revolute",  1},
      {DV_L_PRISMATIC, "prismatic", 1},
      {DV_L_BALL,      "ball",      0},
      {DV_L_FIXED,     "fixed",     0},
      {DV_L_HELICAL,   "screw",     1},
  };
  int k = 0, n = sizeof known / sizeof *known, swap = l->body[1] < 0;
  while (k < n && known[k].type != (int)l->type) k++;
  if (k == n || (swap && l->type == DV_L_HELICAL)) {
    dv_robot_ignore(o->u, "loops", l->name);
    return;
  }
  const dv_placement *frame = &l->at[!swap];
  int parent = l->body[swap], child = l->body[!swap];
  dv_placement at = dv_out_frame(o, child, frame);
  const char *name = dv_robot_part_name(
      o->u, dv_names_find(&o->u->bodies, l->name) < 0 ? l->name : dv_arena_text(o->u->r->arena, "%s_loop", l->name));
  begin_joint(x, name, known[k].name, parent < 0 ? "world" : dv_out_link(o, o->link[parent]), dv_out_link(o, o->link[child]));
  put_pose(x, &at, dv_out_link(o, o->link[child]));
  if (l->type == DV_L_HELICAL) put_number(x, "screw_thread_pitch", l->pitch * 2 * M_PI);
  if (known[k].axis) {
    dv_xml_begin(x, "axis");
    dv_xml_numbers_out(x, "xyz", l->axis, 3);
    dv_xml_end(x);
  }
  dv_xml_end(x);
}

void dv_sdf_write(dv_outgoing *o, dv_xml_out *x)
{
  const double *g = o->spec->gravity;
  int world = g[0] != 0 || g[1] != 0 || g[2] != -9.81, free = 0;
  dv_xml_begin(x, "sdf");
  dv_xml_text(x, "version", "1.11");
  if (world) {
    dv_xml_begin(x, "world");
    dv_xml_text(x, "name", "world");
    dv_xml_numbers_out(x, "gravity", g, 3);
  }
  dv_xml_begin(x, "model");
  dv_xml_text(x, "name", o->u->name);
  for (int i = 0; i < o->u->links.n; i++) put_link(o, x, i);
  for (int i = 0; i < o->u->joints.n; i++) put_joint(o, x, &o->u->joints.item[i]), free += floats(&o->u->joints.item[i]);
  for (int i = 0; i < o->spec->nloop; i++)
    if (!dv_loop_is_relation(o->spec->loop[i].type)) put_loop(o, x, &o->spec->loop[i]);
  dv_xml_end(x);
  if (world) dv_xml_end(x);
  dv_xml_end(x);
  if (free) dv_robot_ignore(o->u, "that a root floats (read it again with --base free)", NULL);
  for (int i = 0, told = 0; o->posed && i < o->coordinates.n; i++)
    if (o->coordinates.item[i].zero != 0 && !told++)
      dv_robot_ignore(o->u, "where coordinates count from: they are zero in the closed position", NULL);
}
