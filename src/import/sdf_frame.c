// sdf_frame.c: frames of SDF: <pose> of links, joints, frames and models, relative to others.
#include "import/sdf.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

int dv_sdf_pose(dv_sdf *f, const dv_xml *e, dv_placement *out)
{
  double x[7] = {0};
  const char *degrees = dv_xml_get(e, "degrees"), *form = dv_xml_get(e, "rotation_format");
  int n = 6;
  *out = dv_place_identity;
  int given = dv_xml_some(f->u->r->diags, e, NULL, x, 6, 7, &n);
  if (given <= 0) return given;
  if (n == 7 || (form && !strcmp(form, "quat_xyzw"))) {
    double q[4] = {x[6], x[3], x[4], x[5]};
    dv_quaternion_rotation(q, out->R);
  } else {
    for (int i = 3; i < 6 && degrees && !strcmp(degrees, "true"); i++) x[i] *= M_PI / 180;
    *out = dv_place_rpy(x + 3);
  }
  memcpy(out->p, x, sizeof out->p);
  return 0;
}

int dv_sdf_find(const dv_sdf *f, int model, const char *name)
{
  static const char self[] = "__model__";
  size_t n = strlen(name), tail = sizeof self - 1;
  if (!strcmp(name, "world")) return DV_SDF_WORLD;
  if (!strcmp(name, self)) return f->models.item[model].frame;
  if (n > tail + 2 && !strcmp(name + n - tail - 2, "::__model__")) name = dv_arena_copy(f->u->r->arena, name, n - tail - 2);
  int found = dv_names_find(&f->names, dv_arena_text(f->u->r->arena, "%s%s", f->models.item[model].prefix, name));
  return found >= 0 ? found : DV_SDF_NONE;
}

int dv_sdf_find_joint(const dv_sdf *f, int model, const char *name)
{
  int i = dv_sdf_find(f, model, name);
  if (i >= 0 && !dv_sdf_is(f, i, "joint")) i = dv_sdf_find(f, model, dv_arena_text(f->u->r->arena, "%s_joint", name));
  return i >= 0 && dv_sdf_is(f, i, "joint") ? i : DV_SDF_NONE;
}

int dv_sdf_no_frame(dv_sdf *f, dv_mark mark, const char *name)
{
  const char *remedy = f->missing ? "included models were not found: --package NAME=FOLDER says where model://NAME lies" : NULL;
  dv_diag_add(f->u->r->diags, DV_ERROR, mark, remedy, "there is no frame '%s'", name);
  return -1;
}

static const dv_xml *pose_of(const dv_sdf *f, const dv_sdf_frame *one)
{
  const dv_xml *given = one->inside >= 0 ? dv_xml_child(f->models.item[one->inside].by, "pose") : NULL;
  return given ? given : dv_xml_child(one->at, "pose");
}

// What a pose is relative to: what it says, else a joint to its child, a frame to what it is attached to, all else to the model.
static const char *base_name(const dv_sdf *f, const dv_sdf_frame *one)
{
  const dv_xml *pose = pose_of(f, one);
  const char *to = dv_xml_get(pose, "relative_to");
  if (!to || !*to) to = dv_xml_get(pose, "frame");  // until SDF 1.6
  if (to && *to) return to;
  to = !strcmp(one->at->name, "joint")   ? dv_xml_words(dv_xml_child(one->at, "child"))
       : !strcmp(one->at->name, "frame") ? dv_xml_get(one->at, "attached_to")
                                         : NULL;
  return to && *to ? to : "__model__";
}

// The frame of a model that its pose is meant for.
static const char *placed_by(const dv_sdf *f, const dv_sdf_frame *one)
{
  if (one->inside < 0) return NULL;
  const char *given = dv_xml_words(dv_xml_child(f->models.item[one->inside].by, "placement_frame"));
  const char *own = dv_xml_get(one->at, "placement_frame");
  return *given ? given : own && *own ? own : NULL;
}

