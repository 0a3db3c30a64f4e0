// frozen.c: RK4 with attitudes frozen over the step, then turned by the mean of the old and the new angular velocity.
//
//   numbers: rk4.c with R = R0 in all stages;   R1 = R0 exp(h [w0 + w1] / 2)
//
// The scheme of Evjenth, Moe, Schon 2017, sec. 2.4.1. Rates are of order 4 and attitudes of order 2 while no effort hangs on an
// attitude; else both are of order 1 and an undamped oscillation grows by h omega^2/4 per second. To compare with lie-rk4.
#include "step/stepper.h"

static size_t scratch(const dv_model *m)
{
  return 2 * (size_t)m->nx + 3 * (size_t)(2 * m->nv + m->nz) + (size_t)m->nv + 2 * (size_t)m->nquad;
}

// Attitudes' part of a tangent: h/2 (a + b), or zero without a.
static void turn(const dv_stepping *s, double h, const real *a, const real *b, real *xi)
{
  for (int i = 0; i < s->chart->nattitude; i++)
    for (int v = s->chart->attitude[i].v, end = v + 3; v < end; v++) xi[v] = a ? 0.5 * h * (a[v] + b[v]) : dv_real(0);
}

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  const int nx = s->m->nx, nq = s->m->nq, nv = s->m->nv, n = s->chart->n, nquad = s->m->nquad;
  real *x = dv_reals(xd), *dx = dv_reals(s->scratch), *y = dx + nx, *k = y + nx, *xi = k + n, *sum = xi + n, *old = sum + n;
  real *power = old + nv, *energy = power + nquad;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; i && j < n; j++) xi[j] = node[i] * h * k[j];
    turn(s, h, NULL, NULL, xi);
    if (i) DV_X(dv_step_retract)(s, x, xi, y);
    if (DV_X(dv_step_rates)(s, t + node[i] * h, i ? y : x, dx, power)) return 1;
    DV_X(dv_step_tangent)(s, NULL, dx, k);
    if (i == 0) memcpy(old, k, (size_t)nv * sizeof(real));
    dv_weigh(n, i == 0, weight[i], k, sum);
    dv_weigh(nquad, i == 0, weight[i], power, energy);
  }
  for (int j = 0; j < n; j++) xi[j] = h * sum[j];
  turn(s, h, NULL, NULL, xi);
  DV_X(dv_step_retract)(s, x, xi, y);
  s->engine->leave(s->m, s->num, t + h, dv_doubles(y), s->d, dv_doubles(dx), s->work);
  turn(s, h, old, dx + nq, xi);
  DV_X(dv_step_retract)(s, x, xi, y);
  memcpy(x, y, (size_t)nx * sizeof(real));
  dv_weigh(nquad, 0, h, energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

DV_STEPPER(frozen_rk4, scratch, step, NULL);
