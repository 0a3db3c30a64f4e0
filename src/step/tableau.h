// tableau.h: explicit methods whose stages each start from x along the rates of the one before; and how a step ends.
#pragma once

#include "step/explicit_numbers.h"
#include "step/stepper.h"

DV_FN size_t dv_tableau_reals(const dv_model *m) { return 3 * (size_t)m->nx + 2 * (size_t)m->nquad; }

// x1 = x + h sum, and the energies of the step.
DV_FN int dv_tableau_end(dv_stepping *s, double t, double h, real *x, const real *sum, const real *energy, double *quad)
{
  dv_along(s->m->nx, x, h, sum, x);
  dv_weigh(s->m->nquad, 0, h, energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

// k_i = f(t + node_i h, x + node_i h k_(i-1)),   x1 = x + h sum of weight_i k_i
DV_FN int dv_tableau_step(const dv_tableau *b, dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const int n = s->m->nx, nquad = s->m->nquad;
  real *x = dv_reals(xd), *k = dv_reals(s->scratch), *y = k + n, *sum = y + n, *power = sum + n, *energy = power + nquad;
  for (int i = 0; i < b->stages; i++) {
    if (i) dv_along(n, x, b->node[i] * h, k, y);
    if (DV_X(dv_step_rates)(s, t + b->node[i] * h, i ? y : x, k, power)) return 1;
    dv_weigh(n, i == 0, b->weight[i], k, sum);
    dv_weigh(nquad, i == 0, b->weight[i], power, energy);
  }
  return dv_tableau_end(s, t, h, x, sum, energy, quad);
}
