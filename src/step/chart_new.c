// chart_new.c: which coordinates of a model are numbers, which are attitudes, which are driven.
#include "davit/real.h"

#if DV_LANES == 1

#include "skeleton/skeleton.h"
#include "step/step.h"

#include <string.h>

// Appends x -> tangent, merged with the run before it if they adjoin.
static void numbers(dv_chart *c, int x, int tangent, int count)
{
  dv_run_of_numbers *last = c->nrun ? &c->run[c->nrun - 1] : NULL;
  if (!count) return;
  for (int i = 0; i < count; i++) c->number[tangent + i] = x + i;
  if (last && last->x + last->count == x && last->tangent + last->count == tangent) {
    last->count += count;
    return;
  }
  dv_run_of_numbers run = {x, tangent, count};
  c->run[c->nrun++] = run;
}

// Ball: quaternion of an angular rate. Free: position and linear rate first.
static void link_coordinates(dv_chart *c, const dv_link *k, int nq, int nv)
{
  int turns = nq != nv;
  int before = turns ? nv - 3 : nv;
  numbers(c, k->iq, k->iv, before);
  for (int i = 0; i < nv; i++) c->plain[k->iv + i] = (char)!turns;
  if (!turns) return;
  c->attitude[c->nattitude].q = k->iq + before;
  c->attitude[c->nattitude++].v = k->iv + before;
}

static void directions(dv_chart *c, const dv_model *m, char *driven)
{
  const double *scale = dv_model_SCALE(m);
  for (int i = 0; i < c->n; i++) {
    int rate = i < m->nv ? i : i - m->nv;
    if (rate >= m->nv || !driven[rate]) c->moving[c->nmoving++] = i;
    c->scale[i] = c->number[i] < 0 || DV_MODEL_COUNT(m, SCALE) < m->nx ? 1 : scale[c->number[i]];
    if (!(c->scale[i] > 0)) c->scale[i] = 1;
  }
}

const dv_chart *dv_chart_new(dv_arena *a, const dv_model *m)
{
  dv_chart *c = DV_TAKE(a, dv_chart, 1);
  const dv_link *link = dv_model_LINK(m);
  char *driven = DV_TAKE(a, char, m->nv);
  c->n = 2 * m->nv + m->nz;
  c->attitude = DV_TAKE(a, dv_attitude, m->nlink);
  c->run = DV_TAKE(a, dv_run_of_numbers, 2 * m->nlink + 1);
  c->moving = DV_TAKE(a, int, c->n);
  c->number = DV_TAKE(a, int, c->n);
  c->scale = DV_TAKE(a, double, c->n);
  c->plain = DV_TAKE(a, char, m->nv);
  for (int i = 0; i < c->n; i++) c->number[i] = -1;
  for (int i = 0; i < m->nlink; i++) {
    dv_joint_facts f = dv_joint_row_facts_x1(link[i].joint);
    link_coordinates(c, &link[i], f.nq, f.nv);
    numbers(c, link[i].mq, link[i].mv, link[i].modes);
    memset(c->plain + link[i].mv, 1, (size_t)link[i].modes);
    for (int j = 0; j < f.nv; j++) driven[link[i].iv + j] = link[i].drive == DV_DRIVEN;
    if (link[i].drive == DV_DRIVEN || f.nq != f.nv) c->tidy = 1;
  }
  if (DV_MODEL_COUNT(m, LOOP)) c->tidy = 1;
  numbers(c, m->nq, m->nv, m->nv + m->nz);
  directions(c, m, driven);
  return c;
}

#endif
