// compare_start.c: a machine that is accepted has finite rates at its start.
#include "trial.h"

#include <math.h>

verdict compare_start(trial *t)
{
  const dv_model *m = t->m->model;
  const double *dx = rates_of(t->m, 0, t->m->start->x, t->m->start->d);
  for (int i = 0; i < m->nx; i++)
    if (!isfinite(dx[i])) return say(t, "the rate of %s is not finite at the start", dv_model_state_name(m, i));
  return AGREES;
}
