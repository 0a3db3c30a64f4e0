// sdf_joint.c: a joint of SDF. A second joint on a link closes a loop.
#include "import/sdf.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

static const struct {
  const char *name, *type, *loop;  // loop: the closure; "": none
  int axes;
} types[] = {
    {"fixed",      "fixed",     "fixed",     0},
    {"revolute",   "revolute",  "revolute",  1},
    {"continuous", "revolute",  "revolute",  1},
    {"prismatic",  "prismatic", "prismatic", 1},
    {"ball",       "ball",      "ball",      0},
    {"universal",  "universal", "universal", 2},
    {"revolute2",  "universal", "universal", 2},
    {"screw",      "helical",   "helical",   1},
};
enum { TYPES = sizeof types / sizeof *types };

dv_placement dv_sdf_body(const dv_sdf *f, int link)
{
  for (int i = 0; i < f->frames.n; i++)
    if (f->frames.item[i].link == link && link >= 0) return f->frames.item[f->holder[link] >= 0 ? f->holder[link] : i].place;
  return dv_place_identity;
}

static double number(dv_sdf *f, const dv_xml *e, const char *child, double none)
{
  double x = none;
  return dv_xml_texts(f->u->r->diags, dv_xml_child(e, child), &x, 1) < 0 ? none : x;
}

// The axis in the joint's frame; it may be given in that of the model or of another frame.
static int read_axis(dv_sdf *f, int frame, const dv_xml *e, double out[3])
{
  const dv_xml *xyz = dv_xml_child(e, "xyz");
  const char *in = dv_xml_get(xyz, "expressed_in"), *old = dv_xml_words(dv_xml_child(e, "use_parent_model_frame"));
  double a[3] = {0, 0, 1};
  dv_placement x = f->frames.item[frame].place;
  int other = in && *in ? dv_sdf_frame_find(f, f->frames.item[frame].model, in) : -1, by_model = 0;
  if (dv_xml_texts(f->u->r->diags, xyz, a, 3) < 0) return -1;
  if (a[0] == 0 && a[1] == 0 && a[2] == 0)
    return dv_diag_add(f->u->r->diags, DV_ERROR, xyz->mark, "give a direction, e.g. 0 0 1", "the axis is zero"), -1;
  by_model = (in && !strcmp(in, "__model__")) || !strcmp(old, "true") || !strcmp(old, "1");
  memcpy(out, a, sizeof a);
  if (!by_model && other < 0) return 0;
  const dv_placement *from = by_model ? &f->models.item[f->frames.item[frame].model].place : &f->frames.item[other].place;
  dv_placement turn = dv_place_times(dv_placement_inverse(x), *from);
  for (int i = 0; i < 3; i++) out[i] = turn.R[3 * i] * a[0] + turn.R[3 * i + 1] * a[1] + turn.R[3 * i + 2] * a[2];
  for (int i = 0; i < 3; i++)
    if (fabs(out[i]) < 1e-15) out[i] = 0;
  return 0;
}

static void read_limits(dv_sdf *f, const dv_xml *axis, int endless, dv_robot_joint *j)
{
  const dv_xml *limit = dv_xml_child(axis, "limit"), *dynamics = dv_xml_child(axis, "dynamics");
  double lower = number(f, limit, "lower", -HUGE_VAL), upper = number(f, limit, "upper", HUGE_VAL);
  // 1e16 says that there is none
  if (!endless && lower < upper) j->lower = lower > -1e15 ? lower : -HUGE_VAL, j->upper = upper < 1e15 ? upper : HUGE_VAL;
  j->effort = fmax(0, number(f, limit, "effort", 0));
  j->velocity = fmax(0, number(f, limit, "velocity", 0));
  j->damping = number(f, dynamics, "damping", 0);
  j->friction = number(f, dynamics, "friction", 0);
  j->stiffness = number(f, dynamics, "spring_stiffness", 0);
  j->rest = number(f, dynamics, "spring_reference", 0);
  // 1e8 and 1 are the format's defaults, which say nothing
  double stop = number(f, limit, "stiffness", 0), loss = number(f, limit, "dissipation", 0);
  if (stop > 0 && stop < 1e8) j->stop = stop, j->stop_damping = fmax(0, loss);
}

