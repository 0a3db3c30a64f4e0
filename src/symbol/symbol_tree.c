// symbol_tree.c: the machine's tree: links with their motion, coordinates, rates, and q' = N v. All coordinates are free.
#include "symbol/machine.h"

#include "spec/joint_type.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int has_parameter(const dv_symbol_machine *m, const char *name)
{
  return m->symbols->parameters && dv_doc_find(m->symbols->parameters, name);
}

// Its own name, unless a parameter has that.
static const char *name_of(dv_symbol_machine *m, const char *name)
{
  return has_parameter(m, name) ? dv_arena_text(m->ring->arena, "%s.position", name) : name;
}

static dv_symbol_link *add_link(dv_symbol_machine *m, int parent, dv_pose at)
{
  dv_symbol_link *l = &m->link[m->nlink++];
  *l = (dv_symbol_link){.parent = parent, .at = at, .rate = m->nv};
  return l;
}

static dv_symbol_rate *add_rate(dv_symbol_machine *m, const char *name, const char *of)
{
  dv_symbol_link *l = &m->link[m->nlink - 1];
  dv_symbol_rate *v = &m->v[m->nv++];
  dv_atom atom = {.name = name, .value = 1, .sort = DV_RATE, .unit = ""};
  *v = (dv_symbol_rate){.name = name, .of = of, .atom = dv_ring_atom(m->ring, atom), .link = m->nlink - 1, .whole = -1};
  l->nrate++;
  return v;
}

// How large a coordinate becomes, for pruning.
static double reach(const dv_coordinate_spec *c)
{
  double x = fabs(c->position);
  if (isfinite(c->lower)) x = fmax(x, fabs(c->lower));
  if (isfinite(c->upper)) x = fmax(x, fabs(c->upper));
  return x > 0 ? x : 1;
}

static dv_symbol_coordinate *add_coordinate(dv_symbol_machine *m, const char *name)
{
  dv_symbol_coordinate *q = &m->q[m->nq++];
  *q = (dv_symbol_coordinate){.name = name, .angle = -1, .atom = -1};
  return q;
}

static dv_pv times_axis(dv_ring *r, const double e[3], dv_poly c)
{
  dv_pv v;
  for (int i = 0; i < 3; i++) v.x[i] = dv_poly_scale(r, c, fabs(e[i]) < 1e-15 ? 0 : e[i]);
  return v;
}

// One step of a joint: turns about e and slides along it.
static void add_step(dv_symbol_machine *m, const dv_joint_spec *j, int step, int parent, dv_pose X)
{
  dv_ring *r = m->ring;
  const dv_coordinate_spec *c = &j->coordinate[dv_joint_rows[j->type].step[step].at];
  const dv_primitive *p = dv_joint_primitive(j->type, step);
  const dv_node *n = dv_symbol_node(m, "joints", j->name);
  double e[3], number = p->pitched ? dv_primitive_number(p, j->pitch) : 0, turns = dv_primitive_turn(p, number);
  dv_poly slides = dv_poly_number(r, p->slides);
  dv_pose motion = {0};
  dv_joint_direction(j, step, e);
  if (p->pitched > 0) slides = dv_poly_add(r, slides, dv_symbol_number(m->symbols, n ? dv_doc_find(n, "pitch") : NULL, j->pitch));
  dv_symbol_coordinate *q = add_coordinate(m, name_of(m, c->name));
  dv_atom atom = {
      .name = q->name, .value = turns != 0 ? c->position : reach(c), .sort = DV_COORDINATE, .unit = c->rotary ? "rad" : "m"};
  if (turns != 0) q->angle = dv_ring_angle(r, atom, turns);
  dv_poly cosine = turns != 0 ? dv_poly_trig(r, q->angle, 0) : dv_poly_number(r, 1),
          sine = turns != 0 ? dv_poly_trig(r, q->angle, 1) : dv_poly_number(r, 0);
  motion.R = dv_pm_turn(r, e, cosine, sine);
  if (slides.n) {
    q->atom = dv_ring_atom(r, atom);
    motion.p = times_axis(r, e, dv_poly_times(r, slides, dv_poly_atom(r, q->atom)));
  }
  add_link(m, parent, dv_pose_times(r, X, motion));
  dv_symbol_rate *v = add_rate(m, dv_arena_text(r->arena, "%s.rate", c->name), c->name);
  v->turn = times_axis(r, e, dv_poly_number(r, turns));
  v->slide = times_axis(r, e, slides);
}

