// draw_skeleton.c: a tree of bodies, each on a joint of any type, some elastic.
#include "draft.h"

#include <string.h>

typedef struct {
  const char *type;
  int n;                  // scalar coordinates
  const char *suffix[3];  // "": named after the joint
  int rotary[3], weight;  // weight: how often, of all
  int tied;               // 1: some coordinates follow others
} joint_row;

static const joint_row joint_rows[] = {
    {"revolute",    1, {""},                {1},       8, 0},
    {"prismatic",   1, {""},                {0},       5, 0},
    {"helical",     1, {""},                {1},       1, 0},
    {"cylindrical", 2, {"slide", "angle"},  {0, 1},    1, 0},
    {"universal",   2, {"a", "b"},          {1, 1},    2, 0},
    {"planar",      3, {"x", "y", "angle"}, {0, 0, 1}, 2, 0},
    {"gimbal",      3, {"a", "b", "c"},     {1, 1, 1}, 1, 0},
    {"homokinetic", 3, {"a", "b", "c"},     {1, 1, 1}, 1, 1},
    {"curve",       2, {"x", "y"},          {0, 0},    1, 1},
    {"ball",        0, {""},                {0},       2, 0},
    {"free",        0, {""},                {0},       2, 0},
    {"fixed",       0, {""},                {0},       1, 0},
};

static const joint_row *pick(draft *d)
{
  int all = 0;
  for (int i = 0; i < (int)(sizeof joint_rows / sizeof *joint_rows); i++) all += joint_rows[i].weight;
  int at = whole(&d->rnd, all);
  const joint_row *r = joint_rows;
  while (at >= r->weight) at -= r++->weight;
  return r;
}

static dv_node *numbers(draft *d, int n, double size)
{
  dv_node *list = node_list(d->arena);
  for (int i = 0; i < n; i++) node_put(d->arena, list, NULL, quantity(d, between(&d->rnd, -size, size), ""));
  return list;
}

// A box of the machine's size: its inertia is that of something.
static void rigid(draft *d, dv_node *body)
{
  double m = about(&d->rnd, d->mass, 3), s[3], J[6] = {0};
  for (int i = 0; i < 3; i++) s[i] = d->size * between(&d->rnd, 0.1, 0.6);
  for (int i = 0; i < 3; i++) J[i] = m / 12 * (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]);
  int full = chance(&d->rnd, 0.3);
  for (int i = 3; full && i < 6; i++) J[i] = 0.05 * between(&d->rnd, -1, 1) * fmin(J[0], fmin(J[1], J[2]));
  if (chance(&d->rnd, 0.15)) {
    dv_node *solid = node_put(d->arena, body, "solid", node_map(d->arena));
    node_put(d->arena, solid, "box", node_numbers(d->arena, s, 3));
    node_put(d->arena, solid, "mass", quantity(d, m, "kg"));
    node_put(d->arena, solid, "at", place(d, 0.3 * d->size));
    return;
  }
  node_put(d->arena, body, "mass", quantity(d, m, "kg"));
  node_put(d->arena, body, "com", numbers(d, 3, 0.3 * d->size));
  node_put(d->arena, body, "inertia", node_numbers(d->arena, J, full ? 6 : 3));
}

static void points(draft *d, const char *name, dv_node *body, double length)
{
  dv_node *map = node_put(d->arena, body, "points", node_map(d->arena));
  for (int i = 1 + whole(&d->rnd, 3); i > 0; i--) {
    const char *p = fresh(d, "p");
    dv_node *at = numbers(d, 3, 0.5 * d->size);
    if (length > 0) at->item[0] = quantity(d, length * between(&d->rnd, 0, 1), "m");
    node_put(d->arena, map, p, at);
    names_add(d, &d->points, dv_arena_text(d->arena, "%s.%s", name, p));
  }
}

// On the curve, and with equal halves.
static void start_tied(draft *d, const joint_row *r, dv_node *j)
{
  double size = about(&d->rnd, 0.5, 3), x = between(&d->rnd, -0.5, 0.5), at[3] = {x, between(&d->rnd, -0.7, 0.7), x};
  if (r->n == 2) {
    at[1] = x * x / size;
    node_put(d->arena, j, "curve", node_text(d->arena, "y - x^2/(%.17g [m])", size));
  }
  node_put(d->arena, j, "position", node_numbers(d->arena, at, r->n));
}

