// way_screw_projection.c: sums over sections by projection matrices (projection.h):  p' = E + G + tau,   M u' = G + tau - h
#include "formulation/formulation.h"
#include "formulation/matrix.h"
#include "formulation/projection.h"

static void *room(dv_arena *a, const dv_tree *t, const double *num) { return dv_projection_new(a, t, num); }

static void effort(dv_formulator *f, void *own, const double *q, const double *v, const double *a, double *tau)
{
  (void)f;
  dv_projection_place(own, q, v);
  dv_projection_form(own);
  dv_projection_effort(own, a, tau);
}

static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  const dv_projection *s = own;
  effort(f, own, q, v, f->zero, f->x);
  for (int i = 0; i < f->tree.nv; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(f->tree.nv, s->M, a);
}

const dv_formulation dv_way_screw_projection = {"screw-projection", "projection matrices of all sections",
                                                .elastic = 1,       .room = room,
                                                .effort = effort,   .acceleration = acceleration};
