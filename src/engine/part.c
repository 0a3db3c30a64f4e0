// part.c: builds the cell of a part and calls one of its laws.
#include "engine/evaluation.h"

// What junctions share, and inputs, into the part's own cells.
DV_FN void gather(const dv_eval *e, const dv_part *p)
{
  const int *pair = dv_model_INT(e->m) + p->gather.at;
  for (int i = 0; i < p->gather.n; i++) e->w[pair[2 * i]] = e->w[pair[2 * i + 1]];
}

DV_FN void add_up(const dv_eval *e, const dv_copies *list)
{
  const int *pair = dv_model_INT(e->m) + list->at;
  for (int i = 0; i < list->n; i++) e->w[pair[2 * i]] += e->w[pair[2 * i + 1]];
}

// What a part publishes: a source its node's effort, storage its capacity there.
static void scatter_published(const dv_eval *e, const dv_part *p)
{
  const int *pair = dv_model_INT(e->m) + p->fix.at;
  for (int i = 0; i < p->fix.n; i++) e->w[pair[2 * i]] = e->w[pair[2 * i + 1]];
  add_up(e, &p->store);
}

void DV_X(dv_part_seat)(const dv_eval *e, const dv_part *p, const real *num, dv_cell *c)
{
  const int *ints = dv_model_INT(e->m);
  real *w = e->w;
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
  for (int i = 0; i < DV_TABLES; i++) c->table[i] = (real *)(uintptr_t)(num + p->table[i]);
  c->rows = ints + p->rows;
  c->code = dv_model_CODE(e->m) + p->code;
  c->ncode = p->ncode;
  c->constant = num + p->constant;
  c->n = p->neach;
  c->iq = ints + p->each;
  c->iv = c->iq + p->neach;
  c->axis = c->iv + p->neach;
  c->list = num + p->list;
  c->m = p->nrow;
  c->row = p->row < 0 ? NULL : (const dv_task_row *)(const void *)(ints + p->row);
  c->given = ints + p->given;
  const dv_kind *k = dv_kind_of(e->m, p);
  c->own = k ? k->own : NULL;  // NULL: not there in this width
}

// Cells are kept in the work; one that moved, or that now serves other numbers, has them seated anew.
void DV_X(dv_parts_seat)(dv_eval *e)
{
  dv_seats *s = dv_work_cell(e->m, e->w);
  const dv_part *p = dv_model_PART(e->m);
  e->cell = (dv_cell *)(void *)(e->w + e->m->work_cell + DV_SEATS_REALS);
  if (s->model == e->m && s->num == e->num && s->work == e->w) return;
  for (int i = 0; i < DV_MODEL_COUNT(e->m, PART); i++) DV_X(dv_part_seat)(e, p + i, e->num, e->cell + i);
  s->model = e->m;
  s->num = e->num;
  s->work = e->w;
}

dv_cell *DV_X(dv_part_cell)(const dv_eval *e, int part)
{
  const dv_part *p = dv_model_PART(e->m) + part;
  dv_cell *c = e->cell + part;
  gather(e, p);
  c->t = dv_now(e);
  c->x = e->x + p->x;
  c->dx = e->dx ? e->dx + p->x : NULL;
  c->d = e->d ? e->d + p->d : NULL;
  c->side = e->d && p->side >= 0 ? e->d + p->side : NULL;
  c->service = &e->service;
  return c;
}

void DV_X(dv_part_call)(dv_eval *e, int what, int part)
{
  const dv_part *p = dv_model_PART(e->m) + part;
  const dv_kind *k = dv_kind_of(e->m, p);
  const real *par = e->num + p->par;
  dv_cell *c = DV_X(dv_part_cell)(e, part);
  dv_law_of(part);
  switch (what) {  // phases, not kinds
  case DV_C_PUBLISH:
    k->publish(par, c);
    scatter_published(e, p);
    break;
  case DV_C_SIGNAL: k->signal(par, c); break;
  case DV_C_ANSWER:
    k->answer(par, c);
    add_up(e, &p->answer);
    break;
  default: k->rate(par, c);
  }
  dv_law_of(-1);
}
