// compare_verify.c: the skeleton by every formulation, at random states.
//
// Accelerations come from a system with the mass matrix: what two mass matrices and efforts differ by grows with its condition,
// which is taken at the start, with a unit diagonal, so that metres and radians count alike (van der Sluis 1969).
#include "trial.h"

#include "engine/evaluation.h"
#include "engine/skeleton_at.h"
#include "formulation/lagrange.h"
#include "formulation/verify.h"

#include <math.h>
#include <string.h>

static int is_acceleration(const dv_difference *d) { return strstr(d->what, "acceleration") != NULL; }

static double norm(const double *A, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += fabs(A[i * n + j]);
    most = fmax(most, sum);
  }
  return most;
}

// Gauss and Jordan without exchanges: the matrix is positive definite.
static void invert(double *A, double *B, int n)
{
  for (int i = 0; i < n; i++) B[i * n + i] = 1;
  for (int k = 0; k < n; k++) {
    double pivot = A[k * n + k];
    for (int j = 0; j < n; j++) A[k * n + j] /= pivot, B[k * n + j] /= pivot;
    for (int i = 0; i < n; i++) {
      double f = A[i * n + k];
      for (int j = 0; i != k && j < n; j++) A[i * n + j] -= f * A[k * n + j], B[i * n + j] -= f * B[k * n + j];
    }
  }
}

static double condition(const trial *t)
{
  const dv_model *m = t->m->model;
  int n = m->nv;
  double *A = DV_TAKE(t->arena, double, n *n), *B = DV_TAKE(t->arena, double, n *n);
  double *work = DV_TAKE(t->arena, double, dv_engine_x1.nwork(m));
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  dv_engine_mass_matrix(m, t->m->start->x, A, work);
  for (int i = 0; i < n; i++) work[i] = sqrt(A[i * n + i]);  // its own content is no longer needed
  for (int i = 0; i < n * n; i++) A[i] /= work[i / n] * work[i % n];
  double size = norm(A, n);
  invert(A, B, n);
  return size * norm(B, n);
}

// What formulations differ by in all but accelerations.
static double rounding(const dv_verification *v)
{
  double most = 1e-15;
  for (int i = 0; i < v->n; i++)
    if (!is_acceleration(&v->pair[i])) most = fmax(most, v->pair[i].difference);
  return most;
}

verdict compare_verify(trial *t)
{
  const dv_model *m = t->m->model;
  if (!m->nv || m->nv > DV_LAGRANGE_MOST) return NOT_HERE;
  dv_tree tree = dv_tree_of(m);
  const dv_verification *v = dv_verify(t->m->arena, &tree, dv_model_NUMBER(m), 3, t->number);
  double by = condition(t);
  for (int i = 0; i < v->n; i++) {
    const dv_difference *d = &v->pair[i];
    double within = is_acceleration(d) ? 1e-9 + 10 * by * rounding(v) : 1e-9;
    if (!(d->difference <= within)) return say(t, "%s by %s and by %s: %.2e apart", d->what, d->first, d->second, d->difference);
  }
  return AGREES;
}
