// closures.c: equations of loops and their Jacobians, in all coordinates of the tree.
//
//   along: a . (r2 - r1),  across: a1 . b2,  apart: (|r2 - r1|^2 - L^2) / 2,  relation: its expression
#include "spec/place.h"
#include "symbol/machine.h"

#include <string.h>

enum { DV_ALONG, DV_ACROSS, DV_APART, DV_ALIKE, DV_SCREW, DV_TOUCH, DV_STAND, DV_ROLL, DV_SPIN, DV_SKATE, DV_RELATION };

typedef struct {
  int what, i, j;
} equation;
static const struct {
  const char *name;
  int n;
  equation row[6];
} types[] = {
#define DV_CLOSURE_TYPE(id, name, keys, same, ...)                                                                               \
  {name, (int)(sizeof((equation[]){__VA_ARGS__}) / sizeof(equation)), {__VA_ARGS__}},
#include "spec/closure_types.def"
};

static int refuse(dv_diags *d, const dv_loop_spec *l)
{
  dv_diag_add(d, DV_ERROR, l->mark, "leave out --symbolic",
              "loop '%s' (%s) has an equation that is no trigonometric polynomial of coordinates", l->name, types[l->type].name);
  return -1;
}

// A coordinate as it stands in a relation.
static int coordinate(void *context, const char *name, dv_poly *out)
{
  dv_symbol_machine *m = context;
  for (int i = 0; i < m->nv; i++) {
    if (m->v[i].whole >= 0 || strcmp(m->v[i].of, name) != 0) continue;
    for (int k = 0; k < m->nq; k++) {
      dv_symbol_coordinate *q = &m->q[k];
      if (!m->N[k * m->nv + i].n) continue;
      if (q->atom < 0) q->atom = dv_ring_atom(m->ring, m->ring->angle[q->angle]);
      return *out = dv_poly_atom(m->ring, q->atom), 0;
    }
  }
  return -1;
}

// Frame k in the world; its z is the loop's axis.
static dv_pose frame(dv_symbol_machine *m, const dv_loop_spec *l, int k)
{
  const dv_node *n = dv_symbol_node(m, "loops", l->name), *at = n ? dv_doc_find(n, k ? "child_at" : "at") : NULL;
  const dv_body_spec *b = l->body[k] < 0 ? &m->spec->world : &m->spec->body[l->body[k]];
  double R[9];
  dv_axis_complete(k && dv_loop_has_second(l->type) ? l->axis2 : l->axis, R);
  dv_pose X = dv_symbol_frame(m, at, b, &l->at[k]);
  X.R = dv_pm_times(m->ring, X.R, dv_pm_numbers(m->ring, R));
  return l->body[k] < 0 ? X : dv_pose_times(m->ring, m->link[m->seat[l->body[k]]].world, X);
}

static dv_pv column(const dv_pm *R, int i)
{
  return (dv_pv){
      {R->x[i], R->x[3 + i], R->x[6 + i]}
  };
}

static int gap(dv_symbol_machine *m, const dv_loop_spec *l, equation e, const dv_pose X[2], dv_poly *out)
{
  dv_ring *r = m->ring;
  dv_pv d = dv_pv_sub(r, X[1].p, X[0].p);
  const dv_node *n = dv_symbol_node(m, "loops", l->name);
  dv_poly L;
  switch (e.what) {
  case DV_ALONG: return *out = dv_pv_dot(r, column(&X[0].R, e.i), d), 0;
  case DV_ACROSS: return *out = dv_pv_dot(r, column(&X[0].R, e.i), column(&X[1].R, e.j)), 0;
  case DV_APART:
    L = dv_symbol_number(m->symbols, n ? dv_doc_find(n, "length") : NULL, l->length);
    dv_sum_begin(r);
    for (int i = 0; i < 3; i++) dv_sum_product(r, d.x[i], d.x[i], 0.5);
    dv_sum_product(r, L, L, -0.5);
    return *out = dv_sum_end(r), 0;
  case DV_RELATION: return dv_symbol_formula(m->symbols, &l->zero, coordinate, m, out);
  default: return -1;
  }
}

// 0 = 0, of a mechanism that lies in a plane, is left out.
static int add_loop(dv_symbol_machine *m, const dv_loop_spec *l)
{
  dv_pose X[2] = {0};
  int count = types[l->type].n;
  if (!dv_loop_is_relation(l->type))
    for (int k = 0; k < 2; k++) X[k] = frame(m, l, k);
  for (int i = 0; i < count; i++) {
    dv_poly zero;
    if (gap(m, l, types[l->type].row[i], X, &zero)) return -1;
    if (!zero.n) continue;
    dv_symbol_closure *c = &m->closure[m->nclosure++];
    c->name = count > 1 ? dv_arena_text(m->ring->arena, "%s.%d", l->name, i + 1) : l->name;
    c->zero = zero;
    c->J = DV_TAKE(m->ring->arena, dv_poly, m->nv);
    for (int k = 0; k < m->nv; k++) c->J[k] = dv_symbol_along(m, zero, k);
  }
  return 0;
}

int dv_symbol_closures(dv_symbol_machine *m, dv_diags *d)
{
  m->closure = DV_TAKE(m->ring->arena, dv_symbol_closure, 6 * m->spec->nloop);
  for (int i = 0; i < m->spec->nloop && !m->ring->full; i++)
    if (add_loop(m, &m->spec->loop[i])) return refuse(d, &m->spec->loop[i]);
  return 0;
}
