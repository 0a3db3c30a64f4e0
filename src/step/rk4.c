// rk4.c: the classical Runge-Kutta method of order 4 on the components of the state.
//
//   k1 = f(t, x),  k2 = f(t + h/2, x + h/2 k1),  k3 = f(t + h/2, x + h/2 k2),  k4 = f(t + h, x + h k3)
//   x1 = x + h (k1 + 2 k2 + 2 k3 + k4) / 6
//
// Quaternions are treated as numbers and normalised after the step.
#include "step/stepper.h"

static size_t scratch(const dv_model *m) { return 3 * (size_t)m->nx + 2 * (size_t)m->nquad; }

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  const int n = s->m->nx, nquad = s->m->nquad;
  real *x = dv_reals(xd), *k = dv_reals(s->scratch), *y = k + n, *sum = y + n, *power = sum + n, *energy = power + nquad;
  for (int i = 0; i < 4; i++) {
    if (i) dv_along(n, x, node[i] * h, k, y);
    if (DV_X(dv_step_rates)(s, t + node[i] * h, i ? y : x, k, power)) return 1;
    dv_weigh(n, i == 0, weight[i], k, sum);
    dv_weigh(nquad, i == 0, weight[i], power, energy);
  }
  dv_along(n, x, h, sum, x);
  dv_weigh(nquad, 0, h, energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

DV_STEPPER(rk4, scratch, step, NULL);
