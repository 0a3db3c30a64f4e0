// idle_part.c: parts that exert nothing as they are written, and signals of time that never change.
//
// A bushing without stiffness and damping, a sine without a frequency: each key has a default, and none of those that would do
// something was given. Their laws are asked at places, rates, states and inputs drawn small and large. Who gives a zero means it.
#include "assemble/internal.h"
#include "base/formula_code.h"
#include "base/random_stream.h"

#include <math.h>
#include <string.h>

enum { TRIES = 200, OFTEN = TRIES / 5, SAID = 4, SEED = 20261 };

typedef struct {
  const dv_part_spec *part;
  const dv_kind *kind;
  const double *par;
  dv_cell cell;
  uint64_t seed;
  double size;  // of what is drawn
  int nslot;
  int loose;  // input that may be anything though it is not given; -1: none
} trial;

// A slope under still water, so that whatever asks for them has them.
static void ground(const dv_service *s, const double *at, dv_ground *g)
{
  (void)s;
  *g = (dv_ground){
      .height = 0.1 * at[0], .slope = {0.1, 0}
  };
}

static void water(const dv_service *s, const double *point, dv_water *w)
{
  (void)s;
  *w = (dv_water){
      .density = 1000, .depth = 1 - point[2], .up = {0,   0,    1  },
                .gravity = 9.81, .velocity = {0.3, -0.2, 0.1}
  };
}

static const double none = 1e30;  // what is unlimited

static const dv_service service = {.water = water, .ground = ground, .grounds = 1};

static double drawn(trial *t) { return t->size * (2 * dv_random_unit(&t->seed) - 1); }

static int width(const dv_port *p) { return p->domain == DV_FRAME ? 6 : 1; }

static int is_node(const dv_port *p) { return p->domain == DV_HYDRAULIC || p->domain == DV_ELECTRIC; }

