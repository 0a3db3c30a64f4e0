// rk4.c: the classical Runge-Kutta method of order 4 on the components of the state.
//
//   k1 = f(t, x),  k2 = f(t + h/2, x + h/2 k1),  k3 = f(t + h/2, x + h/2 k2),  k4 = f(t + h, x + h k3)
//   x1 = x + h (k1 + 2 k2 + 2 k3 + k4) / 6
//
// Quaternions are treated as numbers and normalised after the step.
#include "step/tableau.h"

static int step(dv_stepping *s, double t, double h, double *x, double *quad)
{
  return dv_tableau_step(&dv_rk4, s, t, h, x, quad);
}

DV_STEPPER(rk4, dv_tableau_reals, step, NULL);
