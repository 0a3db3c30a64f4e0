// scene_body.c: bodies with their shapes and points, joints with their axes.
#include "view/scene.h"

#include <math.h>
#include <string.h>

static void put_placement(dv_json_out *o, const char *key, const dv_placement *at)
{
  double x[12];
  memcpy(x, at->R, sizeof at->R);
  memcpy(x + 9, at->p, sizeof at->p);
  dv_json_numbers(o, key, x, 12);
}

static void put_shape(dv_json_out *o, const dv_machine *m, const dv_visual_spec *v)
{
  static const char *const name[] = {"box", "cylinder", "capsule", "sphere", "mesh"};
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "shape", name[v->shape]);
  dv_json_numbers(o, "size", v->shape == DV_MESH ? v->scale : v->size, 3);
  put_placement(o, "at", &v->at);
  dv_json_numbers(o, "color", v->color, 4);
  if (v->shape == DV_MESH) dv_json_text(o, "triangles", dv_mesh_read(o->text.arena, m->diags, v->file));
  dv_json_close(o);
}

static void put_body(dv_json_out *o, const dv_machine *m, const dv_body_spec *b)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", b->name);
  dv_json_number(o, "mass", b->mass);
  dv_json_numbers(o, "com", b->com, 3);
  dv_json_open(o, "shapes", '[');
  for (int i = 0; i < b->nvisual; i++) put_shape(o, m, &b->visual[i]);
  dv_json_close(o);
  dv_json_open(o, "points", '[');
  for (int i = 0; i < b->npoint; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", b->point[i].name);
    dv_json_numbers(o, "at", b->point[i].at, 3);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_close(o);
}

void dv_scene_bodies(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "bodies", '[');
  for (int i = 0; i < m->spec->nbody; i++) put_body(o, m, &m->spec->body[i]);
  dv_json_close(o);
}

static void put_joint(dv_json_out *o, const dv_joint_spec *j)
{
  static const char *const type[] = {"revolute", "prismatic", "cylindrical", "universal", "ball",
                                     "planar",   "helical",   "free",        "fixed"};
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", j->name);
  dv_json_text(o, "type", type[j->type]);
  dv_json_int(o, "parent", j->parent);
  dv_json_int(o, "child", j->child);
  put_placement(o, "at", &j->at);
  dv_json_numbers(o, "axis", j->axis, 3);
  dv_json_open(o, "coordinates", '[');
  for (int i = 0; i < j->ncoordinate; i++) {
    const dv_coordinate_spec *c = &j->coordinate[i];
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", c->name);
    dv_json_bool(o, "driven", c->motion != DV_MOVES_FREE);
    if (isfinite(c->lower)) dv_json_number(o, "lower", c->lower);
    if (isfinite(c->upper)) dv_json_number(o, "upper", c->upper);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_close(o);
}

void dv_scene_joints(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "joints", '[');
  for (int i = 0; i < m->spec->njoint; i++) put_joint(o, &m->spec->joint[i]);
  dv_json_close(o);
}
