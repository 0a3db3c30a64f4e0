// onestep.c: runs by methods of one step, of a fixed length or by the error (control.c).
//
// Fixed steps lie on the multiples of h, counted from t = 0; corners, sampling times, events and the end shorten them. States
// between two steps, for records and for the instants of events, come from the method, or by a shorter step on a copy: what is
// recorded never changes the motion, and a run that is saved at a multiple of h and continued gives the bits of one that was not.
#include "solve/control.h"

#include <math.h>
#include <string.h>

enum { LOCATE_MOST = 100, GUESS_MOST = 5, CHATTER_MOST = 100 };
static const char *const smaller = "use a smaller step or solver: cvode, or look at the law behind it";
static const double tiny = 1e-13;  // least step, of the run

typedef struct {
  dv_sim *r;
  const dv_stepper *method;
  dv_stepping s;
  double h;      // fixed step; 0: by the error
  double taken;  // length of the last step
  int kinked;    // 1: a kink lies ahead
  double ahead;  // how far about, s
  dv_control control;
  double *x, *quad;                 // before the step
  double *x_side, *quad_side;       // a record between steps
  double *root, *root_next, *size;  // [nroot]
  int *crossed;
  double event_last;
  int chatter;
} onestep;

static void set_up(onestep *f, dv_sim *r, const dv_stepper *method)
{
  const dv_model *m = r->m;
  memset(f, 0, sizeof *f);
  f->r = r;
  f->method = method;
  // without states nothing is integrated but the books, and records are looked up
  f->h = r->o->step > 0 ? r->o->step : r->m->nx ? 1e-3 : fmax(1e-3, r->every);
  if (dv_step_is_controlled(method, r->o->step)) f->h = 0;
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
  if (!f->h) dv_control_start(&f->control, r, method), f->s.error = f->control.error;
  if (!method->implicit) return;
  r->fan = dv_fan_new(r->arena, m, r->chart, r->o->width, r->shown ? r->scale : NULL, r->o->compiled);
  f->s.pattern = r->fan->pattern = dv_pattern_of_chart(r->arena, m, r->chart, r->shown != NULL);
  f->s.jacobian = dv_fan_chart;
  f->s.context = r->fan;
}

static int step(onestep *f, double t, double h)
{
  dv_state *s = f->r->s;
  f->taken = h;
  f->r->out->steps++;
  return f->method->step(&f->s, t, h, s->x, s->quad);
}

static int fail_finite(onestep *f) { return dv_fail_finite(f->r, f->s.failed_t, f->s.failed_x, f->s.failed_dx, smaller); }

// The state at t + h, within the last step from f->x at t: as the method knows it, or by a step of that length.
static int look(onestep *f, double t, double h, double *x, double *quad, int step)
{
  const dv_model *m = f->r->m;
  memcpy(quad, f->quad, (size_t)m->nquad * sizeof(double));
  if (f->method->between && !step) {
    f->method->between(&f->s, t, f->taken, h / f->taken, f->x, x, quad);
    return 0;
  }
  memcpy(x, f->x, (size_t)m->nx * sizeof(double));
  if (step) f->taken = h;
  return f->method->step(&f->s, t, h, x, quad) ? fail_finite(f) : 0;
}

static void roots(const onestep *f, double t, double *root)
{
  const dv_sim *r = f->r;
  if (!r->m->nroot) return;
  r->fast->roots(r->m, r->num, t, r->s->x, r->s->d, r->work, root);
  r->out->evaluations++;
}

// Least of the roots, each positive until it crosses and about 1 in size.
static double margin(const onestep *f, const double *root)
{
  double least = HUGE_VAL;
  for (int i = 0; i < f->r->m->nroot; i++) {
    if (f->root[i] == 0) continue;
    double now = copysign(1, f->root[i]) * root[i] / f->size[i];
    if (now < least) least = now;
  }
  return least;
}

// The margin at the end of a step; <= 0: it crossed a root.
static double margin_after(onestep *f, double end)
{
  roots(f, end, f->root_next);
  for (int i = 0; i < f->r->m->nroot; i++) f->size[i] = fmax(fabs(f->root[i]), fabs(f->root_next[i]));
  return margin(f, f->root_next);
}

