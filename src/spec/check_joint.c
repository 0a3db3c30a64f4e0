// check_joint.c: `joints:`: type, bodies, axis and placement.
//
// Denavit-Hartenberg rows, the motion being about or along z:
//   modified  T = Rx(alpha) Tx(a) Rz(theta) Tz(d)   at = all of it,        child_at = 1
//   classic   T = Rz(theta) Tz(d) Tx(a) Rx(alpha)   at = Rz(theta) Tz(d),  child_at = Tx(a) Rx(alpha)
// Craig, Introduction to Robotics (modified); Siciliano et al., Robotics (classic).
#include "spec/check.h"

#include <math.h>
#include <string.h>

// First direction of a planar joint, across the normal, unless axis2 gives it: x for z, y for x, z for y; x as far as it is in
// the plane otherwise.
static void plane_direction(const double normal[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    if (fabs(normal[i]) == 1) {
      out[(i + 1) % 3] = 1;
      return;
    }
  int k = fabs(normal[0]) < 0.9 ? 0 : 1;
  double length = sqrt(1 - normal[k] * normal[k]);
  for (int i = 0; i < 3; i++) out[i] = ((i == k) - normal[k] * normal[i]) / length;
}

// Part of b across the unit vector a.
static void turn_across(const double a[3], double b[3])
{
  double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2], size = 0;
  for (int i = 0; i < 3; i++) b[i] -= along * a[i], size += b[i] * b[i];
  for (int i = 0; i < 3 && size > 0; i++) b[i] /= sqrt(size);
}

static int is_pitched(dv_joint_type t)
{
  for (int k = 0; k < dv_joint_steps(t); k++)
    if (dv_joint_primitive(t, k)->pitched) return dv_joint_primitive(t, k)->pitched;
  return 0;
}

// Both directions of a type that takes two must span a plane.
static void check_span(dv_check *c, const dv_joint_spec *j, dv_mark mark)
{
  const double *a = j->axis, *b = j->axis2;
  double cross = hypot(hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2]), a[0] * b[1] - a[1] * b[0]);
  if (cross < 1e-6)
    dv_diag_add(c->diags, DV_ERROR, mark, "give axis and axis2 different directions", "both axes of %s joint '%s' are parallel",
                dv_joint_rows[j->type].name, j->name);
}

// What was not given is as the type says.
static void check_axes(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  const dv_node *axis = dv_doc_find(n, "axis"), *axis2 = dv_doc_find(n, "axis2");
  const dv_joint_row *row = &dv_joint_rows[j->type];
  int two = strlen(row->axes) == 2, plane = dv_joint_has_plane(j->type);
  if (axis2 && !two && !plane) {
    dv_diag_add(c->diags, DV_ERROR, axis2->key_mark, "remove it, or make the joint universal", "a %s joint has no 'axis2'",
                row->name);
    memset(j->axis2, 0, sizeof j->axis2);
  }
  if (!dv_direction_given(j->axis)) j->axis[*row->axes ? row->axes[0] - 'x' : 2] = 1;
  if (two && !dv_direction_given(j->axis2)) j->axis2[row->axes[1] - 'x'] = 1;
  if (two || (plane && axis2)) check_span(c, j, (axis2 ? axis2 : axis ? axis : n)->mark);
  if (plane && axis2) turn_across(j->axis, j->axis2);
  else if (!two && *row->axes) plane_direction(j->axis, j->axis2);
}

// Moves about or along `axis` alone.
static int has_one_axis(const dv_joint_spec *j)
{
  double e[3];
  for (int k = 0; k < dv_joint_steps(j->type); k++) {
    dv_joint_direction(j, k, e);
    if (memcmp(e, j->axis, sizeof e)) return 0;
  }
  return !dv_joint_is_whole(j);
}

static void read_dh(dv_check *c, const dv_node *dh, dv_joint_spec *j)
{
  static const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  dv_dh_row r = {0};
  dv_read(c, &dv_keys_dh, dh, &r);
  dv_placement link = dv_place_identity, turn = dv_place_identity;
  dv_place_axis(x, r.alpha, link.R);
  link.p[0] = r.a;
  dv_place_axis(z, r.theta, turn.R);
  turn.p[2] = r.d;
  j->at = dv_place_times(j->at, r.modified ? dv_place_times(link, turn) : turn);
  if (!r.modified) j->child_at = link;
  if (!has_one_axis(j) || j->axis[0] != 0 || j->axis[1] != 0 || j->axis[2] != 1)
    dv_diag_add(c->diags, DV_ERROR, dh->key_mark, "use xyz and rpy",
                "a Denavit-Hartenberg row places a joint about or along z, which '%s' is not", j->name);
}

static void find_point(dv_check *c, const dv_node *point, int body, double out[3])
{
  const dv_body_spec *b = body < 0 ? &c->spec->world : &c->spec->body[body];
  const double *at = dv_check_body_point(c, b, point->text, point->mark, "use xyz, or ");
  if (at) memcpy(out, at, 3 * sizeof *out);
}

