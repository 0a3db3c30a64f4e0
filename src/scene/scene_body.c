// scene_body.c: bodies with their shapes and points, joints with their axes.
#include "scene/scene.h"

#include "base/names.h"
#include "scene/pack.h"
#include "spec/joint_type.h"

#include <math.h>
#include <string.h>

static void put_placement(dv_json_out *o, const char *key, const dv_placement *at)
{
  double x[12];
  memcpy(x, at->R, sizeof at->R);
  memcpy(x + 9, at->p, sizeof at->p);
  dv_json_numbers(o, key, x, 12);
}

// The mesh files of a machine, each once.
static dv_names mesh_files(dv_arena *a, const dv_machine *m)
{
  dv_names out = {0};
  for (int i = 0; i < m->spec->nbody; i++)
    for (int k = 0; k < m->spec->body[i].nvisual; k++) {
      const dv_visual_spec *v = &m->spec->body[i].visual[k];
      if (v->shape == DV_MESH) dv_names_add(a, &out, v->file);
    }
  return out;
}

static void put_bytes(dv_json_out *o, const char *key, const void *bytes, size_t n)
{
  dv_text t = {.arena = o->text.arena};
  dv_base64(&t, bytes, n);
  dv_json_text(o, key, dv_text_all(&t));
}

// Their triangles, and colors where the file has any; null after a warning.
void dv_scene_meshes(dv_json_out *o, const dv_machine *m)
{
  dv_names files = mesh_files(o->text.arena, m);
  dv_json_open(o, "meshes", '[');
  for (int i = 0; i < files.n; i++) {
    dv_mesh mesh;
    if (dv_mesh_read(o->text.arena, m->diags, files.item[i], &mesh)) {
      dv_json_text(o, NULL, NULL);
      continue;
    }
    dv_json_open(o, NULL, '{');
    put_bytes(o, "triangles", mesh.at, (size_t)mesh.n * 9 * sizeof *mesh.at);
    if (mesh.color) put_bytes(o, "colors", mesh.color, (size_t)mesh.n * sizeof *mesh.color);
    dv_json_close(o);
  }
  dv_json_close(o);
}

static void put_shape(dv_json_out *o, const dv_names *files, const dv_visual_spec *v)
{
  static const char *const name[] = {"box", "cylinder", "capsule", "sphere", "mesh"};
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "shape", name[v->shape]);
  dv_json_numbers(o, "size", v->shape == DV_MESH ? v->scale : v->size, 3);
  put_placement(o, "at", &v->at);
  dv_json_numbers(o, "color", v->color, 4);
  if (v->shape == DV_MESH) {
    dv_json_int(o, "mesh", dv_names_find(files, v->file));
    dv_json_bool(o, "own", v->own_color);
  }
  dv_json_close(o);
}

// How an elastic body bends: at places along it, displacement and rotation per unit of each mode, body axes. Beam axis i is the
// body's axis (e->axis + i) mod 3.
static void put_beam(dv_json_out *o, const dv_elastic_spec *e)
{
  enum { PLACES = 25 };
  double *row = DV_TAKE(o->text.arena, double, PLACES *(1 + 6 * (size_t)e->nmode));
  dv_beam_value *v = DV_TAKE(o->text.arena, dv_beam_value, e->nmode);
  const char **name = DV_TAKE(o->text.arena, const char *, e->nmode);
  int width = 1 + 6 * e->nmode;
  for (int k = 0; k < e->nmode; k++) name[k] = e->mode[k].name;
  for (int i = 0; i < PLACES; i++) {
    double *at = row + i * width;
    at[0] = e->data.length * i / (PLACES - 1);
    dv_beam_at(e->beam, at[0], v);
    for (int k = 0; k < e->nmode; k++)
      for (int c = 0; c < 3; c++) {
        at[1 + 6 * k + (e->axis + c) % 3] = v[k].phi[c];
        at[1 + 6 * k + 3 + (e->axis + c) % 3] = v[k].psi[c];
      }
  }
  dv_json_open(o, "beam", '{');
  dv_json_int(o, "axis", e->axis);
  dv_json_texts(o, "modes", name, e->nmode);
  dv_json_matrix(o, "shapes", row, PLACES, width);
  dv_json_close(o);
}

static void put_body(dv_json_out *o, const dv_names *files, const dv_body_spec *b)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", b->name);
  dv_json_number(o, "mass", b->mass);
  dv_json_numbers(o, "com", b->com, 3);
  if (b->elastic && b->elastic->nmode) put_beam(o, b->elastic);
  dv_json_open(o, "shapes", '[');
  for (int i = 0; i < b->nvisual; i++) put_shape(o, files, &b->visual[i]);
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
  dv_names files = mesh_files(o->text.arena, m);
  dv_json_open(o, "bodies", '[');
  for (int i = 0; i < m->spec->nbody; i++) put_body(o, &files, &m->spec->body[i]);
  dv_json_close(o);
}

static void put_joint(dv_json_out *o, const dv_joint_spec *j)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", j->name);
  dv_json_text(o, "type", dv_joint_rows[j->type].name);
  dv_json_text(o, "look", dv_joint_rows[j->type].look);
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
