// way_articulated_body.c: accelerations by articulated bodies, O(n): the skeleton's aba.c, which runs use.
#include "formulation/formulation.h"

#include <string.h>

static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  (void)own;
  memcpy(f->x, tau, (size_t)f->tree.nv * sizeof *tau);
  dv_aba_x1(&f->tree, f->num, f->link, q, v, f->x, NULL, a);
  return 0;
}

const dv_formulation dv_way_articulated_body = {"articulated-body", "articulated bodies, O(n)", .elastic = 1,
                                                .acceleration = acceleration};
