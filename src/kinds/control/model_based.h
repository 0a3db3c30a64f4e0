// model_based.h: the motion of a machine as a model-based controller sees it: measured, desired, and the efforts that the model
// gives.
//
// Coordinates that the controller does not set are where the machine says, and are desired to move as they do.
#pragma once

#include "davit/kind.h"

typedef struct {
  const dv_service *s;
  real *q, *v, *a, *qv;  // measured; qv: rates where q has the coordinate
  real *dv, *da, *dj;    // desired
  real *effort, *rate;   // C dv + g + B da, and its rate
  real *at, *row;        // scratch
} model_motion;

enum { MODEL_ROOM = 11 };

DV_FN void model_take(model_motion *m, const dv_service *s)
{
  int size = s->nq > s->nv ? s->nq : s->nv;
  real **slot[MODEL_ROOM] = {&m->q, &m->v, &m->a, &m->qv, &m->dv, &m->da, &m->dj, &m->effort, &m->rate, &m->at, &m->row};
  for (int i = 0; i < MODEL_ROOM; i++) *slot[i] = s->room + i * size;
  m->s = s;
  for (int i = 0; i < s->nq; i++) {
    m->q[i] = s->q[i];
    m->qv[i] = dv_real(0);
  }
  for (int i = 0; i < s->nv; i++) {
    m->v[i] = m->dv[i] = s->v[i];
    m->a[i] = m->da[i] = s->a[i];
    m->dj[i] = dv_real(0);
  }
}

DV_FN void model_efforts(const model_motion *m, int christoffel, int rates)
{
  m->s->desired(m->s, m->q, m->v, m->a, m->dv, m->da, m->dj, christoffel, m->effort, rates ? m->rate : NULL);
}

// d(axis)/dq along rate iv.
DV_FN real model_lever(const model_motion *m, int axis, int iv)
{
  real x;
  m->s->axis(m->s, m->q, axis, &x, m->row);
  return m->row[iv];
}

// Its rate along the motion of the coordinates that the controller sets: central differences of order 6 over hundredths of a
// radian.
DV_FN real model_lever_rate(const model_motion *m, int axis, int iv)
{
  const double weight[3] = {0.75, -0.15, 1.0 / 60};
  real x, fastest = dv_real(1), sum = dv_real(0);
  for (int i = 0; i < m->s->nq; i++) fastest = dv_max(fastest, dv_abs(m->qv[i]));
  for (int k = -3; k <= 3; k++) {
    real step = (0.01 * k) / fastest;
    if (k == 0) continue;
    for (int i = 0; i < m->s->nq; i++) m->at[i] = m->q[i] + step * m->qv[i];
    m->s->axis(m->s, m->at, axis, &x, m->row);
    sum += (k < 0 ? -weight[-k - 1] : weight[k - 1]) * m->row[iv];
  }
  return sum * fastest / 0.01;
}
