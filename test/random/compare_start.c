// compare_start.c: a machine that is accepted has finite rates at its start, or a run says where they come from.
#include "trial.h"

#include <math.h>
#include <string.h>

static verdict start_told(trial *t, int state)
{
  const course *c = course_run(t, t->m, &(way){.method = "rk4", .step = 1e-3 * t->until});
  if (c->failed && (strstr(c->why, ", since '") || strstr(c->why, "nothing has inertia against"))) return TOLD;
  return say(t, "the rate of %s is not finite at the start", dv_model_state_name(t->m->model, state));
}

verdict compare_start(trial *t)
{
  const dv_model *m = t->m->model;
  const double *dx = rates_of(t->m, 0, t->m->start->x, t->m->start->d);
  for (int i = 0; i < m->nx; i++)
    if (!isfinite(dx[i])) return start_told(t, i);
  return AGREES;
}
