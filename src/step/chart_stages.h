// chart_stages.h: the four stages of rk4 in the chart around the start of the step, wherever a method puts them.
//
//   x = x0 (+) xi,  xi' = F(t, xi)  (chart.c),  xi(0) = 0;   x1 = x0 (+) h (F1 + 2 F2 + 2 F3 + F4) / 6
#pragma once

#include "step/explicit_numbers.h"
#include "step/stepper.h"

DV_FN size_t dv_chart_reals(const dv_model *m)
{
  return 2 * (size_t)m->nx + 4 * (size_t)(2 * m->nv + m->nz) + 2 * (size_t)m->nquad;
}

// Where stage i evaluates: xi of node, h, the rates of the first stage and of the one before.
typedef void dv_chart_place(const dv_stepping *s, int i, double h, double node, const real *first, const real *last, real *xi);

DV_FN int dv_chart_step(dv_chart_place *place, dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const double *node = dv_rk4.node, *weight = dv_rk4.weight;
  const int nx = s->m->nx, n = s->chart->n, nquad = s->m->nquad;
  real *x = dv_reals(xd), *dx = dv_reals(s->scratch), *y = dx + nx, *first = y + nx, *last = first + n, *xi = last + n;
  real *sum = xi + n, *power = sum + n, *energy = power + nquad;
  for (int i = 0; i < dv_rk4.stages; i++) {
    real *rate = i ? last : first;
    if (i) {
      place(s, i, h, node[i], first, i == 1 ? first : last, xi);
      DV_X(dv_step_retract)(s, x, xi, y);
    }
    if (DV_X(dv_step_rates)(s, t + node[i] * h, i ? y : x, dx, power)) return 1;
    DV_X(dv_step_tangent)(s, i ? xi : NULL, dx, rate);
    dv_weigh(n, i == 0, weight[i], rate, sum);
    dv_weigh(nquad, i == 0, weight[i], power, energy);
  }
  for (int j = 0; j < n; j++) xi[j] = h * sum[j];
  DV_X(dv_step_retract)(s, x, xi, y);
  memcpy(x, y, (size_t)nx * sizeof(real));
  dv_weigh(nquad, 0, h, energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}
