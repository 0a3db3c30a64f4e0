// urdf_link.c: a URDF link.
//
//   I_body = R I R^T,  R = Rz(yaw) Ry(pitch) Rx(roll) of the inertial's origin
#include "import/urdf.h"

#include <string.h>

static int read_inertial(dv_urdf *f, const dv_xml *link, dv_robot_link *l)
{
  static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  dv_diags *d = f->u->r->diags;
  const dv_xml *e = dv_xml_child(link, "inertial");
  const dv_xml *mass = dv_xml_child(e, "mass"), *inertia = dv_xml_child(e, "inertia");
  dv_pose at;
  int bad = dv_xml_numbers(d, mass, "value", &l->mass, 1) < 0 || dv_urdf_origin(f->u, e, &at);
  for (int i = 0; i < 6; i++) bad |= dv_xml_numbers(d, inertia, name[i], &l->inertia[i], 1) < 0;
  if (bad) return -1;
  memcpy(l->com, at.xyz, sizeof l->com);
  if (at.turn[0] != 0 || at.turn[1] != 0 || at.turn[2] != 0) {
    dv_placement x = dv_pose_placement(&at);
    dv_inertia_turn(x.R, l->inertia);
  }
  if (mass) l->mass_mark = mass->mark;
  if (inertia) l->inertia_mark = inertia->mark, l->stated = 1;
  return 0;
}

static int read_mesh(dv_urdf *f, const dv_xml *e, dv_robot_shape *s)
{
  const char *file = dv_xml_get(e, "filename");
  int n = 3;
  double scale[4] = {1, 1, 1};
  if (!file || !*file) return dv_diag_add(f->u->r->diags, DV_ERROR, e->mark, NULL, "<mesh> has no filename"), -1;
  if (dv_xml_some(f->u->r->diags, e, "scale", scale, 1, 4, &n) < 0) return -1;
  for (int i = 0; i < 3; i++) s->scale[i] = scale[n == 1 ? 0 : i];
  s->mesh = dv_find_mesh(f->u, file);
  return 0;
}

// 1: a shape, 0: none that we show, -1 after a diagnostic
static int read_shape(dv_urdf *f, const dv_xml *e, dv_robot_shape *s)
{
  dv_diags *d = f->u->r->diags;
  if (dv_robot_shape_of(f->u, e->name, s)) return 0;
  if (s->shape == DV_MESH) return read_mesh(f, e, s) ? -1 : 1;
  if (s->shape == DV_BOX) {
    if (dv_xml_numbers(d, e, "size", s->size, 3) < 0) return -1;
  } else if (dv_xml_numbers(d, e, "radius", &s->size[0], 1) < 0 || dv_xml_numbers(d, e, "length", &s->size[1], 1) < 0) return -1;
  int least = s->shape == DV_BOX ? 3 : s->shape == DV_SPHERE ? 1 : 2;
  for (int k = 0; k < least; k++)
    if (!(s->size[k] > 0)) return dv_robot_ignore(f->u, "shapes without size", e->name), 0;
  return 1;
}

// The colour stands in the visual's material, or in the robot's material of that name; a mesh shows its own, if it has any: so do
// RViz and Gazebo.
static int read_color(dv_urdf *f, const dv_xml *e, dv_robot_shape *s)
{
  const dv_xml *material = dv_xml_child(e, "material"), *color = dv_xml_child(material, "color");
  const char *name = dv_xml_get(material, "name");
  const dv_slot *shared = name && !color ? dv_slot_find(f->material, f->nmaterial, name) : NULL;
  if (shared) color = dv_xml_child(f->root->item[shared->at], "color");
  int given = dv_xml_numbers(f->u->r->diags, color, "rgba", s->color, 4);
  s->colored = given > 0;
  s->rather_own = s->shape == DV_MESH;
  for (int i = 0; i < 4; i++) s->color[i] = s->color[i] < 0 ? 0 : s->color[i] > 1 ? 1 : s->color[i];
  return given < 0 ? -1 : 0;
}

static int read_visuals(dv_urdf *f, const dv_xml *link, dv_robot_link *l)
{
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(link, "visual", &at));) {
    const dv_xml *geometry = dv_xml_child(e, "geometry");
    dv_robot_shape s = {.mark = e->mark};
    if (!geometry || !geometry->n) continue;
    s.mark = geometry->item[0]->mark;
    int found = read_shape(f, geometry->item[0], &s);
    if (found < 0 || dv_urdf_origin(f->u, e, &s.at) || read_color(f, e, &s)) return -1;
    if (found) *DV_PUSH(f->u->r->arena, &l->shapes) = s;
  }
  return 0;
}

static int read_collisions(dv_urdf *f, const dv_xml *link, dv_robot_link *l)
{
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(link, "collision", &at));) {
    const dv_xml *geometry = dv_xml_child(e, "geometry");
    dv_robot_shape s = {.mark = e->mark, .friction = -1};
    if (!dv_robot_touches(f->u)) dv_robot_ignore(f->u, "collision shapes", NULL);
    if (!dv_robot_touches(f->u) || !geometry || !geometry->n) continue;
    int found = read_shape(f, geometry->item[0], &s);
    if (found < 0 || dv_urdf_origin(f->u, e, &s.at)) return -1;
    if (found) *DV_PUSH(f->u->r->arena, &l->collisions) = s;
  }
  return 0;
}

int dv_urdf_link(dv_urdf *f, const dv_xml *e, dv_robot_link *out)
{
  return read_inertial(f, e, out) | read_visuals(f, e, out) | read_collisions(f, e, out);
}
