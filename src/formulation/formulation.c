// formulation.c: the table of formulations.
//
//   articulated bodies: skeleton's aba.c              Newton-Euler: crba.c and rnea.c,  B a = tau - rnea(q, v, 0)
//   momentum: p' = slope - g + tau with the recursion of hamilton.c,   B a = p' - B' v
//   Lagrange: Jacobians, dB/dq in closed form, Christoffel's C,   B a = tau - C v - g
//   screw projection: sums over sections, p' = E + G + tau,   M u' = G + tau - h
//   moving frame: frame connections and B by recursion,   M* a + N* v = F* + tau
#include "formulation/formulation.h"

#include "formulation/lagrange.h"
#include "formulation/matrix.h"

dv_formulator *dv_formulator_new(dv_arena *a, const dv_tree *t, const double *num)
{
  dv_formulator *f = DV_TAKE(a, dv_formulator, 1);
  dv_link *link = DV_TAKE(a, dv_link, t->nlink);
  size_t n = (size_t)t->nv;
  f->arena = a;
  f->tree = *t;
  f->tree.link = link;
  f->num = num;
  for (int i = 0; i < t->nlink; i++) {
    link[i] = t->link[i];
    link[i].drive = DV_FREE;
  }
  f->link = (dv_link_work *)dv_arena_take(a, (size_t)dv_tree_reals(t) * sizeof(double));
  if (!t->elastic) {  // Jacobians and frames are of rigid bodies
    f->chain = dv_chain_new(a, &f->tree, num);
    f->frames = dv_frames_new(a, &f->tree, num, 0);
  }
  f->projection = dv_projection_new(a, &f->tree, num);
  f->B = DV_TAKE(a, double, n *n);
  f->dB = DV_TAKE(a, double, n *n *n);
  f->C = DV_TAKE(a, double, n *n);
  f->zero = DV_TAKE(a, double, 4 * n);
  f->x = f->zero + n, f->y = f->x + n, f->z = f->y + n;
  return f;
}

static int by_articulated_bodies(dv_formulator *f, const double *q, const double *v, const double *tau, double *a)
{
  memcpy(f->x, tau, (size_t)f->tree.nv * sizeof *tau);
  dv_aba_x1(&f->tree, f->num, f->link, q, v, f->x, NULL, a);
  return 0;
}

static void effort_newton_euler(dv_formulator *f, const double *q, const double *v, const double *a, double *tau)
{
  dv_rnea_x1(&f->tree, f->num, f->link, q, v, a, NULL, tau);
}

