// mjcf_joint.c: a joint of MJCF. A coordinate counts from its `ref`.
#include "import/mjcf.h"

#include <math.h>
#include <string.h>

static int is_limited(const dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, int has_range)
{
  const char *text = dv_mjcf_get(e, c, "limited");
  if (text && !strcmp(text, "true")) return 1;
  if (text && !strcmp(text, "false")) return 0;
  return f->auto_limits && has_range;
}

static int read_scalar(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, dv_robot_joint *j)
{
  double range[2] = {0}, unit = !strcmp(j->type, "revolute") ? f->angle : 1, ref = unit * dv_mjcf_number(f, e, c, "ref", 0);
  int given = dv_mjcf_numbers(f, e, c, "range", range, 2, 2, NULL);
  double axis[3] = {0, 0, 1};
  if (given < 0 || dv_mjcf_numbers(f, e, c, "axis", axis, 3, 3, NULL) < 0) return -1;
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0)
    return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, "give a direction, e.g. 0 0 1", "the axis is zero"), -1;
  memcpy(j->axis, axis, sizeof axis);
  if (is_limited(f, e, c, given > 0) && range[0] < range[1]) j->lower = unit * range[0] - ref, j->upper = unit * range[1] - ref;
  j->stiffness = dv_mjcf_number(f, e, c, "stiffness", 0);
  j->rest = unit * dv_mjcf_number(f, e, c, "springref", 0) - ref;
  j->offset = ref;  // what the coordinate counts from
  if (ref != 0) dv_robot_note(f->u, "coordinates that count from the file's ref", "%s %.4g", j->name, ref);
  return 0;
}

int dv_mjcf_joint(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *body, dv_robot_joint *j, double pos[3],
                  const dv_placement *turned)
{
  static const char *const type_name[][2] = {
      {"hinge", "revolute" },
      {"slide", "prismatic"},
      {"ball",  "ball"     },
      {"free",  "free"     },
  };
  const char *type = !strcmp(e->name, "freejoint") ? "free" : dv_mjcf_get(e, c, "type");
  (void)body;
  j->type = type ? NULL : "revolute";
  for (int i = 0; i < 4 && type; i++)
    if (!strcmp(type, type_name[i][0])) j->type = type_name[i][1];
  if (!j->type) {
    dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, "types are hinge slide ball free", "unknown type '%s' of a joint", type);
    return -1;
  }
  double own[3] = {0}, axis[3];
  if (strcmp(j->type, "free") != 0 && dv_mjcf_numbers(f, e, c, "pos", own, 3, 3, NULL) < 0) return -1;
  int scalar = !strcmp(j->type, "revolute") || !strcmp(j->type, "prismatic");
  if (scalar && read_scalar(f, e, c, j)) return -1;
  memcpy(axis, j->axis, sizeof axis);
  for (int i = 0; i < 3; i++) {
    pos[i] = turned->p[i];
    j->axis[i] = 0;
    for (int k = 0; k < 3; k++) pos[i] += turned->R[3 * i + k] * own[k], j->axis[i] += turned->R[3 * i + k] * axis[k];
  }
  if (!scalar)
    return dv_mjcf_number(f, e, c, "damping", 0) > 0 ? dv_robot_ignore(f->u, "damping of balls and free joints", j->name), 0 : 0;
  j->damping = dv_mjcf_number(f, e, c, "damping", 0);
  j->friction = dv_mjcf_number(f, e, c, "frictionloss", 0);
  j->armature = dv_mjcf_number(f, e, c, "armature", 0);
  return 0;
}
