// compare_verify.c: the skeleton by every formulation, at random states.
//
// Accelerations come from a system with the mass matrix, whose condition they share: they are compared as the efforts that they
// ask for.
#include "trial.h"

#include "engine/evaluation.h"
#include "formulation/lagrange.h"
#include "formulation/verify.h"

#include <string.h>

verdict compare_verify(trial *t)
{
  const dv_model *m = t->m->model;
  if (!m->nv || m->nv > DV_LAGRANGE_MOST) return NOT_HERE;
  dv_tree tree = dv_tree_of(m);
  const dv_verification *v = dv_verify(t->m->arena, &tree, dv_model_NUMBER(m), 3, t->number);
  for (int i = 0; i < v->n; i++) {
    const dv_difference *d = &v->pair[i];
    double apart = strcmp(d->what, "acceleration") ? d->difference : d->as_effort;
    if (!(apart <= 1e-10)) return say(t, "%s by %s and by %s: %.2e apart", d->what, d->first, d->second, apart);
  }
  return AGREES;
}