static void start(draft *d, const joint_row *r, dv_node *j)
{
  if (r->tied) start_tied(d, r, j);
  else if (r->n == 1) {
    if (chance(&d->rnd, 0.7))
      node_put(d->arena, j, "position",
               quantity(d, between(&d->rnd, -1, 1) * (r->rotary[0] ? 1 : d->size), r->rotary[0] ? "rad" : "m"));
    if (chance(&d->rnd, 0.6)) node_put(d->arena, j, "rate", quantity(d, between(&d->rnd, -1, 1), r->rotary[0] ? "rad/s" : "m/s"));
  } else if (r->n) {
    node_put(d->arena, j, "position", numbers(d, r->n, 0.7));
    if (chance(&d->rnd, 0.6)) node_put(d->arena, j, "rate", numbers(d, r->n, 1));
  } else if (strcmp(r->type, "fixed")) {
    int is_free = !strcmp(r->type, "free");
    dv_node *p = node_put(d->arena, j, "position", node_map(d->arena));
    if (is_free) node_put(d->arena, p, "xyz", numbers(d, 3, d->size));
    node_put(d->arena, p, "rpy", numbers(d, 3, 1.2));
    if (chance(&d->rnd, 0.7)) node_put(d->arena, j, "rate", numbers(d, is_free ? 6 : 3, 1));
  }
}

static void axes_of(draft *d, const joint_row *r, dv_node *j)
{
  static const char *const letter[] = {"x", "y", "z", "-x", "-y", "-z"};
  if (!strcmp(r->type, "helical")) node_put(d->arena, j, "pitch", quantity(d, about(&d->rnd, 0.05, 3), "m/rad"));
  if (r->tied || !strcmp(r->type, "universal") || !strcmp(r->type, "gimbal") || !r->n) return;
  if (chance(&d->rnd, 0.7)) node_put(d->arena, j, "axis", node_text(d->arena, "%s", letter[whole(&d->rnd, 6)]));
  else node_put(d->arena, j, "axis", numbers(d, 3, 1));
}

// Some coordinates of a joint that has several are locked or driven. Returns 1 if all stay free.
static int partly(draft *d, const joint_row *r, dv_node *j)
{
  static const char *const of_free[] = {"x", "y", "z", "roll", "pitch", "yaw"};
  int is_free = !strcmp(r->type, "free"), n = r->n ? r->n : is_free ? 6 : 0;
  if (!n || !chance(&d->rnd, 0.15)) return 1;
  dv_node *m = node_put(d->arena, j, "motion", node_map(d->arena));
  for (int i = 0; i < n; i++) {
    const char *name = is_free ? of_free[i] : r->suffix[i], *by = names_pick(d, &d->smooth);
    if (by && chance(&d->rnd, 0.2))
      node_put(d->arena, node_put(d->arena, m, name, node_map(d->arena)), "prescribed", node_text(d->arena, "%s", by));
    else if (chance(&d->rnd, 0.4)) node_put(d->arena, m, name, node_text(d->arena, "locked"));
  }
  if (chance(&d->rnd, 0.2)) node_put(d->arena, m, "others", node_text(d->arena, "locked"));
  if (m->n) node_drop_key(j, "rate"), node_drop_key(j, "position");
  else node_drop_key(j, "motion");
  return 0;
}

