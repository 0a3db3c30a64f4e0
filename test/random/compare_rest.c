// compare_rest.c: a machine that begins at an equilibrium stays there.
//
// Only where time itself moves nothing. What leaves an unstable one grows from rounding, and is told by a run that is shaken.
#include "trial.h"

#include <math.h>

static int knows_time(const trial *t, const dv_state *s)
{
  const dv_model *m = t->m->model;
  for (int k = 1; k <= 3; k++) {
    const double *now = rates_of(t->m, 0, s->x, s->d), *later = rates_of(t->m, t->until * k / 3, s->x, s->d);
    for (int i = 0; i < m->nx; i++)
      if (!(fabs(now[i] - later[i]) <= 1e-9 * dv_model_SCALE(m)[i])) return 1;
  }
  return 0;
}

verdict compare_rest(trial *t)
{
  const dv_model *m = t->m->model;
  dv_equilibrium_result r;
  dv_state *s = dv_state_new(t->m->arena, m);
  dv_state_copy(s, t->m->start);
  if (t->reference->failed || knows_time(t, s)) return NOT_HERE;
  if (dv_equilibrium(m, s, &r, dv_diags_new(t->arena), t->m->arena)) return NOT_HERE;  // it says so
  if (knows_time(t, s)) return NOT_HERE;
  course still = {.end = s->x, .peak = DV_TAKE(t->m->arena, double, m->nx)};
  way w = {.method = "cvode-bdf", .tolerance = TIGHT, .from = s};
  const course *c = course_run(t, t->m, &w);
  if (c->slow) return OPEN;
  if (c->failed) return say(t, "at rest: the run fails: %s", c->why);
  double apart = courses_apart(t->m, c, &still);
  if (apart <= CLOSE) return AGREES;
  return course_shaken(t, t->m, &w) > 0.1 * apart ? OPEN : say(t, "from its equilibrium it moves by %.2e", apart);
}