// Ends the step after h; the margin there. A fixed step may have looked far beyond the kink of a law, so it is taken again.
static int attempt(onestep *f, double t, double h, double *left)
{
  int bad = look(f, t, h, f->r->s->x, f->r->s->quad, f->h > 0);
  if (bad) return bad;
  roots(f, t + h, f->root_next);
  *left = margin(f, f->root_next);
  return 0;
}

// Shortens the step h that crossed a root to end just behind the first crossing (Illinois variant of regula falsi).
static int locate(onestep *f, double t, double *h, double behind, int most)
{
  double lo = 0, hi = *h, f_lo = margin(f, f->root), f_hi = behind, left, tight = 0x1p-44 * *h + 0x1p-52 * fabs(t);
  int side = 0;
  for (int k = 0; k < most && hi - lo > tight && f_hi != 0; k++) {
    double at = (f_lo * hi - f_hi * lo) / (f_lo - f_hi);
    if (!(at > lo && at < hi)) at = 0.5 * (lo + hi);
    int bad = attempt(f, t, at, &left);
    if (bad) return bad;
    if (left > 0) {
      if (side == 1) f_hi *= 0.5;
      lo = at, f_lo = left, side = 1;
    } else {
      if (side == -1) f_lo *= 0.5;
      hi = at, f_hi = left, side = -1;
    }
  }
  *h = hi;
  return attempt(f, t, hi, &left);
}

static void go_back(const onestep *f)
{
  dv_state *s = f->r->s;
  memcpy(s->x, f->x, (size_t)f->r->m->nx * sizeof(double));
  memcpy(s->quad, f->quad, (size_t)f->r->m->nquad * sizeof(double));
}

// Names the state whose error is the largest.
static int fail_error(onestep *f, double t)
{
  dv_sim *r = f->r;
  double *rate = f->x_side;
  memset(rate, 0, (size_t)r->m->nx * sizeof(double));
  for (int i = 0; i < r->chart->n; i++)
    if (r->chart->number[i] >= 0) rate[r->chart->number[i]] = f->control.error[i] / r->chart->scale[i];
  return dv_fail_step(r, t, rate, "the step became too small", "smooth what is abrupt there, or loosen rtol");
}

// A rejected step that crossed a root may have met the kink of a law there: about where; *h: there is none, or it is too near.
static double kink(onestep *f, double t, double h)
{
  double left = f->r->m->nroot ? margin_after(f, t + h) : 1, at = h;
  if (left > 0 || locate(f, t, &at, left, GUESS_MOST)) return h;
  f->kinked = 1;
  return at;
}

// What to try after a rejected step of length *h: the same with a new Jacobian, up to a kink, or a shorter one. turn: of trials.
static void retry(onestep *f, double t, double *h, double before, int turn)
{
  double *steps = &f->r->s->kept[DV_KEPT_STEPS], at = turn % 2 || *steps > 1 ? *h : kink(f, t, *h);
  go_back(f);
  if (*steps > 1) f->control.h = before, *steps = 0;
  else if (at < *h) f->control.h = before, *h = at;
  else *h = dv_control_length(&f->control, t, t + *h);
}

// A step of at most *h whose error is small enough.
static int step_by_error(onestep *f, double t, double *h)
{
  dv_sim *r = f->r;
  for (int turn = 0;; turn++) {
    double before = f->control.h;
    int wild = step(f, t, *h);
    if (dv_control_accepts(&f->control, *h, wild ? HUGE_VAL : dv_control_error(&f->control, f->x))) return 0;
    r->out->rejected++;
    if (f->control.h < tiny * r->o->until) return wild ? fail_finite(f) : fail_error(f, t);
    if (wild) go_back(f), *h = dv_control_length(&f->control, t, t + *h);
    else retry(f, t, h, before, turn);
  }
}

// After a step that left so much of its margin: the next one shall not go far beyond the kink.
static int approach(onestep *f, double h, double left)
{
  double gone = margin(f, f->root) - left;
  f->ahead = gone > 0 ? left * h / gone : HUGE_VAL;
  f->kinked &= f->ahead < HUGE_VAL;
  return 0;
}

