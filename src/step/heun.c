// heun.c: Heun's method of order 2, the cheapest explicit one that is more than a line (Heun 1900).
//
//   k1 = f(t, x),  k2 = f(t + h, x + h k1),   x1 = x + h (k1 + k2)/2
//
// For real time where half of rk4's work matters more than order: stable to h |lambda| = 2 on the negative axis, but not on the
// imaginary one, where an undamped oscillation grows by (h omega)^4/8 in a step. Quaternions as in rk4.c.
#include "step/stepper.h"

static size_t scratch(const dv_model *m) { return 3 * (size_t)m->nx + 2 * (size_t)m->nquad; }

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const int n = s->m->nx, nquad = s->m->nquad;
  real *x = dv_reals(xd), *k = dv_reals(s->scratch), *y = k + n, *sum = y + n, *power = sum + n, *energy = power + nquad;
  for (int i = 0; i < 2; i++) {
    if (i) dv_along(n, x, h, k, y);
    if (DV_X(dv_step_rates)(s, t + i * h, i ? y : x, k, power)) return 1;
    dv_weigh(n, i == 0, 0.5, k, sum);
    dv_weigh(nquad, i == 0, 0.5, power, energy);
  }
  dv_along(n, x, h, sum, x);
  dv_weigh(nquad, 0, h, energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

DV_STEPPER(heun, scratch, step, NULL);
