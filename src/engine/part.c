// part.c: builds the cell of a part and calls one of its laws.
#include "engine/run.h"

static const dv_kind *kind_of(const dv_part *p) { return DV_X(dv_kinds)[p->kind]; }

// Copies what the junctions share (flow of axes and frames, effort of nodes) into the part's own slots.
static void gather_ports(const dv_eval *e, const dv_part *p, const dv_kind *k)
{
  const int *port = DV_MODEL_AT(e->m, int, INT) + p->port;
  const dv_junction *all = DV_MODEL_AT(e->m, dv_junction, JUNCTION);
  real *w = e->w;
  int slot = 0, frame = 0;
  for (int i = 0; i < k->nport; i++) {
    const dv_junction *j = &all[port[i]];
    int shared = (j->type == DV_AT_NODE ? p->effort : p->flow) + slot;
    for (int n = 0; n < j->width; n++) w[shared + n] = w[j->shared + n];
    if (j->type == DV_AT_FRAME) {
      for (int n = 0; n < 12; n++) w[p->pose + 12 * frame + n] = w[j->pos + n];
      frame++;
    } else {
      w[p->pos + slot] = w[j->pos];
    }
    slot += j->width;
  }
}

// What a part publishes: a source its node's effort, storage its capacity there.
static void scatter_published(const dv_eval *e, const dv_part *p, const dv_kind *k)
{
  const int *port = DV_MODEL_AT(e->m, int, INT) + p->port;
  const dv_junction *all = DV_MODEL_AT(e->m, dv_junction, JUNCTION);
  int slot = 0;
  for (int i = 0; i < k->nport; i++) {
    const dv_junction *j = &all[port[i]];
    if (k->port[i].role == DV_FIXES) e->w[j->shared] = e->w[p->effort + slot];
    else if (k->port[i].role == DV_STORES) e->w[j->capacity] += e->w[p->capacity + slot];
    slot += j->width;
  }
}

static void scatter_answers(const dv_eval *e, const dv_part *p, const dv_kind *k)
{
  const int *port = DV_MODEL_AT(e->m, int, INT) + p->port;
  const dv_junction *all = DV_MODEL_AT(e->m, dv_junction, JUNCTION);
  real *w = e->w;
  int slot = 0;
  for (int i = 0; i < k->nport; i++) {
    const dv_junction *j = &all[port[i]];
    int answer = (j->type == DV_AT_NODE ? p->flow : p->effort) + slot;
    if (k->port[i].role != DV_FIXES)
      for (int n = 0; n < j->width; n++) w[j->sum + n] += w[answer + n];
    slot += j->width;
  }
}

static void gather_inputs(const dv_eval *e, const dv_part *p)
{
  const int *source = DV_MODEL_AT(e->m, int, INT) + p->source;
  for (int i = 0; i < p->nin; i++) e->w[p->in + i] = e->w[source[i]];
}

void DV_X(dv_part_cell)(const dv_eval *e, const dv_part *p, dv_cell *c)
{
  const dv_kind *k = kind_of(p);
  const int *ints = DV_MODEL_AT(e->m, int, INT);
  real *w = e->w;
  gather_ports(e, p, k);
  gather_inputs(e, p);
  c->t = dv_real(e->t);
  c->x = e->x + p->x;
  c->dx = e->dx ? e->dx + p->x : NULL;
  c->d = e->d ? e->d + p->d : NULL;
  c->effort = w + p->effort;
  c->flow = w + p->flow;
  c->pos = w + p->pos;
  c->pose = w + p->pose;
  c->capacity = w + p->capacity;
  c->in = w + p->in;
  c->out = w + p->out;
  c->root = w + p->root;
  c->guard = w + p->guard;
  c->opt = ints + p->opt;
  for (int i = 0; i < DV_TABLES; i++) c->table[i] = (real *)(uintptr_t)(e->num + p->table[i]);
  c->rows = ints + p->rows;
  c->code = DV_MODEL_AT(e->m, dv_code, CODE) + p->code;
  c->ncode = p->ncode;
  c->constant = e->num + p->constant;
  c->n = p->neach;
  c->iq = ints + p->each;
  c->iv = c->iq + p->neach;
  c->axis = c->iv + p->neach;
  c->list = e->num + p->list;
  c->service = &e->service;
}

void DV_X(dv_part_call)(dv_eval *e, int what, int part)
{
  const dv_part *p = DV_MODEL_AT(e->m, dv_part, PART) + part;
  const dv_kind *k = kind_of(p);
  const real *par = e->num + p->par;
  dv_cell c;
  DV_X(dv_part_cell)(e, p, &c);
  switch (what) {  // phases, not kinds
  case DV_C_PUBLISH:
    k->publish(par, &c);
    scatter_published(e, p, k);
    break;
  case DV_C_SIGNAL: k->signal(par, &c); break;
  case DV_C_ANSWER:
    k->answer(par, &c);
    scatter_answers(e, p, k);
    break;
  default: k->rate(par, &c);
  }
}
