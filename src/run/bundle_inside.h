// bundle_inside.h: what the parts of a bundle share; inside solve/ only.
#pragma once

#include "run/bundle.h"
#include "run/onestep.h"

typedef struct {
  dv_bundle_lane *lane;
  dv_running *sim;  // [n] each lane's run alone
  dv_onestep *one;  // [n] and its steps
  int n, lanes;
  char away[DV_LANES_MOST];  // 1: not in the vector's step: done alone, or failed
  const dv_model *m;         // of the first: the structure
  const dv_run_options *o;
  const dv_engine *engine, *fast;  // fast: for steps, samples and roots, compiled if it can be
  dv_engine own;
  dv_show *show;  // NULL: rates and observe
  const dv_stepper *method;
  dv_stepping s;
  double t, h;
  int nscratch;
  double *num, *x, *d, *quad, *work, *dx;               // [..][lane]
  double *x_before, *quad_before, *x_side, *quad_side;  // [..][lane] before the step; between its ends
  double *d_keep, *root, *root_next;                    // [..][lane]
  double *row_x, *row_before, *row_quad;                // [nx], [nx], [nquad] one lane's
  double *row_d, *row_rate, *row_J;                     // [nd], [chart], [entries] one lane's, for Jacobians of closed loops
} dv_bundle;

// ---- bundle_lane.c: a lane leaves the vector, as if it had always run alone, and comes back

void dv_bundle_out(dv_bundle *b, int lane);                  // its state and what its method carries, from before a step
void dv_bundle_out_after(dv_bundle *b, int lane, double h);  // the same after the vector's step of length h
void dv_bundle_in(dv_bundle *b, int lane);
void dv_bundle_fail(dv_bundle *b, int lane);
// From the vector's t to end, alone; tried: the vector has taken the step to end, and a root was crossed in it.
void dv_bundle_alone(dv_bundle *b, int lane, double end, int tried);
// Records all lanes that are not away, at (t, x).
void dv_bundle_record(dv_bundle *b, double t, const double *x, const double *quad, int last);
