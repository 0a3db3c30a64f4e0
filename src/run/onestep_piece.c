// onestep_piece.c: a run by one-step methods, piece by piece. A piece ends as a run ends: what samples there does so when the
// next piece begins, after inputs have changed. Then the loop goes on with what it had, so that pieces give the bits of one run.
#include "run/advance.h"
#include "run/onestep.h"

#include <limits.h>
#include <math.h>
#include <string.h>

const dv_advancer *dv_advancer_core(const char *method) { return dv_stepper_find(method, 1) ? &dv_advance_onestep : NULL; }

static int refuse_control(dv_running *r)
{
  dv_mark none = {NULL, 0, 0};
  dv_diag_add(r->diags, DV_ERROR, none, "give a step, or use rosenbrock or dopri5",
              "%s cannot choose its step: it does not estimate its error", r->o->method);
  return 2;
}

static void *open_onestep(dv_running *r, const char *method)
{
  const dv_stepper *stepper = dv_stepper_find(method, 1);
  if (r->o->step < 0 && !stepper->is->estimate && refuse_control(r)) return NULL;
  dv_onestep *f = DV_TAKE(r->arena, dv_onestep, 1);
  dv_onestep_open(f, r, stepper);
  memcpy(f->root_next, f->root, (size_t)r->m->nroot * sizeof(double));
  return f;
}

// Samples that are due, and what they carry across.
static void begin(dv_onestep *f)
{
  dv_running *r = f->r;
  double t = r->s->t;
  int corner = dv_times_pass(r, t), sampled = dv_times_serve(r, t);
  if (corner || sampled) dv_onestep_roots(f, t, f->root);
  if (r->m->nroot) dv_running_cross(r, t, f->root_next, f->root, f->crossed);
}

static int on(void *self)
{
  dv_onestep *f = self;
  begin(f);
  return dv_onestep_to(f, f->r->o->until);
}

static void renew(void *self, int changed)
{
  dv_onestep *f = self;
  dv_running *r = f->r;
  if (changed & ~DV_CHANGED_INPUTS) {
    dv_times_again(r, changed & DV_CHANGED_TIME);
    f->control.last = 1, f->control.failed = 0;
    f->kinked = f->chatter = f->stuck = 0;
    f->event_last = -HUGE_VAL;
    if (f->stray) dv_stray_forget(f->stray);
  }
  if (r->fan) dv_fan_renew(r->fan);
  f->s.recalled = f->s.known = 0, f->s.factored = 0;
  dv_onestep_roots(f, r->s->t, f->root);
  if (changed & ~DV_CHANGED_INPUTS) memcpy(f->root_next, f->root, (size_t)r->m->nroot * sizeof(double));
  else dv_roots_turn(r->m, f->root, f->root_next, 1, 0);
}

static void save(const void *self, double *to)
{
  const dv_onestep *f = self;
  const double kept[DV_ADVANCER_KEPT] = {f->control.h,  f->control.last, f->control.failed, f->kinked, f->kinked ? f->ahead : 0,
                                         f->event_last, f->chatter,      f->stuck};
  memcpy(to, kept, sizeof kept);
  memcpy(to + DV_ADVANCER_KEPT, f->root_next, (size_t)f->r->m->nroot * sizeof(double));
}

// A count of a state that anybody may have written.
static int counted(double x) { return x >= 0 && x < INT_MAX ? (int)x : 0; }

static void load(void *self, const double *from)
{
  dv_onestep *f = self;
  renew(f, DV_CHANGED_TIME);
  f->control.h = from[0], f->control.last = from[1], f->control.failed = from[2] != 0, f->kinked = from[3] != 0;
  f->ahead = from[4], f->event_last = from[5], f->chatter = counted(from[6]), f->stuck = counted(from[7]);
  memcpy(f->root_next, from + DV_ADVANCER_KEPT, (size_t)f->r->m->nroot * sizeof(double));
}

static long evaluations(const void *self)
{
  const dv_onestep *f = self;
  return f->s.evaluations + (f->r->fan ? f->r->fan->evaluations : 0);
}

static void close_onestep(void *self) { (void)self; }

const dv_advancer dv_advance_onestep = {open_onestep, on, renew, save, load, evaluations, close_onestep};
