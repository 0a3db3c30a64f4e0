// rkn.c: Runge-Kutta-Nystroem method of order 4 for q'' = f(t, q, q').
//
//   k1 = h/2 f(q, v),  K = h/2 (v + k1/2),  k2 = h/2 f(q + K, v + k1),  k3 = h/2 f(q + K, v + k2),
//   k4 = h/2 f(q + h (v + k3), v + 2 k3);   q1 = q + h (v + (k1 + k2 + k3)/3),  v1 = v + (k1 + 2 k2 + 2 k3 + k4)/3
//
// Kreyszig, Advanced Engineering Mathematics, sec. 21.3; Sarkar 1996, eq. 6.6 with its weights corrected. Only the places of the
// stages differ from rk4.c; parts' states go as there, ball and free joints as in lie.c (conditions of order 4 are linear in
// places).
#include "step/stepper.h"

static size_t scratch(const dv_model *m) { return 2 * (size_t)m->nx + 4 * (size_t)(2 * m->nv + m->nz) + 2 * (size_t)m->nquad; }

// Where stage i evaluates: xi = h k node, but coordinates with q' = v use accelerations too.
static void place(const dv_stepping *s, int i, double h, double node, const real *k1, const real *k, real *xi)
{
  const int nv = s->m->nv;
  for (int j = 0; j < s->chart->n; j++) xi[j] = node * h * k[j];
  for (int j = 0; j < nv; j++)
    if (s->chart->plain[j]) xi[j] = i < 3 ? 0.5 * h * (k1[j] + 0.25 * h * k1[nv + j]) : h * (k1[j] + 0.5 * h * k[nv + j]);
}

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  const int nx = s->m->nx, n = s->chart->n, nquad = s->m->nquad;
  real *x = dv_reals(xd), *dx = dv_reals(s->scratch), *y = dx + nx, *k1 = y + nx, *k = k1 + n, *xi = k + n, *sum = xi + n;
  real *power = sum + n, *energy = power + nquad;
  for (int i = 0; i < 4; i++) {
    if (i) {
      place(s, i, h, node[i], k1, i == 1 ? k1 : k, xi);
      DV_X(dv_step_retract)(s, x, xi, y);
    }
    real *rate = i ? k : k1;
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

DV_STEPPER(rkn, scratch, step, NULL);
