// compare_momentum.c: momenta are integrated in the place of velocities.
#include "trial.h"

#include <string.h>

verdict compare_momentum(trial *t)
{
  way v = {.method = "cvode-bdf", .tolerance = TIGHT}, p = {.method = "cvode-bdf", .tolerance = TIGHT, .momentum = 1};
  if (!t->m->model->nv) return NOT_HERE;
  course *c = course_run(t, t->m, &p);
  if (c->slow) return OPEN;
  if (c->failed && t->reference->failed) return NOT_HERE;
  const course *failed = t->reference->failed ? t->reference : c;
  if (failed->failed && strstr(failed->why, "loosen rtol")) {
    way other = failed == c ? v : p, looser = failed == c ? p : v;
    looser.tolerance = 1e-7;
    return compare_remedy(t, looser, other, failed == c ? t->reference : c);
  }
  if (t->reference->failed) return compare_smoothed(t, v, p, t->reference, "velocities fail where momenta do not");
  if (c->failed) return compare_smoothed(t, p, v, c, "momenta fail where velocities do not");
  return courses_apart(t->m, c, t->reference) <= CLOSE ? AGREES : trial_converges(t, t->m, v, t->m, p);
}