// A frame as `top` sees it: the world, or a model around it. Places in the world are kept.
static int seen_from(dv_sdf *f, int frame, int top, int depth, dv_placement *out)
{
  *out = dv_place_identity;
  if (frame < 0 || frame == top) return 0;
  dv_sdf_frame *one = &f->frames.item[frame];
  int keep = top == DV_SDF_WORLD;
  if (keep && one->known == 2) return *out = one->place, 0;
  if ((keep && one->known == 1) || depth > DV_SDF_DEPTH) {
    dv_diag_add(f->u->r->diags, DV_ERROR, one->at->mark, "let one of them be relative to the model",
                "frame '%s' is relative to itself", one->out);
    return -1;
  }
  if (keep) one->known = 1;
  const dv_xml *pose = pose_of(f, one);
  const char *name = base_name(f, one), *by = placed_by(f, one);
  int base = dv_sdf_find(f, one->model, name), inner = by ? dv_sdf_find(f, one->inside, by) : frame;
  if (base == DV_SDF_NONE) return dv_sdf_no_frame(f, (pose ? pose : one->at)->mark, name);
  if (inner < 0) return dv_sdf_no_frame(f, one->at->mark, by);
  dv_placement own, from, within;
  if (seen_from(f, base, top, depth + 1, &from) || dv_sdf_pose(f, pose, &own)) return -1;
  if (seen_from(f, inner, frame, depth + 1, &within)) return -1;
  *out = dv_place_times(from, own);
  if (by) *out = dv_place_times(*out, dv_placement_inverse(within));
  if (keep) one->place = *out, one->known = 2;
  return 0;
}

int dv_sdf_place(dv_sdf *f, int frame)
{
  dv_placement x;
  return seen_from(f, frame, DV_SDF_WORLD, 0, &x);
}

int dv_sdf_pose_on(dv_sdf *f, int link, const dv_xml *e, dv_placement *out)
{
  const char *to = dv_xml_get(e, "relative_to");
  if (dv_sdf_pose(f, e, out)) return -1;
  if (!to || !*to) return 0;
  const dv_sdf_frame *one = &f->frames.item[link];
  int other = dv_sdf_find(f, one->model, to);
  dv_placement base;
  if (other == DV_SDF_NONE) return dv_sdf_no_frame(f, e->mark, to);
  if (seen_from(f, other, DV_SDF_WORLD, 0, &base)) return -1;
  *out = dv_place_times(dv_placement_inverse(f->frames.item[link].place), dv_place_times(base, *out));
  return 0;
}

// The link that stands for a model: the one it names, else its first, else that of its first model.
static int canonical(const dv_sdf *f, int model)
{
  const char *named = dv_xml_get(f->models.item[model].at, "canonical_link");
  if (named && *named) return dv_sdf_find(f, model, named);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < f->frames.n; i++)
      if (f->frames.item[i].model == model && dv_sdf_is(f, i, k ? "model" : "link")) return i;
  return DV_SDF_NONE;
}

int dv_sdf_link_of(const dv_sdf *f, int frame)
{
  for (int depth = 0; frame >= 0 && depth < DV_SDF_DEPTH; depth++) {
    const dv_sdf_frame *one = &f->frames.item[frame];
    const char *to = one->inside >= 0               ? NULL
                     : dv_sdf_is(f, frame, "joint") ? dv_xml_words(dv_xml_child(one->at, "child"))
                                                    : dv_xml_get(one->at, "attached_to");
    if (dv_sdf_is(f, frame, "link")) return one->link;
    if (to && *to) frame = dv_sdf_find(f, one->model, to);
    else if (one->inside < 0 && one->model == 0) frame = DV_SDF_WORLD;
    else frame = canonical(f, one->inside >= 0 ? one->inside : one->model);
  }
  return frame < 0 ? frame : DV_SDF_NONE;
}
