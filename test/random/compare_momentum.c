// compare_momentum.c: momenta are integrated in the place of velocities.
#include "trial.h"

verdict compare_momentum(trial *t)
{
  way v = {.method = "cvode-bdf", .tolerance = TIGHT}, p = {.method = "cvode-bdf", .tolerance = TIGHT, .momentum = 1};
  if (!t->m->model->nv) return NOT_HERE;
  course *c = course_run(t, t->m, &p);
  if (c->slow) return OPEN;
  if (c->failed && t->reference->failed) return NOT_HERE;
  if (t->reference->failed) return say_fails(t, t->m, p, t->reference, "velocities fail where momenta do not");
  if (c->failed) return say_fails(t, t->m, v, c, "momenta fail where velocities do not");
  return courses_apart(t->m, c, t->reference) <= CLOSE ? AGREES : trial_converges(t, t->m, v, t->m, p);
}
