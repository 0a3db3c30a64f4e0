// compare_multipliers.c: loops closed by multipliers instead of independent coordinates.
#include "engine/engine.h"
#include "engine/skeleton_at.h"
#include "trial.h"

#include <math.h>

static const double singular = 1e-9, near = 1e-3;  // near: the last step that a run takes ends some way before such a place

// Cholesky's least pivot of the tree's mass matrix, over the diagonal.
static double least_pivot(dv_arena *a, const dv_model *m, const double *x)
{
  int n = m->nv;
  double least = 1, *M = DV_TAKE(a, double, n *n + 1), *work = DV_TAKE(a, double, dv_engine_x1.nwork(m));
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  dv_engine_mass_matrix(m, x, M, work);
  for (int k = 0; k < n; k++) {
    double diagonal = M[k * n + k], pivot = diagonal;
    for (int j = 0; j < k; j++) pivot -= M[k * n + j] * M[k * n + j];
    least = fmin(least, diagonal > 0 ? pivot / diagonal : 0);
    if (!(least > 0)) return 0;
    M[k * n + k] = sqrt(pivot);
    for (int i = k + 1; i < n; i++) {
      for (int j = 0; j < k; j++) M[i * n + k] -= M[i * n + j] * M[k * n + j];
      M[i * n + k] /= M[k * n + k];
    }
  }
  return least;
}

// Multipliers take the accelerations of the whole tree first. It may come to where it has none: both ends of a homokinetic joint
// that is stretched or folded turn about one axis, a point turns about itself. There the run ends with a message; independent
// coordinates go on.
static int has_no_inverse(trial *t, const machine *m)
{
  const course *c = course_run(t, m, &(way){.method = "cvode-bdf", .tolerance = TIGHT});
  return least_pivot(t->arena, m->model, dv_model_START(m->model)) < singular ||
         (c->failed && least_pivot(t->arena, m->model, c->end) < near);
}

verdict compare_multipliers(trial *t)
{
  static const char *const setting[] = {"solver.formulation=multipliers"};
  if (!DV_MODEL_COUNT(t->m->model, LOOP)) return NOT_HERE;
  machine *m = machine_read(t->units, t->root, setting, 1);
  verdict v;
  if (!m->model) v = say(t, "multipliers: refused: %s", machine_refusal(m));
  else v = has_no_inverse(t, m) ? NOT_HERE : same_machine(t, m, NULL, "multipliers");
  machine_free(m);
  return v;
}
