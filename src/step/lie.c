// lie.c: Runge-Kutta-Munthe-Kaas method of order 4: rk4.c in the chart around the start of the step.
//
//   x = x0 (+) xi,  xi' = F(t, xi)  (chart.c),  xi(0) = 0;   x1 = x0 (+) h (F1 + 2 F2 + 2 F3 + F4) / 6
//
// Attitudes stay on SO(3) by construction and keep order 4 (Munthe-Kaas, High order Runge-Kutta methods on manifolds,
// Appl. Numer. Math. 29, 1999). Without attitudes it is rk4, to the bit.
#include "step/stepper.h"

static size_t scratch(const dv_model *m) { return 2 * (size_t)m->nx + 3 * (size_t)(2 * m->nv + m->nz) + 2 * (size_t)m->nquad; }

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  const int nx = s->m->nx, n = s->chart->n, nquad = s->m->nquad;
  real *x = dv_reals(xd), *dx = dv_reals(s->scratch), *y = dx + nx, *k = y + nx, *xi = k + n, *sum = xi + n;
  real *power = sum + n, *energy = power + nquad;
  for (int i = 0; i < 4; i++) {
    if (i) {
      for (int j = 0; j < n; j++) xi[j] = node[i] * h * k[j];
      DV_X(dv_step_retract)(s, x, xi, y);
    }
    const real *at = i ? y : x;
    if (DV_X(dv_step_rates)(s, t + node[i] * h, at, dx, power)) return 1;
    DV_X(dv_step_tangent)(s, i ? xi : NULL, dx, k);
    dv_weigh(n, i == 0, weight[i], k, sum);
    dv_weigh(nquad, i == 0, weight[i], power, energy);
  }
  for (int j = 0; j < n; j++) xi[j] = h * sum[j];
  DV_X(dv_step_retract)(s, x, xi, y);
  memcpy(x, y, (size_t)nx * sizeof(real));
  dv_weigh(nquad, 0, h, energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

DV_STEPPER(lie_rk4, scratch, step, NULL);
