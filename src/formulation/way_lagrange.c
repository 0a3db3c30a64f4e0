// way_lagrange.c: Lagrange's equations by Jacobians, dB/dq in closed form, Christoffel's C:  B a = tau - C v - g
#include "formulation/formulation.h"
#include "formulation/lagrange.h"
#include "formulation/matrix.h"

static void *room(dv_arena *a, const dv_tree *t, const double *num) { return dv_chain_new(a, t, num); }

// x: C v + g
static void terms(dv_formulator *f, dv_chain *c, const double *q, const double *v)
{
  dv_chain_place(c, q);
  dv_lagrange_mass(c, f->B);
  dv_lagrange_slopes(c, f->dB);
  dv_lagrange_christoffel(c, f->B, f->dB, v, f->C);
  dv_lagrange_gravity(c, f->y);
  dv_matrix_times(f->tree.nv, f->tree.nv, f->C, v, f->x);
  for (int i = 0; i < f->tree.nv; i++) f->x[i] += f->y[i];
}

static void effort(dv_formulator *f, void *own, const double *q, const double *v, const double *a, double *tau)
{
  terms(f, own, q, v);
  dv_matrix_times(f->tree.nv, f->tree.nv, f->B, a, tau);
  for (int i = 0; i < f->tree.nv; i++) tau[i] += f->x[i];
}

static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  terms(f, own, q, v);
  for (int i = 0; i < f->tree.nv; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(f->tree.nv, f->B, a);
}

const dv_formulation dv_way_lagrange = {"lagrange", "Jacobians, dB/dq in closed form, Christoffel's C", .room = room,
                                        .effort = effort, .acceleration = acceleration};
