// self_contacts.c: collision shapes of links touch each other, where that is asked for: one group under `contacts:`.
//
// Left out are links that a joint joins (the group does so itself), pairs that the file excludes (MJCF: exclude, contype and
// conaffinity), and pairs whose shapes overlap or touch while all joints are at zero: those are meant to.
#include "import/carried.h"
#include "mesh/hull.h"
#include "mesh/triangles.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

enum { CORNERS = 16 };

// A shape as a hull with a round skin, in the world.
typedef struct {
  double at[CORNERS][3], skin;
  int n, type, affinity;
} body;

typedef struct {
  body *item;
  int n, cap;
} bodies;

static void add(body *b, const dv_placement *x, double px, double py, double pz)
{
  for (int i = 0; i < 3; i++) b->at[b->n][i] = x->p[i] + x->R[3 * i] * px + x->R[3 * i + 1] * py + x->R[3 * i + 2] * pz;
  b->n++;
}

static void add_mesh(dv_robot *u, const dv_robot_shape *s, const dv_placement *x, body *b)
{
  int n = 0;
  dv_hull h;
  const float *t = s->mesh ? dv_mesh_triangles(u->r->arena, u->r->diags, s->mesh, &n) : NULL;
  if (!t || dv_hull_of_triangles(u->r->arena, t, n, s->scale, CORNERS, &h)) return;
  for (int i = 0; i < h.n; i++) add(b, x, h.at[i][0], h.at[i][1], h.at[i][2]);
}

static body body_of(dv_robot *u, const dv_robot_shape *s, const dv_placement *link)
{
  dv_placement own = dv_pose_placement(&s->at), x = dv_place_times(*link, own);
  int plain = !s->type && !s->affinity;
  body b = {.type = plain ? 1 : s->type, .affinity = plain ? 1 : s->affinity};
  double half = s->shape == DV_SPHERE ? 0 : s->size[1] / 2;
  if (s->shape == DV_MESH) add_mesh(u, s, &x, &b);
  else if (s->shape == DV_BOX)
    for (int k = 0; k < 8; k++)
      add(&b, &x, (k & 1 ? 0.5 : -0.5) * s->size[0], (k & 2 ? 0.5 : -0.5) * s->size[1], (k & 4 ? 0.5 : -0.5) * s->size[2]);
  else if (s->shape == DV_CYLINDER)
    for (int place = 0; place < CORNERS / 2; place++) {
      double turn = 2 * M_PI * place / (0.5 * CORNERS), across = s->size[0] * cos(turn), along = s->size[0] * sin(turn);
      add(&b, &x, across, along, -half);
      add(&b, &x, across, along, half);
    }
  else {
    b.skin = s->size[0];
    for (int end = -1; end <= (s->shape == DV_SPHERE ? -1 : 1); end += 2) add(&b, &x, 0, 0, end * half);
  }
  return b;
}

static bodies bodies_of(dv_robot *u, const dv_carried *c, int link)
{
  bodies out = {0};
  const dv_robot_link *l = &u->links.item[link];
  for (int i = 0; i < l->collisions.n; i++) {
    body b = body_of(u, &l->collisions.item[i], &c->place[link]);
    if (b.n) *DV_PUSH(u->r->arena, &out) = b;
  }
  return out;
}

static int file_says_apart(const dv_robot *u, const char *a, const char *b)
{
  for (int i = 0; i < u->apart.n; i++) {
    const char *const *p = u->apart.item[i];
    if ((!strcmp(p[0], a) && !strcmp(p[1], b)) || (!strcmp(p[0], b) && !strcmp(p[1], a))) return 1;
  }
  return 0;
}

typedef enum { TOUCH, NOT_MEANT, OVERLAP } verdict;

static verdict judge(const bodies *x, const bodies *y)
{
  verdict v = NOT_MEANT;
  for (int i = 0; i < x->n; i++)
    for (int k = 0; k < y->n; k++) {
      const body *a = &x->item[i], *b = &y->item[k];
      if (!(a->type & b->affinity) && !(b->type & a->affinity)) continue;
      v = TOUCH;
      double far = dv_hull_distance((const double(*)[3])a->at, a->n, (const double(*)[3])b->at, b->n);
      if (far - a->skin - b->skin <= 1e-9) return OVERLAP;
    }
  return v;
}

