// onestep.c: runs by methods of one step, of a fixed length or by the error (control.c).
//
// Fixed steps lie on the multiples of h, counted from t = 0; corners, sampling times, events and the end shorten them. States
// between two steps, for records and for the instants of events, come from the method, or by a shorter step on a copy: what is
// recorded never changes the motion, and a run that is saved at a multiple of h and continued gives the bits of one that was not.
#include "run/leap.h"

#include <math.h>
#include <string.h>

enum { CHATTER_MOST = 100, STUCK_MOST = 1000, STEPS_MOST = 2000000 };

// h: fixed step, 0: by the error.
static void set_up(dv_onestep *f, dv_running *r, const dv_stepper *method, double h)
{
  const dv_model *m = r->m;
  memset(f, 0, sizeof *f);
  f->r = r;
  f->method = method;
  f->h = h;
  f->x = DV_TAKE(r->arena, double, m->nx);
  f->quad = DV_TAKE(r->arena, double, m->nquad);
  f->x_side = DV_TAKE(r->arena, double, m->nx);
  f->quad_side = DV_TAKE(r->arena, double, m->nquad);
  f->root = DV_TAKE(r->arena, double, m->nroot);
  f->root_next = DV_TAKE(r->arena, double, m->nroot);
  f->size = DV_TAKE(r->arena, double, m->nroot);
  f->crossed = DV_TAKE(r->arena, int, m->nroot);
  f->event_last = -HUGE_VAL;
  f->s.engine = r->fast;
  f->s.m = m;
  f->s.chart = r->chart;
  f->s.num = r->num;
  f->s.d = r->s->d;
  f->s.work = r->work;
  f->s.scratch = DV_TAKE(r->arena, double, method->scratch(m));
  f->s.kept = r->s->kept;
  if (!f->h) dv_control_start(&f->control, r, method), f->s.error = f->control.error, dv_onestep_watch(f);
  else f->stray = dv_stray_open(r, &f->s, method->is);
  if (!method->is->implicit) return;
  f->s.pattern = dv_run_pattern(r->o, r->arena, m, r->chart, r->shown != NULL);
  dv_fan_open(r, f->s.pattern, 1);
  f->s.jacobian = dv_fan_chart;
  f->s.context = r->fan;
}

// The step from t of length *h is done: shorter, if a root is crossed in it.
static int look_for_events(dv_onestep *f, double t, double *h, int *event)
{
  dv_running *r = f->r;
  *event = 0;
  r->out->steps++;
  if (!r->m->nroot) return 0;
  double left = dv_onestep_margin_after(f, t + *h);
  int within = f->h ? 0 : dv_onestep_look_between(f, t, h);
  if (left > 0 && !within) {
    dv_onestep_approach(f, *h, left);
    return 0;
  }
  *event = 1;
  f->kinked = 0;
  int bad = within ? within < 0 : dv_onestep_locate(f, t, h, left, DV_LOCATE_MOST);
  for (int i = 0; i < r->m->nroot; i++) f->crossed[i] = (f->root[i] < 0) != (f->root_next[i] < 0);
  return bad;
}

// One step of at most *h. f->x, f->quad: the state before.
static int advance(dv_onestep *f, double t, double *h)
{
  dv_running *r = f->r;
  memcpy(f->x, r->s->x, (size_t)r->m->nx * sizeof(double));
  memcpy(f->quad, r->s->quad, (size_t)r->m->nquad * sizeof(double));
  f->s.latest = r->times.latest;
  f->taken = *h;
  if (f->stray) memcpy(f->stray->before, f->stray->apart, (size_t)r->chart->n * sizeof(double));
  if (!f->h) return dv_onestep_by_error(f, t, h);
  return f->method->step(&f->s, t, *h, r->s->x, r->s->quad) ? dv_onestep_fail(f) : 0;
}

// Records strictly between t and end.
static int side_records(dv_onestep *f, double t, double end)
{
  dv_running *r = f->r;
  for (double at = dv_times_record(r, t); at < end - r->times.near; at = dv_times_record(r, at)) {
    int bad = dv_onestep_look(f, t, at - t, f->x_side, f->quad_side, 0);
    if (bad) return bad;
    if (r->o->follow) r->o->follow->look(r->o->follow->self, t, at - t, f->x, r->s->d, r->times.latest);
    if (dv_running_record(r, at, f->x_side, f->quad_side, 0)) return -1;
  }
  return 0;
}

static int react(dv_onestep *f, double t)
{
  dv_running *r = f->r;
  int part = dv_running_jump(r, t, r->s->x, f->crossed);
  double close = f->h ? 1e-6 * f->h : 1e-12 * fmax(1, fabs(t));
  f->chatter = t - f->event_last < close ? f->chatter + 1 : 0;
  f->event_last = t;
  return f->chatter > CHATTER_MOST ? dv_fail_chatter(r, t, part) : 0;
}

