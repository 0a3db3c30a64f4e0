// urdf_out.c: a robot as URDF. Its root is the link `world`, without inertia.
#include "export/outgoing.h"

#include <math.h>
#include <string.h>

static const dv_out_manner manner = {dv_xml_write, dv_xml_text, "filename"};

// Stands where URDF wants a bound and the machine has none.
static const double endless = 1e9;

static void put_origin(dv_xml_out *x, const dv_pose *p)
{
  dv_placement at = dv_pose_placement(p);
  double rpy[3];
  dv_out_rpy(at.R, rpy);
  dv_xml_begin(x, "origin");
  dv_xml_write(x, "xyz", at.p, 3);
  dv_xml_write(x, "rpy", rpy, 3);
  dv_xml_end(x);
}

static void put_inertial(dv_xml_out *x, const dv_robot_link *l)
{
  dv_xml_begin(x, "inertial");
  dv_xml_begin(x, "origin");
  dv_xml_write(x, "xyz", l->com, 3);
  dv_xml_end(x);
  dv_xml_begin(x, "mass");
  dv_xml_write(x, "value", &l->mass, 1);
  dv_xml_end(x);
  dv_out_inertia(x, &manner, l);
  dv_xml_end(x);
}

static void put_link(dv_outgoing *o, dv_xml_out *x, int link)
{
  const dv_robot_link *l = &o->u->links.item[link];
  dv_xml_begin(x, "link");
  dv_xml_text(x, "name", l->name);
  if (!o->empty.item[link]) put_inertial(x, l);
  for (int i = 0; i < l->shapes.n; i++) {
    const dv_robot_shape *s = &l->shapes.item[i];
    dv_xml_begin(x, "visual");
    put_origin(x, &s->at);
    dv_out_shape(o, x, &manner, s);
    dv_xml_begin(x, "material");
    dv_xml_text(x, "name", dv_arena_text(o->u->r->arena, "%s_%d", l->name, i + 1));
    dv_xml_begin(x, "color");
    dv_xml_write(x, "rgba", s->color, 4);
    dv_xml_end(x);
    dv_xml_end(x);
    dv_xml_end(x);
  }
  dv_xml_end(x);
}

static double bounded(double x) { return isfinite(x) ? x : x > 0 ? endless : -endless; }

static void put_limit(dv_xml_out *x, const dv_robot_joint *j, int bounds)
{
  double lower = bounded(j->lower), upper = bounded(j->upper);
  double effort = j->effort > 0 ? j->effort : endless, velocity = j->velocity > 0 ? j->velocity : endless;
  dv_xml_begin(x, "limit");
  if (bounds) dv_xml_write(x, "lower", &lower, 1);
  if (bounds) dv_xml_write(x, "upper", &upper, 1);
  dv_xml_write(x, "effort", &effort, 1);
  dv_xml_write(x, "velocity", &velocity, 1);
  dv_xml_end(x);
}

static void put_motion(dv_xml_out *x, const dv_robot_joint *j, int bounds)
{
  dv_xml_begin(x, "axis");
  dv_xml_write(x, "xyz", j->axis, 3);
  dv_xml_end(x);
  if (bounds || j->effort > 0 || j->velocity > 0) put_limit(x, j, bounds);
  if (j->damping != 0 || j->friction != 0) {
    dv_xml_begin(x, "dynamics");
    dv_xml_write(x, "damping", &j->damping, 1);
    dv_xml_write(x, "friction", &j->friction, 1);
    dv_xml_end(x);
  }
  if (j->mimic) {
    dv_xml_begin(x, "mimic");
    dv_xml_text(x, "joint", j->mimic);
    dv_xml_write(x, "multiplier", &j->ratio, 1);
    dv_xml_write(x, "offset", &j->offset, 1);
    dv_xml_end(x);
  }
}

static void put_joint(const dv_outgoing *o, dv_xml_out *x, const dv_robot_joint *j)
{
  int hinge = !strcmp(j->type, "revolute"), slide = !strcmp(j->type, "prismatic");
  int bounds = slide || (hinge && (isfinite(j->lower) || isfinite(j->upper)));
  dv_xml_begin(x, "joint");
  dv_xml_text(x, "name", j->name);
  dv_xml_text(x, "type", hinge && !bounds ? "continuous" : !strcmp(j->type, "free") ? "floating" : j->type);
  put_origin(x, &j->at);
  for (int k = 0; k < 2; k++) {
    dv_xml_begin(x, k ? "child" : "parent");
    dv_xml_text(x, "link", dv_out_link(o, k ? j->child : j->parent));
    dv_xml_end(x);
  }
  if (hinge || slide) put_motion(x, j, bounds);
  dv_xml_end(x);
}

void dv_urdf_write(dv_outgoing *o, dv_xml_out *x)
{
  dv_xml_begin(x, "robot");
  dv_xml_text(x, "name", o->u->name);
  dv_xml_begin(x, "link");
  dv_xml_text(x, "name", "world");
  dv_xml_end(x);
  for (int i = 0; i < o->u->links.n; i++) put_link(o, x, i);
  for (int i = 0; i < o->u->joints.n; i++) put_joint(o, x, &o->u->joints.item[i]);
  dv_xml_end(x);
}
