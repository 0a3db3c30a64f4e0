// step_plan.h: the steps of a run with a fixed step, as they come when nothing happens: for who advances many runs at once.
#pragma once

#include "run/run.h"

typedef struct {
  double t, h, end, latest;  // from t by h to end; no evaluation is later than `latest`
  unsigned due;              // sampled parts at the end, bit by bit in the order of dv_engine_sampled
  unsigned again;            // 1: events are looked at once more at the end: the right-hand side may be another there
} dv_planned;

// [*n] the steps from `t` to o->until. num: [nnum] numbers of one lane. Memory is the arena's.
const dv_planned *dv_plan_steps(dv_arena *a, const dv_model *m, const double *num, const dv_run_options *o, double t, int *n);
