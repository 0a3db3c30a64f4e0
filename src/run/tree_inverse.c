// tree_inverse.c: loops by multipliers need the accelerations of the tree without them, and so the inverse of its mass. It may
// come to where there is none: both ends of a homokinetic joint that is stretched or folded turn about one axis.
#include "engine/skeleton_at.h"
#include "run/running.h"
#include "skeleton/skeleton.h"

#include <math.h>

// Cholesky's least pivot of the tree's mass matrix over its diagonal, and which rate it is; 0: there is no inverse.
static double least_pivot(const dv_running *r, const double *q, int *which)
{
  int n = r->m->nv;
  double least = 1, *M = DV_TAKE(r->arena, double, (size_t)n *(size_t)n);
  *which = 0;
  dv_engine_mass_matrix(r->m, q, M, r->work);
  for (int k = 0; k < n; k++) {
    double *row = M + k * n, diagonal = row[k], pivot = diagonal;
    for (int j = 0; j < k; j++) pivot -= row[j] * row[j];
    double share = diagonal > 0 && pivot > 0 ? pivot / diagonal : 0;
    if (share < least) least = share, *which = k;
    if (share == 0) return 0;
    row[k] = sqrt(pivot);
    for (int i = k + 1; i < n; i++) {
      for (int j = 0; j < k; j++) M[i * n + k] -= M[i * n + j] * row[j];
      M[i * n + k] /= row[k];
    }
  }
  return least;
}

int dv_fail_inverse(dv_running *r, double t, const double *x)
{
  // The last step ends some way before such a place; a machine that is ill-conditioned everywhere is no such place.
  const double none = 1e-9, near = 1e-3, fallen = 1e-2;
  int which, at_start;
  if (!r->m->multipliers) return 0;
  double left = least_pivot(r, x, &which), first = least_pivot(r, dv_model_START(r->m), &at_start);
  if (left > none && (left > near || left > fallen * first)) return 0;
  dv_diag_add(
      r->diags, DV_ERROR, (dv_mark){NULL, 0, 0}, "use formulation: velocity or momentum, which do not need it",
      "without its loops the machine has no inertia of its own left at %s at t = %.6g s, as where a joint is stretched or "
      "folded: multipliers divide by it",
      dv_state_place(r->arena, r->m, r->m->nq + which), t);
  return 1;
}

static int is_driven(const dv_model *m, int v)
{
  for (int i = 0; i < m->nlink; i++)
    if (dv_model_LINK(m)[i].iv == v) return dv_model_LINK(m)[i].drive == DV_DRIVEN;
  return 0;
}

// An acceleration that no part spoils: two coordinates turn the same bodies about one axis, and what is between them has no mass.
int dv_fail_mass(dv_running *r, double t, const double *x, int state)
{
  const double none = 1e-14;
  const dv_model *m = r->m;
  int which;
  if (state < m->nq || state >= m->nq + m->nv || DV_MODEL_COUNT(m, LOOP)) return 0;
  if (least_pivot(r, x, &which) > none || is_driven(m, which)) return 0;
  dv_diag_add(r->diags, DV_ERROR, (dv_mark){NULL, 0, 0},
              "give mass or inertia to the bodies between it and the joints before it, or lock one of them",
              "nothing has inertia against %s at t = %.6g s beside what joints before it move in the same way: it cannot be "
              "accelerated",
              dv_state_place(r->arena, m, m->nq + which), t);
  return 1;
}
