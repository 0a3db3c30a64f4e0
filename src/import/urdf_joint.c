// urdf_joint.c: a URDF joint. Damping is viscous and friction Coulomb friction; <mimic> is a gear among the loops.
#include "import/urdf.h"

#include <math.h>
#include <string.h>

static const char *const type_name[][2] = {
    {"fixed",      "fixed"    },
    {"revolute",   "revolute" },
    {"continuous", "revolute" },
    {"prismatic",  "prismatic"},
    {"floating",   "free"     },
    {"planar",     "planar"   },
};
enum { TYPES = sizeof type_name / sizeof *type_name };

static const char *find_type(dv_robot *u, const dv_xml *joint)
{
  const char *given = dv_xml_get(joint, "type"), *names[TYPES];
  for (int i = 0; i < TYPES; i++) {
    names[i] = type_name[i][0];
    if (given && !strcmp(given, names[i])) return type_name[i][1];
  }
  const char *near = given ? dv_nearest(given, names, TYPES) : NULL;
  const char *remedy = near ? dv_arena_text(u->r->arena, "did you mean '%s'?", near)
                            : "types are fixed revolute continuous prismatic floating planar";
  dv_diag_add(u->r->diags, DV_ERROR, joint->mark, remedy, "unknown type '%s' of joint '%s'", given ? given : "",
              dv_xml_get(joint, "name"));
  return NULL;
}

// URDF's default is x.
static int read_axis(dv_robot *u, const dv_xml *joint, double a[3])
{
  const dv_xml *e = dv_xml_child(joint, "axis");
  a[0] = 1, a[1] = a[2] = 0;
  if (dv_xml_numbers(u->r->diags, e, "xyz", a, 3) < 0) return -1;
  if (a[0] != 0 || a[1] != 0 || a[2] != 0) return 0;
  return dv_diag_add(u->r->diags, DV_ERROR, e->mark, "give a direction, e.g. 0 0 1", "the axis is zero"), -1;
}

// A missing bound is 0 in URDF; an effort or velocity of 0 means that nobody filled it in. So large a bound is none.
static const double no_bound = 1e9;

static int read_limits(dv_robot *u, const dv_xml *joint, int endless, dv_robot_joint *j)
{
  const dv_xml *e = dv_xml_child(joint, "limit");
  double value[4] = {0};
  static const char *const key[4] = {"lower", "upper", "effort", "velocity"};
  for (int i = 0; i < 4; i++)
    if (dv_xml_numbers(u->r->diags, e, key[i], &value[i], 1) < 0) return -1;
  j->effort = value[2] < no_bound ? fmax(0, value[2]) : 0;
  j->velocity = value[3] < no_bound ? fmax(0, value[3]) : 0;
  if (!e || endless) return 0;
  // some write 0 0, or the bounds the wrong way round, where there is no bound
  if (value[0] >= value[1]) {
    dv_robot_note(u, "joints without limits, since the lower is not below the upper", "%s", j->name);
    return 0;
  }
  if (value[0] > -no_bound) j->lower = value[0];
  if (value[1] < no_bound) j->upper = value[1];
  return 0;
}

static int read_end(dv_urdf *f, const dv_xml *joint, const char *which, int *link)
{
  const dv_xml *e = dv_xml_child(joint, which);
  if (!e) {
    const char *remedy = dv_arena_text(f->u->r->arena, "add <%s link=\"...\"/>", which);
    dv_diag_add(f->u->r->diags, DV_ERROR, joint->mark, remedy, "joint '%s' has no %s", dv_xml_get(joint, "name"), which);
    return -1;
  }
  const char *name = dv_xml_get(e, "link");
  if (!name || !*name) return dv_urdf_name(f->u, e, "link") ? 0 : -1;
  *link = dv_urdf_link_of(f, name);
  return 0;
}

// 1: a joint of this name that moves
static int moves(const dv_urdf *f, const char *joint)
{
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(f->root, "joint", &at));) {
    const char *name = dv_xml_get(e, "name"), *type = dv_xml_get(e, "type");
    if (name && !strcmp(name, joint)) return type && strcmp(type, "fixed") != 0;
  }
  return 0;
}

// The joint that is meant: the one of that name, or, where the author left out the prefix that this joint has ("left_" of
// left_q2, which mimics q1), the one with it. NULL: none that moves.
static const char *mimicked(dv_urdf *f, const char *name, const char *given)
{
  if (moves(f, given)) return given;
  for (const char *p = strchr(name, '_'); p; p = strchr(p + 1, '_')) {
    const char *full = dv_arena_text(f->u->r->arena, "%.*s%s", (int)(p + 1 - name), name, given);
    if (strcmp(full, name) != 0 && moves(f, full)) {
      dv_robot_note(f->u, "mimics whose joint lacks this one's prefix", "%s follows %s", name, full);
      return full;
    }
  }
  return NULL;
}

// <mimic joint multiplier offset>: this = multiplier x that + offset.
static int read_mimic(dv_urdf *f, const dv_xml *joint, int scalar, dv_robot_joint *j)
{
  const dv_xml *e = dv_xml_child(joint, "mimic");
  dv_robot *u = f->u;
  if (!e) return 0;
  j->ratio = 1;
  if (!dv_urdf_name(u, e, "joint") || dv_xml_numbers(u->r->diags, e, "multiplier", &j->ratio, 1) < 0 ||
      dv_xml_numbers(u->r->diags, e, "offset", &j->offset, 1) < 0)
    return -1;
  const char *of = scalar ? mimicked(f, dv_xml_get(joint, "name"), dv_xml_get(e, "joint")) : NULL;
  if (!scalar) dv_robot_ignore(u, "mimics of joints that do not move", j->name);
  else if (!of) {
    dv_robot_note(u, "joints held, since what they mimic does not move or is not there", "%s", j->name);
    j->locked = 1;
    j->position = j->offset;
  } else j->mimic = dv_robot_name(u, of);
  return 0;
}

int dv_urdf_joint(dv_urdf *f, const dv_xml *e)
{
  dv_robot *u = f->u;
  const char *name = dv_urdf_name(u, e, "name"), *type = name ? find_type(u, e) : NULL;
  if (!type) return -1;
  dv_robot_joint *j = dv_robot_joint_add(u, dv_xml_get(e, "name"), type, e->mark);
  int bad = read_end(f, e, "parent", &j->parent) | read_end(f, e, "child", &j->child) | dv_urdf_origin(u, e, &j->at);
  int scalar = !strcmp(type, "revolute") || !strcmp(type, "prismatic");
  const dv_xml *dynamics = dv_xml_child(e, "dynamics");
  if (scalar || !strcmp(type, "planar")) bad |= read_axis(u, e, j->axis);
  if (scalar) {
    bad |= read_limits(u, e, !strcmp(dv_xml_get(e, "type"), "continuous"), j);
    bad |= dv_xml_numbers(u->r->diags, dynamics, "damping", &j->damping, 1) < 0;
    bad |= dv_xml_numbers(u->r->diags, dynamics, "friction", &j->friction, 1) < 0;
  }
  bad |= read_mimic(f, e, scalar, j);
  if (dv_xml_child(e, "safety_controller")) dv_robot_ignore(u, "safety controllers", NULL);
  if (dv_xml_child(e, "calibration")) dv_robot_ignore(u, "calibrations", NULL);
  return bad ? -1 : 0;
}
