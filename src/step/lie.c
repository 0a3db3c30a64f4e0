// lie.c: Runge-Kutta-Munthe-Kaas method of order 4: rk4.c in the chart around the start of the step.
//
//   x = x0 (+) xi,  xi' = F(t, xi)  (chart.c),  xi(0) = 0;   x1 = x0 (+) h (F1 + 2 F2 + 2 F3 + F4) / 6
//
// Attitudes stay on SO(3) by construction and keep order 4 (Munthe-Kaas, High order Runge-Kutta methods on manifolds,
// Appl. Numer. Math. 29, 1999). Without attitudes it is rk4, to the bit.
#include "step/chart_stages.h"

static void place(const dv_stepping *s, int i, double h, double node, const real *first, const real *last, real *xi)
{
  (void)i, (void)first;
  for (int j = 0; j < s->chart->n; j++) xi[j] = node * h * last[j];
}

static int step(dv_stepping *s, double t, double h, double *x, double *quad) { return dv_chart_step(place, s, t, h, x, quad); }

DV_STEPPER(lie_rk4, dv_chart_reals, step, NULL);
