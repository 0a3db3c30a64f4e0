// fan_loop.c: displacements of a machine with closed loops go along its motions: what depends follows, dq_D = G dq_I.
//
// Newton would find the same point, but near positions where loops branch a start as far off as the displacement is may be nearer
// to another branch than to its own. Directions that depend on others change nothing and are left out; but all momenta count.
// Of what rolls more rates depend than positions.
#include "run/running.h"
#include "engine/closed_loops.h"

#include <string.h>

typedef struct dv_fan_loops {
  int momenta;                // 1: the state has momenta in the place of rates
  int free;                   // independent coordinates
  int *column;                // [nv] of G, -1: dependent or driven
  int *rate;                  // [nx] of a coordinate that is a number, -1: none
  char *dependent, *follows;  // [nv] rates, positions
  double *G;                  // [nv][free]
  double *only;               // [nd] pivots of positions
  double *x, *work;           // x1
} dv_fan_loops;

dv_fan_loops *dv_fan_loops_new(dv_arena *a, const dv_model *m, const dv_chart *c, int momenta)
{
  if (!DV_MODEL_COUNT(m, LOOP)) return NULL;
  dv_fan_loops *p = DV_TAKE(a, dv_fan_loops, 1);
  p->momenta = momenta;
  p->column = DV_TAKE(a, int, m->nv);
  p->rate = DV_TAKE(a, int, m->nx);
  p->dependent = DV_TAKE(a, char, m->nv);
  p->follows = DV_TAKE(a, char, m->nv);
  p->only = DV_TAKE(a, double, m->nd);
  p->G = DV_TAKE(a, double, (size_t)m->nv *(size_t)m->nv);
  p->x = DV_TAKE(a, double, m->nx);
  p->work = DV_TAKE(a, double, m->nwork);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), p->work);
  for (int i = 0; i < m->nx; i++) p->rate[i] = -1;
  for (int i = 0; i < m->nv; i++)
    if (c->number[i] >= 0) p->rate[c->number[i]] = i;
  return p;
}

const double *dv_fan_loops_close(dv_fan_loops *p, const dv_model *m, double t, const double *x, const double *d)
{
  memcpy(p->x, x, (size_t)m->nx * sizeof(double));
  dv_engine_x1.tidy(m, dv_model_NUMBER(m), t, p->x, d, p->work);
  if (p->momenta) memcpy(p->x + m->nq, x + m->nq, (size_t)m->nv * sizeof(double));
  dv_engine_loops_positions(m, d, p->only);
  p->free = dv_engine_loops_map(m, p->x, p->only, p->G, p->work);
  dv_engine_loops_dependent(m, d, p->dependent);
  dv_engine_loops_dependent(m, p->only, p->follows);
  dv_engine_loops_columns(m, p->only, p->column);
  return p->x;
}

// Rate whose coordinate (position 1) or which itself moves along a direction; -1: a part's state, or part of an attitude.
static int rate_along(const dv_fan *f, int at, int *position)
{
  const dv_model *m = f->m;
  int first = f->along == DV_ALONG_COMPONENT ? m->nq : m->nv;
  *position = at < first;
  if (!*position) return at < first + m->nv ? at - first : -1;
  return f->along == DV_ALONG_COMPONENT ? f->loops->rate[at] : at;
}

int dv_fan_loops_idle(const dv_fan *f, int at)
{
  int position, rate = rate_along(f, at, &position);
  if (rate < 0) return 0;
  return position ? f->loops->follows[rate] : f->loops->dependent[rate] && !f->loops->momenta;
}

void dv_fan_loops_follow(dv_fan *f)
{
  const dv_fan_loops *p = f->loops;
  int lanes = f->engine->lanes, position;
  memset(f->xi, 0, (size_t)f->chart->n * f->engine->real_bytes);
  for (int n = 0; n < f->n; n++) {
    int rate = rate_along(f, f->at[n], &position);
    if (rate < 0 || !position || p->column[rate] < 0) continue;
    for (int k = 0; k < f->m->nv; k++)
      if (p->follows[k]) f->xi[k * lanes + f->lane[n]] = p->G[k * p->free + p->column[rate]] * f->by[n];
  }
  f->engine->add(f->m, f->x, 1, f->xi, f->x);
}
