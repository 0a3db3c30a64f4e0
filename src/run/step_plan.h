// step_plan.h: the steps of a run with a fixed step, as they come when nothing happens: for callers that advance many runs at
// once.
#pragma once

#include "run/run.h"

typedef enum {
  DV_PLANNED_STEP,
  DV_PLANNED_LOOK,   // for a record between two steps: the next step begins at t again
  DV_PLANNED_LAST,   // the run ends there: what samples at its end is seen by the record only
  DV_PLANNED_BEGIN,  // no step: what samples at t does so
} dv_planned_how;

typedef struct {
  double t, h, end, latest;  // from t by h to end; no evaluation is later than `latest`
  unsigned due;              // sampled parts at the end, bit by bit in the order of dv_engine_sampled
  unsigned again;            // 1: events are looked at once more at the end: the right-hand side may be another there
  int row;                   // of what is recorded at the end, from 1 on; 0: nothing. Row 0 is the start
  dv_planned_how how;
} dv_planned;

// [*n] the steps from `t` to o->until. num: [nnum] numbers of one lane. Memory is the arena's.
const dv_planned *dv_plan_steps(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int *n);

// The same of a piece of a run, as sims go (onestep_piece.c): first what samples at t.
const dv_planned *dv_plan_piece(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int *n);

// 1: runs with these numbers have the same steps from t to `until`: samples and corners are at the same instants.
int dv_plan_shared(const dv_model *m, const double *num, const double *other, double t, double until);

// [*rows] when what is recorded: the start, then the ends of planned steps.
const double *dv_plan_times(dv_arena *a, const dv_planned *plan, int n, int *rows);
