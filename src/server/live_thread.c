// live_thread.c: the thread of a live run: integrate, show, keep pace, obey.
#include "server/live_inside.h"
#include "engine/compiled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const double slip_most = 0.1;  // s that the run may lag before the lag is forgiven

double dv_live_wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double at)
{
  struct timespec t = {.tv_sec = (time_t)at, .tv_nsec = (long)(1e9 * (at - floor(at)))};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

// Real-time priority of this thread, where the system grants it (root, or a limit `rtprio`); a run that cannot follow gives it
// back, so that it does not take the computer away.
static void hurry(int on)
{
  struct sched_param p = {.sched_priority = on ? 10 : 0};
  pthread_setschedparam(pthread_self(), on ? SCHED_RR : SCHED_OTHER, &p);
}

dv_model *dv_live_model(dv_arena *a, const dv_model *m)
{
  dv_model *own = dv_arena_take(a, (size_t)m->bytes);
  memcpy(own, m, (size_t)m->bytes);
  return own;
}

// The pace counts from here.
static void set_pace(dv_live *l)
{
  l->begun_wall = l->rate_wall = dv_live_wall();
  l->begun_time = l->rate_time = l->state->t;
  l->next_frame = l->state->t;
}

static void publish(dv_live *l, double t, const double *x, const double *dx, const double *work)
{
  pthread_mutex_lock(&l->lock);
  dv_camera_shoot(l->camera, t, x, dx, work, l->frame);
  l->seq++;
  l->next_frame = t + l->options.every * fmax(1, round(l->status.speed / DV_FILM_RATE / l->options.every));
  l->status.time = t;
  double now = dv_live_wall();
  if (now - l->rate_wall > 0.5) {
    l->status.realtime = (t - l->rate_time) / (now - l->rate_wall);
    l->rate_wall = now;
    l->rate_time = t;
  }
  pthread_mutex_unlock(&l->lock);
  l->wake(l->context);
}

// Waits for the wall's clock; a run that cannot follow slips instead of catching up in jumps.
static void keep_pace(dv_live *l, double t)
{
  pthread_mutex_lock(&l->lock);
  double speed = l->status.speed, due = l->begun_wall + (t - l->begun_time) / speed, now = dv_live_wall();
  l->status.steps++;
  l->status.late += now > due + l->options.every / speed;
  if (now > due + slip_most) {
    l->begun_wall = now;
    l->begun_time = t;
    hurry(0);
  }
  pthread_mutex_unlock(&l->lock);
  if (now < due) sleep_until(due);
}

// A run that is taken up again shows its start once more; that row is there already.
static void record(dv_live *l, double t, const double *x, const double *dx, const double *work)
{
  pthread_mutex_lock(&l->lock);
  dv_tape *tape = l->tape;
  if (tape && !(t <= tape->last)) {
    dv_record_row(tape->record, t, x, dx, work);
    dv_filming_row(tape->filming, t, x, dx, work);
    tape->last = t;
  }
  pthread_mutex_unlock(&l->lock);
}

// 1: leave the integrator.
static int obey(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  orders *o = &l->orders;
  int paused = o->paused && !o->quit && !o->reset;
  while (o->paused && !o->step && !o->quit && !o->reset && !o->posed && !l->next) pthread_cond_wait(&l->ordered, &l->lock);
  int leave = o->quit || o->reset || o->changed || o->posed || l->next;
  o->step = 0;
  if (paused) set_pace(l);
  pthread_mutex_unlock(&l->lock);
  return leave;
}

// Orders count at frames, so that nobody who sends many can hold the run up.
static int on_record(void *context, double t, const double *x, const double *dx, const double *work)
{
  dv_live *l = context;
  keep_pace(l, t);
  record(l, t, x, dx, work);
  if (t < l->next_frame - 1e-9) return 0;
  publish(l, t, x, dx, work);
  return obey(l);
}

const dv_state *dv_live_beginning(const dv_machine *m)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  return dv_start(m, s) ? dv_state_new(m->arena, m->model) : s;
}

void dv_live_start_over(dv_live *l)
{
  dv_state_copy(l->state, l->first);
  l->state->t = l->status.time = 0;
  set_pace(l);
  l->status.steps = l->status.late = 0;
  l->status.failure[0] = 0;
  if (l->tape) l->tape = l->spare;
  l->spare = NULL;
}

// The new compilation is made of the same and goes on where the old one is: only numbers change.
static void take_over(dv_live *l)
{
  l->machine = l->next;
  l->first = l->next_first;
  l->next = NULL;
  memcpy(l->model, l->machine->model, (size_t)l->model->bytes);
  if (l->tape) memcpy(l->tape->model, l->machine->model, (size_t)l->model->bytes);
  l->options.compiled = l->compiled && dv_compiled_fits(l->compiled, l->model) ? l->compiled : NULL;
  l->status.failure[0] = 0;
}

// What a hand has set; what methods carry from step to step belongs to the state before.
static void take_pose(dv_live *l)
{
  for (int i = 0; i < l->model->nx; i++) {
    if (!isnan(l->pose[i])) l->state->x[i] = l->pose[i];
    l->pose[i] = NAN;
  }
  memset(l->state->kept, 0, (size_t)dv_state_kept(l->model) * sizeof *l->state->kept);
  l->status.failure[0] = 0;
  set_pace(l);
}

// Carries out what was ordered since; 1: the end.
static int settle(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  if (l->next) take_over(l);
  if (l->orders.reset) dv_live_start_over(l);
  if (l->orders.posed) take_pose(l);
  for (int i = 0; i < l->ninput; i++) *dv_live_number(l, i) = l->input[i];
  l->orders.reset = l->orders.changed = l->orders.posed = 0;
  pthread_cond_signal(&l->taken);
  int quit = l->orders.quit;
  pthread_mutex_unlock(&l->lock);
  return quit;
}

// After a failure nothing moves until somebody resets the machine.
static void wait_for_help(dv_live *l, const dv_diags *d)
{
  pthread_mutex_lock(&l->lock);
  snprintf(l->status.failure, sizeof l->status.failure, "%s", d->n ? dv_diag_text(d, d->n - 1) : "the run stopped");
  while (!l->orders.quit && !l->orders.reset && !l->orders.posed && !l->next) pthread_cond_wait(&l->ordered, &l->lock);
  pthread_mutex_unlock(&l->lock);
}

void *dv_live_thread(void *context)
{
  dv_live *l = context;
  while (!settle(l)) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    dv_run_result r;
    hurry(1);
    if (dv_run(l->model, l->state, &l->options, on_record, NULL, l, &r, d, a) > 0) wait_for_help(l, d);
    dv_arena_free(a);
  }
  return NULL;
}