static dv_pm attitude(dv_ring *r, const int atom[4])
{
  dv_poly w = dv_poly_atom(r, atom[0]), u[3];
  dv_pm R;
  for (int i = 0; i < 3; i++) u[i] = dv_poly_atom(r, atom[1 + i]);
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    dv_sum_begin(r);
    dv_sum_term(r, 0, 0, 1);
    dv_sum_product(r, u[y], u[y], -2);
    dv_sum_product(r, u[z], u[z], -2);
    R.x[4 * i] = dv_sum_end(r);
    for (int side = -1; side <= 1; side += 2) {
      dv_sum_begin(r);
      dv_sum_product(r, u[y], u[z], 2);
      dv_sum_product(r, w, u[i], 2 * side);
      R.x[side < 0 ? 3 * y + z : 3 * z + y] = dv_sum_end(r);
    }
  }
  return R;
}

static int whole_atom(dv_symbol_machine *m, const dv_joint_spec *j, const char *suffix, double value)
{
  const char *name = name_of(m, dv_arena_text(m->ring->arena, "%s.%s", j->name, suffix));
  dv_symbol_coordinate *q = add_coordinate(m, name);
  return q->atom = dv_ring_atom(m->ring, (dv_atom){.name = name, .value = value, .sort = DV_COORDINATE, .unit = ""});
}

// A ball or free joint that moves as a whole.
static void add_whole(dv_symbol_machine *m, const dv_joint_spec *j, int parent, dv_pose X)
{
  static const char *const q[] = {"x", "y", "z", "qw", "qx", "qy", "qz"}, *const v[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  int slides = dv_joint_slides(j) ? 3 : 0, atom[7];
  dv_pose motion = {0};
  for (int i = 3 - slides; i < 7; i++) atom[i] = whole_atom(m, j, q[i], 1);
  for (int i = 0; i < slides; i++) motion.p.x[i] = dv_poly_atom(m->ring, atom[i]);
  motion.R = attitude(m->ring, atom + 3);
  add_link(m, parent, dv_pose_times(m->ring, X, motion));
  for (int i = 3 - slides; i < 6; i++) {
    const char *name = dv_arena_text(m->ring->arena, "%s.%s", j->name, v[i]);
    dv_symbol_rate *k = add_rate(m, name, name);
    double e[3] = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
    *(i < 3 ? &k->slide : &k->turn) = dv_pv_numbers(m->ring, e);
    k->whole = i - (3 - slides);
    k->slides = slides;
  }
}

// Lengths of its place that are numbers get names.
static void name_place(dv_symbol_machine *m, const dv_joint_spec *j, dv_pose *X)
{
  double c;
  for (int i = 0; i < 3; i++)
    if (dv_poly_is_number(X->p.x[i], &c)) X->p.x[i] = dv_symbol_named(m->symbols, NULL, c, "m", "p_%s_%c", j->name, "xyz"[i]);
}

static void add_joint(dv_symbol_machine *m, int joint)
{
  const dv_joint_spec *j = &m->spec->joint[joint];
  const dv_node *n = dv_symbol_node(m, "joints", j->name), *at = n ? dv_doc_find(n, "at") : NULL;
  const dv_body_spec *on = j->parent < 0 ? &m->spec->world : &m->spec->body[j->parent];
  int parent = j->parent < 0 ? -1 : m->seat[j->parent], steps = j->ncoordinate ? dv_joint_steps(j->type) : 0;
  dv_pose X = dv_symbol_frame(m, at, on, &j->at), none = dv_symbol_frame(m, NULL, &m->spec->world,
                                                                         &(dv_placement){
                                                                             {1,  0, 0, 0, 1, 0, 0, 0, 1},
                                                                             {0}
  });
  name_place(m, j, &X);
  for (int k = 0; k < steps; k++) {
    add_step(m, j, k, parent, X);
    parent = m->nlink - 1;
    X = none;
  }
  if (!steps && dv_joint_is_whole(j)) {
    add_whole(m, j, parent, X);
    parent = m->nlink - 1;
    X = none;
  }
  add_link(m, parent, dv_pose_times(m->ring, X, dv_symbol_child_at(m, at, &j->child_at)));
  m->seat[j->child] = m->nlink - 1;
  dv_symbol_body(m, j->child, &m->link[m->nlink - 1]);
}

// What hangs on a body follows it, in the order of the file: the order of the engine's rates.
static void walk(dv_symbol_machine *m, int body)
{
  for (int i = 0; i < m->spec->njoint; i++)
    if (m->spec->joint[i].parent == body) {
      add_joint(m, i);
      walk(m, m->spec->joint[i].child);
    }
}

// Quaternion: half of q o (0, w) along each w; place: R along each v.
static void whole_rates(dv_symbol_machine *m, int iq, int iv, int slides)
{
  static const int other[3][4] = {
      {-2, 1,  4,  -3},
      {-3, -4, 1,  2 },
      {-4, 3,  -2, 1 }
  };  // +-(1 + component) of q', by w
  dv_ring *r = m->ring;
  int atom[4];
  for (int i = 0; i < 4; i++) atom[i] = m->q[iq + slides + i].atom;
  dv_pm own = attitude(r, atom);
  for (int i = 0; i < slides; i++)
    for (int k = 0; k < slides; k++) m->N[(iq + i) * m->nv + iv + k] = own.x[3 * i + k];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 4; i++) {
      int from = other[k][i];
      m->N[(iq + slides + i) * m->nv + iv + slides + k] =
          dv_poly_scale(r, dv_poly_atom(r, atom[abs(from) - 1]), from < 0 ? -0.5 : 0.5);
    }
}

