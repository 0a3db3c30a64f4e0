// whole.c: quantities of the whole tree: momentum, mass and its centre, energy.
//
//   h = sum of R (I V) about the world's origin,  T = sum of V.(I V)/2,  U = -sum of g.(m p + R mc)
//
// Added inertia (DV_FULL) counts in momentum and kinetic energy, not in mass.
#include "skeleton/body.h"

void DV_X(dv_momentum)(DV_TREE, real *h)
{
  v3 angular = dv_v3_zero(), linear = angular;
  for (int i = 0; i < t->nlink; i++) {
    v3 n, f;
    dv_link_momentum(dv_here(t, num, w, i), &n, &f, NULL);
    f = dv_m3_mul(w[i].R_WB, f);
    n = dv_v3_add(dv_m3_mul(w[i].R_WB, n), dv_v3_cross(w[i].p_WB, f));
    angular = dv_v3_add(angular, n);
    linear = dv_v3_add(linear, f);
  }
  dv_v3_put(h, angular);
  dv_v3_put(h + 3, linear);
}

// Mass of a link, and mass times its centre, world axes.
static v3 first_moment(here h, real *mass)
{
  v3 mc = dv_v3_of(h.b->mc);
  *mass = h.b->m;
  if (h.l->body == DV_BEAM) {
    const solid *own = dv_beam_room(h).own;
    *mass += own->m;
    mc = dv_v3_add(mc, own->mc);
  }
  return dv_v3_add(dv_v3_scale(h.k->p_WB, *mass), dv_m3_mul(h.k->R_WB, mc));
}

void DV_X(dv_mass_centre)(DV_TREE, real *mass, real *com)
{
  v3 sum = dv_v3_zero();
  *mass = dv_real(0);
  for (int i = 0; i < t->nlink; i++) {
    real m;
    sum = dv_v3_add(sum, first_moment(dv_here(t, num, w, i), &m));
    *mass += m;
  }
  dv_v3_put(com, dv_v3_scale(sum, 1 / *mass));
}

void DV_X(dv_energy)(DV_TREE, real *kinetic, real *potential)
{
  v3 gravity = dv_v3_of(num + t->gravity);
  *kinetic = *potential = dv_real(0);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    v3 n, f;
    real mass, p[DV_MODES_MOST];
    dv_link_momentum(h, &n, &f, p);
    *kinetic += 0.5 * (dv_v3_dot(n, h.k->w) + dv_v3_dot(f, h.k->v));
    for (int k = 0; h.l->body == DV_BEAM && k < h.l->modes; k++) *kinetic += 0.5 * p[k] * dv_beam_room(h).rate[k];
    *potential -= dv_v3_dot(gravity, first_moment(h, &mass));
  }
}