// Where the step from t shall end.
static double next(const dv_onestep *f, double t)
{
  dv_running *r = f->r;
  double stop = dv_times_stop(r, t), near = r->times.near;
  double end = f->h ? dv_times_next(t, f->h, near) : t + dv_control_length(&f->control, t, stop);
  if (f->kinked) end = fmin(end, t + 1.1 * f->ahead + 1e-3 * f->control.h);
  return end < stop - near ? end : stop;
}

// After a step from t that may have been shortened to h: events in it, records, and what is due at its end.
static int finish(dv_onestep *f, double t, double h, double end)
{
  dv_running *r = f->r;
  double planned = h;
  int event, bad = look_for_events(f, t, &h, &event);
  if (bad) return bad;
  if (event || h < planned) end = t + h;
  f->stuck = end - t > 0x1p-50 * fabs(t) ? 0 : f->stuck + 1;
  if (f->stuck > STUCK_MOST) return dv_onestep_fail_error(f, t);
  const int *crossed = event ? f->crossed : NULL;
  int at_corner = !event && end >= r->times.corner;
  const dv_follower *follow = r->o->follow;
  if (follow && follow->enter)
    follow->enter(follow->self, t, h, f->x, r->s->d, r->times.latest, crossed, r->s->x, at_corner, r->s->kept);
  double widest = DV_MODEL_COUNT(r->m, LOOP) ? r->work[r->m->work_loop] : 0;  // of the end, by which loops are reviewed
  bad = side_records(f, t, end);
  if (bad) return bad;
  if (DV_MODEL_COUNT(r->m, LOOP)) r->work[r->m->work_loop] = widest;
  if (follow) follow->step(follow->self, t, h, f->x, r->s->d, r->times.latest, crossed, r->s->x, at_corner);
  r->s->t = end;
  if (f->stray) dv_stray_note(f->stray, h, f->stray->apart, r->s->x, 1);
  bad = dv_loops_review(r, end);
  if (bad) return bad;
  if (event) bad = react(f, end);
  if (event) dv_onestep_roots(f, end, f->root_next);
  int stepped = dv_running_stepped(r, end);
  int corner = dv_times_pass(r, end), last = end >= r->o->until, sampled = last ? 0 : dv_times_serve(r, end);
  if (stepped || corner || sampled || t + h != end || DV_MODEL_COUNT(r->m, LOOP)) dv_onestep_roots(f, end, f->root);
  else memcpy(f->root, f->root_next, (size_t)r->m->nroot * sizeof(double));
  if (!last && r->m->nroot) dv_running_cross(r, end, f->root_next, f->root, f->crossed);
  if (r->recorded > t) f->served = 0;
  if (!bad) bad = dv_running_lost(r, end);
  if (!bad && (last || dv_times_is_record(r, end))) return dv_running_record(r, end, r->s->x, r->s->quad, last) ? -1 : 0;
  return bad;
}

int dv_onestep_end_step(dv_onestep *f, double t, double end) { return finish(f, t, end - t, end); }

// From t to the next instant that matters.
static int go_on(dv_onestep *f)
{
  double t = f->r->s->t;
  if (!f->h) dv_times_adapt(f->r, t);
  double end = next(f, t), h = end - t, planned = h;
  if (!f->h && f->served++ > STEPS_MOST) return dv_onestep_fail_work(f, t);
  int leapt = 0, bad = f->leap ? dv_leap_over(f->leap, &leapt) : 0;
  if (bad || leapt) return bad;
  bad = advance(f, t, &h);
  return bad ? bad : finish(f, t, h, h < planned ? t + h : end);
}

void dv_onestep_by_error_of(dv_onestep *f, dv_running *r, const dv_stepper *method) { set_up(f, r, method, 0); }

// Without states nothing is integrated but the books, and records are looked up.
static double step_of(const dv_running *r, const dv_stepper *method)
{
  if (dv_step_is_controlled(method, r->o->step)) return 0;
  return r->o->step > 0 ? r->o->step : r->m->nx ? 1e-3 : fmax(1e-3, r->every);
}

void dv_onestep_open(dv_onestep *f, dv_running *r, const dv_stepper *method)
{
  set_up(f, r, method, step_of(r, method));
  if (!f->h) f->leap = dv_leap_new(r);
  r->step = f->h, r->order = method->is->order;
  dv_times_start(r, f->h);
  if (!r->o->served) dv_times_serve(r, r->s->t);
  dv_onestep_roots(f, r->s->t, f->root);
  f->stopped = dv_running_record(r, r->s->t, r->s->x, r->s->quad, r->s->t >= r->o->until);
}

int dv_onestep_to(dv_onestep *f, double end)
{
  dv_running *r = f->r;
  int bad = f->stopped ? -1 : 0;
  while (!bad && r->s->t < end) bad = dv_running_halted(r) ? -1 : go_on(f);
  return bad;
}

int dv_run_onestep(dv_running *r, const dv_stepper *method)
{
  dv_onestep f;
  dv_onestep_open(&f, r, method);
  int bad = dv_onestep_to(&f, r->o->until);
  if (!bad && f.stray) dv_stray_tell(f.stray);
  r->out->evaluations += f.s.evaluations;
  if (!f.h) r->s->kept[DV_KEPT_STEP] = f.control.h;
  return bad;
}
