// rk3.c: a Runge-Kutta method of order 3 in three evaluations (Kutta 1901; SSP form of Shu and Osher 1988).
//
//   k1 = f(t, x),  k2 = f(t + h, x + h k1),  k3 = f(t + h/2, x + h (k1 + k2)/4),   x1 = x + h (k1 + k2 + 4 k3)/6
//
// For real time: three quarters of rk4's work, stable to h |lambda| = 2.51 on the negative axis (rk4: 2.79).
#include "step/tableau.h"

static size_t scratch(const dv_model *m) { return (size_t)m->nx + dv_tableau_reals(m); }

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const dv_tableau *b = &dv_rk3;
  const int n = s->m->nx, nquad = s->m->nquad;
  real *x = dv_reals(xd), *k = dv_reals(s->scratch), *y = k + n, *sum = y + n, *both = sum + n, *power = both + n,
       *energy = power + nquad;
  for (int i = 0; i < b->stages; i++) {
    if (i) dv_along(n, x, b->part[i][0] * h, i == 1 ? k : both, y);
    if (DV_X(dv_step_rates)(s, t + b->node[i] * h, i ? y : x, k, power)) return 1;
    dv_weigh(n, i == 0, 1, k, both);
    dv_weigh(n, i == 0, b->weight[i], k, sum);
    dv_weigh(nquad, i == 0, b->weight[i], power, energy);
  }
  return dv_tableau_end(s, t, h, x, sum, energy, quad);
}

DV_STEPPER(rk3, scratch, step, NULL);
