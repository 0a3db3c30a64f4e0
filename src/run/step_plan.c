// step_plan.c: steps end at multiples of h, at samples and corners, and records lie on and between them, as in onestep.c and
// bundle.c.
#include "run/step_plan.h"

#include "engine/closed_loops.h"
#include "engine/times.h"
#include "run/running.h"

#include <math.h>

typedef struct {
  dv_planned *item;
  int n, cap;
} list;

static unsigned due(const dv_times *w, double t)
{
  unsigned all = 0;
  for (int i = 0; i < w->nsampling && i < 32; i++)
    if (dv_times_is_multiple(t, w->sampling[i].period, w->near)) all |= 1u << i;
  return all;
}

// Records strictly between t and end.
static void look_between(dv_running *r, list *l, double t, double end, int *row)
{
  for (double at = dv_times_record(r, t); at < end - r->times.near; at = dv_times_record(r, at)) {
    *DV_PUSH(r->arena, l) =
        (dv_planned){.t = t, .h = at - t, .end = at, .latest = r->times.latest, .row = ++*row, .how = DV_PLANNED_LOOK};
    r->recorded = at;
  }
}

static void plan_step(dv_running *r, list *l, double t, double end, int *row)
{
  int last = end >= r->o->until;
  dv_planned p = {.t = t, .h = end - t, .end = end, .latest = r->times.latest};
  p.how = last ? DV_PLANNED_LAST : DV_PLANNED_STEP;
  p.again = (unsigned)(dv_times_pass(r, end) || t + p.h != end || DV_MODEL_COUNT(r->m, LOOP) > 0);
  p.due = due(&r->times, end);
  if (last || dv_times_is_record(r, end)) p.row = ++*row, r->recorded = end;
  *DV_PUSH(r->arena, l) = p;
}

static void plan_all(dv_running *r, list *l, double t, double h)
{
  int row = 0;
  while (t < r->o->until) {
    double stop = dv_times_stop(r, t), end = dv_times_next(t, h, r->times.near);
    if (end >= stop - r->times.near) end = stop;
    look_between(r, l, t, end, &row);
    plan_step(r, l, t, end, &row);
    t = end;
  }
}

static const dv_planned *plan(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int piece,
                              int *n)
{
  list l = {0};
  double h = o->step > 0 ? o->step : 1e-3;
  dv_state at = {.t = t};
  dv_running r = {.m = m, .o = o, .s = &at, .num = num, .arena = a, .recorded = t};
  r.every = dv_running_every(o);
  dv_times_start(&r, h);
  if (piece)
    *DV_PUSH(a, &l) = (dv_planned){.t = t, .end = t, .latest = r.times.latest, .due = due(&r.times, t), .how = DV_PLANNED_BEGIN};
  plan_all(&r, &l, t, h);
  *n = l.n;
  return l.item;
}

const dv_planned *dv_plan_steps(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int *n)
{
  return plan(a, m, num, o, t, 0, n);
}

const dv_planned *dv_plan_piece(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int *n)
{
  return plan(a, m, num, o, t, 1, n);
}

int dv_plan_shared(const dv_model *m, const double *num, const double *other, double t, double until)
{
  double a, b, corner = t;
  for (int i = 0; dv_engine_sampled(m, num, i, &a) >= 0; i++)
    if (dv_engine_sampled(m, other, i, &b) < 0 || a != b) return 0;
  while (corner < until) {
    double next = dv_engine_next_corner(m, num, corner);
    if (dv_engine_next_corner(m, other, corner) != next) return 0;
    corner = next;
  }
  return 1;
}

const double *dv_plan_times(dv_arena *a, const dv_planned *plan, int n, int *rows)
{
  double *t = DV_TAKE(a, double, n + 1);
  *rows = 0;
  if (n) t[(*rows)++] = plan[0].t;
  for (int i = 0; i < n; i++)
    if (plan[i].row) t[(*rows)++] = plan[i].end;
  return t;
}
