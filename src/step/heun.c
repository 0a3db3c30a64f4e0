// heun.c: Heun's method of order 2, the cheapest explicit one that is more than a line (Heun 1900).
//
//   k1 = f(t, x),  k2 = f(t + h, x + h k1),   x1 = x + h (k1 + k2)/2
//
// For real time where half of rk4's work matters more than order: stable to h |lambda| = 2 on the negative axis, but not on the
// imaginary one, where an undamped oscillation grows by (h omega)^4/8 in a step. Quaternions as in rk4.c.
#include "step/tableau.h"

static int step(dv_stepping *s, double t, double h, double *x, double *quad)
{
  return dv_tableau_step(&dv_heun, s, t, h, x, quad);
}

DV_STEPPER(heun, dv_tableau_reals, step, NULL);
