// live.c: what may be asked of a live run, from another thread: inputs, orders, frames, recordings.
#include "server/live_inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FOREVER = 1000000000 };  // s

static void find_inputs(dv_live *l)
{
  int n = DV_MODEL_COUNT(l->model, VARIABLE);
  l->ninput = 0;
  l->variable = DV_TAKE(l->arena, int, n);
  for (int i = 0; i < n; i++)
    if (dv_model_VARIABLE(l->model)[i].role == DV_ROLE_INPUT) l->variable[l->ninput++] = i;
}

// Who holds it while the run waits gets the run's priority.
static void open_lock(pthread_mutex_t *lock)
{
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(lock, &a);
  pthread_mutexattr_destroy(&a);
}

dv_live *dv_live_start(const dv_machine *m, const dv_run_options *o, void (*wake)(void *), void *context)
{
  dv_arena *a = dv_arena_new();
  dv_live *l = DV_TAKE(a, dv_live, 1);
  l->arena = a;
  l->machine = m;
  l->options = *o;
  l->compiled = o->compiled;
  l->options.until = FOREVER;
  l->options.endless = 1;
  l->wake = wake;
  l->context = context;
  l->model = dv_live_model(a, m->model);
  l->camera = dv_camera_new(a, l->model);
  l->frame = DV_TAKE(a, float, l->camera->width);
  find_inputs(l);
  l->input = DV_TAKE(a, double, l->ninput);
  for (int i = 0; i < l->ninput; i++) l->input[i] = *dv_live_number(l, i);
  l->pose = DV_TAKE(a, double, l->model->nx);
  for (int i = 0; i < l->model->nx; i++) l->pose[i] = NAN;
  l->status.speed = 1;
  open_lock(&l->lock);
  pthread_cond_init(&l->ordered, NULL);
  pthread_cond_init(&l->taken, NULL);
  l->first = dv_live_beginning(m);
  l->state = dv_state_new(a, l->model);
  dv_live_start_over(l);
  pthread_create(&l->thread, NULL, dv_live_thread, l);
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
static void to_pause(dv_live *l, double x) { l->status.paused = l->orders.paused = x != 0; }
static void to_step(dv_live *l, double x) { (void)x, l->orders.step = 1; }
static void to_speed(dv_live *l, double x)
{
  l->status.speed = x;
  l->begun_wall = dv_live_wall();
  l->begun_time = l->status.time;
}

void dv_live_pause(dv_live *l, int paused) { order(l, to_pause, paused); }
void dv_live_step(dv_live *l) { order(l, to_step, 0); }
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
    const char *path = dv_model_text(l->model, dv_live_variable(l, i)->path);
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
    if (i >= 0) put_input(l, i, dv_model_NUMBER(l->machine->model)[dv_live_variable(l, i)->index]);
  }
  pthread_mutex_unlock(&l->lock);
}

// The state that is NAME.what, or -1.
static int state_named(const dv_live *l, const char *name, const char *what)
{
  char path[256];
  if (snprintf(path, sizeof path, "%s.%s", name, what) >= (int)sizeof path) return -1;
  int i = dv_model_find(l->model, path);
  const dv_variable *v = i < 0 ? NULL : &dv_model_VARIABLE(l->model)[i];
  return v && v->array == DV_IN_STATE ? v->index : -1;
}

int dv_live_pose(dv_live *l, const char *name, double value)
{
  int at = state_named(l, name, "position"), rate = state_named(l, name, "rate");
  if (l->ninput || at < 0 || rate < 0 || !isfinite(value)) return -1;
  pthread_mutex_lock(&l->lock);
  l->pose[at] = value;
  l->pose[rate] = 0;
  l->orders.posed = 1;
  pthread_cond_signal(&l->ordered);
  pthread_mutex_unlock(&l->lock);
  return 0;
}

int dv_live_swap(dv_live *l, const dv_machine *m)
{
  if (!dv_model_alike(l->machine->model, m->model) || l->machine->model->bytes != m->model->bytes) return -1;
  const dv_state *first = dv_live_beginning(m);
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
  s.recording = l->tape != NULL;
  const dv_history *h = s.recording ? l->tape->record->log : NULL;
  s.taped = h ? 8.0 * h->nrow * h->ncolumn + 4.0 * h->film.n * h->film.width : 0;
  pthread_mutex_unlock(&l->lock);
  return s;
}

// Locked: the run may be recording into the same arena.
static dv_tape *new_tape(const dv_live *l, dv_arena *a)
{
  static const char *const shown[] = {NULL};
  dv_tape *t = DV_TAKE(a, dv_tape, 1);
  t->model = dv_live_model(a, l->machine->model);
  t->record = dv_record_new(a, dv_diags_new(a), t->model, (const char *const *)shown, 1);
  t->filming = dv_filming_new(a, t->model, t->record->log, 0);
  t->last = -HUGE_VAL;
  return t;
}

static dv_history *history_of(const dv_tape *t) { return t ? t->record->log : NULL; }

void dv_live_record(dv_live *l, dv_arena *a)
{
  pthread_mutex_lock(&l->lock);
  dv_tape *t = new_tape(l, a);
  if (!l->tape) l->tape = t;
  pthread_mutex_unlock(&l->lock);
}

dv_history *dv_live_recorded(dv_live *l)
{
  pthread_mutex_lock(&l->lock);
  const dv_tape *t = l->tape;
  l->tape = NULL;
  pthread_mutex_unlock(&l->lock);
  return history_of(t);
}

dv_history *dv_live_roll(dv_live *l, dv_arena *a)
{
  pthread_mutex_lock(&l->lock);
  dv_tape *t = new_tape(l, a);
  const dv_tape *old = l->tape;
  if (old) {
    t->last = old->last;
    l->tape = t;
  }
  pthread_mutex_unlock(&l->lock);
  return history_of(old);
}

dv_history *dv_live_reset(dv_live *l, dv_arena *a)
{
  pthread_mutex_lock(&l->lock);
  dv_tape *t = a ? new_tape(l, a) : NULL;
  const dv_tape *old = l->tape;
  l->spare = t;
  l->orders.reset = 1;
  pthread_cond_signal(&l->ordered);
  while (l->orders.reset && !l->orders.quit) pthread_cond_wait(&l->taken, &l->lock);
  pthread_mutex_unlock(&l->lock);
  return history_of(old);
}
