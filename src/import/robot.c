// robot.c: links, joints, names and notes of a robot that is read.
#include "import/robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_SHOWN = 6 };

dv_robot *dv_robot_new(dv_reader *r, const char *file, const dv_import_options *o)
{
  static const dv_import_options none;
  dv_robot *u = DV_TAKE(r->arena, dv_robot, 1);
  u->r = r;
  u->file = file;
  u->options = o ? o : &none;
  dv_node **section[] = {&u->loops, &u->axes, &u->parts, &u->signals, &u->cases, &u->contacts};
  for (size_t i = 0; i < sizeof section / sizeof *section; i++)
    *section[i] = dv_node_new(r->arena, DV_MAP, (dv_mark){file, 0, 0});
  return u;
}

int dv_robot_link_find(const dv_robot *u, const char *name)
{
  for (int i = 0; i < u->links.n; i++)
    if (!strcmp(u->links.item[i].name, name)) return i;
  return -1;
}

int dv_robot_joint_find(const dv_robot *u, const char *name)
{
  for (int i = 0; i < u->joints.n; i++)
    if (!strcmp(u->joints.item[i].name, name)) return i;
  return -1;
}

static int is_reserved(const char *name)
{
  static const char *const word[] = {"world", "t", "pi", "e", "g0"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++)
    if (!strcmp(name, word[i])) return 1;
  return 0;
}

static int in_name(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

const char *dv_robot_name(dv_robot *u, const char *given)
{
  char *name = dv_arena_text(u->r->arena, "%s%s", given, is_reserved(given) ? "_" : "");
  for (char *p = name; *p; p++)
    if (!in_name(*p)) *p = '_';
  return name;
}

static void count(dv_robot *u, dv_tally *t, const char *name)
{
  t->n++;
  if (!name || !*name || t->shown > NAMES_SHOWN) return;
  t->names.arena = u->r->arena;
  if (t->shown++ == NAMES_SHOWN) dv_text_add(&t->names, ", ...");
  else dv_text_add(&t->names, "%s%s", t->shown > 1 ? ", " : "", name);
}

static dv_tally *find_tally(dv_robot *u, int ignored, const char *what)
{
  int n = ignored ? u->ignored.n : u->changed.n;
  dv_tally *item = ignored ? u->ignored.item : u->changed.item;
  for (int i = 0; i < n; i++)
    if (!strcmp(item[i].what, what)) return &item[i];
  dv_tally *t = ignored ? DV_PUSH(u->r->arena, &u->ignored) : DV_PUSH(u->r->arena, &u->changed);
  t->what = what;
  return t;
}

void dv_robot_ignore(dv_robot *u, const char *what, const char *name) { count(u, find_tally(u, 1, what), name); }

int dv_robot_shape_of(dv_robot *u, const char *name, dv_robot_shape *out)
{
  static const struct {
    const char *name;
    dv_shape shape;
  } known[] = {
      {"box",      DV_BOX     },
      {"cylinder", DV_CYLINDER},
      {"capsule",  DV_CAPSULE },
      {"sphere",   DV_SPHERE  },
      {"mesh",     DV_MESH    },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].name, name)) return out->shape = known[i].shape, 0;
  dv_robot_ignore(u, "shapes of another sort", name);
  return 1;
}

void dv_robot_note(dv_robot *u, const char *what, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const char *name = dv_arena_vtext(u->r->arena, format, list);
  va_end(list);
  count(u, find_tally(u, 0, what), name);
}

double dv_robot_rounded(double x)
{
  if (!(x > 0) || !isfinite(x)) return 0;
  int digits = 2 - (int)floor(log10(x));
  double power = pow(10, abs(digits));  // a whole number, so that 83.8 is 838/10
  return digits > 0 ? round(x * power) / power : round(x / power) * power;
}

const char *dv_robot_notes(dv_robot *u)
{
  dv_text t = {.arena = u->r->arena};
  for (int i = 0; i < u->changed.n; i++) {
    const dv_tally *c = &u->changed.item[i];
    dv_text_add(&t, "%s%d %s: %s", t.n ? "\n" : "", c->n, c->what, dv_text_all(&c->names));
  }
  for (int i = 0; i < u->ignored.n; i++) {
    const dv_tally *c = &u->ignored.item[i];
    dv_text_add(&t, "%s%d %s", i ? ", " : t.n ? "\nignored: " : "ignored: ", c->n, c->what);
    if (c->names.n) dv_text_add(&t, " (%s)", dv_text_all(&c->names));
  }
  return t.n ? dv_text_all(&t) : NULL;
}

static const char *unique(dv_robot *u, dv_names *taken, const char *given)
{
  const char *name = dv_robot_name(u, given);
  while (dv_names_add(u->r->arena, taken, name) < 0) name = dv_arena_text(u->r->arena, "%s_", name);
  if (strcmp(name, given) != 0)
    dv_robot_note(u, "names changed (letters, digits, _ and -; unique; not reserved)", "'%s' is '%s'", given, name);
  return name;
}

const char *dv_robot_part_name(dv_robot *u, const char *given) { return unique(u, &u->scope, given); }

dv_robot_link *dv_robot_link_add(dv_robot *u, const char *given, dv_mark mark)
{
  dv_robot_link *l = DV_PUSH(u->r->arena, &u->links);
  l->name = unique(u, &u->bodies, given);
  l->mark = l->mass_mark = l->inertia_mark = mark;
  return l;
}

dv_robot_joint *dv_robot_joint_add(dv_robot *u, const char *given, const char *type, dv_mark mark)
{
  dv_robot_joint *j = DV_PUSH(u->r->arena, &u->joints);
  const char *name = unique(u, &u->scope, given);
  *j = (dv_robot_joint){
      .name = name, .type = type, .mark = mark, .parent = -1, .child = -1, .lower = -HUGE_VAL, .upper = HUGE_VAL};
  return j;
}
