// step_plan.c: steps end at multiples of h, at samples and corners, as in onestep.c and bundle.c.
#include "run/step_plan.h"

#include "engine/closed_loops.h"
#include "run/running.h"

static unsigned due(const dv_times *w, double t)
{
  unsigned all = 0;
  for (int i = 0; i < w->nsampling && i < 32; i++)
    if (dv_times_is_multiple(t, w->sampling[i].period, w->near)) all |= 1u << i;
  return all;
}

const dv_planned *dv_plan_steps(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int *n)
{
  struct {
    dv_planned *item;
    int n, cap;
  } list = {0};
  double h = o->step > 0 ? o->step : 1e-3;
  dv_state at = {.t = t};
  dv_running r = {.m = m, .o = o, .s = &at, .num = num, .arena = a};
  dv_times_start(&r, h);
  while (t < o->until) {
    double stop = dv_times_stop(&r, t), end = dv_times_next(t, h, r.times.near);
    if (end >= stop - r.times.near) end = stop;
    dv_planned *p = DV_PUSH(a, &list);
    *p = (dv_planned){.t = t, .h = end - t, .end = end, .latest = r.times.latest};
    p->again = (unsigned)(dv_times_pass(&r, end) || t + p->h != end || DV_MODEL_COUNT(m, LOOP) > 0);
    p->due = end < o->until ? due(&r.times, end) : 0;
    t = end;
  }
  *n = list.n;
  return list.item;
}
