// sdf.c: models of SDF 1.4 to 1.10 (sdformat.org): links placed in their model, joints in their child, frames in each other.
//
// A body's frame is that of the joint that holds it; what its link holds is seen from there. Links that nothing holds are fixed
// to the world.
#include "import/sdf.h"
#include "base/file.h"
#include "spec/place.h"

#include <string.h>

static int list_model(dv_sdf *f, const dv_xml *e, const dv_xml *by, int parent, int depth);

// The model of an included file: model://name, or the file itself. Its name and pose may be given anew. What is not there, or
// comes from a server, is left out.
static int include_model(dv_sdf *f, const dv_xml *by, int parent, int depth)
{
  dv_reader *r = f->u->r;
  const char *uri = dv_xml_words(dv_xml_child(by, "uri")), *path = *uri ? dv_find_sdf(f->u, uri) : NULL;
  size_t n;
  if (!path) {
    dv_robot_ignore(f->u, "included models that are not found", uri);
    return 0;
  }
  if (depth >= 16 || r->files-- <= 0)
    return dv_diag_add(r->diags, DV_ERROR, by->mark, "include less", "too many includes, or models that include themselves"), -1;
  const char *bytes = dv_file_read(r->arena, r->diags, path, by->mark, r->bytes, &n);
  if (!bytes) return -1;
  dv_reader_took(r, bytes, n);
  const dv_xml *root = dv_xml_read(r->arena, r->diags, &r->nodes, path, bytes, n), *model = dv_xml_child(root, "model");
  if (!root) return -1;
  if (!model) return dv_diag_add(r->diags, DV_ERROR, by->mark, NULL, "there is no model in '%s'", path), -1;
  return list_model(f, model, by, parent, depth + 1);
}

static int list_model(dv_sdf *f, const dv_xml *e, const dv_xml *by, int parent, int depth)
{
  dv_arena *a = f->u->r->arena;
  const char *name = dv_xml_get(e, "name"), *before = parent < 0 ? "" : f->models.item[parent].prefix;
  const char *given = dv_xml_words(dv_xml_child(by, "name"));
  int nested = parent >= 0 || by, own = f->models.n;
  dv_placement at;
  if (*given) name = given;
  if (depth > 16) return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, NULL, "models are nested too deeply"), -1;
  const dv_xml *pose = by ? dv_xml_child(by, "pose") : NULL;
  if (dv_sdf_pose(f, pose ? pose : dv_xml_child(e, "pose"), &at)) return -1;
  if (parent >= 0) at = dv_place_times(f->models.item[parent].place, at);
  const char *prefix = nested ? dv_arena_text(a, "%s%s::", before, name ? name : "model") : "";
  *DV_PUSH(a, &f->models) = (dv_sdf_model){prefix, e, at, parent};
  for (int i = 0; i < e->n; i++) {
    const dv_xml *c = e->item[i];
    const char *what = c->name, *of = dv_xml_get(c, "name");
    if (!strcmp(what, "model") && list_model(f, c, NULL, own, depth + 1)) return -1;
    if (!strcmp(what, "include") && include_model(f, c, own, depth)) return -1;
    if (strcmp(what, "link") != 0 && strcmp(what, "joint") != 0 && strcmp(what, "frame") != 0) continue;
    const char *full = dv_arena_text(a, "%s%s", prefix, of ? of : "");
    if (!of || dv_names_add(a, &f->names, full) < 0) {
      dv_diag_add(f->u->r->diags, DV_ERROR, c->mark, of ? "rename one of them" : "give it a name",
                  of ? "'%s' appears twice" : "<%s> has no name", of ? of : what);
      return -1;
    }
    *DV_PUSH(a, &f->frames) = (dv_sdf_frame){.name = full, .at = c, .model = own, .link = -1};
  }
  return 0;
}

static int is(const dv_sdf *f, int i, const char *element) { return !strcmp(f->frames.item[i].at->name, element); }

// Which joint holds which link: the first that has it as a child, unless that would close a ring.
static void find_holders(dv_sdf *f)
{
  int n = f->u->links.n;
  f->holder = DV_TAKE(f->u->r->arena, int, n + 1);
  int *parent = DV_TAKE(f->u->r->arena, int, n + 1);
  for (int i = 0; i < n; i++) f->holder[i] = parent[i] = -1;
  for (int i = 0; i < f->frames.n; i++) {
    if (!is(f, i, "joint")) continue;
    int end[2] = {-1, -1};
    for (int k = 0; k < 2; k++) {
      const char *name = dv_xml_words(dv_xml_child(f->frames.item[i].at, k ? "child" : "parent"));
      int other = dv_sdf_frame_find(f, f->frames.item[i].model, name);
      if (other >= 0) end[k] = f->frames.item[other].link;
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
    if (dv_sdf_link(f, one->at, &x, &f->u->links.item[one->link])) return -1;
    if (f->holder[one->link] >= 0) continue;
    dv_robot_joint *j = dv_robot_joint_add(f->u, dv_arena_text(f->u->r->arena, "%s_root", one->name), "fixed", one->at->mark);
    j->child = one->link;
    j->at = dv_pose_of(&one->place);
  }
  return 0;
}

int dv_sdf_read(dv_robot *u, const dv_xml *root)
{
  dv_sdf f = {.u = u};
  const dv_xml *world = dv_xml_child(root, "world"), *top = world ? world : root, *gravity = dv_xml_child(world, "gravity");
  int at = 0;
  double g[3];
  int given = dv_xml_texts(u->r->diags, gravity, g, 3);
  if (given < 0) return -1;
  if (given) u->gravity = memcpy(DV_TAKE(u->r->arena, double, 3), g, sizeof g);
  for (const dv_xml *e; (e = dv_xml_next(top, "model", &at));) {
    if (!u->name) u->name = dv_xml_get(e, "name");
    if (list_model(&f, e, NULL, -1, 0)) return -1;
  }
  at = 0;
  for (const dv_xml *e; (e = dv_xml_next(top, "include", &at));)
    if (include_model(&f, e, -1, 0)) return -1;
  for (int i = 0; i < f.frames.n; i++) {
    if (dv_sdf_place(&f, i, 0)) return -1;
    if (!is(&f, i, "link")) continue;
    f.frames.item[i].link = u->links.n;
    dv_robot_link_add(u, f.frames.item[i].name, f.frames.item[i].at->mark);
  }
  if (!u->links.n)
    return dv_diag_add(u->r->diags, DV_ERROR, root->mark, "add a <model> with a <link>", "the file has no link"), -1;
  find_holders(&f);
  if (read_links(&f)) return -1;
  for (int i = 0; i < f.frames.n; i++)
    if (is(&f, i, "joint") && dv_sdf_joint(&f, i)) return -1;
  for (int i = 0; i < f.models.n; i++) {
    at = 0;
    for (const dv_xml *e; (e = dv_xml_next(f.models.item[i].at, "plugin", &at));)
      if (dv_robot_plugin(u, e, f.models.item[i].prefix) < 0) return -1;
  }
  return u->r->diags->nerror ? -1 : 0;
}
