// way_newton_euler.c: composite bodies and Newton-Euler, the skeleton's crba.c and rnea.c:  B a = tau - rnea(q, v, 0)
#include "formulation/formulation.h"
#include "formulation/matrix.h"

static void effort(dv_formulator *f, void *own, const double *q, const double *v, const double *a, double *tau)
{
  (void)own;
  dv_rnea_x1(&f->tree, f->num, f->link, q, v, a, NULL, tau);
}

static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  (void)own;
  int n = f->tree.nv;
  dv_crba_x1(&f->tree, f->num, f->link, q, f->B);
  dv_rnea_x1(&f->tree, f->num, f->link, q, v, f->zero, NULL, f->x);
  for (int i = 0; i < n; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(n, f->B, a);
}

const dv_formulation dv_way_newton_euler = {"newton-euler", "composite bodies and Newton-Euler", .elastic = 1, .effort = effort,
                                            .acceleration = acceleration};