static void draw_pose(trial *t, double *pose)
{
  double q[4], n = 0;
  for (int i = 0; i < 4; i++) q[i] = 2 * dv_random_unit(&t->seed) - 1, n += q[i] * q[i];
  double w = q[0], x = q[1], y = q[2], z = q[3], s = 2 / n;
  const double R[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                       s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                       s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
  memcpy(pose, R, sizeof R);
  for (int i = 9; i < 12; i++) pose[i] = drawn(t);
}

static void draw_ports(trial *t)
{
  double *pose = (double *)(uintptr_t)t->cell.pose, *pos = (double *)(uintptr_t)t->cell.pos;
  for (int i = 0, slot = 0; i < t->kind->nport; i++) {
    const dv_port *p = &t->kind->port[i];
    double pressure = p->domain == DV_HYDRAULIC ? 1e7 : 10;
    for (int end = slot + width(p); slot < end; slot++) {
      t->cell.effort[slot] = is_node(p) ? pressure * drawn(t) : 0;
      t->cell.flow[slot] = is_node(p) ? 0 : drawn(t);
      pos[slot] = drawn(t);
    }
    if (p->domain == DV_FRAME) draw_pose(t, pose), pose += 12;
  }
}

static int is_open(const dv_part_spec *p, int i)
{
  const dv_param *q = &p->as->param[i];
  return !(p->given && p->given[i]) && ((q->def == 0 && q->hi > 0) || fabs(q->def) >= none);
}

static int is_open_input(const dv_part_spec *p, int i)
{
  return !p->in[i].given && (p->as->in[i].reads & DV_OPTIONAL_ONE) == DV_OPTIONAL;
}

// A bare number stays what it is, what is not connected is at rest, and a signal may be anything.
static double input(trial *t, int i)
{
  const dv_input_spec *in = &t->part->in[i];
  const dv_quantity *q = &t->kind->in[i];
  if (t->loose == i) return q->nominal * drawn(t);
  if (!in->given) return (q->reads & DV_OPTIONAL_ONE) == DV_OPTIONAL_ONE;
  return in->formula.code[0].op == DV_OP_CONST ? in->formula.constant[0] : q->nominal * drawn(t);
}

static void draw(trial *t)
{
  const dv_kind *k = t->kind;
  double *x = (double *)(uintptr_t)t->cell.x, *in = (double *)(uintptr_t)t->cell.in;
  t->size = exp(16 * dv_random_unit(&t->seed) - 8);
  t->cell.t = fabs(drawn(t));
  draw_ports(t);
  for (int i = 0; i < k->nstate; i++) x[i] = k->state[i].nominal * drawn(t);
  // often what touches does, whatever the size of the rest
  for (int i = 0; i < k->ndiscrete; i++) t->cell.d[i] = k->discrete[i].nominal * (dv_random_unit(&t->seed) < 0.5 ? 1 : drawn(t));
  for (int i = 0; i < k->nin; i++) in[i] = input(t, i);
}

// 1: an answer that is not zero.
static int exerts(const trial *t)
{
  for (int i = 0, slot = 0; i < t->kind->nport; i++) {
    const dv_port *p = &t->kind->port[i];
    const double *answer = is_node(p) ? t->cell.flow : t->cell.effort;
    for (int end = slot + width(p); slot < end; slot++)
      if (p->role != DV_WATCHES && p->role != DV_FIXES && answer[slot] != 0) return 1;
  }
  return 0;
}

// In how many of the tries it does something, up to `most`.
static int acts(trial *t, int most)
{
  double first = NAN;
  int n = 0;
  t->seed = SEED;
  for (int i = 0; i < TRIES && n < most; i++) {
    draw(t);
    if (t->kind->signal) t->kind->signal(t->par, &t->cell);
    if (t->kind->answer) t->kind->answer(t->par, &t->cell);
    if (!i) first = t->cell.out[0];
    n += t->kind->answer ? exerts(t) : t->cell.out[0] != first;
  }
  return n;
}

// What it is for is an answer on its ports, or a value that changes with time, and nothing but numbers decides.
static int is_plain(const dv_part_spec *p)
{
  const dv_kind *k = p->as;
  int signal = !k->nport && !k->nin && k->signal && k->smooth > 0 && k->nparam > 1;
  int acts = k->nport && k->answer && !k->publish && !k->inertia && !k->field && !k->profile && !k->seizes;
  if (dv_kind_states(k, p->option) || k->each || k->bond || k->formula || k->own ||
      (k->service & ~(DV_ASKS_WATER | DV_ASKS_GROUND)))
    return 0;
  for (int i = 0; i < k->ntable; i++)
    if (p->table[i].rows) return 0;
  for (int i = 0; i < k->nparam; i++)
    if (p->given && p->given[i] && p->param[i] == 0) return 0;
  for (int i = 0; i < k->nin; i++)
    if (p->in[i].given && p->in[i].formula.code[0].op == DV_OP_CONST && p->in[i].formula.constant[0] == 0) return 0;
  return signal || acts;
}

// 1: with that key beside those that are given it would often do something. What is unlimited by itself may be the place of a
// stop. key: a parameter, then inputs.
static int would_act(trial *t, const double *own, double *par, int key)
{
  const dv_kind *k = t->kind;
  memcpy(par, own, (size_t)k->npar * sizeof(double));
  if (key < k->nparam) par[key] = k->param[key].def == 0 ? fmin(1, k->param[key].hi) : 0;
  t->loose = key - k->nparam;
  t->par = par;
  if (k->prepare) k->prepare(par, &t->cell);
  return acts(t, OFTEN) == OFTEN;
}

// The first few keys each of which would make it act; NULL: none does alone. It is a gauge then, or a contact that the tries do
// not meet.
static const char *missing(trial *t, dv_arena *a)
{
  const dv_part_spec *p = t->part;
  const dv_kind *k = t->kind;
  const double *own = t->par;
  double *par = DV_TAKE(a, double, k->npar + 1);
  const char *text = NULL;
  for (int i = 0, n = 0; i < k->nparam + k->nin && n < SAID; i++) {
    int is_param = i < k->nparam, m = i - k->nparam;
    const char *name = is_param ? k->param[i].name : k->in[m].name;
    if (!(is_param ? is_open(p, i) : is_open_input(p, m)) || !would_act(t, own, par, i)) continue;
    text = n++ ? dv_arena_text(a, "%s, %s", text, name) : name;
  }
  return text;
}

void dv_tell_idle_part(dv_assembler *c, const dv_part_spec *p, const double *par, const dv_cell *prepared)
{
  const dv_kind *k = p->as;
  if (p - c->part.item >= c->spec->npart || !is_plain(p)) return;
  trial t = {.part = p, .kind = k, .par = par, .cell = *prepared, .loose = -1};
  int frames = 0, roots = k->nroot > 0 ? k->nroot : 0;
  for (int i = 0; i < k->nport; i++) t.nslot += width(&k->port[i]), frames += k->port[i].domain == DV_FRAME;
  double *at = DV_TAKE(c->arena, double, 4 * t.nslot + 12 * frames + 2 * k->nstate + k->ndiscrete + k->nin + k->nout + roots + 1);
  t.cell.effort = at, t.cell.flow = at += t.nslot, t.cell.capacity = at += t.nslot, t.cell.pos = at += t.nslot;
  t.cell.pose = at += t.nslot;
  t.cell.x = at += 12 * frames, t.cell.dx = at += k->nstate, t.cell.d = at += k->nstate;
  t.cell.in = at += k->ndiscrete, t.cell.out = at += k->nin, t.cell.root = at += k->nout;
  t.cell.service = &service;
  const char *keys = acts(&t, 1) ? NULL : missing(&t, c->arena);
  if (!keys) return;
  const char *what = k->answer ? "exerts nothing as it is written, whatever moves" : "is the same at all times as it is written";
  dv_diag_add(c->diags, DV_WARNING, p->mark, dv_arena_text(c->arena, "give it one of: %s", keys), "'%s' (%s) %s", p->name,
              k->name, what);
}
