// mesh_says.c: what mesh files say of their axes and colors, where it counts.
//
// Colors of a URDF's <material> are for meshes that have none of their own.
//
// Collada files that say their y axis points up, and glTF, where it does by the standard: RViz, Gazebo and pinocchio take the
// axes as they stand, and MeshLab writes Y_UP into every file; so nobody turns such meshes. But some robots mean it (iCub of
// example-robot-data). The robot itself tells: of the links with a mass, is the middle of the box around the mesh nearer to the
// centre of mass as it stands, or turned by x -> x, y -> z, z -> -y? If turned is better by far, all its meshes that say Y_UP are
// turned.
#include "base/names.h"
#include "import/robot.h"
#include "mesh/triangles.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const double better = 0.6;  // of the sum of distances as they stand
enum { LINKS_LEAST = 3 };          // that say so

typedef struct {
  int y_up, painted;  // painted: each triangle has a color or a picture
  double middle[3];   // of the box around it
} said;

typedef struct {
  dv_names files;
  struct {
    said *item;
    int n, cap;
  } each;
} known;

static said say(dv_robot *u, const char *file)
{
  dv_arena *a = dv_arena_under(u->r->arena);
  dv_mesh m;
  said out = {0};
  float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  if (!dv_mesh_read(a, dv_diags_new(a), file, &m)) {
    for (size_t i = 0; i < 9 * (size_t)m.n; i++)
      low[i % 3] = fminf(low[i % 3], m.at[i]), high[i % 3] = fmaxf(high[i % 3], m.at[i]);
    for (int k = 0; k < 3; k++) out.middle[k] = 0.5 * ((double)low[k] + high[k]);
    out.y_up = m.y_up;
    out.painted = 1;
    for (int i = 0; i < m.n; i++) out.painted &= (m.color && m.color[i]) || (m.skin && m.skin[i]);
  }
  dv_arena_free(a);
  return out;
}

// Of a shape that is a mesh, but no STL, which says nothing; each file is read once.
static const said *said_of(dv_robot *u, known *k, const dv_robot_shape *s)
{
  static const said nothing = {0};
  const char *dot = s->shape == DV_MESH && s->mesh ? strrchr(s->mesh, '.') : NULL;
  if (!dot || !strcasecmp(dot, ".stl")) return &nothing;
  int i = dv_names_find(&k->files, s->mesh);
  if (i < 0) {
    i = dv_names_add(u->r->arena, &k->files, s->mesh);
    *DV_PUSH(u->r->arena, &k->each) = say(u, s->mesh);
  }
  return &k->each.item[i];
}

// The shape with its mesh turned: what is scaled along y is along z then.
static dv_robot_shape turned(const dv_robot_shape *s)
{
  static const dv_placement quarter = {
      {1,  0,  0, 0, 0, -1, 0, 1, 0},
      {0, 0, 0}
  };
  dv_robot_shape out = *s;
  dv_placement x = dv_place_times(dv_pose_placement(&s->at), quarter);
  out.at = dv_pose_of(&x);
  out.scale[1] = s->scale[2];
  out.scale[2] = s->scale[1];
  return out;
}

static double off(const dv_robot_link *l, const dv_robot_shape *s, const double middle[3])
{
  dv_placement x = dv_pose_placement(&s->at);
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double d = x.p[i] - l->com[i];
    for (int k = 0; k < 3; k++) d += x.R[3 * i + k] * s->scale[k] * middle[k];
    sum += d * d;
  }
  return sqrt(sum);
}

static int means_up(dv_robot *u, known *k)
{
  double stands = 0, turns = 0;
  int links = 0;
  for (int i = 0; i < u->links.n; i++) {
    const dv_robot_link *l = &u->links.item[i];
    const dv_robot_shape *s = l->stated && l->mass > 0 && l->shapes.n ? l->shapes.item : NULL;
    if (!s || !said_of(u, k, s)->y_up) continue;
    const double *middle = said_of(u, k, s)->middle;
    dv_robot_shape other = turned(s);
    stands += off(l, s, middle);
    turns += off(l, &other, middle);
    links++;
  }
  return links >= LINKS_LEAST && turns < better * stands;
}

void dv_robot_mesh_says(dv_robot *u)
{
  known k = {0};
  int up = means_up(u, &k);
  for (int i = 0; i < u->links.n; i++) {
    dv_robot_link *l = &u->links.item[i];
    for (int n = 0; n < l->shapes.n + l->collisions.n; n++) {
      dv_robot_shape *s = n < l->shapes.n ? &l->shapes.item[n] : &l->collisions.item[n - l->shapes.n];
      if (s->colored && s->rather_own && said_of(u, &k, s)->painted) s->colored = 0;
      if (!up || !said_of(u, &k, s)->y_up) continue;
      *s = turned(s);
      dv_robot_note(u, "meshes turned so that y points up, as their files say and their centres of mass", "%s", l->name);
    }
  }
}
