// leap.h: passing a position in which closed loops can branch; inside run/ and solve/ only.
#pragma once

#include "run/onestep.h"

typedef struct dv_leap {
  dv_onestep by;  // the method of the step
  double *x;      // [nx] a tidy state
  double error;   // of the last trial on this way to it, of what the tolerance allows
  int told;       // 1: rounding was blamed
  double due;     // a trial is made where the least pivot falls below it
} dv_leap;

dv_leap *dv_leap_new(dv_running *r);                          // NULL: the machine has no loops
double dv_leap_pivot(dv_leap *l, double t, const double *x);  // the least pivot of the loops there, about 1 far from branching
int dv_leap_over(dv_leap *l, int *taken);  // at the run's state. 0, -1: stopped, or a failure; taken: 1: it was
void dv_leap_rest(dv_leap *l);             // now and then: far from it the first trial is made from far again
