// urdf_link.c: a URDF link as a body.
//
//   I_body = R I R^T,  R = Rz(yaw) Ry(pitch) Rx(roll) of the inertial's origin
#include "spec/urdf.h"

#include <math.h>
#include <string.h>

static void rotation(const double rpy[3], double R[3][3])
{
  double cr = cos(rpy[0]), sr = sin(rpy[0]), cp = cos(rpy[1]), sp = sin(rpy[1]), cy = cos(rpy[2]), sy = sin(rpy[2]);
  double M[3][3] = {
      {cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
      {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
      {-sp,     cp * sr,                cp * cr               },
  };
  memcpy(R, M, sizeof M);
}

// I: xx yy zz xy xz yz, in place
static void rotate(const double rpy[3], double I[6])
{
  double R[3][3],
      M[3][3] =
          {
              {I[0], I[3], I[4]},
              {I[3], I[1], I[5]},
              {I[4], I[5], I[2]}
  },
      N[3][3] = {{0}};
  rotation(rpy, R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) N[i][j] += R[i][k] * M[k][l] * R[j][l];
  double out[6] = {N[0][0], N[1][1], N[2][2], N[0][1], N[0][2], N[1][2]}, trace = N[0][0] + N[1][1] + N[2][2];
  // what the cosine of a right angle leaves is no product of inertia
  for (int i = 0; i < 6; i++) I[i] = fabs(out[i]) > 1e-16 * fabs(trace) ? out[i] : 0;
}

static int put_inertial(dv_urdf *u, const dv_xml *link, dv_node *body)
{
  static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const dv_xml *e = dv_xml_child(link, "inertial");
  const dv_xml *mass = dv_xml_child(e, "mass"), *inertia = dv_xml_child(e, "inertia"), *origin = dv_xml_child(e, "origin");
  double m = 0, com[3] = {0}, rpy[3] = {0}, I[6] = {0};
  int bad = dv_urdf_get(u, mass, "value", &m, 1) < 0;
  bad |= dv_urdf_get(u, origin, "xyz", com, 3) < 0 || dv_urdf_get(u, origin, "rpy", rpy, 3) < 0;
  for (int i = 0; i < 6; i++) bad |= dv_urdf_get(u, inertia, name[i], &I[i], 1) < 0;
  if (bad) return -1;
  if (rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0) rotate(rpy, I);
  dv_urdf_put(u, body, "mass", dv_urdf_numbers(u, mass ? mass : link, &m, 1));
  if (com[0] != 0 || com[1] != 0 || com[2] != 0) dv_urdf_put(u, body, "com", dv_urdf_numbers(u, origin, com, 3));
  if (inertia) dv_urdf_put(u, body, "inertia", dv_urdf_numbers(u, inertia, I, I[3] != 0 || I[4] != 0 || I[5] != 0 ? 6 : 3));
  return 0;
}

// Shapes with one or two numbers: {radius, length}.
static dv_node *round_shape(dv_urdf *u, const dv_xml *e, int with_length)
{
  double radius = 0, length = 0;
  dv_node *shape = dv_urdf_map(u, e);
  if (dv_urdf_get(u, e, "radius", &radius, 1) < 0 || dv_urdf_get(u, e, "length", &length, 1) < 0) return NULL;
  dv_urdf_put(u, shape, "radius", dv_urdf_numbers(u, e, &radius, 1));
  if (with_length) dv_urdf_put(u, shape, "length", dv_urdf_numbers(u, e, &length, 1));
  return shape;
}

static int put_mesh(dv_urdf *u, const dv_xml *e, dv_node *visual)
{
  const char *file = dv_xml_get(e, "filename");
  double scale[3] = {1, 1, 1};
  if (!file || !*file) return dv_diag_add(u->r->diags, DV_ERROR, e->mark, NULL, "<mesh> has no filename"), -1;
  int given = dv_urdf_get(u, e, "scale", scale, 3);
  if (given < 0) return -1;
  dv_urdf_put(u, visual, "mesh", dv_urdf_text(u, e, file, 1));
  int one = scale[0] == scale[1] && scale[1] == scale[2];
  if (given) dv_urdf_put(u, visual, "scale", dv_urdf_numbers(u, e, scale, one ? 1 : 3));
  return 0;
}

// 1: a shape was put, 0: none that we show, -1 after a diagnostic
static int put_shape(dv_urdf *u, const dv_xml *e, dv_node *visual)
{
  double size[3] = {0};
  if (!strcmp(e->name, "mesh")) return put_mesh(u, e, visual) ? -1 : 1;
  if (!strcmp(e->name, "box")) {
    if (dv_urdf_get(u, e, "size", size, 3) < 0) return -1;
    dv_urdf_put(u, visual, "box", dv_urdf_numbers(u, e, size, 3));
    return 1;
  }
  int sphere = !strcmp(e->name, "sphere");
  if (!sphere && strcmp(e->name, "cylinder") != 0 && strcmp(e->name, "capsule") != 0) return 0;
  dv_node *shape = round_shape(u, e, !sphere);
  if (!shape) return -1;
  dv_urdf_put(u, visual, e->name, shape);
  return 1;
}

// The colour stands in the visual's material, or in the robot's material of that name.
static int put_color(dv_urdf *u, const dv_xml *e, dv_node *visual)
{
  const dv_xml *material = dv_xml_child(e, "material"), *color = dv_xml_child(material, "color");
  const char *name = dv_xml_get(material, "name");
  const dv_slot *shared = name && !color ? dv_slot_find(u->material, u->nmaterial, name) : NULL;
  if (shared) color = dv_xml_child(u->robot->item[shared->at], "color");
  double rgba[4];
  int given = dv_urdf_get(u, color, "rgba", rgba, 4);
  if (given > 0) dv_urdf_put(u, visual, "color", dv_urdf_numbers(u, color, rgba, 4));
  return given < 0 ? -1 : 0;
}

static int put_visuals(dv_urdf *u, const dv_xml *link, dv_node *body)
{
  dv_node *list = dv_node_new(u->r->arena, DV_SEQ, link->mark);
  for (int i = 0; i < link->n; i++) {
    const dv_xml *e = link->item[i], *geometry = dv_xml_child(e, "geometry");
    if (strcmp(e->name, "visual") != 0 || !geometry || !geometry->n) continue;
    dv_node *visual = dv_urdf_map(u, e);
    int put = put_shape(u, geometry->item[0], visual);
    if (put < 0) return -1;
    if (!put) continue;
    if (dv_urdf_origin(u, e, visual) || put_color(u, e, visual)) return -1;
    dv_node_append(u->r->arena, list, NULL, visual);
  }
  if (list->n) dv_urdf_put(u, body, "visual", list);
  return 0;
}

dv_node *dv_urdf_body(dv_urdf *u, const dv_xml *link)
{
  dv_node *body = dv_urdf_map(u, link);
  int bad = put_inertial(u, link, body) | put_visuals(u, link, body);
  return bad ? NULL : body;
}
