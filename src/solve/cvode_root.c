// cvode_root.c: the integrator finds roots that change their sign from the end of one step to that of the next. Here is what it
// would not see: roots that do so twice within a step, and those that are zero where it starts.
#include "engine/closed_loops.h"
#include "solve/cvode.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double rounding = 1e-12, late = 1e-6;  // of a root's size; of the time ahead

void dv_cvode_look_at_roots(dv_cvode *c, double *root)
{
  dv_running *r = c->r;
  if (r->m->nroot) r->fast->roots(r->m, r->num, dv_cvode_in_time(c, r->s->t), r->s->x, r->s->d, r->work, root);
}

static void evaluate(dv_cvode *c, double t, N_Vector y, double *root)
{
  dv_running *r = c->r;
  r->out->evaluations++;
  if (r->m->nroot) r->fast->roots(r->m, r->num, dv_cvode_in_time(c, t), N_VGetArrayPointer(y), r->s->d, r->work, root);
}

static int roots_within(void *context, double t, double *root)
{
  dv_cvode *c = context;
  if (CVodeGetDky(c->memory, t, 0, c->within)) return 1;
  evaluate(c, t, c->within, root);
  return 0;
}

void dv_cvode_watch(dv_cvode *c)
{
  int n = c->r->m->nroot;
  dv_root_between_open(&c->between, c->r->arena, n, roots_within, c);
  c->seen_root = DV_TAKE(c->r->arena, double, n + 1);
  c->sought_root = DV_TAKE(c->r->arena, double, n + 1);
  c->others = DV_TAKE(c->r->arena, int, n);
  c->flat = DV_TAKE(c->r->arena, int, n);
  dv_cvode_seen(c, c->r->s->t);
}

void dv_cvode_seen(dv_cvode *c, double t)
{
  c->seen = t;
  c->seen_root[0] = NAN;
  c->sought = -HUGE_VAL;
  c->other = HUGE_VAL;
}

static void see(dv_cvode *c, double t, const double *root)
{
  c->seen = t;
  memcpy(c->seen_root, root, (size_t)c->r->m->nroot * sizeof *root);
  c->sought = -HUGE_VAL;
  c->other = HUGE_VAL;
}

// The integrator has come to t. What happens between is shown to it as a root that keeps its other sign until then, so that it
// looks for the first change.
static void look_between(dv_cvode *c, double t, const double *root)
{
  int n = c->r->m->nroot, changes = 0;
  for (int i = 0; i < n; i++) changes |= root[i] == 0 || (c->seen_root[i] < 0) != (root[i] < 0);
  double at;
  int found = dv_root_between_look(&c->between, c->seen, c->seen_root, t, root, &at, c->others);
  if (!changes && !found) {
    see(c, t, root);
    return;
  }
  if (found) c->other = at;
  c->sought = t;
  memcpy(c->sought_root, root, (size_t)n * sizeof *root);
}

int dv_cvode_roots(double t, N_Vector y, double *root, void *data)
{
  dv_cvode *c = data;
  dv_running *r = c->r;
  int n = r->m->nroot;
  evaluate(c, t, y, root);
  if (n && t > c->seen && t > c->sought) {
    if (c->sought > c->seen) see(c, c->sought, c->sought_root);  // it found none there
    if (!isnan(c->seen_root[0])) look_between(c, t, root);
    else see(c, t, root);
  } else if (n && t <= c->seen) {
    see(c, t, root);
  }
  for (int i = 0; i < n && t >= c->other; i++)
    if (c->others[i]) root[i] = copysign(root[i] == 0 ? 1 : root[i], c->seen_root[i] < 0 ? 1 : -1);
  for (int i = 0; i < n; i++)
    if (c->flat[i] && root[i] <= 0 && root[i] >= -rounding * c->between.size[i]) root[i] = DBL_MIN;
  if (c->loops) root[n] = dv_loops_margin(r, dv_cvode_in_time(c, t), N_VGetArrayPointer(y), c->x);
  if (c->loops) root[n + 2] = dv_loops_strain(r, c->x) - 2;  // behind 1, where it is seen to be open
  if (c->loops) root[n + 1] = dv_leap_pivot(c->leap, dv_cvode_in_time(c, t), N_VGetArrayPointer(y)) / c->leap->due - 1;
  return 0;
}

