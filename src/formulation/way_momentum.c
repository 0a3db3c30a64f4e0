// way_momentum.c: momenta (q, p):  p' = slope - g + tau with the recursion of the skeleton's hamilton.c,   B a = p' - B' v
#include "formulation/formulation.h"
#include "formulation/lagrange.h"
#include "formulation/matrix.h"

static void *room(dv_arena *a, const dv_tree *t, const double *num) { return dv_chain_new(a, t, num); }

// B' v by the closed form of dB/dq.
static void mass_rate(dv_formulator *f, dv_chain *c, const double *q, const double *v, double *out)
{
  dv_chain_place(c, q);
  dv_lagrange_slopes(c, f->dB);
  dv_lagrange_mass_rate(f->tree.nv, f->dB, v, f->C);
  dv_matrix_times(f->tree.nv, f->tree.nv, f->C, v, out);
}

// slope and g by recursion; x: momentum
static void momentum_terms(dv_formulator *f, const double *q, const double *v, double *slope, double *g)
{
  dv_rnea_x1(&f->tree, f->num, f->link, q, f->zero, f->zero, NULL, g);
  dv_hamilton_x1(&f->tree, f->num, f->link, q, v, f->x, slope);
}

static void effort(dv_formulator *f, void *own, const double *q, const double *v, const double *a, double *tau)
{
  int n = f->tree.nv;
  dv_hamilton_x1(&f->tree, f->num, f->link, q, a, tau, f->x);  // B a
  mass_rate(f, own, q, v, f->x);
  for (int i = 0; i < n; i++) tau[i] += f->x[i];  // p'
  momentum_terms(f, q, v, f->y, f->z);
  for (int i = 0; i < n; i++) tau[i] += f->z[i] - f->y[i];
}

static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  int n = f->tree.nv;
  momentum_terms(f, q, v, f->y, f->z);
  mass_rate(f, own, q, v, f->x);
  for (int i = 0; i < n; i++) a[i] = f->y[i] - f->z[i] + tau[i] - f->x[i];
  dv_crba_x1(&f->tree, f->num, f->link, q, f->B);
  return dv_matrix_divide(n, f->B, a);
}

const dv_formulation dv_way_momentum = {"momentum", "momenta (q, p) by recursion", .room = room, .effort = effort,
                                        .acceleration = acceleration};
