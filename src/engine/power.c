// power.c: the powers that a run integrates, one per row of QUADRATURE.
//
//   power in = sum over ports of effort x flow;  loss, carried = the kind's own laws;  drive = effort x rate of a driven
//   coordinate
#include "engine/evaluation.h"
#include "engine/power.h"

DV_FN real power_in(const dv_eval *e, const dv_part *p)
{
  real sum = dv_real(0);
  for (int i = 0; i < p->nslot; i++) sum += e->w[p->effort + i] * e->w[p->flow + i];
  return sum;
}

void DV_X(dv_powers)(dv_eval *e, real *power)
{
  const dv_model *m = e->m;
  const dv_quadrature *q = dv_model_QUADRATURE(m);
  for (int i = 0; i < m->nquad; i++, q++) {
    if (q->what == DV_Q_DRIVE) {
      const dv_drive *d = dv_model_DRIVE(m) + q->part;
      power[i] = dv_work_tau(m, e->w)[d->iv] * dv_work_v(m, e->w)[d->iv];
      continue;
    }
    const dv_part *p = dv_model_PART(m) + q->part;
    const dv_kind *k = dv_kind_of(e->m, p);
    if (q->what == DV_Q_POWER_IN) {
      power[i] = power_in(e, p);
    } else {
      power[i] = (q->what == DV_Q_LOSS ? k->loss : k->carried)(e->num + p->par, DV_X(dv_part_cell)(e, q->part));
    }
  }
}