// 1: some root is zero.
static int stands_on_root(const dv_cvode *c, const double *root)
{
  int zero = 0;
  for (int i = 0; i < c->r->m->nroot; i++) zero |= root[i] == 0;
  return zero;
}

// c->x: the state after a step `by` of the midpoint rule, c->power: the powers in its middle. 1: what bends it is more than such
// a step may have.
static int ahead(dv_cvode *c, double by)
{
  dv_running *r = c->r;
  double t = r->s->t, bend = 0, *mid = N_VGetArrayPointer(c->helper);
  for (int i = 0; i < r->m->nx; i++) c->x[i] = r->s->x[i] + 0.5 * by * r->dx[i];
  if (r->fast->slopes(r->m, r->num, t + 0.5 * by, c->x, r->s->d, mid, c->power, r->work)) return 1;
  for (int i = 0; i < r->m->nx; i++) {
    bend = fmax(bend, by * fabs(mid[i] - r->dx[i]) / (r->scale[i] > 0 ? r->scale[i] : 1));
    c->x[i] = r->s->x[i] + by * mid[i];
  }
  return bend > 1e-9;
}

// A root that is zero is on the positive side, and the integrator does not see it leave from there: the state moves on by as
// little as brings a root below zero. What rounding is of time may be less than what it is of a place (10 m), and what is at rest
// there leaves with the square of the time. What is zero for longer stands there (a timer, max(t - 1, 0)): the integrator is
// shown that it is positive, and finds when it leaves. 1: the state did move on.
int dv_cvode_go_behind(dv_cvode *c)
{
  dv_running *r = c->r;
  double t = r->s->t, by = 0x1p-49 * fmax(fabs(t), 1e-3 * dv_times_end(r, t));
  double room = fmin(r->times.corner, dv_times_stop(r, t)) - t, most = fmin(late * room, dv_times_record(r, t) - t);
  memset(c->flat, 0, (size_t)r->m->nroot * sizeof *c->flat);
  dv_cvode_look_at_roots(c, c->root_next);
  if (!stands_on_root(c, c->root_next)) return 0;
  r->fast->slopes(r->m, r->num, dv_cvode_in_time(c, t), r->s->x, r->s->d, r->dx, NULL, r->work);
  for (int stays = 1; stays && by < 1e-3 * room && !ahead(c, by); by *= 8) {
    r->fast->roots(r->m, r->num, t + by, c->x, r->s->d, r->work, c->root_try);
    stays = 0;
    for (int i = 0; i < r->m->nroot; i++) {
      if (c->root_next[i] != 0) continue;
      if (by > most && !(c->root_try[i] > 0)) c->flat[i] = 1;
      stays |= c->root_try[i] == 0;
      if (c->flat[i] || !(c->root_try[i] < 0)) continue;
      memcpy(r->s->x, c->x, (size_t)r->m->nx * sizeof(double));
      r->s->t = t + by;
      for (int k = 0; k < r->m->nquad; k++) r->s->quad[k] += by * c->power[k];
      return 1;
    }
  }
  return 0;
}

// Roots that are on another side than they were when they were last looked at: the integrator starts anew at corners and samples,
// and would not see them change there.
int dv_cvode_cross(dv_cvode *c)
{
  dv_cvode_look_at_roots(c, c->root_next);
  int any = dv_running_cross(c->r, c->r->s->t, c->root, c->root_next, c->crossed);
  memcpy(c->root, c->root_next, (size_t)c->r->m->nroot * sizeof(double));
  return any;
}

// The integrator starts anew, from behind whatever root is zero there.
void dv_cvode_step_off(dv_cvode *c)
{
  if (dv_cvode_go_behind(c)) dv_cvode_cross(c);
  dv_cvode_look_at_roots(c, c->root_next);
  c->zero = stands_on_root(c, c->root_next) ? DV_CVODE_ZERO_STEPS : 0;
  dv_cvode_start_anew(c);
}
