// elastic.c: elastic bodies in the trees: fields of beams, sites on them, their scratch.
//
// A beam's frame is the link's; fields are given in beam axes (x along the beam) and turned into link axes here. Whatever is
// attached to an elastic body (joints, points, ends of cylinders) sits on a site at its place along the beam; beyond the ends and
// beside the axis it moves with the nearest section.
#include "assemble/internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

int dv_is_elastic(const dv_body_spec *b) { return b->elastic && b->elastic->nmode > 0; }

// What hangs on an elastic body hangs on sites; so that section loads can be told apart, also on a rigid beam with stations.
int dv_has_sites(const dv_assembler *c, const dv_tree_draft *t, const dv_body_spec *b)
{
  return dv_is_elastic(b) || (t == &c->seen && b->elastic && b->elastic->nstation);
}

// Beam axes in link axes.
dv_placement dv_beam_axes(const dv_elastic_spec *e, const dv_placement *seat)
{
  dv_placement P = dv_place_identity;
  memset(P.R, 0, sizeof P.R);
  for (int i = 0; i < 3; i++) P.R[3 * ((e->axis + i) % 3) + i] = 1;
  return dv_place_times(*seat, P);
}

static void turn(const dv_placement *X, const double *a, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = X->R[3 * i] * a[0] + X->R[3 * i + 1] * a[1] + X->R[3 * i + 2] * a[2];
}

static dv_link *link_at(dv_assembler *c, const dv_tree_draft *t, int i)
{
  return dv_builder_at(c->b, (dv_section_id)t->section, i);
}

// Numbers as skeleton/beam_link.h wants them: e, Jpsi, N, nodes; J goes to the link's inertia.
int dv_elastic_field(dv_assembler *c, const dv_placement *X, const dv_beam_field *f, int modes, double *I)
{
  int head = 3 + 3 * modes + modes * modes, n = head + f->n * f->stride;
  double *number = DV_TAKE(c->arena, double, n), e[3] = {1, 0, 0};
  turn(X, e, number);
  for (int k = 0; k < modes; k++) turn(X, f->Jpsi + 3 * k, number + 3 + 3 * k);
  memcpy(number + 3 + 3 * modes, f->N, (size_t)(modes * modes) * sizeof(double));
  for (int i = 0; i < f->n; i++) {
    const double *from = f->node + f->stride * i;
    double *to = number + head + f->stride * i;
    memcpy(to, from, (size_t)f->stride * sizeof(double));
    turn(X, from + 1, to + 1);
    for (int j = 0; j < 3; j++) to[1 + j] += from[0] * X->p[j];
    for (int k = 0; k < modes; k++) turn(X, from + 4 + 3 * k, to + 4 + 3 * k);
  }
  for (int i = 0, m = 0; i < 3; i++)
    for (int k = i; k < 3; k++, m++)
      for (int a = 0; a < 3; a++) I[m] += X->R[3 * i + a] * f->J[a] * X->R[3 * k + a];
  return dv_number_add(c, number, n);
}

void dv_elastic_link(dv_assembler *c, dv_tree_draft *t, int body)
{
  const dv_body_spec *b = &c->spec->body[body];
  const dv_elastic_spec *e = b->elastic;
  dv_placement X = dv_beam_axes(e, &t->seat[body].at);
  dv_beam_field f = e->beam ? dv_beam_field_beyond(c->arena, e->beam, 0) : dv_modal_field(c->arena, e->table);
  double I[6] = {0};
  int shape = dv_elastic_field(c, &X, &f, e->nmode, I);
  dv_link *l = link_at(c, t, t->seat[body].link);
  double *num = DV_AT(c->b, double, NUMBER, l->num);
  for (int i = 0; i < 6; i++) num[16 + i] += I[i];
  l->body = DV_BEAM;
  l->modes = e->nmode;
  l->mq = t->nq;
  l->mv = t->nv;
  l->nodes = f.n;
  l->shortens = e->data.shortens;
  l->shape = shape;
  for (int k = 0; k < e->nmode && t == &c->fast; k++) dv_remember(c, e->mode[k].name, &e->mode[k], t->nq + k, t->nv + k);
  t->nq += e->nmode;
  t->nv += e->nmode;
  if (b->has_full && t == &c->fast)
    dv_diag_add(c->diags, DV_ERROR, b->mark, "put it on a rigid body that is fixed to the beam",
                "beam '%s' cannot have added mass", b->name);
}

