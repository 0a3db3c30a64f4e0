// live.c: the thread of a live run: integrate, show, keep pace, obey.
#include "serve/live.h"

#include "record/record.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FOREVER = 1000000000 };
static const double slip_most = 0.1;  // s that the run may lag before the lag is forgiven

// What the run shall do next, and why it left the integrator.
typedef struct {
  int quit, reset, paused, step;
  int changed;  // inputs or machine
} orders;

struct dv_live {
  dv_run_options options;
  void (*wake)(void *);
  void *context;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t ordered, taken;  // an order came; a machine was taken over
  // under the lock
  orders orders;
  const dv_machine *machine, *next;    // next: to be taken over
  const dv_state *first, *next_first;  // where they begin
  double *input;                       // [ninput] wanted values
  dv_live_status status;
  float *frame;
  unsigned seq;
  dv_record *record;
  dv_filming *filming;
  double recorded;  // s, last recorded row
  // of the thread
  dv_arena *arena;
  dv_model *model;  // own copy: inputs are numbers of it
  dv_state *state;
  dv_camera *camera;
  int *variable, ninput;  // rows of the inputs
  double begun_wall, begun_time, next_frame;
  double rate_wall, rate_time;
};

static double wall(void)
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

static const dv_variable *variable(const dv_live *l, int i)
{
  return &DV_MODEL_AT(l->model, dv_variable, VARIABLE)[l->variable[i]];
}

static double *number(const dv_live *l, int i)
{
  return (double *)(size_t)DV_MODEL_AT(l->model, double, NUMBER) + variable(l, i)->index;
}

// The block of a model, to write inputs into.
static dv_model *copy_model(dv_arena *a, const dv_model *m)
{
  dv_model *own = dv_arena_take(a, (size_t)m->bytes);
  memcpy(own, m, (size_t)m->bytes);
  return own;
}

static void find_inputs(dv_live *l)
{
  int n = DV_MODEL_COUNT(l->model, VARIABLE);
  l->ninput = 0;
  l->variable = DV_TAKE(l->arena, int, n);
  for (int i = 0; i < n; i++)
    if (DV_MODEL_AT(l->model, dv_variable, VARIABLE)[i].role == DV_ROLE_INPUT) l->variable[l->ninput++] = i;
}

// The pace counts from here.
static void set_pace(dv_live *l)
{
  l->begun_wall = l->rate_wall = wall();
  l->begun_time = l->rate_time = l->state->t;
  l->next_frame = l->state->t;
}

static void publish(dv_live *l, double t, const double *x, const double *dx, const double *work)
{
  pthread_mutex_lock(&l->lock);
  dv_camera_shoot(l->camera, t, x, dx, work, l->frame);
  l->seq++;
  l->status.time = t;
  double now = wall();
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
  double speed = l->status.speed, due = l->begun_wall + (t - l->begun_time) / speed, now = wall();
  l->status.steps++;
  l->status.late += now > due + l->options.every / speed;
  if (now > due + slip_most) {
    l->begun_wall = now;
    l->begun_time = t;
  }
  pthread_mutex_unlock(&l->lock);
  if (now < due) sleep_until(due);
}

// A run that is taken up again shows its start once more; that row is there already.
static void record(dv_live *l, double t, const double *x, const double *dx, const double *work)
{
  pthread_mutex_lock(&l->lock);
  if (l->record && !(t <= l->recorded)) {
    dv_record_row(l->record, t, x, dx, work);
    dv_filming_row(l->filming, t, x, dx, work);
    l->recorded = t;
  }
  pthread_mutex_unlock(&l->lock);
}

// 1: leave the integrator.
static int obey(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  orders *o = &l->orders;
  int paused = o->paused && !o->quit && !o->reset;
  while (o->paused && !o->step && !o->quit && !o->reset && !l->next) pthread_cond_wait(&l->ordered, &l->lock);
  int leave = o->quit || o->reset || o->changed || l->next;
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
  l->next_frame = t + l->options.every * fmax(1, round(l->status.speed / DV_FILM_RATE / l->options.every));
  publish(l, t, x, dx, work);
  return obey(l);
}

