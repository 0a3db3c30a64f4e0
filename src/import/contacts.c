// contacts.c: collision shapes on the ground, the plane z = 0 of the world, where that is asked for.
//
// What touches are points with a radius: a sphere one, a capsule its two ends, a box its corners, a cylinder eight points of each
// rim, a mesh those of its hull that lie furthest along 26 directions (a twentieth of its size apart). Each is a part with the
// law of Hunt and Crossley (1975): the whole robot's weight on one of them sinks 1 mm (or the file's kp counts), impacts end with
// half their speed, friction is the file's, or 1. A root that floats begins with its lowest point on the ground.
#include "import/carried.h"
#include "import/vocabulary.h"
#include "mesh/triangles.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

enum { RIM = 8, DIRECTIONS = 26, POINTS_MOST = 2000 };

typedef struct {
  double at[3], radius;
} ball;

typedef struct {
  ball *item;
  int n, cap;
} balls;

// near: points nearer than that to another are left out
static void add(dv_robot *u, balls *b, const dv_placement *x, const double p[3], double radius, double near)
{
  ball one = {.radius = radius};
  for (int i = 0; i < 3; i++) one.at[i] = x->p[i] + x->R[3 * i] * p[0] + x->R[3 * i + 1] * p[1] + x->R[3 * i + 2] * p[2];
  for (int k = 0; k < b->n; k++)
    if (hypot(hypot(one.at[0] - b->item[k].at[0], one.at[1] - b->item[k].at[1]), one.at[2] - b->item[k].at[2]) <= near) return;
  *DV_PUSH(u->r->arena, b) = one;
}

static void add_box(dv_robot *u, balls *b, const dv_placement *x, const double size[3])
{
  for (int k = 0; k < 8; k++) {
    const double p[3] = {(k & 1 ? 0.5 : -0.5) * size[0], (k & 2 ? 0.5 : -0.5) * size[1], (k & 4 ? 0.5 : -0.5) * size[2]};
    add(u, b, x, p, 0, 0);
  }
}

static void add_round(dv_robot *u, balls *b, const dv_placement *x, const dv_robot_shape *s)
{
  double half = s->shape == DV_SPHERE ? 0 : s->size[1] / 2;
  for (int end = -1; end <= 1; end += 2) {
    if (s->shape == DV_SPHERE && end > 0) continue;
    for (int k = 0; k < (s->shape == DV_CYLINDER ? RIM : 1); k++) {
      double r = s->shape == DV_CYLINDER ? s->size[0] : 0, turn = 2 * M_PI * k / RIM;
      add(u, b, x, (double[3]){r * cos(turn), r * sin(turn), end * half}, r > 0 ? 0 : s->size[0], 0);
    }
  }
}

// The vertices of the mesh that lie furthest along each direction of a cube's faces, edges and corners.
static void add_mesh(dv_robot *u, balls *b, const dv_placement *x, const dv_robot_shape *s)
{
  int n = 0, k = 0, most[DIRECTIONS] = {0};
  const float *t = s->mesh ? dv_mesh_triangles(u->r->arena, u->r->diags, s->mesh, &n) : NULL;
  double reach[DIRECTIONS];
  if (!t || n < 1) return;
  for (int code = 0; code < 27; code++) {
    const int d[3] = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
    if (code == 13) continue;
    reach[k] = -HUGE_VAL;
    for (int i = 0; i < 3 * n; i++) {
      double along = 0;
      for (int j = 0; j < 3; j++) along += d[j] * s->scale[j] * t[3 * (size_t)i + (size_t)j];
      if (along > reach[k]) reach[k] = along, most[k] = i;
    }
    k++;
  }
  // opposite directions come first and last
  double size = fmax(reach[4] + reach[21], fmax(reach[10] + reach[15], reach[12] + reach[13]));
  for (k = 0; k < DIRECTIONS; k++) {
    const float *v = t + 3 * (size_t)most[k];
    const double p[3] = {s->scale[0] * v[0], s->scale[1] * v[1], s->scale[2] * v[2]};
    if (reach[k] > -HUGE_VAL) add(u, b, x, p, 0, size / 20);
  }
}

