// fixed.c: runs with a fixed step.
//
// Steps lie on the multiples of h, counted from t = 0; corners, sampling times, events and the end shorten them. Records
// between two steps are made by a shorter step on a copy, so what is recorded never changes the motion, and a run
// that is saved at a multiple of h and continued gives the bits of one that was not.
#include "solve/sim.h"

#include <math.h>
#include <string.h>

enum { LOCATE_MOST = 100, CHATTER_MOST = 100 };
static const char *const smaller = "use a smaller step or solver: cvode, or look at the law behind it";

typedef struct {
  dv_sim *r;
  const dv_stepper *method;
  dv_stepping s;
  double h;
  double *x, *quad;                 // before the step
  double *x_side, *quad_side;       // a record between steps
  double *root, *root_next, *size;  // [nroot]
  int *crossed;
  double event_last;
  int chatter;
} fixed;

static void set_up(fixed *f, dv_sim *r, const dv_stepper *method)
{
  const dv_model *m = r->m;
  memset(f, 0, sizeof *f);
  f->r = r;
  f->method = method;
  // without states nothing is integrated but the books, and records are looked up
  f->h = r->o->step > 0 ? r->o->step : r->m->nx ? 1e-3 : fmax(1e-3, r->every);
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
  if (!method->implicit) return;
  r->fan = dv_fan_new(r->arena, m, r->chart, r->o->width, r->shown ? r->scale : NULL, r->o->compiled);
  f->s.pattern = r->fan->pattern = dv_pattern_of_chart(r->arena, m, r->chart, r->shown != NULL);
  f->s.jacobian = dv_fan_chart;
  f->s.context = r->fan;
}

// hold: 1: what methods carry from step to step stays as it is
static int step(fixed *f, double t, double h, double *x, double *quad, int hold)
{
  f->s.latest = f->r->times.latest;
  f->s.hold = hold;
  if (!f->method->step(&f->s, t, h, x, quad)) return 0;
  return dv_fail_finite(f->r, f->s.failed_t, f->s.failed_x, f->s.failed_dx, smaller);
}

static void roots(const fixed *f, double t, double *root)
{
  const dv_sim *r = f->r;
  if (r->m->nroot) r->fast->roots(r->m, r->num, t, r->s->x, r->s->d, r->work, root);
}

// Least of the roots, each positive until it crosses and about 1 in size.
static double margin(const fixed *f, const double *root)
{
  double least = HUGE_VAL;
  for (int i = 0; i < f->r->m->nroot; i++) {
    if (f->root[i] == 0) continue;
    double now = copysign(1, f->root[i]) * root[i] / f->size[i];
    if (now < least) least = now;
  }
  return least;
}

// Repeats the step from its start with length h; the margin there.
static int attempt(fixed *f, double t, double h, double *left)
{
  dv_state *s = f->r->s;
  memcpy(s->x, f->x, (size_t)f->r->m->nx * sizeof(double));
  memcpy(s->quad, f->quad, (size_t)f->r->m->nquad * sizeof(double));
  int bad = step(f, t, h, s->x, s->quad, 1);
  if (bad) return bad;
  roots(f, t + h, f->root_next);
  *left = margin(f, f->root_next);
  return 0;
}

// Shortens the step h that crossed a root to end just behind the first crossing (Illinois variant of regula falsi).
static int locate(fixed *f, double t, double *h, double behind)
{
  double lo = 0, hi = *h, f_lo = margin(f, f->root), f_hi = behind, left, tight = 0x1p-44 * *h + 0x1p-52 * fabs(t);
  int side = 0;
  for (int k = 0; k < LOCATE_MOST && hi - lo > tight && f_hi != 0; k++) {
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

// One step of at most *h, shorter if a root is crossed. f->x, f->quad: the state before.
static int advance(fixed *f, double t, double *h, int *event)
{
  dv_sim *r = f->r;
  double left;
  memcpy(f->x, r->s->x, (size_t)r->m->nx * sizeof(double));
  memcpy(f->quad, r->s->quad, (size_t)r->m->nquad * sizeof(double));
  *event = 0;
  r->out->steps++;
  int bad = step(f, t, *h, r->s->x, r->s->quad, 0);
  if (bad || !r->m->nroot) return bad;
  roots(f, t + *h, f->root_next);
  for (int i = 0; i < r->m->nroot; i++) f->size[i] = fmax(fabs(f->root[i]), fabs(f->root_next[i]));
  left = margin(f, f->root_next);
  if (left > 0) return 0;
  *event = 1;
  bad = locate(f, t, h, left);
  for (int i = 0; i < r->m->nroot; i++) f->crossed[i] = f->root[i] != 0 && copysign(1, f->root[i]) * f->root_next[i] <= 0;
  return bad;
}

// Records strictly between t and end.
static int side_records(fixed *f, double t, double end)
{
  dv_sim *r = f->r;
  for (double at = dv_times_record(r, t); at < end - r->times.near; at = dv_times_record(r, at)) {
    memcpy(f->x_side, f->x, (size_t)r->m->nx * sizeof(double));
    memcpy(f->quad_side, f->quad, (size_t)r->m->nquad * sizeof(double));
    int bad = step(f, t, at - t, f->x_side, f->quad_side, 1);
    if (bad) return bad;
    if (dv_sim_record(r, at, f->x_side, f->quad_side, 0)) return -1;
  }
  return 0;
}

static int react(fixed *f, double t)
{
  dv_sim *r = f->r;
  int part = dv_sim_jump(r, t, r->s->x, f->crossed);
  f->chatter = t - f->event_last < 1e-6 * f->h ? f->chatter + 1 : 0;
  f->event_last = t;
  return f->chatter > CHATTER_MOST ? dv_fail_chatter(r, t, part) : 0;
}

// From t to the next instant that matters.
static int go_on(fixed *f)
{
  dv_sim *r = f->r;
  double t = r->s->t, stop = dv_times_stop(r, t), grid = dv_times_next(t, f->h, r->times.near);
  double end = grid < stop - r->times.near ? grid : stop, h = end - t;
  int event, bad = advance(f, t, &h, &event);
  if (bad) return bad;
  if (event) end = t + h;
  bad = side_records(f, t, end);
  if (bad) return bad;
  r->s->t = end;
  bad = dv_loops_review(r, end);
  if (bad) return bad;
  if (event) bad = react(f, end);
  if (event) roots(f, end, f->root_next);
  dv_times_pass(r, end);
  int last = end >= r->o->until;
  if (!last) dv_times_serve(r, end);
  roots(f, end, f->root);
  if (!last && r->m->nroot) dv_sim_cross(r, end, f->root_next, f->root, f->crossed);
  if (!bad && (last || dv_times_is_record(r, end))) return dv_sim_record(r, end, r->s->x, r->s->quad, last) ? -1 : 0;
  return bad;
}

int dv_run_fixed(dv_sim *r, const dv_stepper *method)
{
  fixed f;
  int bad = 0;
  set_up(&f, r, method);
  dv_times_start(r, 1e-9 * f.h);
  dv_times_serve(r, r->s->t);
  roots(&f, r->s->t, f.root);
  if (dv_sim_record(r, r->s->t, r->s->x, r->s->quad, r->s->t >= r->o->until)) bad = -1;
  while (!bad && r->s->t < r->o->until) bad = go_on(&f);
  r->out->evaluations += f.s.evaluations;
  return bad;
}
