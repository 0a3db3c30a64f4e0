// onestep_error.c: a step by the error: tries until the estimate is small enough.
//
// A step that crosses a root often meets the kink of a law there, and no length but a tiny one would suit the estimate. So it is
// tried again up to about the root, and the next ones aim at it; the length that suited before it stays.
#include "run/onestep.h"

#include <math.h>
#include <string.h>

enum { GUESS_MOST = 5 };
static const double tiny = 1e-13;     // least step, of the run
static const double shortest = 1e-3;  // of the step that crossed a kink: a guess at where it is

static void go_back(const dv_onestep *f)
{
  dv_state *s = f->r->s;
  memcpy(s->x, f->x, (size_t)f->r->m->nx * sizeof(double));
  memcpy(s->quad, f->quad, (size_t)f->r->m->nquad * sizeof(double));
}

// What each state's error is, of its size.
static const double *shares(dv_onestep *f)
{
  dv_running *r = f->r;
  double *rate = f->x_side;
  memset(rate, 0, (size_t)r->m->nx * sizeof(double));
  for (int i = 0; f->control.error && i < r->chart->n; i++)
    if (r->chart->number[i] >= 0) rate[r->chart->number[i]] = f->control.error[i] / r->chart->scale[i];
  return rate;
}

// What may help: Jacobians by differences see nothing of laws that change over less than their displacement.
static const char *remedy(const dv_onestep *f)
{
  if (!f->method->is->implicit || f->r->o->entries) return "smooth what is abrupt there, or loosen rtol";
  return "take exact slopes (solver: {derivatives: exact}), smooth what is abrupt there, or loosen rtol";
}

int dv_onestep_fail_error(dv_onestep *f, double t)
{
  return dv_fail_step(f->r, t, shares(f), "the step became too small", remedy(f));
}

int dv_onestep_fail_work(dv_onestep *f, double t)
{
  return dv_fail_step(f->r, t, shares(f),
                      dv_arena_text(f->r->arena, "%s made %ld steps since the last record", f->method->is->name, f->served),
                      f->method->is->implicit ? remedy(f) : "the machine is stiff: use cvode or rosenbrock, or loosen rtol");
}

// A rejected step that crossed a root may have met the kink of a law there: about where; h: it crossed none.
static double kink(dv_onestep *f, double t, double h)
{
  double left = f->r->m->nroot ? dv_onestep_margin_after(f, t + h) : 1, at = h;
  if (left > 0 || dv_onestep_locate(f, t, &at, left, GUESS_MOST)) return h;
  f->kinked = 1;
  return fmax(at, shortest * h);  // a root that is all but zero at the start tells nothing
}

// What to try after a rejected step of length *h: the same with a new Jacobian, up to a kink, or a shorter one. turn: of trials.
static void retry(dv_onestep *f, double t, double *h, double before, int turn)
{
  double *steps = &f->r->s->kept[DV_KEPT_STEPS], at = turn % 2 || *steps > 1 ? *h : kink(f, t, *h);
  go_back(f);
  if (*steps > 1) f->control.h = before, *steps = 0;
  else if (at < *h) f->control.h = before, *h = at;
  else *h = dv_control_length(&f->control, t, t + *h);
}

int dv_onestep_by_error(dv_onestep *f, double t, double *h)
{
  dv_running *r = f->r;
  for (int turn = 0;; turn++) {
    double before = f->control.h;
    f->taken = *h;
    int wild = f->method->step(&f->s, t, *h, r->s->x, r->s->quad);
    if (dv_control_accepts(&f->control, *h, wild ? HUGE_VAL : dv_control_error(&f->control, f->x))) return 0;
    r->out->rejected++;
    if (dv_running_halted(r)) return -1;
    if (f->control.h < tiny * dv_times_end(r, t)) return wild ? dv_onestep_fail(f) : dv_onestep_fail_error(f, t);
    if (wild) go_back(f), *h = dv_control_length(&f->control, t, t + *h);
    else retry(f, t, h, before, turn);
  }
}

// The next step shall not go far beyond the kink.
void dv_onestep_approach(dv_onestep *f, double h, double left)
{
  double gone = dv_onestep_margin(f, f->root) - left;
  f->ahead = gone > 0 ? left * h / gone : HUGE_VAL;
  f->kinked &= f->ahead < HUGE_VAL;
}
