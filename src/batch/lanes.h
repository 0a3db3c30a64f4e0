// lanes.h: several runs of machines of one structure side by side in the lanes of a vector, with a fixed step.
#pragma once

#include "record/record.h"
#include "solve/solve.h"

typedef struct {
  const dv_model *model;
  const dv_state *from;  // where it begins; NULL: at the model's initial state
  dv_record *record;     // what it records
  int failed;            // 1: not finite after failed_t; its records end there, the other lanes went on
  double failed_t;
  int failed_x;          // the state that is to blame, -1: none of them
  const char *reason;    // what its run said, NULL: nothing
  const dv_diags *told;  // all of it
  int alone;             // 1: its loops need other independent coordinates than its neighbours': failed, and to be run alone
} dv_lane_run;

// Lanes that one call may take with this method: 1, if it has no fixed step or the CPU no vectors.
int dv_lanes_width(const dv_run_options *o);

// Runs lane[n] from their initial states to o->until. All models must be alike (dv_model_alike), their sampling periods equal:
// else -1, and nothing was run. Each gives the bits of a run alone.
int dv_lanes_run(dv_arena *a, dv_lane_run *lane, int n, const dv_run_options *o);
