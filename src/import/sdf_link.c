// sdf_link.c: a link of SDF: inertial and visuals, in the frame of its body.
#include "import/sdf.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

static double number(dv_sdf *f, const dv_xml *e, const char *child, double none)
{
  double x = none;
  return dv_xml_texts(f->u->r->diags, dv_xml_child(e, child), &x, 1) < 0 ? none : x;
}

// What changes how a link moves and is not taken over.
static void note_link(dv_sdf *f, const dv_xml *link, const char *name)
{
  const dv_xml *inertial = dv_xml_child(link, "inertial");
  const char *by_shapes = dv_xml_get(inertial, "auto"), *gravity = dv_xml_words(dv_xml_child(link, "gravity"));
  if (by_shapes && (!strcmp(by_shapes, "true") || !strcmp(by_shapes, "1")))
    dv_robot_ignore(f->u, "inertias to be found from shapes (auto)", name);
  if (dv_xml_child(inertial, "fluid_added_mass")) dv_robot_ignore(f->u, "added masses of links", name);
  if (!strcmp(gravity, "false") || !strcmp(gravity, "0"))
    dv_robot_ignore(f->u, "links without gravity, which have it here", name);
}

static int read_inertial(dv_sdf *f, const dv_xml *link, const dv_placement *x, dv_robot_link *out)
{
  static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const dv_xml *e = dv_xml_child(link, "inertial"), *I = dv_xml_child(e, "inertia");
  dv_placement own;
  // a link without <inertial> has a mass of 1 kg and moments of 1 kg m^2 by the format
  out->mass = number(f, e, "mass", 1);
  for (int i = 0; i < 6; i++) out->inertia[i] = number(f, I, name[i], i < 3 ? 1 : 0);
  if (dv_sdf_pose(f, dv_xml_child(e, "pose"), &own)) return -1;
  dv_placement at = dv_place_times(*x, own);
  memcpy(out->com, at.p, sizeof at.p);
  dv_inertia_turn(at.R, out->inertia);
  out->stated = 1;
  note_link(f, link, out->name);
  if (e) out->mass_mark = out->inertia_mark = e->mark;
  return 0;
}

static int read_shape(dv_sdf *f, const dv_xml *e, dv_robot_shape *s)
{
  if (dv_robot_shape_of(f->u, e->name, s)) return 0;
  for (int k = 0; k < 3; k++) s->scale[k] = 1;
  if (s->shape == DV_MESH) {
    if (dv_xml_texts(f->u->r->diags, dv_xml_child(e, "scale"), s->scale, 3) < 0) return -1;
    s->mesh = dv_find_mesh(f->u, dv_xml_words(dv_xml_child(e, "uri")));
    return 1;
  }
  if (dv_xml_texts(f->u->r->diags, dv_xml_child(e, "size"), s->size, 3) < 0) return -1;
  if (s->shape != DV_BOX) s->size[0] = number(f, e, "radius", 0), s->size[1] = number(f, e, "length", 0);
  for (int k = 0; k < (s->shape == DV_BOX ? 3 : s->shape == DV_SPHERE ? 1 : 2); k++)
    if (!(s->size[k] > 0)) return dv_robot_ignore(f->u, "shapes without size", e->name), 0;
  return 1;
}

static int read_collisions(dv_sdf *f, int frame, const dv_placement *x, dv_robot_link *out)
{
  const dv_xml *link = f->frames.item[frame].at;
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(link, "collision", &at));) {
    const dv_xml *geometry = dv_xml_child(e, "geometry"), *surface = dv_xml_child(e, "surface");
    const dv_xml *friction = dv_xml_child(dv_xml_child(surface, "friction"), "ode");
    const dv_xml *contact = dv_xml_child(dv_xml_child(surface, "contact"), "ode");
    dv_robot_shape s = {.mark = e->mark, .friction = number(f, friction, "mu", -1)};
    dv_placement own;
    if (!dv_robot_touches(f->u)) dv_robot_ignore(f->u, "collision shapes", NULL);
    if (!dv_robot_touches(f->u) || !geometry || !geometry->n) continue;
    int found = read_shape(f, geometry->item[0], &s);
    if (found < 0 || dv_sdf_pose_on(f, frame, dv_xml_child(e, "pose"), &own)) return -1;
    own = dv_place_times(*x, own);
    s.at = dv_pose_of(&own);
    out->contact = fmax(out->contact, number(f, contact, "kp", 0));
    if (found) *DV_PUSH(f->u->r->arena, &out->collisions) = s;
  }
  return 0;
}

int dv_sdf_link(dv_sdf *f, int frame, const dv_placement *x, dv_robot_link *out)
{
  const dv_xml *e = f->frames.item[frame].at;
  int at = 0, n = 3;
  if (read_inertial(f, e, x, out)) return -1;
  for (const dv_xml *v; (v = dv_xml_next(e, "visual", &at));) {
    const dv_xml *geometry = dv_xml_child(v, "geometry");
    dv_robot_shape s = {
        .mark = v->mark, .color = {1, 1, 1, 1}
    };
    dv_placement own;
    if (!geometry || !geometry->n) continue;
    int found = read_shape(f, geometry->item[0], &s);
    if (found < 0 || dv_sdf_pose_on(f, frame, dv_xml_child(v, "pose"), &own)) return -1;
    own = dv_place_times(*x, own);
    s.at = dv_pose_of(&own);
    int given = dv_xml_some(f->u->r->diags, dv_xml_child(dv_xml_child(v, "material"), "diffuse"), NULL, s.color, 3, 4, &n);
    if (given < 0) return -1;
    s.colored = given;
    for (int i = 0; i < 4; i++) s.color[i] = fmin(1, fmax(0, s.color[i]));
    if (found) *DV_PUSH(f->u->r->arena, &out->shapes) = s;
  }
  if (read_collisions(f, frame, x, out)) return -1;
  at = 0;
  for (const dv_xml *s; (s = dv_xml_next(e, "sensor", &at));) dv_robot_ignore(f->u, "sensors", dv_xml_get(s, "name"));
  return 0;
}
