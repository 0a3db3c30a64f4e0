// scene_body.c: bodies with their shapes and points, joints with their axes.
#include "scene/scene.h"

#include "base/names.h"
#include "mesh/picture_file.h"
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

// Pictures that meshes wear, each once, as long as there is room.
typedef struct {
  dv_arena *arena;
  dv_names keys;
  dv_picture_file *item;
  int n, cap;
  size_t bytes;
  dv_names left_out;  // names of those that are not shown
} pictures;

enum { PICTURES_MOST = 32 << 20, SHOWN = 3 };

// Number of the picture of a skin; -1: it is not shown.
static int picture_of(pictures *p, const char *mesh, const dv_skin *s, int number)
{
  dv_picture_file one;
  const char *key;
  int bad = dv_picture_read(p->arena, mesh, s, &one, &key);
  if (!key) key = dv_arena_text(p->arena, "%s#%d", mesh, number);
  int known = dv_names_find(&p->keys, key);
  if (known >= 0) return known;
  if (bad || one.n > PICTURES_MOST - p->bytes) {
    dv_names_add(p->arena, &p->left_out, s->sort == DV_SKIN_FILE ? dv_arena_copy(p->arena, s->bytes, s->n) : key);
    return -1;
  }
  p->bytes += one.n;
  *DV_PUSH(p->arena, p) = one;
  return dv_names_add(p->arena, &p->keys, key);
}

// Runs of triangles with one picture: first, count, picture.
static void put_skins(dv_json_out *o, pictures *p, const char *file, const dv_mesh *m)
{
  int *shown = DV_TAKE(p->arena, int, m->nskin + 1);
  for (int i = 0; i < m->nskin; i++) shown[i + 1] = picture_of(p, file, &m->skins[i], i);
  shown[0] = -1;
  put_bytes(o, "uv", m->uv, (size_t)m->n * 6 * sizeof *m->uv);
  dv_json_open(o, "skins", '[');
  for (int i = 0, end; i < m->n; i = end) {
    for (end = i + 1; end < m->n && m->skin[end] == m->skin[i];) end++;
    dv_json_numbers(o, NULL, (double[3]){i, end - i, shown[m->skin[i]]}, 3);
  }
  dv_json_close(o);
}

static void put_pictures(dv_json_out *o, const pictures *p, dv_diags *d)
{
  dv_json_open(o, "pictures", '[');
  for (int i = 0; i < p->n; i++) {
    dv_text t = {.arena = p->arena};
    dv_text_add(&t, "data:%s;base64,", p->item[i].type);
    dv_base64(&t, p->item[i].bytes, p->item[i].n);
    dv_json_text(o, NULL, dv_text_all(&t));
  }
  dv_json_close(o);
  if (!p->left_out.n) return;
  dv_text t = {.arena = p->arena};
  for (int i = 0; i < p->left_out.n && i < SHOWN; i++) dv_text_add(&t, "%s'%s'", i ? ", " : "", p->left_out.item[i]);
  dv_diag_add(
      d, DV_WARNING, (dv_mark){NULL, 0, 0},
      "PNG or JPEG of at most 4096 x 4096 and 8 MB, 32 MB in all, beside the mesh or within its package; colors are shown",
      "%d picture%s of meshes cannot be shown: %s%s", p->left_out.n, p->left_out.n == 1 ? "" : "s", dv_text_all(&t),
      p->left_out.n > SHOWN ? " ..." : "");
}

// Their triangles, colors where the file has any, and pictures; null after a warning.
void dv_scene_meshes(dv_json_out *o, const dv_machine *m)
{
  dv_names files = mesh_files(o->text.arena, m);
  pictures p = {.arena = o->text.arena};
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
    if (mesh.skin && mesh.uv) put_skins(o, &p, files.item[i], &mesh);
    dv_json_close(o);
  }
  dv_json_close(o);
  put_pictures(o, &p, m->diags);
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

// Where a loop holds two points apart there is a rod.
static void put_rod(dv_json_out *o, const dv_loop_spec *l)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "name", l->name);
  for (int i = 0; i < 2; i++) {
    dv_json_open(o, i ? "to" : "from", '{');
    dv_json_int(o, "body", l->body[i]);
    dv_json_numbers(o, "at", l->at[i].p, 3);
    dv_json_close(o);
  }
  dv_json_close(o);
}

void dv_scene_rods(dv_json_out *o, const dv_machine *m)
{
  dv_json_open(o, "rods", '[');
  for (int i = 0; i < m->spec->nloop; i++)
    if (m->spec->loop[i].type == DV_L_DISTANCE) put_rod(o, &m->spec->loop[i]);
  dv_json_close(o);
}