static int by_newton_euler(dv_formulator *f, const double *q, const double *v, const double *tau, double *a)
{
  int n = f->tree.nv;
  dv_crba_x1(&f->tree, f->num, f->link, q, f->B);
  dv_rnea_x1(&f->tree, f->num, f->link, q, v, f->zero, NULL, f->x);
  for (int i = 0; i < n; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(n, f->B, a);
}

// B' v by the closed form of dB/dq.
static void mass_rate(dv_formulator *f, const double *q, const double *v, double *out)
{
  dv_chain_place(f->chain, q);
  dv_lagrange_slopes(f->chain, f->dB);
  dv_lagrange_mass_rate(f->tree.nv, f->dB, v, f->C);
  dv_matrix_times(f->tree.nv, f->tree.nv, f->C, v, out);
}

// slope and g by recursion; x: momentum
static void momentum_terms(dv_formulator *f, const double *q, const double *v, double *slope, double *g)
{
  dv_rnea_x1(&f->tree, f->num, f->link, q, f->zero, f->zero, NULL, g);
  dv_hamilton_x1(&f->tree, f->num, f->link, q, v, f->x, slope);
}

static void effort_momentum(dv_formulator *f, const double *q, const double *v, const double *a, double *tau)
{
  int n = f->tree.nv;
  dv_hamilton_x1(&f->tree, f->num, f->link, q, a, tau, f->x);  // B a
  mass_rate(f, q, v, f->x);
  for (int i = 0; i < n; i++) tau[i] += f->x[i];  // p'
  momentum_terms(f, q, v, f->y, f->z);
  for (int i = 0; i < n; i++) tau[i] += f->z[i] - f->y[i];
}

static int by_momentum(dv_formulator *f, const double *q, const double *v, const double *tau, double *a)
{
  int n = f->tree.nv;
  momentum_terms(f, q, v, f->y, f->z);
  mass_rate(f, q, v, f->x);
  for (int i = 0; i < n; i++) a[i] = f->y[i] - f->z[i] + tau[i] - f->x[i];
  dv_crba_x1(&f->tree, f->num, f->link, q, f->B);
  return dv_matrix_divide(n, f->B, a);
}

// x: C v + g
static void lagrange_terms(dv_formulator *f, const double *q, const double *v)
{
  dv_chain_place(f->chain, q);
  dv_lagrange_mass(f->chain, f->B);
  dv_lagrange_slopes(f->chain, f->dB);
  dv_lagrange_christoffel(f->chain, f->B, f->dB, v, f->C);
  dv_lagrange_gravity(f->chain, f->y);
  dv_matrix_times(f->tree.nv, f->tree.nv, f->C, v, f->x);
  for (int i = 0; i < f->tree.nv; i++) f->x[i] += f->y[i];
}

static void effort_lagrange(dv_formulator *f, const double *q, const double *v, const double *a, double *tau)
{
  lagrange_terms(f, q, v);
  dv_matrix_times(f->tree.nv, f->tree.nv, f->B, a, tau);
  for (int i = 0; i < f->tree.nv; i++) tau[i] += f->x[i];
}

static int by_lagrange(dv_formulator *f, const double *q, const double *v, const double *tau, double *a)
{
  lagrange_terms(f, q, v);
  for (int i = 0; i < f->tree.nv; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(f->tree.nv, f->B, a);
}

static void form_frames(dv_formulator *f, const double *q, const double *v)
{
  dv_frames_place(f->frames, q, v);
  dv_frames_form(f->frames);
  dv_frames_weigh(f->frames);
  dv_frames_load(f->frames);
}

static void effort_moving_frame(dv_formulator *f, const double *q, const double *v, const double *a, double *tau)
{
  form_frames(f, q, v);
  dv_frames_effort(f->frames, v, a, tau);
}

static int by_moving_frame(dv_formulator *f, const double *q, const double *v, const double *tau, double *a)
{
  int n = f->tree.nv;
  form_frames(f, q, v);
  dv_frames_effort(f->frames, v, f->zero, f->x);
  for (int i = 0; i < n; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(n, f->frames->M, a);
}

static void effort_projection(dv_formulator *f, const double *q, const double *v, const double *a, double *tau)
{
  dv_projection_place(f->projection, q, v);
  dv_projection_form(f->projection);
  dv_projection_effort(f->projection, a, tau);
}

static int by_projection(dv_formulator *f, const double *q, const double *v, const double *tau, double *a)
{
  effort_projection(f, q, v, f->zero, f->x);
  for (int i = 0; i < f->tree.nv; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(f->tree.nv, f->projection->M, a);
}

const dv_formulation dv_formulations[] = {
    {"articulated-body", "articulated bodies, O(n)",                         1, NULL,                by_articulated_bodies},
    {"newton-euler",     "composite bodies and Newton-Euler",                1, effort_newton_euler, by_newton_euler      },
    {"screw-projection", "projection matrices of all sections",              1, effort_projection,   by_projection        },
    {"momentum",         "momenta (q, p) by recursion",                      0, effort_momentum,     by_momentum          },
    {"lagrange",         "Jacobians, dB/dq in closed form, Christoffel's C", 0, effort_lagrange,     by_lagrange          },
    {"moving-frame",     "frames, B and B' by recursion",                    0, effort_moving_frame, by_moving_frame      },
    {NULL,               NULL,                                               0, NULL,                NULL                 },
};
