// card_work.h: what a sweep on a card works on; inside batch/ only.
#pragma once

#include "batch/card_event.h"
#include "batch/sweep_card.h"
#include "gpu/fleet.h"

#include <stdatomic.h>

// What becomes of a machine.
typedef enum {
  DV_CARD_ENTERED,  // it has its row in the journal
  DV_CARD_HERE,     // the processor runs it
  DV_CARD_THERE     // the card runs it
} dv_card_where;

typedef struct {
  const dv_sweep *s;
  dv_sweep *of_hand;  // [jobs] the same, each with a reading of its own: units are looked up in it
  dv_card_sweep *c;
  dv_diags *d;
  dv_arena *arena;
  dv_machine *first;
  dv_state *start;  // of the first, begun
  dv_run_options o;
  dv_record *record;  // its columns
  dv_trace_options want;
  dv_traced_machine *t;
  const dv_planned *plan;
  int steps, rows;
  const double *time;  // [rows]
  dv_fleet *gpu;
  // what is kept of a record: the values of the reducers, or, if the card cannot compute all of them, the columns
  int columns;
  int nreduced;
  dv_gpu_measure *measure;  // [nreduced]
  dv_card_runs runs;
  // the machines at hand
  int *run;        // [many] its number in the plan
  char *where;     // [many] dv_card_where
  double *state;   // [many][width] x, d, numbers
  long n, on;      // how many of the plan; on the card
  int *place;      // [many] its place among those on the card; -1: it is not there
  int *at;         // [on] as dv_gpu_get and dv_gpu_set have it (gpu/many.h)
  double *result;  // [nreduced][on], or all that was kept
  atomic_int fault;
  atomic_long done;
} dv_card_work;

// Doubles of a machine in `state`.
static inline int dv_card_width(const dv_card_work *w) { return w->first->model->nx + w->first->model->nd + w->t->nopen; }
static inline int dv_card_stopped(const dv_card_work *w) { return w->c->stop && w->c->stop(); }

// Both: 0; 1: stopped; -1: a diagnostic.
int dv_card_advance(dv_card_work *w, int from);  // from a step of the plan to its end
int dv_card_cross(dv_card_work *w);              // machines that wait before events: over them, and to the end
