// bundle_inside.h: what the parts of a bundle share; inside solve/ only.
#pragma once

#include "run/bundle.h"
#include "run/onestep.h"

typedef struct {
  dv_bundle_lane *lane;
  dv_running *sim[DV_LANES_MOST];  // each lane's run alone
  dv_onestep *one[DV_LANES_MOST];  // and its steps
  int n, lanes;
  int silent;                // 1: nothing is recorded, and a lane that cannot go on is left to its run alone (sim_lanes.c)
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
  long steps;                                              // with loops
  double *num, *x, *d, *quad, *work, *dx;                  // [..][lane]
  double *x_before, *quad_before, *x_side, *quad_side;     // [..][lane] before the step; between its ends
  double *kept_before;                                     // [..][lane] of implicit methods
  double *apart_before;                                    // [..][lane] of those that estimate their error; NULL: it does not
  double *d_keep, *d_side, *root, *root_next, *root_side;  // [..][lane]
  double *row_x, *row_before, *row_quad;                   // [nx], [nx], [nquad] one lane's
  double *row_d;                                           // [nd] one lane's
  double *row_rate, *row_J;                                // [chart], [entries] one lane's, for Jacobians of closed loops
} dv_bundle;

// ---- bundle.c: the loop, also for runs that others have opened

void dv_bundle_room(dv_bundle *b, dv_arena *a);  // all arrays, with the numbers of the lanes' models
// Jacobians of implicit methods lane by lane, by the runs alone: with closed loops, or by the slopes of the graph.
void dv_bundle_fans(dv_bundle *b, dv_arena *a);
void dv_bundle_fill(dv_bundle *b);                 // lanes that have no run of their own follow the first that has
void dv_bundle_roots(dv_bundle *b, double *root);  // at the lanes' states
void dv_bundle_sample(dv_bundle *b, int last,
                      char *changed);           // parts that are due. changed [lane]: 1: a discrete state is another
void dv_bundle_react(dv_bundle *b);             // lanes whose roots differ in sign from root_next act on them
void dv_bundle_to(dv_bundle *b, double until);  // all lanes go on until then, or until none is left

// ---- bundle_lane.c: a lane leaves the vector, as if it had always run alone, and comes back

void dv_bundle_out(dv_bundle *b, int lane);                  // its state and what its method carries, from before a step
void dv_bundle_out_after(dv_bundle *b, int lane, double h);  // the same after the vector's step of length h
void dv_bundle_in(dv_bundle *b, int lane);
// The same between two pieces: the state, the roots on both sides of this instant, and where the Jacobian was taken, which stays
// in the lanes.
void dv_bundle_leave(dv_bundle *b, int lane);
void dv_bundle_enter(dv_bundle *b, int lane);
// What ledger and guards look at, from the vector's work into the lane's own; the residual back.
void dv_bundle_note(dv_bundle *b, int lane, double t, const double *quad, const double *end);
void dv_bundle_fail(dv_bundle *b, int lane);
void dv_bundle_drop(dv_bundle *b, int lane);  // back to before the step: its run alone goes on from there (failed and alone)
// From the vector's t to end, alone; tried: the vector has taken the step to end, and a root was crossed in it.
void dv_bundle_alone(dv_bundle *b, int lane, double end, int tried);
// Records all lanes that are not away, at (t, x).
void dv_bundle_record(dv_bundle *b, double t, const double *x, const double *quad, int last);
