// compare_urdf.c: rigid bodies on hinges and slides, written as a URDF and as a machine file: the same mass matrix, the same
// accelerations, both by `davit eval`. Bodies that stand on anything else are left out, with what they carry.
#include "trial.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  trial *t;
  dv_text urdf, yaml, joints;  // bodies and joints of the machine file apart
  const char *settings;        // positions and rates, for both
  char *taken;                 // [nbody]
  int n;
} writing;

// Turns about the fixed axes x, y, z. Near 90 degrees of pitch yaw takes it all.
static void angles_of(const double R[9], double rpy[3])
{
  double across = hypot(R[0], R[3]);
  rpy[1] = atan2(-R[6], across);
  rpy[0] = across > 1e-9 ? atan2(R[7], R[8]) : 0;
  rpy[2] = across > 1e-9 ? atan2(R[3], R[0]) : atan2(-R[1], R[4]);
}

static void put_body(writing *w, const dv_body_spec *b)
{
  const double *c = b->com, *I = b->inertia;
  dv_text_add(
      &w->urdf,
      "<link name=\"%s\"><inertial><origin xyz=\"%.17g %.17g %.17g\"/><mass value=\"%.17g\"/>"
      "<inertia ixx=\"%.17g\" ixy=\"%.17g\" ixz=\"%.17g\" iyy=\"%.17g\" iyz=\"%.17g\" izz=\"%.17g\"/></inertial></link>\n",
      b->name, c[0], c[1], c[2], b->mass, I[0], I[1], I[2], I[3], I[4], I[5]);
  dv_text_add(&w->yaml, "  %s: {mass: %.17g, com: [%.17g, %.17g, %.17g], inertia: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]}\n",
              b->name, b->mass, c[0], c[1], c[2], I[0], I[3], I[5], I[1], I[2], I[4]);
}

static void put_joint(writing *w, const dv_joint_spec *j, const char *parent, const char *child)
{
  const double *p = j->at.p, *R = j->at.R, *a = j->axis;
  const dv_coordinate_spec *k = j->coordinate;
  int turns = j->type == DV_J_revolute;
  double rpy[3];
  angles_of(R, rpy);
  dv_text_add(&w->urdf,
              "<joint name=\"%s\" type=\"%s\"><parent link=\"%s\"/><child link=\"%s\"/><origin xyz=\"%.17g %.17g %.17g\" "
              "rpy=\"%.17g %.17g %.17g\"/><axis xyz=\"%.17g %.17g %.17g\"/>%s</joint>\n",
              j->name, turns ? "continuous" : "prismatic", parent, child, p[0], p[1], p[2], rpy[0], rpy[1], rpy[2], a[0], a[1],
              a[2], turns ? "" : "<limit lower=\"-1e6\" upper=\"1e6\" effort=\"1e9\" velocity=\"1e6\"/>");
  dv_text_add(&w->joints,
              "  %s: {type: %s, parent: %s, child: %s, axis: [%.17g, %.17g, %.17g], at: {matrix: [[%.17g, %.17g, %.17g, %.17g], "
              "[%.17g, %.17g, %.17g, %.17g], [%.17g, %.17g, %.17g, %.17g]]}}\n",
              j->name, turns ? "revolute" : "prismatic", parent, child, a[0], a[1], a[2], R[0], R[1], R[2], p[0], R[3], R[4],
              R[5], p[1], R[6], R[7], R[8], p[2]);
  w->settings = dv_arena_text(w->t->arena, "%s --set initial.%s=%.17g --set initial.%s.rate=%.17g", w->settings, j->name,
                              k->position, j->name, k->rate);
}

