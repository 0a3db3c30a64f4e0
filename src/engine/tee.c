// tee.c: what must be found within an evaluation, by newton.h.
//
// Nodes without capacity: their efforts are such that the flows into the parts at each add up to zero. Loops of signals: what is
// assumed of them is what their laws give.
#include "engine/evaluation.h"
#include "engine/newton.h"

typedef struct {
  dv_eval *e;
  const dv_tee *t;
  const int *unknown, *part, *call;
} tee;

static const dv_junction *node_of(const tee *s, int i) { return dv_model_JUNCTION(s->e->m) + s->unknown[i]; }

// The flows into the parts at these efforts, summed up at each node.
static void flows(const void *of, const real *at, real *F)
{
  const tee *s = (const tee *)of;
  dv_eval *e = s->e;
  for (int i = 0; i < s->t->nunknown; i++) {
    e->w[node_of(s, i)->shared] = at[i];
    F[i] = dv_real(0);
  }
  for (int k = 0; k < s->t->npart; k++) {
    const dv_part *p = dv_model_PART(e->m) + s->part[k];
    const dv_kind *kind = dv_kind_of(e->m, p);
    const int *pair = dv_model_INT(e->m) + p->answer.at;
    dv_cell *c = DV_X(dv_part_cell)(e, s->part[k]);
    dv_law_of(s->part[k]);
    if (kind->keeps && kind->signal) kind->signal(e->num + p->par, c);
    kind->answer(e->num + p->par, c);
    dv_law_of(-1);
    for (int n = 0; n < p->answer.n; n++)
      for (int i = 0; i < s->t->nunknown; i++)
        if (pair[2 * n] == node_of(s, i)->sum) F[i] += e->w[pair[2 * n + 1]];
  }
}

static void find_efforts(const tee *s, dv_newton *find)
{
  find->left = flows;
  find->least_slope = 1e-30;
  find->farthest = 4;
  for (int i = 0; i < find->n; i++) {
    find->at[i] = s->e->num[s->t->start + i];
    find->size[i] = dv_real(dv_domain_of(node_of(s, i)->domain)->nominal);
  }
  DV_X(dv_newton_find)(find);
  for (int i = 0; i < find->n; i++) s->e->w[node_of(s, i)->shared] = find->at[i];
}

// What the laws of the loop give of these values, less the values.
static void round_trip(const void *of, const real *at, real *F)
{
  const tee *s = (const tee *)of;
  dv_eval *e = s->e;
  for (int i = 0; i < s->t->nunknown; i++) e->w[s->unknown[i]] = at[i];
  for (int k = 0; k < s->t->ncall; k++) {
    const dv_call *c = dv_model_CALL(e->m) + s->call[k];
    if (c->what == DV_C_BOND) DV_X(dv_bond_call)(e, c->part);
    else DV_X(dv_part_call)(e, c->what, c->part);
  }
  for (int i = 0; i < s->t->nunknown; i++) F[i] = e->w[s->unknown[i]] - at[i];
}

static void find_values(const tee *s, dv_newton *find)
{
  find->left = round_trip;
  DV_X(dv_newton_begin)(find);
  for (int i = 0; i < find->n; i++) s->e->w[s->unknown[i]] = find->at[i];
}

void DV_X(dv_tee_call)(dv_eval *e, int index)
{
  const dv_tee *t = dv_model_TEE(e->m) + index;
  const int *ints = dv_model_INT(e->m);
  tee s = {e, t, ints + t->unknown, ints + t->part, ints + t->call};
  dv_newton find;
  memset(&find, 0, sizeof find);
  dv_newton_seat(&find, t->nunknown, e->w + t->room);
  find.of = &s;
  if (t->ncall) find_values(&s, &find);
  else find_efforts(&s, &find);
}
