// live_inside.h: a live run as its thread and those who ask it see it; private to live*.c.
#pragma once

#include "record/record.h"
#include "server/live.h"
#include "engine/compiled.h"

#include <pthread.h>

// What the run shall do next, and why it left the integrator.
typedef struct {
  int quit, reset, paused, step;
  int changed;  // inputs or machine
  int posed;    // states were set by hand
} orders;

// A recording that runs. Its model is a copy, so that the machine may be built anew meanwhile.
typedef struct {
  dv_model *model;
  dv_record *record;
  dv_filming *filming;
  double last;  // s, of its last row
} dv_tape;

struct dv_live {
  dv_run_options options;
  const dv_compiled *compiled;  // of the first machine; one with other parameters may do without
  void (*wake)(void *);
  void *context;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t ordered, taken;  // an order came; a machine was taken over, or a reset was carried out
  // under the lock
  orders orders;
  const dv_machine *machine, *next;    // next: to be taken over
  const dv_state *first, *next_first;  // where they begin
  double *input;                       // [ninput] wanted values
  double *pose;                        // [nx] states that a hand has set, and NAN for those that go on
  dv_live_status status;
  float *frame;
  unsigned seq;
  dv_tape *tape, *spare;  // NULL: nothing is recorded; spare: goes on after the reset
  // of the thread
  dv_arena *arena;
  dv_model *model;  // own copy: inputs are numbers of it
  dv_state *state;
  dv_camera *camera;
  int *variable, ninput;  // rows of the inputs
  double begun_wall, begun_time, next_frame;
  double rate_wall, rate_time;
};

static inline const dv_variable *dv_live_variable(const dv_live *l, int i)
{
  return &dv_model_VARIABLE(l->model)[l->variable[i]];
}

static inline double *dv_live_number(const dv_live *l, int i)
{
  return (double *)(size_t)dv_model_NUMBER(l->model) + dv_live_variable(l, i)->index;
}

double dv_live_wall(void);                                // s
dv_model *dv_live_model(dv_arena *a, const dv_model *m);  // a copy of its block, to write inputs into
const dv_state *dv_live_beginning(const dv_machine *m);   // as `start:` says; where that fails, as the initial positions say
void dv_live_start_over(dv_live *l);
void *dv_live_thread(void *live);