// Shapes as joint/site.h wants them: e, phi, psi, with stiffening G. 0 if none of them moves the site.
static int find_shapes(dv_assembler *c, const dv_elastic_spec *e, const dv_placement *X, const dv_site *s, double *number)
{
  int n = e->nmode, moves = 0;
  double along[3] = {1, 0, 0}, *G = DV_TAKE(c->arena, double, n *n);
  dv_beam_value v[DV_BEAM_MODES_MOST];
  if (e->beam) dv_beam_at(e->beam, s->at[0], v);
  else dv_modal_at(e->table, dv_modal_nearest(e->table, s->at), v);
  turn(X, along, number);
  for (int k = 0; k < n; k++) {
    turn(X, v[k].phi, number + 3 + 3 * k);
    if (s->turns) turn(X, v[k].psi, number + 3 + 3 * (n + k));
  }
  for (int i = 3; i < 3 + 6 * n; i++) {
    if (fabs(number[i]) < 1e-13) number[i] = 0;  // a sine at the end of the beam
    moves |= number[i] != 0;
  }
  if (!e->data.shortens) return moves;
  dv_beam_shortening(e->beam, s->at[0], G);
  memcpy(number + 3 + 6 * n, G, (size_t)(n * n) * sizeof(double));
  return moves || s->at[0] > 0;
}

static int add_site(dv_assembler *c, dv_tree_draft *t, const dv_site *s)
{
  const dv_elastic_spec *e = c->spec->body[s->body].elastic;
  dv_placement X = dv_beam_axes(e, &t->seat[s->body].at), at = dv_place_identity;
  int n = e->nmode, count = 3 + 6 * n + (e->data.shortens ? n * n : 0), beam = t->seat[s->body].link;
  double *shapes = DV_TAKE(c->arena, double, count);
  if (!find_shapes(c, e, &X, s, shapes) && !(t == &c->seen && e->nstation)) return -1;
  turn(&X, s->at, at.p);
  for (int i = 0; i < 3; i++) at.p[i] += X.p[i];
  int link = dv_link_add(c, t, beam, "site", &at, DV_FREE, 0), shape = dv_number_add(c, shapes, count);
  dv_link *l = link_at(c, t, link), *b = link_at(c, t, beam);
  l->iq = b->mq;
  l->iv = b->mv;
  l->site_modes = n;
  l->site_shortens = e->data.shortens;
  l->site_shape = shape;
  return link;
}

// The site there, made if need be; -1: nothing moves it, so that the body's own link will do.
static int find_site(dv_assembler *c, dv_tree_draft *t, dv_site wanted)
{
  for (int i = 0; i < t->site.n; i++) {
    const dv_site *s = &t->site.item[i];
    double apart = hypot(hypot(s->at[0] - wanted.at[0], s->at[1] - wanted.at[1]), s->at[2] - wanted.at[2]);
    if (s->body == wanted.body && s->turns == wanted.turns && apart <= 1e-12 * (1 + fabs(s->at[0]))) return s->link;
  }
  assert(!t->laid);  // a link without room behind the others would never move
  wanted.link = add_site(c, t, &wanted);
  *DV_PUSH(c->arena, &t->site) = wanted;
  return wanted.link;
}

// The place of a site for a point of the body, beam axes: on the beam's axis, or the nearest node of a table.
static void site_place(const dv_elastic_spec *e, const double *p, double at[3])
{
  memset(at, 0, 3 * sizeof(double));
  if (e->beam) at[0] = fmin(fmax(p[e->axis], 0), e->data.length);
  else memcpy(at, e->table->node + (7 + 6 * e->nmode) * dv_modal_nearest(e->table, p), 3 * sizeof(double));
}

static dv_seat seat_on(dv_assembler *c, dv_tree_draft *t, int body, const dv_placement *at, int turns)
{
  if (body < 0) return (dv_seat){-1, *at};
  const dv_body_spec *b = &c->spec->body[body];
  dv_seat whole = {t->seat[body].link, dv_place_times(t->seat[body].at, *at)}, s;
  if (!dv_has_sites(c, t, b)) return whole;
  dv_site place = {.body = body, .turns = turns};
  dv_placement rest = *at, turned = t->seat[body].at;
  site_place(b->elastic, at->p, place.at);
  for (int i = 0; i < 3; i++) rest.p[(b->elastic->axis + i) % 3] -= place.at[i];
  memset(turned.p, 0, sizeof turned.p);
  s.link = find_site(c, t, place);
  s.at = dv_place_times(turned, rest);
  return s.link < 0 ? whole : s;
}

