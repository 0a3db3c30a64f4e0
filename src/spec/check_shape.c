// check_shape.c: shapes, and solids of them to mass, centre and inertia.
//
//   box      m/12 (b^2 + c^2) ...
//   cylinder m/12 (3 r^2 + l^2), m r^2/2
//   sphere   2/5 m r^2
//   capsule  a cylinder, and the two halves of a sphere 3/8 r beyond its ends
#include "mesh/mass.h"
#include "spec/check.h"
#include "spec/solids_share.h"

#include <math.h>
#include <string.h>

static const char *const shape_name[] = {"box", "cylinder", "capsule", "sphere", "mesh"};

static void put_size(const dv_shape_spec *given, dv_shape shape, double size[3])
{
  const dv_round_spec *r = shape == DV_CYLINDER ? &given->cylinder : shape == DV_CAPSULE ? &given->capsule : &given->sphere;
  if (shape == DV_BOX) memcpy(size, given->box, sizeof given->box);
  else size[0] = r->radius, size[1] = r->length;
}

int dv_check_shape(dv_check *c, const dv_node *map, const dv_shape_spec *given, dv_shape *shape, double size[3])
{
  const dv_node *found = NULL;
  for (int i = 0; i < DV_COUNT(shape_name); i++) {
    const dv_node *n = dv_doc_find(map, shape_name[i]);
    if (n && found) {
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove one of them, or write a list of shapes",
                  "both '%s' and '%s' give the shape", found->key, n->key);
      return -1;
    }
    if (!n) continue;
    found = n;
    *shape = (dv_shape)i;
  }
  if (!found) {
    dv_diag_add(c->diags, DV_ERROR, map->key ? map->key_mark : map->mark, "add one of: box, cylinder, capsule, sphere",
                "there is no shape");
    return -1;
  }
  put_size(given, *shape, size);
  return 0;
}

// Volume and the moments per mass about the shape's own axes through its centre.
static double volume(dv_shape shape, const double s[3], double moment[3])
{
  double r = s[0], l = s[1], ball = 4.0 / 3 * M_PI * r * r * r, rod = M_PI * r * r * l;
  switch (shape) {
  case DV_BOX:
    for (int i = 0; i < 3; i++) moment[i] = (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]) / 12;
    return s[0] * s[1] * s[2];
  case DV_CYLINDER:
    moment[0] = moment[1] = (3 * r * r + l * l) / 12;
    moment[2] = r * r / 2;
    return rod;
  case DV_CAPSULE:
    moment[2] = (rod * r * r / 2 + ball * 2 / 5 * r * r) / (rod + ball);
    moment[0] = moment[1] =
        (rod * (3 * r * r + l * l) / 12 + ball * (2.0 / 5 * r * r + l * l / 4 + 3.0 / 8 * l * r)) / (rod + ball);
    return rod + ball;
  default: moment[0] = moment[1] = moment[2] = 2.0 / 5 * r * r; return ball;
  }
}

typedef struct {
  dv_placement at;
  double mass, volume, moment[3];
  dv_mesh_solid mesh;  // volume 0: none
  int shares;          // takes its part of the body's mass, by volume
  dv_solid_shape is;
} piece;

// What a mesh encloses; it must be closed.
static int read_mesh(dv_check *c, const dv_node *n, const dv_solid_spec *s, piece *p)
{
  dv_diags *own = dv_diags_new(c->arena);
  int bad = dv_mesh_solid_of(c->arena, own, s->file, s->scale, DV_MESH_ENCLOSED, &p->mesh);
  p->volume = p->mesh.volume;
  if (!bad && !p->mesh.open && dv_mesh_doubled(c->arena, s->file, s->scale, p->mesh.inside_out) > 0)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "join its pieces, or write a solid for each",
                "pieces of '%s' lie in each other, or are turned inside out: what they share counts twice, or not at all",
                s->file);
  if (!bad && !p->mesh.open) return 0;
  dv_diag_add(c->diags, DV_ERROR, n->mark, "give a closed mesh, or mass and inertia by numbers", "no solid of '%s': %s", s->file,
              own->n ? own->item[0].what : "");
  return -1;
}

