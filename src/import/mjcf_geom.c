// mjcf_geom.c: geoms: what is drawn, and the mass of bodies without an inertial.
//
//   ellipsoid V = 4/3 pi a b c, m/5 (b^2 + c^2); capsule: a cylinder and two half spheres; density 1000 kg/m^3 unless told
#include "import/mjcf.h"
#include "mesh/mass.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

typedef enum { PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF, TYPES } geom_type;
static const char *const type_name[TYPES] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                             "cylinder", "box",    "mesh",   "sdf"};

typedef struct {
  geom_type type;
  double size[3];  // radius or half lengths
  dv_placement at;
  const dv_xml *mesh;
  double scale[3];
} geom;

static const dv_xml *find_asset(const dv_mjcf *f, const char *element, const char *name)
{
  int at = 0;
  for (const dv_xml *list; (list = dv_xml_next(f->root, "asset", &at));) {
    int k = 0;
    for (const dv_xml *e; (e = dv_xml_next(list, element, &k));) {
      const char *own = dv_xml_get(e, "name"), *file = own ? NULL : dv_xml_get(e, "file");
      const char *slash = file ? strrchr(file, '/') : NULL, *dot = file ? strrchr(file, '.') : NULL;
      const char *base = slash ? slash + 1 : file;
      if (own ? !strcmp(own, name)
              : file && dot > base && strlen(name) == (size_t)(dot - base) && !strncmp(name, base, strlen(name)))
        return e;
    }
  }
  return NULL;
}

// fromto: the axis of the shape lies between two points.
static void lay_between(const double p[6], geom *g)
{
  double z[3], x[3] = {0}, y[3], length = 0, s = 0;
  for (int i = 0; i < 3; i++) z[i] = p[3 + i] - p[i], length += z[i] * z[i], g->at.p[i] = 0.5 * (p[i] + p[3 + i]);
  length = sqrt(length);
  if (!(length > 0)) return;
  for (int i = 0; i < 3; i++) z[i] /= length;
  int k = fabs(z[0]) < 0.5 ? 0 : 1;
  for (int i = 0; i < 3; i++) x[i] = (i == k) - z[k] * z[i], s += x[i] * x[i];
  for (int i = 0; i < 3; i++) x[i] /= sqrt(s);
  for (int i = 0; i < 3; i++) y[i] = z[(i + 1) % 3] * x[(i + 2) % 3] - z[(i + 2) % 3] * x[(i + 1) % 3];
  for (int i = 0; i < 3; i++) g->at.R[3 * i] = x[i], g->at.R[3 * i + 1] = y[i], g->at.R[3 * i + 2] = z[i];
  if (g->type == BOX || g->type == ELLIPSOID) g->size[1] = g->size[0], g->size[2] = length / 2;
  else g->size[1] = length / 2;
}

static int read_geom(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, geom *g)
{
  const char *type = dv_mjcf_get(e, c, "type"), *mesh = dv_mjcf_get(e, c, "mesh");
  double ends[6];
  g->type = mesh && !type ? MESH : SPHERE;
  for (int i = 0; type && i < TYPES; i++)
    if (!strcmp(type, type_name[i])) g->type = (geom_type)i;
  if (dv_mjcf_frame(f, e, c, &g->at) || dv_mjcf_numbers(f, e, c, "size", g->size, 1, 3, NULL) < 0) return -1;
  int between = dv_mjcf_numbers(f, e, c, "fromto", ends, 6, 6, NULL);
  if (between < 0) return -1;
  if (between) lay_between(ends, g);
  if (g->type != MESH) return 0;
  g->mesh = mesh ? find_asset(f, "mesh", mesh) : NULL;
  for (int i = 0; i < 3; i++) g->scale[i] = 1;
  if (g->mesh && dv_mjcf_numbers(f, g->mesh, dv_mjcf_class_of(f, g->mesh, NULL), "scale", g->scale, 3, 3, NULL) < 0) return -1;
  return 0;
}

static const char *mesh_file(dv_mjcf *f, const geom *g)
{
  const char *file = g->mesh ? dv_xml_get(g->mesh, "file") : NULL;
  if (!file) return NULL;
  const char *path = *file == '/' ? file : dv_arena_text(f->u->r->arena, "%s%s", f->meshes, file);
  return dv_find_mesh_from(f->u, g->mesh->mark.file, path);
}

