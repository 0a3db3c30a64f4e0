// urdf_joint.c: a URDF joint as a joint of the model language.
//
// Limits do not act (URDF gives no stiffness): the run warns where they are passed; damping is viscous and friction Coulomb
// friction; <mimic> is a gear among the loops.
#include "spec/urdf.h"

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

static const char *find_type(dv_urdf *u, const dv_xml *joint)
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

// One of x y z -x -y -z where it is one; URDF's default is x.
static int put_axis(dv_urdf *u, const dv_xml *joint, dv_node *out)
{
  static const char *const letter[2][3] = {
      {"x",  "y",  "z" },
      {"-x", "-y", "-z"}
  };
  const dv_xml *e = dv_xml_child(joint, "axis");
  double a[3] = {1, 0, 0};
  if (dv_urdf_get(u, e, "xyz", a, 3) < 0) return -1;
  int zeros = (a[0] == 0) + (a[1] == 0) + (a[2] == 0), k = a[0] != 0 ? 0 : a[1] != 0 ? 1 : 2;
  if (!e) e = joint;
  if (zeros == 3) return dv_diag_add(u->r->diags, DV_ERROR, e->mark, "give a direction, e.g. 0 0 1", "the axis is zero"), -1;
  dv_urdf_put(u, out, "axis", zeros == 2 ? dv_urdf_text(u, e, letter[a[k] < 0][k], 0) : dv_urdf_numbers(u, e, a, 3));
  return 0;
}

static int put_limits(dv_urdf *u, const dv_xml *joint, int endless, dv_node *out)
{
  static const char *const from[4] = {"lower", "upper", "effort", "velocity"}, *const to[4] = {"lower", "upper", "effort",
                                                                                               "rate"};
  const dv_xml *e = dv_xml_child(joint, "limit");
  if (!e) return 0;
  dv_node *limits = dv_urdf_map(u, e);
  for (int i = 0; i < 4; i++) {
    double x = 0;
    if (dv_urdf_get(u, e, from[i], &x, 1) < 0) return -1;
    // a missing bound is 0 in URDF; an effort or velocity of 0 means that nobody filled it in
    if (i < 2 ? !endless : x > 0) dv_urdf_put(u, limits, to[i], dv_urdf_numbers(u, e, &x, 1));
  }
  if (limits->n) dv_urdf_put(u, out, "limits", limits);
  return 0;
}

static int put_friction(dv_urdf *u, const dv_xml *joint, dv_node *out)
{
  const dv_xml *e = dv_xml_child(joint, "dynamics");
  double damping = 0, friction = 0;
  if (dv_urdf_get(u, e, "damping", &damping, 1) < 0 || dv_urdf_get(u, e, "friction", &friction, 1) < 0) return -1;
  if (damping == 0 && friction == 0) return 0;
  dv_node *map = dv_urdf_map(u, e);
  if (damping != 0) dv_urdf_put(u, map, "viscous", dv_urdf_numbers(u, e, &damping, 1));
  if (friction != 0) dv_urdf_put(u, map, "coulomb", dv_urdf_numbers(u, e, &friction, 1));
  dv_urdf_put(u, out, "friction", map);
  return 0;
}

static int put_end(dv_urdf *u, const dv_xml *joint, const char *which, dv_node *out)
{
  const dv_xml *e = dv_xml_child(joint, which);
  if (!e) {
    const char *remedy = dv_arena_text(u->r->arena, "add <%s link=\"...\"/>", which);
    dv_diag_add(u->r->diags, DV_ERROR, joint->mark, remedy, "joint '%s' has no %s", dv_xml_get(joint, "name"), which);
    return -1;
  }
  const char *name = dv_urdf_link_name(u, e, "link");
  if (name) dv_urdf_put(u, out, which, dv_urdf_text(u, e, name, 0));
  return name ? 0 : -1;
}

// <mimic joint multiplier offset>: this = multiplier x that + offset, a gear among the loops.
static int put_mimic(dv_urdf *u, const dv_xml *joint, int scalar)
{
  const dv_xml *e = dv_xml_child(joint, "mimic");
  const char *name = dv_urdf_name(u, joint, "name"), *of = dv_urdf_name(u, e, "joint");
  double ratio = 1, offset = 0;
  if (!name || !of || dv_urdf_get(u, e, "multiplier", &ratio, 1) < 0 || dv_urdf_get(u, e, "offset", &offset, 1) < 0) return -1;
  if (!scalar) {
    dv_diag_add(u->r->diags, DV_WARNING, e->mark, "couple its coordinates in the machine file",
                "<mimic> of joint '%s' is ignored: it has not one coordinate", name);
    return 0;
  }
  dv_node *gear = dv_urdf_map(u, e), *pair = dv_node_new(u->r->arena, DV_SEQ, e->mark);
  dv_node_append(u->r->arena, pair, NULL, dv_urdf_text(u, e, name, 0));
  dv_node_append(u->r->arena, pair, NULL, dv_urdf_text(u, e, of, 0));
  dv_urdf_put(u, gear, "type", dv_urdf_text(u, e, "gear", 0));
  dv_urdf_put(u, gear, "of", pair);
  dv_urdf_put(u, gear, "ratio", dv_urdf_numbers(u, e, &ratio, 1));
  if (offset != 0) dv_urdf_put(u, gear, "offset", dv_urdf_numbers(u, e, &offset, 1));
  dv_urdf_put(u, u->loops, dv_arena_text(u->r->arena, "%s_mimic", name), gear);
  return 0;
}

dv_node *dv_urdf_joint(dv_urdf *u, const dv_xml *joint)
{
  const char *type = find_type(u, joint);
  dv_node *out = dv_urdf_map(u, joint);
  if (!type) return NULL;
  dv_urdf_put(u, out, "type", dv_urdf_text(u, joint, type, 0));
  int bad = put_end(u, joint, "parent", out) | put_end(u, joint, "child", out) | dv_urdf_origin(u, joint, out);
  int scalar = !strcmp(type, "revolute") || !strcmp(type, "prismatic");
  if (scalar || !strcmp(type, "planar")) bad |= put_axis(u, joint, out);
  if (scalar) bad |= put_limits(u, joint, !strcmp(dv_xml_get(joint, "type"), "continuous"), out) | put_friction(u, joint, out);
  if (dv_xml_child(joint, "mimic")) bad |= put_mimic(u, joint, scalar);
  return bad ? NULL : out;
}
