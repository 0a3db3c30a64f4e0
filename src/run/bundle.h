// bundle.h: runs side by side: one loop for machines of one structure in the lanes of a vector, each as if it ran alone.
#pragma once

#include "run/run.h"

// Called at every recorded time; arrays are [quantity][lanes].
typedef void dv_lane_recorder(void *context, double t, const double *x, const double *dx, const double *work, int lanes,
                              int lane);

typedef struct {
  const dv_model *model;
  const dv_state *from;  // where it begins; NULL: at the model's initial state
  dv_lane_recorder *record;
  void *context;
  int shown;   // 1: a compiled machine shows all that is recorded
  int failed;  // 1: could not go on after failed_t; its records end there, the other lanes went on
  double failed_t;
  int failed_x;       // the state that is to blame, -1: none of them
  int alone;          // 1: its loops need other independent coordinates than its neighbours': failed, and to be run alone
  dv_run_result out;  // steps, events, and the ledger unless a compiled machine showed the records
  dv_diags *diags;    // its own
} dv_bundle_lane;

// Lanes that one call may take with this method: 1, if it has no fixed step or the CPU no vectors.
int dv_bundle_width(const dv_run_options *o);

// Runs lane[n] to o->until. All models must be alike (dv_model_alike), their sampling periods equal: else -1, and nothing was
// run.
int dv_bundle_run(dv_arena *a, dv_bundle_lane *lane, int n, const dv_run_options *o);