// <mimic joint>: this = multiplier x (that - reference) + offset
static void read_mimic(dv_sdf *f, const dv_xml *axis, int frame, dv_robot_joint *j)
{
  const dv_xml *e = dv_xml_child(axis, "mimic");
  const char *of = dv_xml_get(e, "joint");
  int other = of ? dv_sdf_frame_find(f, f->frames.item[frame].model, of) : -1;
  if (!e) return;
  if (other < 0 || strcmp(f->frames.item[other].at->name, "joint") != 0 || other == frame) other = -1;
  const char *type = other < 0 ? NULL : dv_xml_get(f->frames.item[other].at, "type");
  if (!type || !strcmp(type, "fixed") || !strcmp(type, "ball") || !strcmp(type, "universal") || !strcmp(type, "revolute2")) {
    dv_robot_ignore(f->u, "mimics of what is no joint with one coordinate", j->name);
    return;
  }
  j->mimic = dv_robot_name(f->u, f->frames.item[other].name);
  j->ratio = number(f, e, "multiplier", 1);
  j->offset = number(f, e, "offset", 0) - j->ratio * number(f, e, "reference", 0);
}

static int end_of(dv_sdf *f, int frame, const char *which, int *link)
{
  const dv_xml *e = dv_xml_child(f->frames.item[frame].at, which);
  const char *name = dv_xml_words(e);
  *link = -1;
  if (!strcmp(name, "world")) return 0;
  int other = *name ? dv_sdf_frame_find(f, f->frames.item[frame].model, name) : -1;
  if (other >= 0) *link = f->frames.item[other].link;
  if (*link >= 0) return 0;
  dv_diag_add(f->u->r->diags, DV_ERROR, f->frames.item[frame].at->mark, NULL, "joint '%s' has no %s link '%s'",
              f->frames.item[frame].name, which, name);
  return -1;
}

static void put_loop(dv_sdf *f, int frame, const char *type, int parent, int child, const double axis[3])
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  dv_robot *u = f->u;
  dv_node *loop = dv_put_map(u, u->loops, dv_robot_part_name(u, one->name), one->at->mark);
  dv_put_text(u, loop, "type", one->at->mark, type);
  const int link[2] = {parent, child};
  static const char *const key[2][2] = {
      {"parent", "at"      },
      {"child",  "child_at"}
  };
  for (int k = 0; k < 2; k++) {
    dv_placement x = dv_place_times(dv_placement_inverse(dv_sdf_body(f, link[k])), one->place);
    dv_pose p = dv_pose_of(&x);
    dv_put_text(u, loop, key[k][0], one->at->mark, link[k] < 0 ? "world" : u->links.item[link[k]].name);
    dv_put_pose(u, loop, key[k][1], one->at->mark, &p);
  }
  if (axis[0] != 0 || axis[1] != 0 || axis[2] != 0) dv_put_numbers(u, loop, "axis", one->at->mark, axis, 3);
}

int dv_sdf_joint(dv_sdf *f, int frame)
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  const char *given = dv_xml_get(one->at, "type");
  int t = 0, parent, child;
  double axis[3] = {0}, axis2[3] = {0};
  while (t < TYPES && (!given || strcmp(types[t].name, given))) t++;
  if (t == TYPES) {
    dv_diag_add(f->u->r->diags, DV_ERROR, one->at->mark, "types are fixed revolute continuous prismatic ball universal screw",
                "unknown type '%s' of joint '%s'", given ? given : "", one->name);
    return -1;
  }
  if (end_of(f, frame, "parent", &parent) || end_of(f, frame, "child", &child)) return -1;
  const dv_xml *first = dv_xml_child(one->at, "axis");
  if (types[t].axes && read_axis(f, frame, first, axis)) return -1;
  if (types[t].axes > 1 && read_axis(f, frame, dv_xml_child(one->at, "axis2"), axis2)) return -1;
  if (child < 0 || f->holder[child] != frame) {
    put_loop(f, frame, types[t].loop, parent, child, axis);
    return 0;
  }
  dv_robot_joint *j = dv_robot_joint_add(f->u, one->name, types[t].type, one->at->mark);
  dv_placement x = dv_place_times(dv_placement_inverse(dv_sdf_body(f, parent)), one->place);
  j->parent = parent;
  j->child = child;
  j->at = dv_pose_of(&x);
  memcpy(j->axis, axis, sizeof axis);
  memcpy(j->axis2, axis2, sizeof axis2);
  if (types[t].axes == 1) {
    read_limits(f, first, !strcmp(given, "continuous"), j);
    read_mimic(f, first, frame, j);
  }
  // SDF 1.10 screw_thread_pitch: metres per turn; thread_pitch before: turns (in radians) per metre, the other way round
  double lead = number(f, one->at, "screw_thread_pitch", 0), pitch = number(f, one->at, "thread_pitch", 0);
  if (!strcmp(j->type, "helical")) j->pitch = lead != 0 ? lead / (2 * M_PI) : pitch != 0 ? -1 / pitch : 0;
  return 0;
}
