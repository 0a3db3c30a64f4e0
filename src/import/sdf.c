// sdf.c: models of SDF 1.4 to 1.10 (sdformat.org): links placed in their model, joints in their child, frames in each other.
//
// A body's frame is that of the joint that holds it; what its link holds is seen from there. Links that nothing holds are fixed
// to the world.
#include "import/sdf.h"
#include "spec/place.h"

#include <string.h>

// Which joint holds which link: the first that has it as a child, unless that would close a ring.
static void find_holders(dv_sdf *f)
{
  int n = f->u->links.n;
  f->holder = DV_TAKE(f->u->r->arena, int, n + 1);
  int *parent = DV_TAKE(f->u->r->arena, int, n + 1);
  for (int i = 0; i < n; i++) f->holder[i] = parent[i] = -1;
  for (int i = 0; i < f->frames.n; i++) {
    const dv_sdf_frame *one = &f->frames.item[i];
    const char *type = dv_xml_get(one->at, "type");
    if (!dv_sdf_is(f, i, "joint") || (type && !strcmp(type, "gearbox"))) continue;
    int end[2];
    for (int k = 0; k < 2; k++) {
      int other = dv_sdf_find(f, one->model, dv_xml_words(dv_xml_child(one->at, k ? "child" : "parent")));
      end[k] = other == DV_SDF_NONE ? DV_SDF_NONE : dv_sdf_link_of(f, other);
    }
    int ring = 0;
    for (int up = end[0], steps = 0; up >= 0 && steps <= n; up = parent[up], steps++) ring |= up == end[1];
    if (end[1] < 0 || f->holder[end[1]] >= 0 || ring) continue;
    f->holder[end[1]] = i;
    parent[end[1]] = end[0];
  }
}

static int read_links(dv_sdf *f)
{
  for (int i = 0; i < f->frames.n; i++) {
    dv_sdf_frame *one = &f->frames.item[i];
    if (one->link < 0) continue;
    dv_placement x = dv_place_times(dv_placement_inverse(dv_sdf_body(f, one->link)), one->place);
    if (dv_sdf_link(f, i, &x, &f->u->links.item[one->link])) return -1;
    if (f->holder[one->link] >= 0) continue;
    dv_robot_joint *j = dv_robot_joint_add(f->u, dv_arena_text(f->u->r->arena, "%s_root", one->out), "fixed", one->at->mark);
    j->child = one->link;
    j->at = dv_pose_of(&one->place);
  }
  return 0;
}

static int read_joints(dv_sdf *f)
{
  for (int gears = 0; gears < 2; gears++)
    for (int i = 0; i < f->frames.n; i++) {
      const char *type = dv_xml_get(f->frames.item[i].at, "type");
      if (!dv_sdf_is(f, i, "joint") || gears != (type && !strcmp(type, "gearbox"))) continue;
      if (gears ? dv_sdf_gear(f, i) : dv_sdf_joint(f, i)) return -1;
    }
  return 0;
}

static int read_plugins(dv_sdf *f)
{
  for (int i = 1; i < f->models.n; i++) {
    int at = 0;
    for (const dv_xml *e; (e = dv_xml_next(f->models.item[i].at, "plugin", &at));)
      if (dv_robot_plugin(f->u, e, f->models.item[i].prefix) < 0) return -1;
  }
  return 0;
}

int dv_sdf_read(dv_robot *u, const dv_xml *root)
{
  dv_sdf f = {.u = u};
  const dv_xml *world = dv_xml_child(root, "world"), *gravity = dv_xml_child(world, "gravity");
  double g[3];
  int given = dv_xml_texts(u->r->diags, gravity, g, 3);
  if (given < 0) return -1;
  if (given) u->gravity = memcpy(DV_TAKE(u->r->arena, double, 3), g, sizeof g);
  if (dv_sdf_list(&f, root, world ? world : root)) return -1;
  for (int i = 0; i < f.frames.n; i++) {
    if (dv_sdf_place(&f, i)) return -1;
    if (!dv_sdf_is(&f, i, "link")) continue;
    f.frames.item[i].link = u->links.n;
    dv_robot_link_add(u, f.frames.item[i].out, f.frames.item[i].at->mark);
  }
  if (!u->links.n) {
    const char *remedy = f.missing ? "its models were not found: --package NAME=FOLDER says where model://NAME lies"
                                   : "add a <model> with a <link>";
    return dv_diag_add(u->r->diags, DV_ERROR, root->mark, remedy, "the file has no link"), -1;
  }
  find_holders(&f);
  if (read_links(&f) || read_joints(&f) || read_plugins(&f)) return -1;
  return u->r->diags->nerror ? -1 : 0;
}
