// sdf_joint.c: a joint of SDF. A second joint on a link closes a loop. One with two axes is two hinges, with a massless link
// between them, so that each has its own limits, friction and spring.
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

// It may be given in the axes of the model or of another frame; before SDF 1.5 it was in those of the model.
int dv_sdf_axis(dv_sdf *f, int frame, const dv_xml *e, double out[3])
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  const dv_xml *xyz = dv_xml_child(e, "xyz");
  const char *in = dv_xml_get(xyz, "expressed_in"), *old = dv_xml_words(dv_xml_child(e, "use_parent_model_frame"));
  int by_model = !strcmp(old, "true") || !strcmp(old, "1") || (!*old && f->models.item[one->model].version < 5);
  double a[3] = {0, 0, 1};
  if (dv_xml_texts(f->u->r->diags, xyz, a, 3) < 0) return -1;
  if (a[0] == 0 && a[1] == 0 && a[2] == 0)
    return dv_diag_add(f->u->r->diags, DV_ERROR, xyz->mark, "give a direction, e.g. 0 0 1", "the axis is zero"), -1;
  int other = in && *in ? dv_sdf_find(f, one->model, in) : by_model ? f->models.item[one->model].frame : frame;
  memcpy(out, a, sizeof a);
  if (other == frame) return 0;
  if (other == DV_SDF_NONE) return dv_sdf_no_frame(f, xyz->mark, in);
  dv_placement from = other >= 0 ? f->frames.item[other].place : dv_place_identity;
  dv_placement turn = dv_place_times(dv_placement_inverse(one->place), from);
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
  if (!endless && lower == upper && isfinite(lower)) {
    dv_robot_note(f->u, "joints held, since their limits leave no way", "%s", j->name);
    j->locked = 1;
    j->position = lower;
  } else if (!endless && lower < upper) j->lower = lower > -1e15 ? lower : -HUGE_VAL, j->upper = upper < 1e15 ? upper : HUGE_VAL;
  else if (!endless && lower > upper) dv_robot_ignore(f->u, "limits whose lower is above the upper", j->name);
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
  int other = of ? dv_sdf_find_joint(f, f->frames.item[frame].model, of) : DV_SDF_NONE;
  if (!e) return;
  const char *type = other < 0 || other == frame ? NULL : dv_xml_get(f->frames.item[other].at, "type");
  if (!type || !strcmp(type, "fixed") || !strcmp(type, "ball") || !strcmp(type, "universal") || !strcmp(type, "revolute2")) {
    dv_robot_ignore(f->u, "mimics of what is no joint with one coordinate", j->name);
    return;
  }
  j->mimic = dv_robot_name(f->u, f->frames.item[other].out);
  j->ratio = number(f, e, "multiplier", 1);
  j->offset = number(f, e, "offset", 0) - j->ratio * number(f, e, "reference", 0);
}

int dv_sdf_end(dv_sdf *f, int frame, const char *which, int *link)
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  const char *name = dv_xml_words(dv_xml_child(one->at, which));
  int other = *name ? dv_sdf_find(f, one->model, name) : DV_SDF_NONE;
  *link = DV_SDF_NONE;
  if (*name && other == DV_SDF_NONE) return dv_sdf_no_frame(f, one->at->mark, name);
  if (other != DV_SDF_NONE) *link = dv_sdf_link_of(f, other);
  if (*link != DV_SDF_NONE) return 0;
  dv_diag_add(f->u->r->diags, DV_ERROR, one->at->mark, NULL, "joint '%s' has no %s link '%s'", one->out, which, name);
  return -1;
}

// SDF 1.10 screw_thread_pitch: metres per turn; thread_pitch before: turns (in radians) per metre, the other way round
static double pitch_of(dv_sdf *f, const dv_xml *joint)
{
  double lead = number(f, joint, "screw_thread_pitch", 0), pitch = number(f, joint, "thread_pitch", 0);
  return lead != 0 ? lead / (2 * M_PI) : pitch != 0 ? -1 / pitch : 0;
}

