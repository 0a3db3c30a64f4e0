// sdf_frame.c: frames of SDF: <pose> of links, joints and frames, relative to others.
#include "import/sdf.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

enum { DEPTH_MOST = 64 };

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

int dv_sdf_frame_find(const dv_sdf *f, int model, const char *name)
{
  return dv_names_find(&f->names, dv_arena_text(f->u->r->arena, "%s%s", f->models.item[model].prefix, name));
}

// What a pose is relative to, when it does not say: a link to its model, a joint to its child, a frame to what it is attached to.
static const char *default_of(const dv_xml *e)
{
  const char *to = !strcmp(e->name, "joint")   ? dv_xml_words(dv_xml_child(e, "child"))
                   : !strcmp(e->name, "frame") ? dv_xml_get(e, "attached_to")
                                               : NULL;
  return to && *to ? to : "__model__";
}

int dv_sdf_place(dv_sdf *f, int frame, int depth)
{
  dv_sdf_frame *one = &f->frames.item[frame];
  const dv_xml *pose = dv_xml_child(one->at, "pose");
  const char *to = dv_xml_get(pose, "relative_to");
  if (one->known == 2) return 0;
  if (one->known == 1 || depth > DEPTH_MOST) {
    dv_diag_add(f->u->r->diags, DV_ERROR, one->at->mark, "let one of them be relative to the model",
                "frame '%s' is relative to itself", one->name);
    return -1;
  }
  if (!to || !*to) to = dv_xml_get(pose, "frame");  // until SDF 1.6
  if (!to || !*to) to = default_of(one->at);
  one->known = 1;
  dv_placement own, base = f->models.item[one->model].place;
  if (dv_sdf_pose(f, pose, &own)) return -1;
  if (strcmp(to, "__model__") != 0 && strcmp(to, "world") != 0) {
    int other = dv_sdf_frame_find(f, one->model, to);
    if (other < 0) {
      dv_diag_add(f->u->r->diags, DV_ERROR, (pose ? pose : one->at)->mark, NULL, "there is no frame '%s'", to);
      return -1;
    }
    if (dv_sdf_place(f, other, depth + 1)) return -1;
    base = f->frames.item[other].place;
  } else if (!strcmp(to, "world")) base = dv_place_identity;
  one->place = dv_place_times(base, own);
  one->known = 2;
  return 0;
}
