// rest_newton.c: Newton's method with the step that is left as its measure, which no scaling of the equations changes.
//
//   J s = -r;   x (+) h s is taken if |J^-1 r(x (+) h s)| < (1 - h/4) |s|;   h = 1, 1/2, 1/4 ...
//
// Accelerations of stiff and of soft directions differ by many powers of ten: a slender beam bends far while its residual is long
// small beside its stiffness. Deuflhard: Newton Methods for Nonlinear Problems, 2004, section 3.3.
#include "solve/rest.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS = 100 };
static const double here = 1e-10, rounding = 1e-7, shortest = 1e-5, farthest = 2;  // nominal sizes; of h; of one displacement

// s of J s = -r by least squares; its length.
static double correction(dv_rest *e, const double *r, double *s)
{
  double sum = 0;
  int rows = dv_rest_equation(e, r, 0);
  LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', rows, e->n, 1, e->matrix, e->n, e->right, 1);
  memcpy(s, e->right, (size_t)e->n * sizeof(double));
  for (int i = 0; i < e->n; i++) sum += s[i] * s[i];
  return sqrt(sum);
}

static void look(dv_rest *e)
{
  double norm;
  dv_rest_residual(e, e->s->x, e->r, &norm);
  dv_fan_set(e->fan, e->s->t, e->s->x, e->s->d, DV_ALONG_TANGENT);
  dv_rest_columns(e, e->along, e->n, 0, e->J);
  e->nkept = dv_rest_kept(e, e->kept);
}

static double longest_share(const dv_rest *e, const double *s)
{
  double most = farthest;
  for (int i = 0; i < e->moves; i++) most = fmax(most, fabs(s[i]));
  return farthest / most;
}

// x_new = x (+) h s, and what is left there.
static double try_step(dv_rest *e, const double *s, double h, double *r, double *left)
{
  double norm;
  memset(e->xi, 0, (size_t)e->chart->n * sizeof(double));
  for (int i = 0; i < e->n; i++) e->xi[e->along[i]] = h * s[i] * e->chart->scale[e->along[i]];
  dv_engine_x1.add(e->m, e->s->x, 1, e->xi, e->x_new);
  return dv_rest_residual(e, e->x_new, r, &norm) || !isfinite(norm) ? HUGE_VAL : correction(e, r, left);
}

double dv_rest_left(dv_rest *e)
{
  double *s = DV_TAKE(e->arena, double, e->n);
  look(e);
  return correction(e, e->r, s);
}

int dv_rest_newton(dv_rest *e, int *iterations)
{
  size_t n = (size_t)e->whole->n;
  double *s = DV_TAKE(e->arena, double, n), *left = DV_TAKE(e->arena, double, n), *r = DV_TAKE(e->arena, double, n);
  for (int k = 0; k < ITERATIONS; k++, ++*iterations) {
    look(e);
    double length = correction(e, e->r, s), h = longest_share(e, s);
    if (length < here) return 1;
    while (h > shortest && !(try_step(e, s, h, r, left) < (1 - h / 4) * length)) h /= 2;
    if (h <= shortest) return length < rounding;
    memcpy(e->s->x, e->x_new, (size_t)e->m->nx * sizeof(double));
    dv_rest_arrive(e);
  }
  return 0;
}
