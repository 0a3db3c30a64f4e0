// times.c: instants that a solver must hit: corners of signals, sampling times.
#include "davit/real.h"

#if DV_LANES == 1

#include "engine/evaluation.h"
#include "engine/times.h"

double dv_engine_next_corner(const dv_model *m, const double *num, double t)
{
  double next = HUGE_VAL;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    const dv_kind *k = dv_kind_of(m, p);
    if (!k->next) continue;
    dv_cell c;
    memset(&c, 0, sizeof c);
    c.opt = dv_model_INT(m) + p->opt;
    c.rows = dv_model_INT(m) + p->rows;
    for (int n = 0; n < DV_TABLES; n++) c.table[n] = (real *)(uintptr_t)(num + p->table[n]);
    double at = k->next(num + p->par, &c, t);
    if (at > t && at < next) next = at;
  }
  return next;
}

int dv_engine_sampled(const dv_model *m, const double *num, int i, double *period)
{
  for (int n = 0; n < m->nsample; n++) {
    int part = dv_model_INT(m)[m->sample + n];
    const dv_part *p = dv_model_PART(m) + part;
    const dv_kind *k = dv_kind_of(m, p);
    *period = num[p->par + k->period - 1];
    if (*period > 0 && i-- == 0) return part;  // a period of zero: continuous
  }
  return -1;
}

#endif