// 1: it is a rigid body on a plain hinge or slide of the world or of one that is taken.
static int fits(const writing *w, const dv_joint_spec *j)
{
  const dv_body_spec *b = &w->t->m->spec->body[j->child];
  int plain = (j->type == DV_J_revolute || j->type == DV_J_prismatic) && j->coordinate->motion == DV_MOVES_FREE;
  double way = 0;
  for (int i = 0; i < 9; i++) way = fmax(way, fabs(j->child_at.R[i] - (i % 4 == 0)));
  for (int i = 0; i < 3; i++) way = fmax(way, fabs(j->child_at.p[i]));
  return plain && way == 0 && !b->elastic && !b->has_full && b->mass > 0 && !w->taken[j->child] &&
         (j->parent < 0 || w->taken[j->parent]);
}

static int write_both(writing *w)
{
  const dv_spec *s = w->t->m->spec;
  dv_diags *d = dv_diags_new(w->t->arena);
  dv_text_add(&w->urdf, "<robot name=\"drawn\"><link name=\"world\"/>\n");
  dv_text_add(&w->yaml, "gravity: 9.81\nbodies:\n");
  for (int again = 1; again;) {
    again = 0;
    for (int i = 0; i < s->njoint; i++) {
      const dv_joint_spec *j = &s->joint[i];
      if (!fits(w, j)) continue;
      put_body(w, &s->body[j->child]);
      put_joint(w, j, j->parent < 0 ? "world" : s->body[j->parent].name, s->body[j->child].name);
      w->taken[j->child] = 1, w->n++, again = 1;
    }
  }
  dv_text_add(&w->urdf, "</robot>\n");
  dv_text_add(&w->yaml, "joints:\n%s", dv_text_all(&w->joints));
  const char *urdf = dv_text_all(&w->urdf), *yaml = dv_text_all(&w->yaml);
  return !w->n || dv_file_write(d, "chains.urdf", urdf, strlen(urdf)) || dv_file_write(d, "chains.yaml", yaml, strlen(yaml));
}

static const dv_json *ask(const writing *w, const char *file)
{
  dv_arena *a = w->t->arena;
  dv_diags *d = dv_diags_new(a);
  size_t n;
  if (system(dv_arena_text(a, "%s eval %s%s --json >chains.json 2>/dev/null", w->t->davit, file, w->settings))) return NULL;
  char *text = dv_file_read(a, d, "chains.json", (dv_mark){NULL, 0, 0}, (size_t)1 << 24, &n);
  return text ? dv_json_read(a, d, "chains.json", text, n) : NULL;
}

static double largest(const dv_json *v)
{
  double most = fabs(v->number);
  for (int i = 0; i < v->n; i++) most = fmax(most, largest(v->item[i]));
  return most;
}

static double apart(const dv_json *a, const dv_json *b)
{
  double most = a->n == b->n ? fabs(a->number - b->number) : HUGE_VAL;
  for (int i = 0; i < a->n && a->n == b->n; i++) most = fmax(most, apart(a->item[i], b->item[i]));
  return most;
}

verdict compare_urdf(trial *t)
{
  static const char *const keys[] = {"mass_matrix", "bias", "acceleration"};
  writing w = {.t = t, .urdf = {.arena = t->arena}, .yaml = {.arena = t->arena}, .joints = {.arena = t->arena}, .settings = ""};
  w.taken = DV_TAKE(t->arena, char, t->m->spec->nbody + 1);
  if (!t->davit || write_both(&w)) return NOT_HERE;
  const dv_json *a = ask(&w, "chains.yaml"), *b = ask(&w, "chains.urdf");
  if (!a || !b) return say(t, "urdf: %s is refused", a ? "chains.urdf" : "chains.yaml");
  for (int i = 0; i < 3; i++) {
    const dv_json *x = dv_json_find(a, keys[i]), *y = dv_json_find(b, keys[i]);
    if (!x || !y) return say(t, "urdf: there is no %s", keys[i]);
    double way = apart(x, y), size = largest(x);
    if (!(way <= 1e-9 * (1e-3 + size))) return say(t, "urdf: %s is %.2e apart, of %.2e", keys[i], way, size);
  }
  return AGREES;
}
