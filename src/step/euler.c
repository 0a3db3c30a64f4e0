// euler.c: semi-implicit Euler, order 1.
//
//   v1 = v0 + h a(t, q0, v0),   z1 = z0 + h z'(t, q0, v0, z0),   q1 = q0 (+) h v1
//
// Symplectic for conservative machines: the energy error stays bounded (Hairer, Lubich, Wanner, Geometric Numerical
// Integration, 2nd ed. 2006, sec. I.1).
#include "step/stepper.h"

static size_t scratch(const dv_model *m) { return (size_t)(2 * m->nx + 2 * m->nv + m->nz + m->nquad); }

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const dv_model *m = s->m;
  real *x = dv_reals(xd), *dx = dv_reals(s->scratch), *y = dx + m->nx, *along = y + m->nx, *power = along + 2 * m->nv + m->nz;
  if (DV_X(dv_step_rates)(s, t, x, dx, power)) return 1;
  // the rates that belong to the new momenta, or the new rates themselves
  dv_along(m->nx, x, h, dx, y);
  memcpy(y, x, (size_t)m->nq * sizeof(real));
  s->engine->leave(m, s->num, t, dv_doubles(y), s->d, dv_doubles(y), s->work);
  memcpy(along, y + m->nq, (size_t)m->nv * sizeof(real));
  memcpy(along + m->nv, dx + m->nq, (size_t)(m->nv + m->nz) * sizeof(real));
  s->engine->add(m, xd, h, dv_doubles(along), dv_doubles(y));
  memcpy(x, y, (size_t)m->nx * sizeof(real));
  dv_weigh(m->nquad, 0, h, power, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

DV_STEPPER(euler, scratch, step, NULL);