static int read_piece(dv_check *c, const dv_node *map, int mass_given, piece *p)
{
  dv_shape shape = DV_BOX;
  double size[3] = {0};
  dv_solid_spec s = {
      .at = dv_place_identity, .scale = {1, 1, 1}
  };
  if (map->type != DV_MAP) return -1;
  int bad = dv_read(c, &dv_keys_solid, map, &s) | dv_check_shape(c, map, &s.shape, &shape, size);
  const dv_node *rho = dv_doc_find(map, "density"), *m = dv_doc_find(map, "mass");
  dv_mark mark = map->key ? map->key_mark : map->mark;
  if (rho && m)
    dv_diag_add(c->diags, DV_ERROR, m->key_mark, "remove one of them", "both 'mass' and 'density' of a solid are given");
  else if (!rho && !m && !mass_given)
    dv_diag_add(c->diags, DV_ERROR, mark, "add 'density: ...' or 'mass: ...'", "the solid has neither density nor mass");
  else if ((rho || m) && mass_given)
    dv_diag_add(c->diags, DV_ERROR, (rho ? rho : m)->key_mark, "remove it, or the body's mass",
                "the body's mass is given already");
  if (bad) return -1;
  p->at = s.at;
  p->mass = s.mass;
  if (shape != DV_MESH) p->volume = volume(shape, size, p->moment);
  else if (read_mesh(c, dv_doc_find(map, "mesh"), &s, p)) return -1;
  p->shares = !rho && !m;
  if (rho) p->mass = s.density * p->volume;
  if (!(p->mass >= 0))
    dv_diag_add(c->diags, DV_ERROR, mark, "give a mass or density of zero or more", "the solid has a negative mass");
  if (s.cut) p->mass = -p->mass, p->volume = -p->volume;
  p->is = (dv_solid_shape){.shape = shape, .at = s.at, .mark = mark, .density = m ? NAN : rho ? s.density : 1, .cut = s.cut};
  memcpy(p->is.size, size, sizeof size);
  return 0;
}

// Adds a piece to mass, first moment (in com) and inertia about the origin: R diag(moment) R' + m (p^2 1 - p p').
static void add_piece(const piece *p, dv_body_spec *b)
{
  static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
  const double *I = p->mesh.inertia, per = p->mesh.volume > 0 ? p->mass / p->mesh.volume : 0;  // I: xx yy zz xy xz yz
  const double own[9] = {p->mass * p->moment[0] + per * I[0], per * I[3], per * I[4], per * I[3],
                         p->mass * p->moment[1] + per * I[1], per * I[5], per * I[4], per * I[5],
                         p->mass * p->moment[2] + per * I[2]};
  double centre[3];
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 9; i++) b->inertia[k] += p->at.R[3 * row[k] + i / 3] * own[i] * p->at.R[3 * column[k] + i % 3];
  for (int i = 0; i < 3; i++) {
    centre[i] = p->at.p[i];
    for (int k = 0; k < 3; k++) centre[i] += p->at.R[3 * i + k] * p->mesh.com[k];
  }
  dv_inertia_shift(b->inertia, p->mass, centre, 1);
  for (int i = 0; i < 3; i++) b->com[i] += p->mass * centre[i];
  b->mass += p->mass;
}

void dv_check_solid(dv_check *c, const dv_node *solid, dv_body_spec *b, int mass_given)
{
  int n = solid->type == DV_SEQ ? solid->n : 1;
  piece *p = DV_TAKE(c->arena, piece, n);
  double shared = 0, given = b->mass;
  dv_solid_shape *shape = DV_TAKE(c->arena, dv_solid_shape, n);
  int bad = 0;
  for (int i = 0; i < n; i++) {
    int wrong = read_piece(c, solid->type == DV_SEQ ? solid->item[i] : solid, mass_given, &p[i]);
    if (wrong) p[i] = (piece){.at = dv_place_identity}, bad = 1;
    if (p[i].shares) shared += p[i].volume;
    shape[i] = p[i].is;
  }
  b->mass = 0;
  for (int i = 0; i < n; i++) {
    if (p[i].shares) p[i].mass = given * p[i].volume / shared;
    add_piece(&p[i], b);
  }
  if (b->mass < 0 || shared < 0)
    dv_diag_add(c->diags, DV_ERROR, solid->key_mark, "cut less, or add shapes", "more is cut from the solid of '%s' than it has",
                b->name);
  else if (!bad) dv_solids_share(c->diags, b->name, shape, n);
  for (int i = 0; i < 3 && b->mass > 0; i++) b->com[i] /= b->mass;
  dv_inertia_shift(b->inertia, b->mass, b->com, -1);
}