// One step of at most *h, shorter if a root is crossed. f->x, f->quad: the state before.
static int advance(onestep *f, double t, double *h, int *event)
{
  dv_sim *r = f->r;
  double left;
  memcpy(f->x, r->s->x, (size_t)r->m->nx * sizeof(double));
  memcpy(f->quad, r->s->quad, (size_t)r->m->nquad * sizeof(double));
  *event = 0;
  f->s.latest = r->times.latest;
  int bad = !f->h ? step_by_error(f, t, h) : step(f, t, *h) ? fail_finite(f) : 0;
  if (bad || !r->m->nroot) return bad;
  left = margin_after(f, t + *h);
  if (left > 0) return approach(f, *h, left);
  *event = 1;
  f->kinked = 0;
  bad = locate(f, t, h, left, LOCATE_MOST);
  for (int i = 0; i < r->m->nroot; i++) f->crossed[i] = f->root[i] != 0 && copysign(1, f->root[i]) * f->root_next[i] <= 0;
  return bad;
}

// Records strictly between t and end.
static int side_records(onestep *f, double t, double end)
{
  dv_sim *r = f->r;
  for (double at = dv_times_record(r, t); at < end - r->times.near; at = dv_times_record(r, at)) {
    int bad = look(f, t, at - t, f->x_side, f->quad_side, 0);
    if (bad) return bad;
    if (dv_sim_record(r, at, f->x_side, f->quad_side, 0)) return -1;
  }
  return 0;
}

static int react(onestep *f, double t)
{
  dv_sim *r = f->r;
  int part = dv_sim_jump(r, t, r->s->x, f->crossed);
  double close = f->h ? 1e-6 * f->h : 1e-12 * fmax(1, fabs(t));
  f->chatter = t - f->event_last < close ? f->chatter + 1 : 0;
  f->event_last = t;
  return f->chatter > CHATTER_MOST ? dv_fail_chatter(r, t, part) : 0;
}

// Where the step from t shall end.
static double next(const onestep *f, double t)
{
  dv_sim *r = f->r;
  double stop = dv_times_stop(r, t), near = r->times.near;
  double end = f->h ? dv_times_next(t, f->h, near) : t + dv_control_length(&f->control, t, stop);
  if (f->kinked) end = fmin(end, t + 1.1 * f->ahead + 1e-3 * f->control.h);
  return end < stop - near ? end : stop;
}

// From t to the next instant that matters.
static int go_on(onestep *f)
{
  dv_sim *r = f->r;
  double t = r->s->t, end = next(f, t), h = end - t, planned = h;
  int event, bad = advance(f, t, &h, &event);
  if (bad) return bad;
  if (event || h < planned) end = t + h;
  bad = side_records(f, t, end);
  if (bad) return bad;
  r->s->t = end;
  bad = dv_loops_review(r, end);
  if (bad) return bad;
  if (event) bad = react(f, end);
  if (event) roots(f, end, f->root_next);
  int corner = dv_times_pass(r, end), last = end >= r->o->until, sampled = last ? 0 : dv_times_serve(r, end);
  if (corner || sampled || t + h != end || DV_MODEL_COUNT(r->m, LOOP)) roots(f, end, f->root);
  else memcpy(f->root, f->root_next, (size_t)r->m->nroot * sizeof(double));
  if (!last && r->m->nroot) dv_sim_cross(r, end, f->root_next, f->root, f->crossed);
  if (!bad && (last || dv_times_is_record(r, end))) return dv_sim_record(r, end, r->s->x, r->s->quad, last) ? -1 : 0;
  return bad;
}

int dv_run_onestep(dv_sim *r, const dv_stepper *method)
{
  onestep f;
  int bad = 0;
  set_up(&f, r, method);
  dv_times_start(r, f.h ? 1e-9 * f.h : 1e-12 * fmax(r->o->until, 1e-3));
  dv_times_serve(r, r->s->t);
  roots(&f, r->s->t, f.root);
  if (dv_sim_record(r, r->s->t, r->s->x, r->s->quad, r->s->t >= r->o->until)) bad = -1;
  while (!bad && r->s->t < r->o->until) bad = go_on(&f);
  r->out->evaluations += f.s.evaluations;
  if (!f.h) r->s->kept[DV_KEPT_STEP] = f.control.h;
  return bad;
}