// As `start:` says; where that fails, as the initial positions say.
static const dv_state *beginning(const dv_machine *m)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  return dv_start(m, s) ? dv_state_new(m->arena, m->model) : s;
}

static void start_over(dv_live *l)
{
  dv_state_copy(l->state, l->first);
  l->state->t = 0;
  set_pace(l);
  l->status.steps = l->status.late = 0;
  l->status.failure[0] = 0;
  l->recorded = -HUGE_VAL;
}

// The new compilation goes on where the old one is: same coordinates, same states.
static void take_over(dv_live *l)
{
  dv_state *before = l->state;
  l->machine = l->next;
  l->first = l->next_first;
  l->next = NULL;
  l->model = copy_model(l->arena, l->machine->model);
  l->camera->model = l->model;
  l->state = dv_state_new(l->arena, l->model);
  dv_state_copy(l->state, before);
  l->state->t = before->t;
  pthread_cond_signal(&l->taken);
}

// Carries out what was ordered since; 1: the end.
static int settle(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  if (l->next) take_over(l);
  if (l->orders.reset) start_over(l);
  for (int i = 0; i < l->ninput; i++) *number(l, i) = l->input[i];
  l->orders.reset = l->orders.changed = 0;
  int quit = l->orders.quit;
  pthread_mutex_unlock(&l->lock);
  return quit;
}

// After a failure nothing moves until somebody resets the machine.
static void wait_for_help(dv_live *l, const dv_diags *d)
{
  pthread_mutex_lock(&l->lock);
  snprintf(l->status.failure, sizeof l->status.failure, "%s", d->n ? dv_diag_text(d, d->n - 1) : "the run stopped");
  while (!l->orders.quit && !l->orders.reset && !l->next) pthread_cond_wait(&l->ordered, &l->lock);
  pthread_mutex_unlock(&l->lock);
}

static void *live(void *context)
{
  dv_live *l = context;
  while (!settle(l)) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    dv_run_result r;
    if (dv_run(l->model, l->state, &l->options, on_record, NULL, l, &r, d, a) > 0) wait_for_help(l, d);
    dv_arena_free(a);
  }
  return NULL;
}

dv_live *dv_live_start(const dv_machine *m, const dv_run_options *o, void (*wake)(void *), void *context)
{
  dv_arena *a = dv_arena_new();
  dv_live *l = DV_TAKE(a, dv_live, 1);
  l->arena = a;
  l->machine = m;
  l->options = *o;
  l->options.until = FOREVER;
  l->wake = wake;
  l->context = context;
  l->model = copy_model(a, m->model);
  l->camera = dv_camera_new(a, l->model);
  l->frame = DV_TAKE(a, float, l->camera->width);
  find_inputs(l);
  l->input = DV_TAKE(a, double, l->ninput);
  for (int i = 0; i < l->ninput; i++) l->input[i] = *number(l, i);
  l->status.speed = 1;
  pthread_mutex_init(&l->lock, NULL);
  pthread_cond_init(&l->ordered, NULL);
  pthread_cond_init(&l->taken, NULL);
  l->first = beginning(m);
  l->state = dv_state_new(a, l->model);
  start_over(l);
  pthread_create(&l->thread, NULL, live, l);
  return l;
}

static void order(dv_live *l, void (*change)(dv_live *l, double x), double x)
{
  pthread_mutex_lock(&l->lock);
  change(l, x);
  pthread_cond_signal(&l->ordered);
  pthread_mutex_unlock(&l->lock);
}

static void to_quit(dv_live *l, double x) { (void)x, l->orders.quit = 1; }
static void to_reset(dv_live *l, double x) { (void)x, l->orders.reset = 1; }
static void to_pause(dv_live *l, double x) { l->status.paused = l->orders.paused = x != 0; }
static void to_step(dv_live *l, double x) { (void)x, l->orders.step = 1; }
static void to_speed(dv_live *l, double x)
{
  l->status.speed = x;
  l->begun_wall = wall();
  l->begun_time = l->status.time;
}