static void put_loop(dv_sdf *f, int frame, const char *type, const int link[2], const double axis[2][3])
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  dv_robot *u = f->u;
  dv_node *loop = dv_put_map(u, u->loops, dv_robot_part_name(u, one->out), one->at->mark);
  dv_put_text(u, loop, "type", one->at->mark, type);
  static const char *const key[2][3] = {
      {"parent", "at",       "axis" },
      {"child",  "child_at", "axis2"}
  };
  for (int k = 0; k < 2; k++) {
    dv_placement x = dv_place_times(dv_placement_inverse(dv_sdf_body(f, link[k])), one->place);
    dv_pose p = dv_pose_of(&x);
    const double *a = axis[k];
    dv_put_text(u, loop, key[k][0], one->at->mark, link[k] < 0 ? "world" : u->links.item[link[k]].name);
    dv_put_pose(u, loop, key[k][1], one->at->mark, &p);
    if (a[0] != 0 || a[1] != 0 || a[2] != 0) dv_put_numbers(u, loop, key[k][2], one->at->mark, a, 3);
  }
  if (!strcmp(type, "helical")) dv_put_number(u, loop, "pitch", one->at->mark, pitch_of(f, one->at));
}

static dv_robot_joint *put_hinge(dv_sdf *f, int frame, const char *name, const char *type, const dv_xml *axis, const double a[3])
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  dv_robot_joint *j = dv_robot_joint_add(f->u, name, f->models.item[one->model].still ? "fixed" : type, one->at->mark);
  if (!axis || !strcmp(j->type, "fixed")) return j;
  memcpy(j->axis, a, sizeof j->axis);
  read_limits(f, axis, !strcmp(dv_xml_get(one->at, "type"), "continuous"), j);
  read_mimic(f, axis, frame, j);
  return j;
}

// The first turns what stands between, the second the child.
static void put_two(dv_sdf *f, int frame, const int link[2], const dv_pose *at, const double axis[2][3])
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  dv_arena *a = f->u->r->arena;
  int between = f->u->links.n;
  dv_robot_link_add(f->u, dv_arena_text(a, "%s_cross", one->out), one->at->mark);
  for (int k = 0; k < 2; k++) {
    const char *name = dv_arena_text(a, "%s_%d", one->out, k + 1);
    dv_robot_joint *j = put_hinge(f, frame, name, "revolute", dv_xml_child(one->at, k ? "axis2" : "axis"), axis[k]);
    j->parent = k ? between : link[0];
    j->child = k ? link[1] : between;
    if (!k) j->at = *at;
  }
  dv_robot_note(f->u, "joints with two axes are two hinges in a row", "%s", one->out);
}

static int find_type(dv_sdf *f, const dv_sdf_frame *one)
{
  const char *given = dv_xml_get(one->at, "type");
  for (int t = 0; given && t < TYPES; t++)
    if (!strcmp(types[t].name, given)) return t;
  dv_diag_add(f->u->r->diags, DV_ERROR, one->at->mark,
              "types are fixed revolute continuous prismatic ball universal revolute2 screw gearbox",
              "unknown type '%s' of joint '%s'", given ? given : "", one->out);
  return -1;
}

int dv_sdf_joint(dv_sdf *f, int frame)
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  int t = find_type(f, one), link[2], still = f->models.item[one->model].still;
  double axis[2][3] = {{0}};
  if (t < 0 || dv_sdf_end(f, frame, "parent", &link[0]) || dv_sdf_end(f, frame, "child", &link[1])) return -1;
  for (int k = 0; k < types[t].axes; k++)
    if (dv_sdf_axis(f, frame, dv_xml_child(one->at, k ? "axis2" : "axis"), axis[k])) return -1;
  if (types[t].axes == 2 && !dv_xml_child(one->at, "axis") && !dv_xml_child(one->at, "axis2")) {
    // the format's default is z twice, which is no such joint
    memcpy(axis,
           (const double[2][3]){
               {1, 0, 0},
               {0, 1, 0}
    },
           sizeof axis);
    dv_robot_note(f->u, "joints with two axes that give none have x and y", "%s", one->out);
  }
  if (link[1] < 0 || f->holder[link[1]] != frame) {
    if (!still) put_loop(f, frame, types[t].loop, link, (const double(*)[3])axis);
    return 0;
  }
  dv_placement x = dv_place_times(dv_placement_inverse(dv_sdf_body(f, link[0])), one->place);
  dv_pose at = dv_pose_of(&x);
  if (types[t].axes == 2) return put_two(f, frame, link, &at, (const double(*)[3])axis), 0;
  dv_robot_joint *j = put_hinge(f, frame, one->out, types[t].type, types[t].axes ? dv_xml_child(one->at, "axis") : NULL, axis[0]);
  j->parent = link[0];
  j->child = link[1];
  j->at = at;
  if (!strcmp(j->type, "helical")) j->pitch = pitch_of(f, one->at);
  return 0;
}