static double ball_volume(double r) { return 4.0 / 3 * M_PI * r * r * r; }

// Volume, and moments per mass about the shape's own axes.
static double solid_of(const geom *g, double k[3])
{
  const double *s = g->size;
  double r = s[0], h = s[1], rod = 2 * M_PI * r * r * h, ball = ball_volume(r), l = 2 * h;
  switch (g->type) {
  case SPHERE: k[0] = k[1] = k[2] = 0.4 * r * r; return ball;
  case CAPSULE:
    k[2] = (rod * r * r / 2 + ball * 0.4 * r * r) / (rod + ball);
    k[0] = k[1] = (rod * (3 * r * r + l * l) / 12 + ball * (0.4 * r * r + l * l / 4 + 3.0 / 8 * l * r)) / (rod + ball);
    return rod + ball;
  case CYLINDER:
    k[2] = r * r / 2;
    k[0] = k[1] = (3 * r * r + l * l) / 12;
    return rod;
  case BOX:
  case ELLIPSOID:
    for (int i = 0; i < 3; i++)
      k[i] = (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]) / (g->type == BOX ? 3 : 5);
    return g->type == BOX ? 8 * s[0] * s[1] * s[2] : 4.0 / 3 * M_PI * s[0] * s[1] * s[2];
  default: return 0;
  }
}

// Each mesh is measured once, as MuJoCo does: `inertia` of the mesh says how; without it tetrahedra are counted as positive.
static dv_mesh_solid solid_of_mesh(dv_mjcf *f, const geom *g, const char *file)
{
  dv_arena *a = f->u->r->arena;
  const double *scale = g->scale;
  const char *how = dv_mjcf_get(g->mesh, dv_mjcf_class_of(f, g->mesh, NULL), "inertia");
  dv_mesh_way way = how && strcmp(how, "legacy") != 0 ? DV_MESH_ENCLOSED : DV_MESH_UNSIGNED;
  if (how && strcmp(how, "legacy") != 0 && strcmp(how, "exact") != 0)
    dv_robot_note(f->u, "meshes whose mass is that of what they enclose, not of their hull or shell", "%s", file);
  const char *key = dv_arena_text(a, "%s %.17g %.17g %.17g %d", file, scale[0], scale[1], scale[2], way);
  int k = dv_names_find(&f->solids, key), n = f->solids.n;
  if (k >= 0) return f->solid[k];
  if ((n & (n - 1)) == 0)
    f->solid = dv_arena_grow(a, f->solid, (size_t)n * sizeof *f->solid, (size_t)(n ? 2 * n : 1) * sizeof *f->solid);
  if (dv_mesh_solid_of(a, f->u->r->diags, file, scale, way, &f->solid[n])) f->solid[n] = (dv_mesh_solid){0};
  dv_names_add(a, &f->solids, key);
  return f->solid[n];
}

static void add_mesh(dv_mjcf *f, const geom *g, double mass, double density, dv_robot_link *sum)
{
  const char *file = mesh_file(f, g);
  dv_mesh_solid s;
  if (!file) {
    dv_robot_note(f->u, "meshes whose mass is not known, since their file is missing", "%s", dv_xml_get(g->mesh, "file"));
    return;
  }
  s = solid_of_mesh(f, g, file);
  if (!(s.volume > 0)) return;
  double m = mass >= 0 ? mass : density * s.volume, I[6], com[3];
  for (int k = 0; k < 6; k++) I[k] = s.inertia[k] * m / s.volume;
  for (int i = 0; i < 3; i++) {
    com[i] = g->at.p[i];
    for (int k = 0; k < 3; k++) com[i] += g->at.R[3 * i + k] * s.com[k];
  }
  dv_inertia_turn(g->at.R, I);
  dv_solid_add(sum, m, com, I);
}