void dv_check_origin(dv_check *c, const dv_node *n, const char *key, const char *at, int body, double out[3])
{
  const dv_node *point = dv_check_get(dv_check_get(n, at, DV_MAP), "point", DV_SCALAR), *name = dv_doc_find(n, key);
  int known = body >= 0 || !name || name->type != DV_SCALAR || !strcmp(name->text, "world");
  if (point && known) find_point(c, point, body, out);
}

void dv_check_pitch(dv_check *c, const dv_node *n, const char *what, const char *name, dv_mark mark)
{
  const dv_node *pitch = dv_doc_find(n, "pitch"), *lead = dv_doc_find(n, "lead");
  if (!pitch && !lead)
    dv_diag_add(c->diags, DV_ERROR, mark, "add 'lead: ...' (per revolution) or 'pitch: ...' (per radian)", "%s '%s' has no lead",
                what, name);
  else if (pitch && lead)
    dv_diag_add(c->diags, DV_ERROR, lead->key_mark, "remove one of them", "both 'pitch' and 'lead' are given");
}

static void check_pitch(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  const dv_node *pitch = dv_doc_find(n, "pitch"), *odd = pitch ? pitch : dv_doc_find(n, "lead");
  int pitched = is_pitched(j->type);
  if (pitched) dv_check_pitch(c, n, dv_arena_text(c->arena, "%s joint", dv_joint_rows[j->type].name), j->name, j->mark);
  if (pitched < 0 && odd && j->pitch == 0) {
    dv_diag_add(c->diags, DV_ERROR, odd->mark, "give how far it goes in a revolution", "%s joint '%s' does not advance",
                dv_joint_rows[j->type].name, j->name);
    j->pitch = 1;
  }
  if (!pitched && odd)
    dv_diag_add(c->diags, DV_ERROR, odd->key_mark, "remove it, or make the joint helical", "a %s joint has no '%s'",
                dv_joint_rows[j->type].name, odd->key);
}

// The expression itself is read with the loops, when all coordinates are known.
static void check_curve(dv_check *c, const dv_node *n, const dv_joint_spec *j)
{
  const dv_node *curve = dv_doc_find(n, DV_CURVE);
  int wants = !strcmp(dv_joint_rows[j->type].tie, DV_CURVE);
  if (wants && !curve)
    dv_diag_add(c->diags, DV_ERROR, j->mark, "add curve: 'y - x^2/(2 [m])' or the like", "joint '%s' has no curve", j->name);
  if (curve && !wants)
    dv_diag_add(c->diags, DV_ERROR, curve->key_mark, "remove it, or make the joint a curve", "a %s joint has no 'curve'",
                dv_joint_rows[j->type].name);
}

static void read_joint(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  j->name = n->key;
  j->mark = n->key_mark;
  j->parent = j->child = -1;
  j->type = DV_J_COUNT;
  j->at = j->child_at = dv_place_identity;
  if (n->type == DV_MAP) dv_read(c, &dv_keys_joint, n, j);
  const dv_node *child = n->type == DV_MAP ? dv_check_get(n, "child", DV_SCALAR) : NULL;
  if (child && !strcmp(child->text, "world"))
    dv_diag_add(c->diags, DV_ERROR, child->mark, "swap parent and child", "the world cannot be the child of a joint");
  // The rest depends on the type; without it only faults that follow from this one would be found.
  if (j->type == DV_J_COUNT) {
    j->type = DV_J_FIXED;
    return;
  }
  check_axes(c, n, j);
  dv_check_origin(c, n, "parent", "at", j->parent, j->at.p);
  const dv_node *dh = dv_check_get(dv_check_get(n, "at", DV_MAP), "dh", DV_MAP);
  if (dh) read_dh(c, dh, j);
  check_pitch(c, n, j);
  check_curve(c, n, j);
  dv_check_path(c, n, j);
  dv_list_coordinates(c, j);
  dv_check_weld(j);
}

void dv_check_joints(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "joints", DV_MAP);
  dv_spec *s = c->spec;
  s->joint = DV_TAKE(c->arena, dv_joint_spec, map ? map->n : 0);
  int modes = 0;
  for (int i = 0; i < s->nbody; i++) modes += s->body[i].elastic ? s->body[i].elastic->nmode : 0;
  c->coordinate = DV_TAKE(c->arena, dv_coordinate_spec *, (map ? 6 * (size_t)map->n : 0) + (size_t)modes);
  for (int i = 0; map && i < map->n; i++) read_joint(c, map->item[i], &s->joint[s->njoint++]);
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; s->body[i].elastic && k < s->body[i].elastic->nmode; k++) {
      dv_coordinate_spec *x = &s->body[i].elastic->mode[k];
      int at = dv_names_add(c->arena, &c->coordinates, x->name);
      if (at >= 0) c->coordinate[at] = x;
    }
}

void dv_check_limits(dv_check *c)
{
  for (int i = 0; i < c->coordinates.n; i++) {
    const dv_coordinate_spec *x = c->coordinate[i];
    if (x->motion == DV_MOVES_PRESCRIBED || (x->position >= x->lower && x->position <= x->upper)) continue;
    dv_diag_add(c->diags, DV_WARNING, x->mark, "change its position or its limits",
                "initial position %g of '%s' is outside its limits %g to %g", x->position, x->name, x->lower, x->upper);
  }
}
