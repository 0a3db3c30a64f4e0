// control_along.c: several designs along a run, which a variable of the machine or time chooses among.
#include "control.h"

#include "base/number.h"
#include "kinds/control/matrix_controller.h"
#include "spec/quantity.h"

#include <math.h>
#include <string.h>

// Times of --at: one, a list, or from:to:count.
int control_times(control *c)
{
  args *a = c->a;
  const char **text;
  int n = items_of(a, "at", &text);
  double *t = DV_TAKE(a->arena, double, (int)DV_LINEAR_POINTS + n + 1), ends[2];
  const char *colon = n == 1 ? strchr(text[0], ':') : NULL, *second = colon ? strchr(colon + 1, ':') : NULL;
  if (colon) {
    const char *from = dv_arena_copy(a->arena, text[0], (size_t)(colon - text[0])), *end = NULL;
    const char *to = second ? dv_arena_copy(a->arena, colon + 1, (size_t)(second - colon - 1)) : "";
    double count = 0;
    if (second) end = dv_number_read(second + 1, &count);
    if (!end || *end || !(count >= 2 && count <= (int)DV_LINEAR_POINTS && count == floor(count)))
      return bad_usage(a, "e.g. --at 0s:10s:11", "--at takes a time, times, or from:to:count with a count of 2 to %d",
                       (int)DV_LINEAR_POINTS);
    if (dv_quantity_read(a->arena, a->diags, "--at", from, "s", &ends[0])) return BAD_USAGE;
    if (dv_quantity_read(a->arena, a->diags, "--at", to, "s", &ends[1])) return BAD_USAGE;
    n = (int)count;
    for (int i = 0; i < n; i++) t[i] = ends[0] + (ends[1] - ends[0]) * i / (n - 1);
  } else
    for (int i = 0; i < n; i++)
      if (dv_quantity_read(a->arena, a->diags, "--at", text[i], "s", &t[i])) return BAD_USAGE;
  for (int i = 0; i < n; i++)
    if (!(t[i] >= 0) || (i && !(t[i] > t[i - 1])) || !isfinite(t[i]))
      return bad_usage(a, "e.g. --at 0s,2s,5s", "--at: times must rise, from 0 on");
  if (n > (int)DV_LINEAR_POINTS)
    return bad_usage(a, NULL, "a controller has at most %d points; --at has %d", (int)DV_LINEAR_POINTS, n);
  c->time = t, c->ntime = n;
  return FINE;
}

// The variable that chooses among the designs must rise all the way, or fall: else two designs would hold at one of its values.
static int one_way(const control *point, int n)
{
  for (int k = 1; k < n; k++) {
    double step = point[k].by - point[k - 1].by, first = point[1].by - point[0].by;
    if (step * first > 0) continue;
    return bad_usage(point->a, "take times between which it only rises or only falls, or leave out --by: time chooses then",
                     "--by: '%s' is %.6g at %.6g s and %.6g at %.6g s: it does not go one way", point->schedule, point[k - 1].by,
                     point->time[k - 1], point[k].by, point->time[k]);
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