void dv_live_pause(dv_live *l, int paused) { order(l, to_pause, paused); }
void dv_live_step(dv_live *l) { order(l, to_step, 0); }
void dv_live_reset(dv_live *l) { order(l, to_reset, 0); }
void dv_live_speed(dv_live *l, double speed)
{
  if (speed >= 0.01 && speed <= 100) order(l, to_speed, speed);
}

void dv_live_stop(dv_live *l)
{
  if (!l) return;
  order(l, to_quit, 0);
  pthread_join(l->thread, NULL);
  pthread_cond_destroy(&l->ordered);
  pthread_cond_destroy(&l->taken);
  pthread_mutex_destroy(&l->lock);
  dv_arena_free(l->arena);
}

// An input is a part; its variable is the part's first parameter.
static int input_named(const dv_live *l, const char *name)
{
  size_t n = strlen(name);
  for (int i = 0; i < l->ninput; i++) {
    const char *path = dv_model_text(l->model, variable(l, i)->path);
    if (!strncmp(path, name, n) && (!path[n] || (path[n] == '.' && !strchr(path + n + 1, '.')))) return i;
  }
  return -1;
}

static void put_input(dv_live *l, int i, double value)
{
  if (l->input[i] == value) return;
  l->input[i] = value;
  l->orders.changed = 1;
}

int dv_live_input(dv_live *l, const char *name, double value)
{
  pthread_mutex_lock(&l->lock);
  int i = input_named(l, name);
  if (i >= 0 && isfinite(value)) put_input(l, i, value);
  pthread_mutex_unlock(&l->lock);
  return i >= 0 && isfinite(value) ? 0 : -1;
}

void dv_live_neutral(dv_live *l, const char *const *name, int n)
{
  pthread_mutex_lock(&l->lock);
  for (int k = 0; k < n; k++) {
    int i = input_named(l, name[k]);
    if (i >= 0) put_input(l, i, DV_MODEL_AT(l->machine->model, double, NUMBER)[variable(l, i)->index]);
  }
  pthread_mutex_unlock(&l->lock);
}

int dv_live_swap(dv_live *l, const dv_machine *m)
{
  const dv_model *a = l->machine->model, *b = m->model;
  if (a->nx != b->nx || a->nd != b->nd || a->nquad != b->nquad || a->nwork != b->nwork ||
      DV_MODEL_COUNT(a, VARIABLE) != DV_MODEL_COUNT(b, VARIABLE) || DV_MODEL_COUNT(a, BODY) != DV_MODEL_COUNT(b, BODY))
    return -1;
  const dv_state *first = beginning(m);
  pthread_mutex_lock(&l->lock);
  l->next = m;
  l->next_first = first;
  pthread_cond_signal(&l->ordered);
  while (l->next && !l->orders.quit) pthread_cond_wait(&l->taken, &l->lock);
  pthread_mutex_unlock(&l->lock);
  return 0;
}

int dv_live_width(const dv_live *l) { return l->camera->width; }

int dv_live_frame(dv_live *l, unsigned *seen, float *frame)
{
  pthread_mutex_lock(&l->lock);
  int fresh = l->seq != *seen;
  if (fresh) memcpy(frame, l->frame, (size_t)l->camera->width * sizeof *frame);
  *seen = l->seq;
  pthread_mutex_unlock(&l->lock);
  return fresh;
}

dv_live_status dv_live_look(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  dv_live_status s = l->status;
  s.recording = l->record != NULL;
  pthread_mutex_unlock(&l->lock);
  return s;
}

void dv_live_record(dv_live *l, dv_arena *a)
{
  static const char *const shown[] = {NULL};
  dv_record *r = dv_record_new(a, dv_diags_new(a), l->machine->model, (const char *const *)shown, 1);
  pthread_mutex_lock(&l->lock);
  if (r && !l->record) {
    l->record = r;
    l->recorded = -HUGE_VAL;
    l->filming = dv_filming_new(a, l->machine->model, r->log, 0);
  }
  pthread_mutex_unlock(&l->lock);
}

dv_history *dv_live_recorded(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  dv_history *h = l->record ? l->record->log : NULL;
  l->record = NULL;
  l->filming = NULL;
  pthread_mutex_unlock(&l->lock);
  return h;
}