static void add_mass(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const geom *g, dv_robot_link *sum)
{
  double mass = dv_mjcf_number(f, e, c, "mass", -1), density = dv_mjcf_number(f, e, c, "density", 1000), k[3] = {0};
  double group = dv_mjcf_number(f, e, c, "group", 0);
  if (group < f->groups[0] || group > f->groups[1] || mass == 0 || (mass < 0 && density == 0)) return;
  if (g->type == MESH && g->mesh) {
    add_mesh(f, g, mass, density, sum);
    return;
  }
  double volume = solid_of(g, k), m = mass >= 0 ? mass : density * volume;
  if (!(volume > 0)) return;
  double I[6] = {m * k[0], m * k[1], m * k[2]};
  dv_inertia_turn(g->at.R, I);
  dv_solid_add(sum, m, g->at.p, I);
}

static int read_color(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, dv_robot_shape *s)
{
  const char *name = dv_mjcf_get(e, c, "material");
  const dv_xml *material = name ? find_asset(f, "material", name) : NULL;
  int given = dv_mjcf_numbers(f, e, c, "rgba", s->color, 4, 4, NULL);
  if (!given && material) given = dv_mjcf_numbers(f, material, dv_mjcf_class_of(f, material, NULL), "rgba", s->color, 4, 4, NULL);
  s->colored = given > 0;
  for (int i = 0; i < 4; i++) s->color[i] = fmin(1, fmax(0, s->color[i]));
  return given < 0 ? -1 : 0;
}

// The geom as a shape: 1, 0: of a sort that is not shown, or without size.
static int shape_of(dv_mjcf *f, const dv_xml *e, const geom *g, dv_robot_shape *s)
{
  static const dv_shape shape[TYPES] = {[SPHERE] = DV_SPHERE, [CAPSULE] = DV_CAPSULE, [CYLINDER] = DV_CYLINDER,
                                        [BOX] = DV_BOX,       [MESH] = DV_MESH,       [ELLIPSOID] = DV_BOX};
  if (g->type == PLANE || g->type == HFIELD || g->type == SDF || g->type == ELLIPSOID)
    return dv_robot_ignore(f->u, "shapes of another sort", type_name[g->type]), 0;
  *s = (dv_robot_shape){.mark = e->mark, .shape = shape[g->type], .at = dv_pose_of(&g->at), .friction = -1};
  int n = g->type == BOX ? 3 : g->type == SPHERE ? 1 : g->type == MESH ? 0 : 2;
  for (int i = 0; i < n; i++) {
    s->size[i] = g->type == BOX || i == 1 ? 2 * g->size[i] : g->size[i];
    if (!(s->size[i] > 0)) return dv_robot_ignore(f->u, "shapes without size", dv_xml_get(e, "name")), 0;
  }
  memcpy(s->scale, g->scale, sizeof s->scale);
  if (g->type == MESH) s->mesh = mesh_file(f, g);
  return 1;
}

// Groups 0 to 2 are shown; the others hold shapes for contact.
static int add_shape(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const geom *g, dv_robot_link *out)
{
  int shown = dv_mjcf_number(f, e, c, "group", 0) <= 2, ground = dv_robot_touches(f->u);
  int type = (int)dv_mjcf_number(f, e, c, "contype", 1), affinity = (int)dv_mjcf_number(f, e, c, "conaffinity", 1);
  int touches = type != 0 || affinity != 0;
  dv_robot_shape s;
  double friction[3];
  if (!shown && !ground) return dv_robot_ignore(f->u, "collision shapes", NULL), 0;
  if (!(shown || touches) || !shape_of(f, e, g, &s)) return 0;
  if (shown && read_color(f, e, c, &s)) return -1;
  if (shown) *DV_PUSH(f->u->r->arena, &out->shapes) = s;
  if (!ground || !touches) return 0;
  if (dv_mjcf_numbers(f, e, c, "friction", friction, 1, 3, NULL) > 0) s.friction = friction[0];
  s.type = type, s.affinity = affinity;
  *DV_PUSH(f->u->r->arena, &out->collisions) = s;
  return 0;
}

int dv_mjcf_geom(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const dv_placement *at, dv_robot_link *shapes,
                 dv_robot_link *mass)
{
  geom g = {0};
  if (read_geom(f, e, c, &g)) return -1;
  g.at = dv_place_times(*at, g.at);
  if (mass) add_mass(f, e, c, &g, mass);
  return shapes ? add_shape(f, e, c, &g, shapes) : 0;
}
