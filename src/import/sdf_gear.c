// sdf_gear.c: a gearbox of SDF: two hinges on one body, geared: theta_2 = -ratio theta_1.
//
// theta_1 is how far its parent has turned from the reference body about `axis`, theta_2 how far its child has about `axis2`.
// Each is a hinge's angle, with a sign for the hinge's own axis and for which of its ends the reference is.
#include "import/sdf.h"
#include "spec/place.h"

#include <string.h>

static void in_world(const dv_sdf *f, int frame, const double a[3], double out[3])
{
  const double *R = f->frames.item[frame].place.R;
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * a[0] + R[3 * i + 1] * a[1] + R[3 * i + 2] * a[2];
}

// The hinge between two links, and the sign of its angle as that of `link` about `axis`; -1: there is none.
static int hinge(dv_sdf *f, int reference, int link, const double axis[3], int *sign)
{
  for (int i = 0; i < f->frames.n; i++) {
    const char *type = dv_xml_get(f->frames.item[i].at, "type");
    double own[3], world[3];
    int parent, child;
    if (!dv_sdf_is(f, i, "joint") || !type || (strcmp(type, "revolute") != 0 && strcmp(type, "continuous") != 0)) continue;
    if (dv_sdf_end(f, i, "parent", &parent) || dv_sdf_end(f, i, "child", &child)) return -1;
    int straight = parent == reference && child == link;
    if ((!straight && (parent != link || child != reference)) || child < 0 || f->holder[child] != i) continue;
    if (dv_sdf_axis(f, i, dv_xml_child(f->frames.item[i].at, "axis"), own)) return -1;
    in_world(f, i, own, world);
    double along = world[0] * axis[0] + world[1] * axis[1] + world[2] * axis[2];
    *sign = (along < 0 ? -1 : 1) * (straight ? 1 : -1);
    return i;
  }
  return -1;
}

int dv_sdf_gear(dv_sdf *f, int frame)
{
  const dv_sdf_frame *one = &f->frames.item[frame];
  dv_robot *u = f->u;
  int link[2], joint[2], sign[2] = {1, 1};
  double ratio = 1;
  if (dv_sdf_end(f, frame, "parent", &link[0]) || dv_sdf_end(f, frame, "child", &link[1])) return -1;
  if (dv_xml_texts(u->r->diags, dv_xml_child(one->at, "gearbox_ratio"), &ratio, 1) < 0) return -1;
  int to = dv_sdf_find(f, one->model, dv_xml_words(dv_xml_child(one->at, "gearbox_reference_body")));
  int reference = to == DV_SDF_NONE ? DV_SDF_NONE : dv_sdf_link_of(f, to);
  for (int k = 0; k < 2; k++) {
    double axis[3], world[3];
    const dv_xml *e = dv_xml_child(one->at, k ? "axis2" : "axis");
    if (dv_sdf_axis(f, frame, e, axis)) return -1;
    in_world(f, frame, axis, world);
    joint[k] = hinge(f, reference, link[k], world, &sign[k]);
  }
  if (joint[0] < 0 || joint[1] < 0 || joint[0] == joint[1]) {
    dv_robot_ignore(u, "gearboxes whose links no two hinges of one body hold", one->out);
    return 0;
  }
  dv_node *gear = dv_put_map(u, u->loops, dv_robot_part_name(u, one->out), one->at->mark);
  dv_put_text(u, gear, "type", one->at->mark, "gear");
  dv_node *pair = dv_put_list(u, gear, "of", one->at->mark);
  for (int k = 1; k >= 0; k--) dv_put_text(u, pair, NULL, one->at->mark, dv_robot_name(u, f->frames.item[joint[k]].out));
  dv_put_number(u, gear, "ratio", one->at->mark, -ratio * sign[0] * sign[1]);
  return 0;
}
