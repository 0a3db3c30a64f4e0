// control_along.c: several designs along a run, which a variable of the machine or time chooses among.
#include "control.h"

#include <string.h>

// What chooses must rise all the way, or fall: else two designs would hold at one value.
static int one_way(const control *point, int n)
{
  for (int k = 1; k < n; k++) {
    double step = point[k].by - point[k - 1].by, first = point[1].by - point[0].by;
    if (step * first > 0) continue;
    return bad_usage(point->a, "take times between which it only rises or only falls, or leave out --by: time chooses then",
                     "--by: '%s' is %.6g at %.6g s and %.6g at %.6g s: it does not go one way", point->schedule,
                     point[k - 1].by, point->time[k - 1], point[k].by, point->time[k]);
  }
  return FINE;
}

static int design_next(const control *before, control *c, int k)
{
  *c = *before;
  c->state = dv_state_new(c->m->arena, c->m->model);
  memcpy(c->state->block, before->state->block, (size_t)c->state->n * sizeof(double));
  c->state->t = before->state->t;
  c->l = (dv_linear){0}, c->r = (dv_regulator){0};
  int code = control_go_on(c, c->time[k]);
  if (code == FINE) code = control_here(c);
  if (code == FINE) code = control_numbers(c);
  if (code == FINE && dv_regulator_design(c->m->arena, c->m->diags, &c->r)) code = RUN_FAILED;
  return code;
}

int control_along(control *c, control **point)
{
  int code = FINE;
  control *p = *point = DV_TAKE(c->m->arena, control, c->ntime > 1 ? c->ntime : 1);
  p[0] = *c;
  p[0].r.l = &p[0].l;
  for (int k = 1; k < c->ntime && code == FINE; k++) code = design_next(&p[k - 1], &p[k], k);
  return code == FINE ? one_way(p, c->ntime) : code;
}