// The two links that a joint joins, whatever is fixed to them: the group leaves them out by itself.
static int carrier_of(const dv_robot *u, const dv_carried *c, int link)
{
  for (int steps = 0; link >= 0 && c->holder[link] >= 0 && steps <= u->links.n; steps++) {
    const dv_robot_joint *j = &u->joints.item[c->holder[link]];
    if (strcmp(j->type, "fixed") != 0) break;
    link = j->parent;
  }
  return link;
}

static int are_joined(const dv_robot *u, const dv_carried *c, int a, int b)
{
  a = carrier_of(u, c, a), b = carrier_of(u, c, b);
  const dv_robot_joint *up = a >= 0 && c->holder[a] >= 0 ? &u->joints.item[c->holder[a]] : NULL;
  const dv_robot_joint *down = b >= 0 && c->holder[b] >= 0 ? &u->joints.item[c->holder[b]] : NULL;
  return a == b || (up && carrier_of(u, c, up->parent) == b) || (down && carrier_of(u, c, down->parent) == a);
}

static void leave_out(dv_robot *u, dv_node *except, const dv_robot_link *a, const dv_robot_link *b)
{
  dv_node *pair = dv_put_list(u, except, NULL, a->mark);
  dv_put_text(u, pair, NULL, a->mark, a->name);
  dv_put_text(u, pair, NULL, a->mark, b->name);
}

static void put_law(dv_robot *u, dv_node *group, dv_mark mark)
{
  double mass = 0, friction = 0, kp = 0;
  for (int i = 0; i < u->links.n; i++) {
    const dv_robot_link *l = &u->links.item[i];
    mass += l->mass;
    kp = fmax(kp, l->contact);
    friction = fmax(friction, l->friction);
    for (int k = 0; k < l->collisions.n; k++) friction = fmax(friction, l->collisions.item[k].friction);
  }
  dv_node *by = dv_put_map(u, group, "by", mark);
  dv_put_text(u, by, "law", mark, "hunt-crossley");
  dv_put_number(u, by, "stiffness", mark, kp > 0 ? fmin(kp, 1e12) : fmax(1, dv_robot_rounded(mass * 9.81 / 1e-3)));
  dv_put_number(u, by, "restitution", mark, 0.5);
  dv_put_number(u, by, "friction", mark, friction > 0 ? fmin(100, friction) : 1);
  dv_put_number(u, by, "deepest", mark, 0.1);
}

void dv_robot_each_other(dv_robot *u)
{
  if (!u->options->each_other) return;
  dv_carried *c = dv_carried_new(u);
  dv_arena *a = u->r->arena;
  bodies *all = DV_TAKE(a, bodies, u->links.n);
  dv_mark mark = {u->file, 0, 0};
  dv_node *of = dv_node_new(a, DV_SEQ, mark), *except = dv_node_new(a, DV_SEQ, mark);
  for (int i = 0; i < u->links.n; i++) {
    dv_robot_link *l = &u->links.item[i];
    all[i] = bodies_of(u, c, i);
    if (!all[i].n) l->collisions.n = 0;
    else dv_put_text(u, of, NULL, l->mark, l->name);
    for (int k = 0; k < i && all[i].n; k++) {
      dv_robot_link *m = &u->links.item[k];
      if (!all[k].n || are_joined(u, c, i, k)) continue;
      verdict v = file_says_apart(u, l->name, m->name) ? NOT_MEANT : judge(&all[i], &all[k]);
      if (v != TOUCH) leave_out(u, except, l, m);
      if (v == OVERLAP)
        dv_robot_note(u, "pairs of links do not touch each other, since they overlap at zero", "%s %s", l->name, m->name);
    }
  }
  if (of->n < 2) return;
  dv_node *group = dv_put_map(u, u->contacts, "self", mark);
  dv_node_append(a, group, "of", of);
  if (except->n) dv_node_append(a, group, "except", except);
  put_law(u, group, mark);
}