static void put_touch(dv_robot *u, dv_robot_link *l, const dv_robot_shape *s, const ball *b, double stiffness)
{
  dv_arena *a = u->r->arena;
  const char *point = dv_arena_text(a, "touch%d", l->points.n + 1);
  dv_robot_point *p = DV_PUSH(a, &l->points);
  *p = (dv_robot_point){
      point, s->mark, {b->at[0], b->at[1], b->at[2]}
  };
  dv_node *part = dv_put_map(u, u->parts, dv_robot_part_name(u, dv_arena_text(a, "%s_%s", l->name, point)), s->mark);
  dv_put_text(u, part, "kind", s->mark, DV_WORD_TOUCH);
  dv_put_text(u, part, "object", s->mark, dv_arena_text(a, "%s.%s", l->name, point));
  dv_put_text(u, part, "law", s->mark, "hunt-crossley");
  dv_put_number(u, part, "stiffness", s->mark, l->contact > 0 ? fmin(l->contact, 1e12) : stiffness);
  dv_put_number(u, part, "restitution", s->mark, 0.5);
  dv_put_number(u, part, "friction", s->mark, fmin(100, s->friction >= 0 ? s->friction : l->friction > 0 ? l->friction : 1));
  if (b->radius > 0) dv_put_number(u, part, "radius", s->mark, b->radius);
  dv_put_number(u, part, "deepest", s->mark, 0.1);
}

// Links that hang rigidly on the world touch nothing.
static int stands_still(const dv_carried *c, const dv_robot *u, int link)
{
  for (int steps = 0; link >= 0 && steps <= u->links.n; steps++) {
    const dv_robot_joint *j = c->holder[link] >= 0 ? &u->joints.item[c->holder[link]] : NULL;
    if (!j || (strcmp(j->type, "fixed") != 0 && !j->locked)) return 0;
    if (j->parent < 0) return !u->options->free_base;
    link = j->parent;
  }
  return 1;
}

// The root begins so high that the lowest point is on the ground.
static void raise(dv_robot *u, double lowest)
{
  for (int i = 0; i < u->joints.n; i++) {
    dv_robot_joint *j = &u->joints.item[i];
    if (j->parent >= 0 || strcmp(j->type, "fixed") != 0 || !u->options->free_base) continue;
    j->at.xyz[2] -= lowest;
    dv_robot_note(u, "bases raised so that the robot stands on the ground", "%s by %.4g m", j->name, -lowest);
    return;
  }
}

void dv_robot_contacts(dv_robot *u)
{
  dv_carried *c = u->options->ground ? dv_carried_new(u) : NULL;
  double mass = 0, lowest = HUGE_VAL;
  int total = 0;
  for (int i = 0; i < u->links.n; i++) mass += u->links.item[i].mass;
  double stiffness = fmax(1, dv_robot_rounded(mass * 9.81 / 1e-3));
  for (int i = 0; c && i < u->links.n; i++) {
    dv_robot_link *l = &u->links.item[i];
    int before = l->points.n;
    if (stands_still(c, u, i)) continue;
    for (int k = 0; k < l->collisions.n; k++) {
      const dv_robot_shape *s = &l->collisions.item[k];
      dv_placement x = dv_pose_placement(&s->at);
      balls b = {0};
      if (s->shape == DV_BOX) add_box(u, &b, &x, s->size);
      else if (s->shape == DV_MESH) add_mesh(u, &b, &x, s);
      else add_round(u, &b, &x, s);
      for (int p = 0; p < b.n; p++) {
        const double *at = b.item[p].at, *R = c->place[i].R;
        if (++total > POINTS_MOST) continue;
        put_touch(u, l, s, &b.item[p], stiffness);
        lowest = fmin(lowest, c->place[i].p[2] + R[6] * at[0] + R[7] * at[1] + R[8] * at[2] - b.item[p].radius);
      }
    }
    if (l->points.n > before)
      dv_robot_note(u, "links touch the ground (z = 0) with points of their collision shapes", "%s %d", l->name,
                    l->points.n - before);
  }
  if (total > POINTS_MOST) dv_robot_ignore(u, "touching points beyond the first 2000", NULL);
  if (isfinite(lowest)) raise(u, lowest);
}
