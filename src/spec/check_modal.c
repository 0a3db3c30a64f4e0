// check_modal.c: rules of `modal:` of a body, whose file form_modal.c reads.
#include "spec/check.h"

#include <string.h>

// The straight body as a rigid one: mass, centre, inertia about it.
static int weigh(dv_check *c, const dv_modal_table *t, dv_body_spec *b)
{
  static const int at[3] = {0, 3, 5};
  int stride = 7 + 6 * t->modes;
  for (int i = 0; i < t->nodes; i++) {
    const double *x = t->node + stride * i;
    b->mass += x[3];
    for (int j = 0; j < 3; j++) b->com[j] += x[3] * x[j];
  }
  if (!(b->mass > 0)) {
    dv_diag_add(c->diags, DV_ERROR, b->mark, "give its nodes masses", "modal body '%s' has no mass", b->name);
    return -1;
  }
  for (int j = 0; j < 3; j++) b->com[j] /= b->mass;
  for (int i = 0; i < t->nodes; i++) {
    const double *x = t->node + stride * i;
    double r[3] = {x[0] - b->com[0], x[1] - b->com[1], x[2] - b->com[2]};
    dv_inertia_shift(b->inertia, x[3], r, 1);
    for (int j = 0; j < 3; j++) b->inertia[at[j]] += x[4 + j];
  }
  return 0;
}

void dv_check_modal(dv_check *c, const dv_node *body, dv_body_spec *b)
{
  const dv_node *map = dv_check_get(body, "modal", DV_MAP);
  dv_modal_spec *s = DV_TAKE(c->arena, dv_modal_spec, 1);
  if (!map) return;
  dv_refuse_beside_elastic(c, body);
  if (dv_read(c, &dv_keys_modal, map, s) || !s->table.modes || weigh(c, &s->table, b)) return;
  dv_elastic_spec *e = DV_TAKE(c->arena, dv_elastic_spec, 1);
  e->mark = map->key_mark;
  e->table = &s->table;
  e->nmode = s->table.modes;
  e->stiffness = s->table.stiffness;
  e->mass = DV_TAKE(c->arena, double, e->nmode);
  dv_modal_mass(e->table, e->mass);
  dv_check_modes(c, b, e);
  if (s->table.damping) memcpy(e->damping, s->table.damping, (size_t)e->nmode * sizeof(double));
  dv_read_one(c, &dv_keys_modal, "damping", map, -1, s);
  const dv_node *damping = dv_check_get(map, "damping", DV_MAP);
  if (damping) dv_check_damping(c, damping, &s->damping, e);
  b->elastic = e;
}
