// instants.c: corners of signals, sampling times, ends.
//
// Multiples are counted, never added up, so a thousandth millisecond is the first second exactly. A period that is one
// over a whole number n gives k / n, which rounds once: 0.35 is 0.35 whether it comes as 35/100 or 350/1000.
#include "run/running.h"
#include "engine/times.h"

#include <math.h>
#include <string.h>

double dv_times_multiple(double k, double period)
{
  double n = round(1 / period);
  return n >= 1 && fabs(n * period - 1) < 1e-12 ? k / n : k * period;
}

double dv_times_next(double t, double period, double near)
{
  double k = floor((t + near) / period);
  for (int i = 0; i < 4; i++, k++)
    if (dv_times_multiple(k, period) > t + near) return dv_times_multiple(k, period);
  return HUGE_VAL;  // so late that the next one is the same number
}

int dv_times_is_multiple(double t, double period, double near)
{
  return fabs(dv_times_multiple(round(t / period), period) - t) <= near;
}

double dv_times_end(const dv_running *r, double t) { return r->o->endless ? fmin(r->o->until, t + 1) : r->o->until; }

void dv_times_adapt(dv_running *r, double t) { r->times.near = 1e-12 * fmax(dv_times_end(r, t), 1e-3); }

void dv_times_start(dv_running *r, double step)
{
  dv_times *w = &r->times;
  double period;
  if (step > 0) w->near = 1e-9 * step;
  else dv_times_adapt(r, r->s->t);
  while (dv_engine_sampled(r->m, r->num, w->nsampling, &period) >= 0) w->nsampling++;
  w->sampling = DV_TAKE(r->arena, dv_sampling, w->nsampling);
  for (int i = 0; i < w->nsampling; i++) {
    w->sampling[i].part = dv_engine_sampled(r->m, r->num, i, &period);
    w->sampling[i].period = period;
    w->sampling[i].done = -1;
  }
  w->corner = r->s->t;
  dv_times_pass(r, r->s->t);
}

void dv_times_again(dv_running *r, int moved)
{
  for (int i = 0; moved && i < r->times.nsampling; i++) r->times.sampling[i].done = -1;
  r->times.corner = r->s->t;
  dv_times_pass(r, r->s->t);
}

int dv_times_pass(dv_running *r, double t)
{
  dv_times *w = &r->times;
  if (t < w->corner) return 0;
  w->corner = dv_engine_next_corner(r->m, r->num, t);
  w->latest = nextafter(w->corner, -HUGE_VAL);
  return 1;
}

double dv_times_plain_stop(const dv_running *r, double t)
{
  const dv_times *w = &r->times;
  double stop = dv_times_end(r, t);
  for (int i = 0; i < w->nsampling; i++) {
    double next = dv_times_next(t, w->sampling[i].period, w->near);
    if (next < stop - w->near) stop = next;  // a sample that all but coincides with the end is taken there
  }
  return stop;
}

// A corner wins over instants just before it: the right-hand side changes there and nowhere else.
double dv_times_stop(const dv_running *r, double t)
{
  double stop = dv_times_plain_stop(r, t);
  return r->times.corner <= stop + r->times.near ? r->times.corner : stop;
}

double dv_times_record(const dv_running *r, double t)
{
  double next = dv_times_next(t, r->every, r->times.near);
  for (int i = 0; i < r->o->nalso; i++)
    if (r->o->also[i] > t + r->times.near) return fmin(next, r->o->also[i]);
  return next;
}

int dv_times_is_record(const dv_running *r, double t)
{
  if (t - r->recorded <= r->times.near) return 0;  // an event just before it has been shown
  for (int i = 0; i < r->o->nalso; i++)
    if (fabs(r->o->also[i] - t) <= r->times.near) return 1;
  return dv_times_is_multiple(t, r->every, r->times.near);
}

static int due(const dv_times *w, const dv_sampling *p, double t)
{
  return lround(t / p->period) != p->done && dv_times_is_multiple(t, p->period, w->near);
}

int dv_times_serve(dv_running *r, double t)
{
  dv_times *w = &r->times;
  size_t bytes = (size_t)r->m->nd * sizeof(double);
  memcpy(r->d_end, r->s->d, bytes);
  for (int i = 0; i < w->nsampling; i++) {
    dv_sampling *p = &w->sampling[i];
    if (!due(w, p, t)) continue;
    p->done = lround(t / p->period);
    if (r->o->follow) r->o->follow->sample(r->o->follow->self, p->part, t, r->s->x, r->s->d);
    r->fast->sample(r->m, r->num, p->part, t, r->s->x, r->s->d, r->work);
  }
  return memcmp(r->d_end, r->s->d, bytes) != 0;
}

void dv_times_foresee(dv_running *r, double t, const double *x, double *d)
{
  const dv_times *w = &r->times;
  for (int i = 0; i < w->nsampling; i++) {
    if (!due(w, &w->sampling[i], t)) continue;
    if (r->o->follow) r->o->follow->sample(r->o->follow->self, w->sampling[i].part, t, x, d);
    r->fast->sample(r->m, r->num, w->sampling[i].part, t, x, d, r->work);
  }
}
