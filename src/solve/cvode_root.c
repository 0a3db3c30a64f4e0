// cvode_root.c: roots that are zero where the integrator starts: it looks for changes of sign after its start, and would not see
// those leave zero.
#include "solve/cvode.h"

#include <math.h>
#include <string.h>

enum { ZERO_STEPS = 200 };

void dv_cvode_look_at_roots(dv_cvode *c, double *root)
{
  dv_running *r = c->r;
  if (r->m->nroot) r->fast->roots(r->m, r->num, dv_cvode_in_time(c, r->s->t), r->s->x, r->s->d, r->work, root);
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
// there leaves with the square of the time. 1: it did.
int dv_cvode_go_behind(dv_cvode *c)
{
  dv_running *r = c->r;
  double t = r->s->t, by = 0x1p-49 * fmax(fabs(t), 1e-3 * dv_times_end(r, t));
  double room = fmin(fmin(r->times.corner, dv_times_stop(r, t)), dv_times_record(r, t)) - t;
  dv_cvode_look_at_roots(c, c->root_next);
  if (!stands_on_root(c, c->root_next)) return 0;
  r->fast->slopes(r->m, r->num, dv_cvode_in_time(c, t), r->s->x, r->s->d, r->dx, NULL, r->work);
  for (; by < 1e-3 * room; by *= 8) {
    int stays = 0;
    if (ahead(c, by)) return 0;
    r->fast->roots(r->m, r->num, t + by, c->x, r->s->d, r->work, c->root_try);
    for (int i = 0; i < r->m->nroot; i++) {
      stays |= c->root_next[i] == 0 && c->root_try[i] == 0;
      if (c->root_next[i] != 0 || !(c->root_try[i] < 0)) continue;
      memcpy(r->s->x, c->x, (size_t)r->m->nx * sizeof(double));
      r->s->t = t + by;
      for (int k = 0; k < r->m->nquad; k++) r->s->quad[k] += by * c->power[k];
      return 1;
    }
    if (!stays) return 0;
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
  c->zero = stands_on_root(c, c->root_next) ? ZERO_STEPS : 0;
  dv_cvode_start_anew(c);
}