dv_seat dv_seat_on(dv_assembler *c, dv_tree_draft *t, int body, const dv_placement *at) { return seat_on(c, t, body, at, 1); }

dv_seat dv_seat_of_joint(dv_assembler *c, dv_tree_draft *t, const dv_joint_spec *j)
{
  const dv_elastic_spec *e = j->parent < 0 ? NULL : c->spec->body[j->parent].elastic;
  return seat_on(c, t, j->parent, &j->at, !(e && e->chord));
}

static int is(dv_ref a, const char *name) { return a.text && strcmp(a.text, name) == 0; }

// A formula looks at the body itself: boom.yaw.
static int looks_at(const dv_assembler *c, const dv_formula *f, const char *name)
{
  for (int i = 0; i < f->ninput; i++) {
    const char *watch, *dot = dv_place_suffix(c, f->input[i], &watch);
    if (dot && (size_t)(dot - f->input[i]) == strlen(name) && strncmp(f->input[i], name, strlen(name)) == 0) return 1;
  }
  return 0;
}

static int formulas_name(const dv_assembler *c, const char *name)
{
  for (int i = 0; i < c->spec->npart; i++) {
    const dv_part_spec *p = &c->spec->part[i];
    int found = looks_at(c, &p->formula, name);
    for (int k = 0; k < p->as->nin && !found; k++) found = p->in[k].given && looks_at(c, &p->in[k].formula, name);
    if (found) return 1;
  }
  for (int i = 0; i < c->spec->nbody; i++) {
    const dv_elastic_spec *e = c->spec->body[i].elastic;
    if (e && e->more.given && looks_at(c, &e->more.formula, name)) return 1;
  }
  return 0;
}

// A port or axis is on the body itself, that is on its root.
static int names_root(const dv_spec *s, const char *name)
{
  for (int i = 0; i < s->npart; i++)
    for (int k = 0; k < s->part[i].as->nport; k++) {
      const dv_connection *p = &s->part[i].port[k];
      if (is(p->name, name) || is(p->from, name) || is(p->to, name)) return 1;
    }
  for (int i = 0; i < s->naxis; i++)
    if (is(s->axis[i].at.from, name) || is(s->axis[i].at.to, name)) return 1;
  return 0;
}

// Sites must be there before the scratch is laid out.
static void add_sites(dv_assembler *c, dv_tree_draft *t)
{
  for (int i = 0; i < c->spec->nbody; i++) {
    const dv_body_spec *b = &c->spec->body[i];
    dv_placement at = dv_place_identity;
    if (!dv_has_sites(c, t, b)) continue;
    if (names_root(c->spec, b->name) || formulas_name(c, b->name)) dv_seat_on(c, t, i, &at);
    for (int k = 0; k < b->npoint; k++) {
      memcpy(at.p, b->point[k].at, sizeof at.p);
      dv_seat_on(c, t, i, &at);
    }
    memset(at.p, 0, sizeof at.p);
    for (int k = 0; t == &c->seen && k < b->elastic->nstation; k++) {
      at.p[b->elastic->axis] = b->elastic->station[k];
      dv_seat_on(c, t, i, &at);
    }
  }
  for (int i = 0; i < c->spec->nloop; i++)
    for (int k = 0; k < 2; k++) dv_seat_on(c, t, c->spec->loop[i].body[k], &c->spec->loop[i].at[k]);
}

int dv_links_reals(const dv_assembler *c, const dv_tree_draft *t)
{
  return c->b->section[t->section].count * (int)(sizeof(dv_link_work) / sizeof(real)) + t->room;
}

void dv_elastic_rooms(dv_assembler *c, dv_tree_draft *t)
{
  add_sites(c, t);
  int n = c->b->section[t->section].count, site = dv_joint_row_x1("site"), first = n * (int)(sizeof(dv_link_work) / sizeof(real));
  for (int i = 0; i < n; i++) {
    dv_link *l = link_at(c, t, i);
    l->room = first + t->room;
    if (l->body == DV_BEAM) t->room += DV_BEAM_ROOM(l->modes);
    l->site_room = first + t->room;
    if (l->joint == site) t->room += DV_SITE_ROOM(l->site_modes);
  }
  for (int i = 0; i < n; i++) {
    dv_link *l = link_at(c, t, i);
    if (l->site_modes) l->site_beam_room = link_at(c, t, l->parent)->room;
  }
  t->laid = 1;
}
