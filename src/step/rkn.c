// rkn.c: Runge-Kutta-Nystroem method of order 4 for q'' = f(t, q, q').
//
//   k1 = h/2 f(q, v),  K = h/2 (v + k1/2),  k2 = h/2 f(q + K, v + k1),  k3 = h/2 f(q + K, v + k2),
//   k4 = h/2 f(q + h (v + k3), v + 2 k3);   q1 = q + h (v + (k1 + k2 + k3)/3),  v1 = v + (k1 + 2 k2 + 2 k3 + k4)/3
//
// Kreyszig, Advanced Engineering Mathematics, sec. 21.3; Sarkar 1996, eq. 6.6 with its weights corrected. Only the places of the
// stages differ from rk4.c; parts' states go as there, ball and free joints as in lie.c (conditions of order 4 are linear in
// places).
#include "step/chart_stages.h"

// Where stage i evaluates: xi = h k node, but coordinates with q' = v use accelerations too.
static void place(const dv_stepping *s, int i, double h, double node, const real *k1, const real *k, real *xi)
{
  const int nv = s->m->nv, from = i < DV_RKN_STAGES - 1 ? 0 : i - 1;
  const double rate = dv_rkn_rate[i][0], bend = dv_rkn_bend[i][from] / rate;
  const real *a = (from ? k : k1) + nv;
  for (int j = 0; j < s->chart->n; j++) xi[j] = node * h * k[j];
  for (int j = 0; j < nv; j++)
    if (s->chart->plain[j]) xi[j] = rate * h * (k1[j] + bend * h * a[j]);
}

static int step(dv_stepping *s, double t, double h, double *x, double *quad) { return dv_chart_step(place, s, t, h, x, quad); }

DV_STEPPER(rkn, dv_chart_reals, step, NULL);
