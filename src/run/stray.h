// stray.h: how far a run of fixed steps may have strayed; inside run/ only.
#pragma once

#include "run/running.h"

typedef struct dv_stray {
  dv_running *r;
  double *apart;   // [n] now
  double *square;  // [n] integral of its square, of size s
  double *size;    // [n] the largest value of each state
  double time;     // s
} dv_stray;

dv_stray *dv_stray_open(dv_stray *s, dv_running *r, dv_stepping *step);
void dv_stray_note(dv_stray *s, double h);  // a step of this length is done
void dv_stray_tell(const dv_stray *s);      // the run is over: warns
