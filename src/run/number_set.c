// number_set.c: parameters that a running machine can change: those of parts whose other numbers follow by `prepare`.
//
// Not: what the skeleton is made of (added mass), sampling periods, parameters by lists, and those without which a state does not
// exist; masses, lengths and `parameters:` of the file are no numbers of parts. They are settings of the machine.
#include "run/sim.h"

#include <string.h>

// The part whose plain parameter it is, NULL: none.
static const dv_part *part_of(const dv_model *m, const dv_variable *v, int *n)
{
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++, p++) {
    *n = v->index - p->par;
    if (*n >= 0 && *n < dv_kind_of(m, p)->nparam) return p;
  }
  return NULL;
}

static int listed(const dv_kind *k)
{
  for (int i = 0; i < k->nparam; i++)
    if (strchr(k->param[i].name, '[')) return 1;
  return 0;
}

static int makes_state(const dv_kind *k, int n)
{
  for (int i = 0; i < k->nstate; i++)
    if (k->state[i].reads == n + 1) return 1;
  return 0;
}

int dv_number_settable(const dv_model *m, const dv_variable *v)
{
  int n;
  const dv_part *p = v->array == DV_IN_NUMBER ? part_of(m, v, &n) : NULL;
  if (!p) return 0;
  const dv_kind *k = dv_kind_of(m, p);
  return !k->inertia && !k->bond && k->period != n + 1 && !listed(k) && !makes_state(k, n);
}

int dv_number_alone(const dv_model *m, const dv_variable *v)
{
  int n;
  const dv_part *p = part_of(m, v, &n);
  return !p || !dv_kind_of(m, p)->prepare;
}

void dv_numbers_with(const dv_model *m, const dv_variable *v, int *first, int *n)
{
  int k;
  const dv_part *p = part_of(m, v, &k);
  *first = v->index, *n = 1;
  if (p && dv_kind_of(m, p)->prepare) *first = p->par, *n = dv_kind_of(m, p)->npar;
}

static dv_cell cell_of(const dv_model *m, const dv_part *p, double *num)
{
  dv_cell c;
  memset(&c, 0, sizeof c);
  c.opt = dv_model_INT(m) + p->opt;
  c.rows = dv_model_INT(m) + p->rows;
  c.n = p->neach;
  c.m = p->nrow;
  c.row = p->row < 0 ? NULL : (const dv_task_row *)(const void *)(dv_model_INT(m) + p->row);
  c.given = dv_model_INT(m) + p->given;
  c.own = dv_kind_of(m, p)->own;
  for (int t = 0; t < dv_kind_of(m, p)->ntable; t++) c.table[t] = num + p->table[t];
  return c;
}

// As when the model was made: derived numbers, then what does not go together.
static const char *follow(const dv_model *m, const dv_part *p, double *num)
{
  const dv_kind *k = dv_kind_of(m, p);
  dv_cell c = cell_of(m, p, num);
  if (k->prepare) k->prepare(num + p->par, &c);
  return k->fault ? k->fault(num + p->par, &c) : NULL;
}

const char *dv_number_set(dv_model *m, const dv_variable *v, double value)
{
  int n;
  const dv_part *p = part_of(m, v, &n);
  double *num = (double *)(void *)((char *)m + m->section[DV_S_NUMBER].offset), old = num[v->index];
  num[v->index] = value;
  const char *fault = follow(m, p, num);
  if (!fault && num[v->index] != value) fault = "follows from other parameters here; give it in the machine file";
  if (!fault) return NULL;
  num[v->index] = old;
  follow(m, p, num);
  return fault;
}