// Limits, friction, and what moves it. Returns 1 if its coordinates stay free.
static int habits(draft *d, const joint_row *r, dv_node *j)
{
  if (r->tied) return 0;
  if (r->n != 1) return partly(d, r, j);
  if (chance(&d->rnd, 0.1)) {
    dv_node *l = node_put(d->arena, j, "limits", node_map(d->arena));
    node_put(d->arena, l, "lower", quantity(d, between(&d->rnd, -1.2, -1), ""));
    node_put(d->arena, l, "upper", quantity(d, between(&d->rnd, 1, 1.2), ""));
    node_put(d->arena, l, "stiffness", quantity(d, about(&d->rnd, 1000, 3), ""));
    node_put(d->arena, l, "damping", quantity(d, about(&d->rnd, 5, 3), ""));
  }
  if (chance(&d->rnd, 0.15)) {
    dv_node *f = node_put(d->arena, j, "friction", node_map(d->arena));
    node_put(d->arena, f, "viscous", quantity(d, about(&d->rnd, 1, 5), ""));
    if (chance(&d->rnd, 0.3)) node_put(d->arena, f, "coulomb", quantity(d, about(&d->rnd, 0.5, 3), ""));
  }
  const char *by = names_pick(d, &d->smooth);
  if (by && chance(&d->rnd, 0.12)) {
    node_drop_key(j, "rate"), node_drop_key(j, "position");
    node_put(d->arena, node_put(d->arena, j, "motion", node_map(d->arena)), "prescribed", node_text(d->arena, "%s", by));
    return 0;
  }
  if (!chance(&d->rnd, 0.08)) return 1;
  node_drop_key(j, "rate");
  node_put(d->arena, j, "motion", node_text(d->arena, chance(&d->rnd, 0.5) ? "locked" : "welded"));
  return 0;
}

static void tell_names(draft *d, const joint_row *r, const char *name, int is_free)
{
  for (int i = 0; i < r->n; i++) {
    const char *c = *r->suffix[i] ? dv_arena_text(d->arena, "%s.%s", name, r->suffix[i]) : name;
    names_add(d, r->rotary[i] ? &d->rotary : &d->linear, c);
    if (is_free) names_add(d, &d->coordinates, c);
    names_add(d, &d->readable, c);
    names_add(d, &d->readable, dv_arena_text(d->arena, "%s.rate", c));
  }
}

// Places in the world are read by formulas unless the machine shall not know its axes.
static void tell_places(draft *d, const char *name)
{
  static const char *const what[] = {"x", "y", "z", "vx", "vy", "vz", "yaw"};
  if (d->isotropic) return;
  const char *at = chance(&d->rnd, 0.7) && d->points.n ? d->points.item[d->points.n - 1] : name;
  names_add(d, &d->readable, dv_arena_text(d->arena, "%s.%s", at, what[whole(&d->rnd, 7)]));
}

static void link_of(draft *d)
{
  const char *name = fresh(d, "b"), *joint = fresh(d, "j"), *parent = names_pick(d, &d->bearers);
  const joint_row *r = pick(d);
  dv_node *body = node_map(d->arena), *j = node_map(d->arena);
  double length = chance(&d->rnd, 0.2) ? d->size * between(&d->rnd, 1, 3) : 0;
  int before = d->points.n;
  if (length > 0) draw_elastic(d, body, length);
  else rigid(d, body);
  points(d, name, body, length);
  node_put(d->arena, node_section(d->arena, d->root, "bodies"), name, body);
  node_put(d->arena, j, "type", node_text(d->arena, "%s", r->type));
  node_put(d->arena, j, "child", node_text(d->arena, "%s", name));
  if (!chance(&d->rnd, 0.75)) parent = NULL;
  if (parent) node_put(d->arena, j, "parent", node_text(d->arena, "%s", parent));
  int otherwise = (parent || !d->isotropic) && chance(&d->rnd, 0.15);  // compare_rotated.c places those on the world anew
  node_put(d->arena, j, "at", otherwise ? place_otherwise(d, d->size, parent) : place(d, d->size));
  axes_of(d, r, j);
  start(d, r, j);
  int is_free = habits(d, r, j);
  if (!draft_try(d, "joints", joint, j)) {
    node_drop_key(node_section(d->arena, d->root, "bodies"), name);
    d->points.n = before;
    return;
  }
  names_add(d, &d->bodies, name);
  names_add(d, &d->bearers, name);
  const dv_node *motion = dv_doc_find(j, "motion");
  if (!motion || !motion->text || strcmp(motion->text, "welded")) tell_names(d, r, joint, is_free);
  tell_places(d, name);
}

void draw_skeleton(draft *d)
{
  double gravity[3] = {between(&d->rnd, -5, 5), between(&d->rnd, -5, 5), -9.81};
  if (chance(&d->rnd, 0.1)) node_put(d->arena, d->root, "gravity", node_text(d->arena, "0"));
  else if (chance(&d->rnd, 0.15)) node_put(d->arena, d->root, "gravity", node_numbers(d->arena, gravity, 3));
  for (int i = 1 + whole(&d->rnd, 5); i > 0 || !d->bodies.n; i--) link_of(d);
}
