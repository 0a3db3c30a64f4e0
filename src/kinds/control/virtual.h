// virtual.h: the effort that a desired motion would need of the machine at its present state, and its rate along the motion.
//
//   chi = C(q, v) dv + g(q) + B(q) da,   both terms of v polarised:  c(a, b) = f((a + b)/2) - f((a - b)/2),  f quadratic
//
// f(x) = 1/2 x^T dB/dq x (document) or C(q, x) x of Christoffel's symbols. The rate is the derivative along
// (q + s v, v + s a, dv + s da, da + s dj) at s = 0, by differences of order 4, of which the step is far from rounding and curvature:
// relative error about 1e-12. Coordinates that the law does not set stand still in it.
#pragma once

#include "davit/kind.h"

typedef struct {
  const dv_service *s;
  real *q, *v, *a, *qv;        // the motion; qv: v where q has it
  real *dv, *da, *dj;          // the desired one
  real *chi, *chi_rate;        // results
  real *at, *va, *vb, *vc, *one, *two, *zero;
  real step;
} virtual_motion;

enum { VIRTUAL_ROOM = 16 };

DV_FN void virtual_take(virtual_motion *m, const dv_service *s)
{
  int size = s->nq > s->nv ? s->nq : s->nv;
  real **slot[VIRTUAL_ROOM] = {&m->q, &m->v, &m->a, &m->qv, &m->dv, &m->da, &m->dj, &m->chi, &m->chi_rate, &m->at, &m->va, &m->vb, &m->vc, &m->one, &m->two, &m->zero};
  for (int i = 0; i < VIRTUAL_ROOM; i++) *slot[i] = s->room + i * size;
  m->s = s;
  for (int i = 0; i < s->nq; i++) {
    m->q[i] = s->q[i];
    m->qv[i] = dv_real(0);
  }
  for (int i = 0; i < s->nv; i++) {
    m->v[i] = m->dv[i] = s->v[i];
    m->a[i] = m->da[i] = s->a[i];
    m->dj[i] = m->zero[i] = dv_real(0);
  }
}

// chi at the motion displaced by s along itself.
DV_FN void virtual_chi_at(const virtual_motion *m, int christoffel, real s, real *chi)
{
  int n = m->s->nv;
  void (*form)(const dv_service *, const real *, const real *, real *) = christoffel ? m->s->bias : m->s->slope;
  for (int i = 0; i < m->s->nq; i++) m->at[i] = m->q[i] + s * m->qv[i];
  for (int i = 0; i < n; i++) {
    real v = m->v[i] + s * m->a[i], d = m->dv[i] + s * m->da[i];
    m->va[i] = 0.5 * (v + d);
    m->vb[i] = 0.5 * (v - d);
    m->vc[i] = m->da[i] + s * m->dj[i];
  }
  form(m->s, m->at, m->va, m->one);
  form(m->s, m->at, m->vb, m->two);
  m->s->inverse(m->s, m->at, m->zero, m->vc, chi);
  for (int i = 0; i < n; i++) chi[i] += m->one[i] - m->two[i];
}

DV_FN void virtual_chi(virtual_motion *m, int christoffel)
{
  real fastest = dv_real(1), *sample = m->chi;
  for (int i = 0; i < m->s->nq; i++) fastest = dv_max(fastest, dv_abs(m->qv[i]));
  m->step = 1e-3 / fastest;
  for (int i = 0; i < m->s->nv; i++) m->chi_rate[i] = dv_real(0);
  for (int k = -2; k <= 2; k++) {
    real weight = (k == 2 || k == -2 ? -1.0 : 8.0) * (k < 0 ? -1.0 : 1.0) / (12 * m->step);
    if (k == 0) continue;
    virtual_chi_at(m, christoffel, k * m->step, sample);
    for (int i = 0; i < m->s->nv; i++) m->chi_rate[i] += weight * sample[i];
  }
  virtual_chi_at(m, christoffel, dv_real(0), m->chi);
}

// d(axis)/dq along one coordinate, and in *turn, if wanted, its rate along the motion.
DV_FN real virtual_lever(const virtual_motion *m, int axis, int iv, real *turn)
{
  real x;
  for (int k = -2; turn && k <= 2; k++) {
    real weight = (k == 2 || k == -2 ? -1.0 : 8.0) * (k < 0 ? -1.0 : 1.0) / (12 * m->step);
    if (k == 0) continue;
    for (int i = 0; i < m->s->nq; i++) m->at[i] = m->q[i] + k * m->step * m->qv[i];
    m->s->axis(m->s, m->at, axis, &x, m->one);
    *turn += weight * m->one[iv];
  }
  m->s->axis(m->s, m->q, axis, &x, m->one);
  return m->one[iv];
}
