// mjcf_actuator.c: actuators with their input.
//
// The force along the transmission (length gear q) is gain ctrl + b0 + b1 length + b2 rate; on the coordinate gear times that:
// a servo with kp = -b1 gear^2, kd = -b2 gear^2 and the goal that ctrl asks for, or an effort.
#include "import/mjcf.h"
#include "import/vocabulary.h"

#include <math.h>
#include <string.h>

typedef struct {
  double gain, bias[3], gear, most;
  double range[2];
  int ranged, affine;
} law;

static int read_range(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *what, double range[2])
{
  const char *limited = dv_mjcf_get(e, c, dv_arena_text(f->u->r->arena, "%slimited", what));
  int given = dv_mjcf_numbers(f, e, c, dv_arena_text(f->u->r->arena, "%srange", what), range, 2, 2, NULL);
  if (given < 0) return -1;
  if (limited && !strcmp(limited, "false")) return 0;
  return given && (f->auto_limits || (limited && !strcmp(limited, "true")));
}

static int read_law(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, law *k)
{
  double v[10] = {1}, force[2], gear[6] = {1};
  const char *bias = dv_mjcf_get(e, c, "biastype"), *is = e->name;
  *k = (law){.gain = 1, .most = HUGE_VAL};
  if (dv_mjcf_numbers(f, e, c, "gear", gear, 1, 6, NULL) < 0) return -1;
  k->gear = gear[0];
  k->ranged = read_range(f, e, c, "ctrl", k->range);
  int limited = read_range(f, e, c, "force", force);
  if (k->ranged < 0 || limited < 0) return -1;
  if (limited) k->most = fmax(fabs(force[0]), fabs(force[1]));
  if (!strcmp(is, "position")) {
    k->gain = dv_mjcf_number(f, e, c, "kp", 1);
    k->bias[1] = -k->gain;
    k->bias[2] = -dv_mjcf_number(f, e, c, "kv", 0);
    k->affine = 1;
  } else if (!strcmp(is, "velocity")) {
    k->gain = dv_mjcf_number(f, e, c, "kv", 1);
    k->bias[2] = -k->gain;
    k->affine = 1;
  } else if (!strcmp(is, "general")) {
    int n = 1;
    if (dv_mjcf_numbers(f, e, c, "gainprm", v, 1, 10, &n) < 0) return -1;
    k->gain = v[0];
    memset(v, 0, sizeof v);
    if (dv_mjcf_numbers(f, e, c, "biasprm", v, 1, 10, &n) < 0) return -1;
    k->affine = bias && !strcmp(bias, "affine");
    if (k->affine) memcpy(k->bias, v, sizeof k->bias);
  }
  return 0;
}

// The coordinate or axis that it works on; NULL: none of those.
static const char *axis_of(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c)
{
  const char *joint = dv_mjcf_get(e, c, "joint"), *tendon = dv_mjcf_get(e, c, "tendon");
  if (!joint) joint = dv_mjcf_get(e, c, "jointinparent");
  const char *name = joint ? dv_robot_name(f->u, joint) : tendon ? dv_robot_name(f->u, tendon) : NULL;
  int k = joint ? dv_robot_joint_find(f->u, name) : -1;
  if (k >= 0) {
    const dv_robot_joint *j = &f->u->joints.item[k];
    return (!strcmp(j->type, "revolute") || !strcmp(j->type, "prismatic")) && !j->locked ? j->name : NULL;
  }
  return tendon && dv_doc_find(f->u->axes, name) ? name : NULL;
}

static const char *scaled(dv_robot *u, double factor, const char *name)
{
  return factor == 1 ? name : dv_arena_text(u->r->arena, "%.17g*%s", factor, name);
}

static const char *add_input(dv_mjcf *f, const dv_xml *e, const char *name, const law *k)
{
  char *given = dv_arena_text(f->u->r->arena, "%s_ctrl", name);
  for (char *p = given; *p; p++)
    if (*p == '-') *p = '_';  // it stands in formulas
  const char *input = dv_robot_part_name(f->u, given);
  dv_node *s = dv_put_map(f->u, f->u->signals, input, e->mark);
  double least = k->ranged ? k->range[0] : -1e6, most = k->ranged ? k->range[1] : 1e6;
  dv_put_text(f->u, s, "kind", e->mark, DV_WORD_INPUT);
  dv_put_number(f->u, s, "value", e->mark, fmin(fmax(0, least), most));
  dv_put_number(f->u, s, "lower", e->mark, least);
  dv_put_number(f->u, s, "upper", e->mark, most);
  return input;
}

static void put_law(dv_mjcf *f, const dv_xml *e, const char *name, const char *axis, const law *k)
{
  dv_robot *u = f->u;
  const char *input = add_input(f, e, name, k);
  dv_node *p = dv_put_map(u, u->parts, name, e->mark);
  double g = k->gear, kp = -k->bias[1] * g * g, kd = -k->bias[2] * g * g;
  int servo = k->affine && (kp > 0 || kd > 0);
  dv_put_text(u, p, "kind", e->mark, servo ? DV_WORD_SERVO : DV_WORD_EFFORT);
  dv_put_text(u, p, "axis", e->mark, axis);
  if (isfinite(k->most)) dv_put_number(u, p, "most", e->mark, k->most * fabs(g));
  if (!servo) {
    dv_put_text(u, p, "effort", e->mark, scaled(u, k->gain * g, input));
    return;
  }
  dv_put_number(u, p, "kp", e->mark, fmax(0, kp));
  if (kd > 0) dv_put_number(u, p, "kd", e->mark, kd);
  if (kp > 0) dv_put_text(u, p, "goal", e->mark, scaled(u, k->gain * g / kp, input));
  else {
    dv_put_number(u, p, "goal", e->mark, 0);
    dv_put_text(u, p, "goal_rate", e->mark, scaled(u, k->gain * g / kd, input));
  }
  if (k->bias[0] != 0) dv_put_number(u, p, "feed", e->mark, k->bias[0] * g);
}

static int is_known(const dv_xml *e, const dv_mjcf_class *c)
{
  static const char *const list[] = {"motor", "position", "velocity", "general"};
  const char *dynamics = dv_mjcf_get(e, c, "dyntype"), *gain = dv_mjcf_get(e, c, "gaintype");
  if ((dynamics && strcmp(dynamics, "none") != 0) || (gain && strcmp(gain, "fixed") != 0)) return 0;
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(list[i], e->name)) return 1;
  return 0;
}

int dv_mjcf_actuators(dv_mjcf *f, const dv_xml *list)
{
  for (int i = 0; i < list->n; i++) {
    const dv_xml *e = list->item[i];
    const dv_mjcf_class *c = dv_mjcf_class_of(f, e, NULL);
    const char *given = dv_xml_get(e, "name"), *axis = is_known(e, c) ? axis_of(f, e, c) : NULL;
    law k;
    if (!axis) {
      dv_robot_ignore(f->u, "actuators that work on no joint, or with states of their own", given ? given : e->name);
      continue;
    }
    if (read_law(f, e, c, &k)) return -1;
    if (!given) given = dv_arena_text(f->u->r->arena, "%s_actuator", axis);
    const char *name = dv_names_find(&f->u->scope, dv_robot_name(f->u, given)) < 0
                           ? dv_robot_part_name(f->u, given)
                           : dv_robot_part_name(f->u, dv_arena_text(f->u->r->arena, "%s_drive", given));
    put_law(f, e, name, axis, &k);
  }
  return 0;
}
