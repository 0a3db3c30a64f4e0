// stray.h: how far a run of fixed steps may have strayed; inside run/ only.
#pragma once

#include "run/running.h"

typedef struct dv_stray {
  dv_running *r;
  double *apart;   // [n] now
  double *before;  // [n] before the last step, which may be taken again
  double *square;  // [n] integral of its square, of size s
  double *size;    // [n] the largest value of each state
  double time;     // s
  int steps, told;
} dv_stray;

// For a method that estimates its error; NULL: it does not.
dv_stray *dv_stray_open(dv_running *r, dv_stepping *step, const dv_solver *method);
void dv_stray_forget(dv_stray *s);  // the run goes on from another state
// A step of length h is done, and led to x. [.][lanes]: of one lane. Runs without an end are told of now and then.
void dv_stray_note(dv_stray *s, double h, double *apart, const double *x, int lanes);
void dv_stray_tell(dv_stray *s);  // the run is over: warns
