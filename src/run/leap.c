// leap.c: a position in which closed loops can branch is passed in one step.
//
// Where rods come into line the least pivot p of the loops vanishes, about linearly in time, and what rounding leaves in the
// dependent accelerations grows as 1/p^2: next to that position no step is short enough for a tight tolerance. So from some way
// off a step by Dormand and Prince's method to as far behind it is tried; none of its stages lies in the middle. It counts if its
// own error is small enough, as that of any step; else the next trial is made from half as far. Where the error does not fall any
// more it is rounding, and no step from nearer would be better: it is taken, and told.
#include "run/leap.h"

#include "engine/closed_loops.h"

#include <math.h>
#include <string.h>

static const double near = 0.05;    // pivot, of 1, at which the first trial is made
static const double least = 1e-5;   // and below which none is: rounding has the say there
static const double rough = 1e3;    // error, of what the tolerance allows, that rounding may leave
static const double glance = 1e-6;  // of the nominal sizes: how far the pivot's rate is looked for

dv_leap *dv_leap_new(dv_running *r)
{
  if (!DV_MODEL_COUNT(r->m, LOOP)) return NULL;
  dv_leap *l = DV_TAKE(r->arena, dv_leap, 1);
  dv_onestep_by_error_of(&l->by, r, dv_stepper_find("dopri5", 1));
  l->x = DV_TAKE(r->arena, double, r->m->nx);
  l->due = near, l->error = HUGE_VAL;
  return l;
}

double dv_leap_pivot(dv_leap *l, double t, const double *x)
{
  dv_running *r = l->by.r;
  memcpy(l->x, x, (size_t)r->m->nx * sizeof(double));
  r->engine->tidy(r->m, r->num, t, l->x, r->s->d, r->work);
  return dv_engine_loops_pivot(r->m, l->x, r->s->d, r->work);
}

// Seconds until the pivot p of the run's state has vanished; negative: it grows.
static double ahead(dv_leap *l, double p)
{
  dv_running *r = l->by.r;
  double fast = 0, *to = l->by.x_side;
  r->fast->slopes(r->m, r->num, r->s->t, r->s->x, r->s->d, r->dx, NULL, r->work);
  for (int i = 0; i < r->m->nx; i++) fast = fmax(fast, fabs(r->dx[i]) / (r->scale[i] > 0 ? r->scale[i] : 1));
  if (!(fast > 0)) return HUGE_VAL;
  double by = glance / fast;
  for (int i = 0; i < r->m->nx; i++) to[i] = r->s->x[i] + by * r->dx[i];
  double gone = p - dv_leap_pivot(l, r->s->t + by, to);
  return gone != 0 ? p * by / gone : HUGE_VAL;
}

// Once in a run.
static void tell(dv_leap *l, double t, double error)
{
  const dv_running *r = l->by.r;
  const dv_loop *loop = dv_model_LOOP(r->m);
  dv_mark mark = {dv_model_text(r->m, loop->file), loop->line, loop->col};
  if (l->told++) return;
  dv_diag_add(
      r->diags, DV_WARNING, mark, "a looser rtol is as good, with fewer steps",
      "the loops pass a branching position near t = %.6g s, where rounding leaves an error of %.2g times what rtol allows", t,
      error);
}

// The step from t to end; 1: it is taken.
static int try(dv_leap *l, double t, double end, double p)
{
  dv_onestep *f = &l->by;
  dv_state *s = f->r->s;
  size_t nx = (size_t)f->r->m->nx * sizeof(double), nquad = (size_t)f->r->m->nquad * sizeof(double);
  memcpy(f->x, s->x, nx);
  memcpy(f->quad, s->quad, nquad);
  f->s.latest = f->r->times.latest;
  f->s.recalled = 0;
  f->taken = end - t;
  dv_onestep_roots(f, t, f->root);
  int wild = f->method->step(&f->s, t, end - t, s->x, s->quad);
  double error = wild ? HUGE_VAL : dv_control_error(&f->control, f->x);
  int rounding = error > 0.5 * l->error && error < rough;
  l->error = error;
  if ((error <= 1 || rounding) && dv_leap_pivot(l, end, s->x) > 0.25 * p) {
    if (error > 1) tell(l, t, error);
    return 1;
  }
  memcpy(s->x, f->x, nx);
  memcpy(s->quad, f->quad, nquad);
  return 0;
}

static void rest(dv_leap *l, double p)
{
  if (p > near) l->due = near, l->error = HUGE_VAL;
}

void dv_leap_rest(dv_leap *l)
{
  if (l->due < near) rest(l, dv_leap_pivot(l, l->by.r->s->t, l->by.r->s->x));
}

int dv_leap_over(dv_leap *l, int *taken)
{
  dv_running *r = l->by.r;
  double t = r->s->t, p = dv_leap_pivot(l, t, r->s->x);
  *taken = 0;
  rest(l, p);
  if (p >= l->due * (1 + 1e-9) || p < least) return 0;
  double way = ahead(l, p), end = t + 2 * way;
  l->due = way < 0 ? near : 0.5 * p;
  if (way < 0) l->error = HUGE_VAL;
  if (way < 0 || end > dv_times_stop(r, t) - r->times.near) return 0;
  *taken = try(l, t, end, p);
  if (!*taken) return 0;
  l->due = 0.5 * dv_leap_pivot(l, end, r->s->x), l->error = HUGE_VAL;  // it may still lie ahead
  return dv_onestep_end_step(&l->by, t, end);
}
