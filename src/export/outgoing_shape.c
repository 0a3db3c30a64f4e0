// outgoing_shape.c: shapes and inertias as URDF and SDF both write them.
#include "export/outgoing.h"

void dv_out_shape(dv_outgoing *o, dv_xml_out *x, const dv_out_manner *by, const dv_robot_shape *s)
{
  static const char *const name[] = {"box", "cylinder", "capsule", "sphere", "mesh"};
  dv_xml_begin(x, "geometry");
  dv_xml_begin(x, name[s->shape]);
  if (s->shape == DV_BOX) by->numbers(x, "size", s->size, 3);
  else if (s->shape == DV_MESH) {
    by->words(x, by->mesh_file, dv_out_mesh(o, s->mesh));
    by->numbers(x, "scale", s->scale, 3);
  } else by->numbers(x, "radius", s->size, 1);
  if (s->shape == DV_CYLINDER || s->shape == DV_CAPSULE) by->numbers(x, "length", s->size + 1, 1);
  dv_xml_end(x);
  dv_xml_end(x);
}

void dv_out_inertia(dv_xml_out *x, const dv_out_manner *by, const dv_robot_link *l)
{
  static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  dv_xml_begin(x, "inertia");
  for (int i = 0; i < 6; i++) by->numbers(x, name[i], &l->inertia[i], 1);
  dv_xml_end(x);
}
