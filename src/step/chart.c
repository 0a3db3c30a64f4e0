// chart.c: the state as a manifold: numbers and attitudes around a base point.
//
//   R = R0 exp([xi]),  R' = R [w]   =>   xi' = w + xi x w / 2 + c(|xi|) xi x (xi x w),
//   c(a) = (1 - a/2 cot(a/2)) / a^2 = 1/12 + a^2/720 + a^4/30240 + ...
//
// The inverse of the right-trivialised differential of exp (Iserles, Munthe-Kaas, Norsett, Zanna, Lie-group methods,
// Acta Numerica 9, 2000, eq. 2.42); w in child axes. The series is cut after a^4: a step turns by far less than 1 rad.
#include "step/stepper.h"

int DV_X(dv_step_rates)(dv_stepping *s, double t, const real *x, real *dx, real *power)
{
  const double at = t < s->latest ? t : s->latest, *xd = dv_const_doubles(x);
  int bad = s->engine->slopes(s->m, s->num, at, xd, s->d, dv_doubles(dx), power ? dv_doubles(power) : NULL, s->work);
  s->evaluations++;
  if (!bad) return 0;
  s->failed_t = at;
  s->failed_x = xd;
  s->failed_dx = dv_doubles(dx);
  return DV_LANES == 1;
}

void DV_X(dv_step_retract)(const dv_stepping *s, const real *x, const real *xi, real *y)
{
  const dv_chart *c = s->chart;
  if (c->nattitude) s->engine->add(s->m, dv_const_doubles(x), 1, dv_const_doubles(xi), dv_doubles(y));
  for (int r = 0; r < c->nrun; r++) {
    const dv_run_of_numbers *n = &c->run[r];
    dv_along(n->count, x + n->x, 1, xi + n->tangent, y + n->x);
  }
}

DV_FN v3 turning(v3 xi, v3 w)
{
  real a2 = dv_v3_dot(xi, xi), c = 1 / 12.0 + a2 * (1 / 720.0 + a2 * (1 / 30240.0));
  v3 once = dv_v3_cross(xi, w);
  return dv_v3_add(w, dv_v3_add(dv_v3_scale(once, dv_real(0.5)), dv_v3_scale(dv_v3_cross(xi, once), c)));
}

void DV_X(dv_step_tangent)(const dv_stepping *s, const real *xi, const real *dx, real *rate)
{
  const dv_chart *c = s->chart;
  for (int r = 0; r < c->nrun; r++) {
    const dv_run_of_numbers *n = &c->run[r];
    memcpy(rate + n->tangent, dx + n->x, (size_t)n->count * sizeof(real));
  }
  for (int i = 0; i < c->nattitude; i++) {
    int v = c->attitude[i].v;
    v3 w = dv_v3_of((const real *)(const void *)s->work + s->m->work_v + v);
    dv_v3_put(rate + v, xi ? turning(dv_v3_of(xi + v), w) : w);
  }
}

void DV_X(dv_step_finish)(dv_stepping *s, double t, real *x)
{
  if (s->chart->tidy) s->engine->tidy(s->m, s->num, t < s->latest ? t : s->latest, dv_doubles(x), s->d, s->work);
}