static void coordinate_rates(dv_symbol_machine *m)
{
  m->N = DV_TAKE(m->ring->arena, dv_poly, m->nq * m->nv);
  for (int iq = 0, iv = 0; iv < m->nv;) {
    if (m->v[iv].whole < 0) {
      m->N[iq++ * m->nv + iv] = dv_poly_number(m->ring, 1);
      iv++;
      continue;
    }
    int slides = m->v[iv].slides;
    whole_rates(m, iq, iv, slides);
    iq += slides + 4, iv += slides + 3;
  }
}

static int refuse(dv_diags *d, dv_mark mark, const char *remedy, const char *what, const char *name)
{
  dv_diag_add(d, DV_ERROR, mark, remedy, what, name);
  return -1;
}

static int has_formulas(const dv_symbol_machine *m, dv_diags *d)
{
  const dv_spec *s = m->spec;
  int rates = 0;
  for (int i = 0; i < s->nbody; i++)
    if (s->body[i].elastic && s->body[i].elastic->nmode)
      return refuse(d, s->body[i].mark, "give it no modes, or leave out --symbolic",
                    "body '%s' is elastic: its mode shapes are tables of numbers, so that there are no formulas",
                    s->body[i].name);
  for (int i = 0; i < s->njoint; i++)
    rates += s->joint[i].ncoordinate ? s->joint[i].ncoordinate : dv_joint_is_whole(&s->joint[i]) ? 6 : 0;
  if (rates <= DV_SYMBOL_RATES && s->njoint <= 8 * DV_SYMBOL_RATES) return 0;
  return refuse(d, s->joint[0].mark, "leave out --symbolic", "formulas are for machines of at most %s rates",
                dv_arena_text(m->ring->arena, "%d", DV_SYMBOL_RATES));
}

int dv_symbol_tree(dv_symbol_machine *m, dv_diags *d)
{
  const dv_spec *s = m->spec;
  dv_arena *a = m->ring->arena;
  if (has_formulas(m, d)) return -1;
  m->link = DV_TAKE(a, dv_symbol_link, 7 * s->njoint + 1);
  m->q = DV_TAKE(a, dv_symbol_coordinate, 7 * s->njoint + 1);
  m->v = DV_TAKE(a, dv_symbol_rate, 6 * s->njoint + 1);
  m->seat = DV_TAKE(a, int, s->nbody + 1);
  for (int i = 0; i < s->nbody; i++) m->seat[i] = -1;
  const dv_node *gravity = dv_doc_find(m->symbols->root, "gravity");
  for (int i = 0; i < 3; i++) {
    const dv_node *n = gravity && gravity->type == DV_SEQ && i < gravity->n ? gravity->item[i] : NULL;
    m->gravity.x[i] = dv_symbol_number(m->symbols, n, s->gravity[i]);
  }
  if (gravity && gravity->type == DV_SCALAR)
    m->gravity.x[2] = dv_poly_scale(m->ring, dv_symbol_number(m->symbols, gravity, -s->gravity[2]), -1);
  walk(m, -1);
  coordinate_rates(m);
  return 0;
}
