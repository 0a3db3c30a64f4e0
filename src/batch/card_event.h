// card_event.h: a step that a card does not take, since an event falls into it: the processor takes it, as a run does.
#pragma once

#include "batch/sweep.h"
#include "record/record.h"
#include "run/step_plan.h"

// What the runs have in common.
typedef struct {
  const dv_model *model;  // of the first
  const int *open;        // [nopen] numbers in which they differ
  int nopen;
  const dv_run_options *o;
  const dv_record *record;  // its columns
  const dv_planned *plan;
  const dv_metric *metric;  // [nmetric]
  int nmetric;
  int columns;  // 1: columns are kept of a record; 0: what the reducers of the metrics look at
  int nkept;
} dv_card_runs;

// A row of the plan, and what is kept of it.
typedef struct {
  int row;
  double *value;  // [nkept]
} dv_card_row;

typedef struct {
  int next;  // step from which the card can go on; -1: the run fails here
  int nrow;
  dv_card_row *row;
} dv_card_passed;

// From the start of step `at` with the numbers `open`; x, d and kept (dv_state.kept; NULL: none) become those behind it. Memory
// is the arena's.
dv_card_passed dv_card_pass(dv_arena *a, const dv_card_runs *w, const double *open, int at, double *x, double *d, double *kept);
