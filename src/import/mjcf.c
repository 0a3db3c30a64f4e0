// mjcf.c: models of MuJoCo (mujoco.readthedocs.io, XML reference).
//
// Bodies are nested, angles are in degrees unless the compiler says radian, classes give attributes that are not there, joints
// stand at a place of their child.
#include "import/mjcf.h"

#include "base/file.h"

#include <math.h>
#include <string.h>

static int read_include(dv_mjcf *f, dv_xml *e, dv_xml *into, int depth);

// Its children with what <include> brings in their places. -1 after a diagnostic.
static int splice(dv_mjcf *f, dv_xml *e, int depth)
{
  dv_xml whole = {0};
  int found = 0;
  for (int i = 0; i < e->n; i++) found |= !strcmp(e->item[i]->name, "include");
  for (int i = 0; i < e->n && found; i++) {
    if (strcmp(e->item[i]->name, "include") != 0) *DV_PUSH(f->u->r->arena, &whole) = e->item[i];
    else if (read_include(f, e->item[i], &whole, depth)) return -1;
  }
  if (found) e->item = whole.item, e->n = whole.n, e->cap = whole.cap;
  for (int i = 0; i < e->n; i++)
    if (splice(f, e->item[i], depth)) return -1;
  return 0;
}

static int read_include(dv_mjcf *f, dv_xml *e, dv_xml *into, int depth)
{
  dv_reader *r = f->u->r;
  const char *name = dv_xml_get(e, "file"), *path = name ? dv_find_include(f->u, e->mark.file, name) : NULL;
  size_t n;
  if (!path || depth >= 16 || r->files-- <= 0) {
    dv_diag_add(r->diags, DV_ERROR, e->mark,
                path ? "remove the cycle of includes" : "it must lie within the robot's folder or package",
                path ? "too many includes" : "cannot include '%s'", name ? name : "");
    return -1;
  }
  const char *bytes = dv_file_read(r->arena, r->diags, path, e->mark, r->bytes, &n);
  if (!bytes) return -1;
  dv_reader_took(r, bytes, n);
  dv_xml *root = dv_xml_read(r->arena, r->diags, &r->nodes, path, bytes, n);
  if (!root || splice(f, root, depth + 1)) return -1;
  for (int i = 0; i < root->n; i++) *DV_PUSH(r->arena, into) = root->item[i];
  return 0;
}

static int is_true(const dv_xml *e, const char *attribute, int none)
{
  const char *text = dv_xml_get(e, attribute);
  return text ? !strcmp(text, "true") : none;
}

// Settings of one <compiler>; a later one changes what it names.
static int read_compiler(dv_mjcf *f, const dv_xml *e)
{
  const char *angle = dv_xml_get(e, "angle"), *folder = dv_xml_get(e, "meshdir"), *from = dv_xml_get(e, "inertiafromgeom");
  if (!folder) folder = dv_xml_get(e, "assetdir");
  if (angle) f->angle = !strcmp(angle, "radian") ? 1 : M_PI / 180;
  if (dv_xml_get(e, "eulerseq")) f->sequence = dv_xml_get(e, "eulerseq");
  if (folder && *folder) f->meshes = dv_arena_text(f->u->r->arena, "%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/");
  f->auto_limits = is_true(e, "autolimits", f->auto_limits);
  if (from) f->from_geoms = !strcmp(from, "true") ? 1 : !strcmp(from, "false") ? 0 : -1;
  f->bound_mass = dv_mjcf_number(f, e, NULL, "boundmass", f->bound_mass);
  f->bound_inertia = dv_mjcf_number(f, e, NULL, "boundinertia", f->bound_inertia);
  if (dv_xml_get(e, "coordinate") && !strcmp(dv_xml_get(e, "coordinate"), "global")) {
    dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, "save the model again with MuJoCo", "global coordinates are not read");
    return -1;
  }
  return dv_xml_numbers(f->u->r->diags, e, "inertiagrouprange", f->groups, 2) < 0 ? -1 : 0;
}

// All sections of one name, in their order.
static int each(dv_mjcf *f, const char *name, int (*one)(dv_mjcf *f, const dv_xml *e))
{
  int at = 0, bad = 0;
  for (const dv_xml *e; !bad && (e = dv_xml_next(f->root, name, &at));) bad = one(f, e);
  return bad;
}

static int read_option(dv_mjcf *f, const dv_xml *e)
{
  if (dv_xml_numbers(f->u->r->diags, e, "gravity", f->gravity, 3) < 0) return -1;
  if (dv_xml_get(e, "density") || dv_xml_get(e, "wind")) dv_robot_ignore(f->u, "options of the medium", NULL);
  return 0;
}

static void ignore_rest(dv_mjcf *f)
{
  static const char *const section[][2] = {
      {"sensor",     "sensors"    },
      {"deformable", "deformables"},
      {"extension",  "plugins"    },
  };
  for (size_t i = 0; i < sizeof section / sizeof *section; i++) {
    int at = 0;
    for (const dv_xml *e; (e = dv_xml_next(f->root, section[i][0], &at));)
      for (int k = 0; k < e->n; k++) dv_robot_ignore(f->u, section[i][1], NULL);
  }
}

// Bodies that do not touch each other.
static int read_contact(dv_mjcf *f, const dv_xml *e)
{
  for (int i = 0; i < e->n; i++) {
    const char *a = dv_xml_get(e->item[i], "body1"), *b = dv_xml_get(e->item[i], "body2");
    if (strcmp(e->item[i]->name, "exclude") != 0 || !a || !b || !f->u->options->each_other)
      dv_robot_ignore(f->u, "pairs and exclusions of contact", NULL);
    else {
      const char **pair = *DV_PUSH(f->u->r->arena, &f->u->apart);
      pair[0] = dv_robot_name(f->u, a), pair[1] = dv_robot_name(f->u, b);
    }
  }
  return 0;
}

int dv_mjcf_read(dv_robot *u, const dv_xml *root)
{
  dv_mjcf f = {
      .u = u,
      .root = root,
      .angle = M_PI / 180,
      .sequence = "xyz",
      .meshes = "",
      .auto_limits = 1,
      .from_geoms = -1,
      .groups = {0,  5    },
      .gravity = { 0, 0, -9.81}
  };
  u->name = dv_xml_get(root, "model");
  if (splice(&f, (dv_xml *)root, 0) || each(&f, "compiler", read_compiler) || each(&f, "option", read_option)) return -1;
  dv_mjcf_classes(&f, root);
  if (each(&f, "worldbody", dv_mjcf_worldbody)) return -1;
  if (!u->links.n)
    return dv_diag_add(u->r->diags, DV_ERROR, root->mark, "add a <body> to the <worldbody>", "the model has no body"), -1;
  u->gravity = memcpy(DV_TAKE(u->r->arena, double, 3), f.gravity, sizeof f.gravity);
  int bad = each(&f, "tendon", dv_mjcf_tendons) || each(&f, "equality", dv_mjcf_equality);
  if (!bad) dv_mjcf_rotors(&f);
  bad = bad || each(&f, "actuator", dv_mjcf_actuators) || each(&f, "keyframe", dv_mjcf_keys) || each(&f, "contact", read_contact);
  ignore_rest(&f);
  return bad || u->r->diags->nerror ? -1 : 0;
}
