// onestep.h: a run by a method of one step, and what its parts share; inside solve/ only.
#pragma once

#include "run/control.h"
#include "run/root_between.h"
#include "run/stray.h"

enum { DV_LOCATE_MOST = 200 };

typedef struct {
  dv_running *r;
  const dv_stepper *method;
  dv_stepping s;
  double h;      // fixed step; 0: by the error
  double taken;  // length of the last step
  int kinked;    // 1: a kink lies ahead
  double ahead;  // how far about, s
  dv_control control;
  double *x, *quad;                 // before the step
  double *x_side, *quad_side;       // a record between steps
  double *root, *root_next, *size;  // [nroot]
  int *crossed;
  dv_root_between between;  // of steps by the error
  double started;           // when the step began within which it looks
  double event_last;
  long served;           // steps by the error since the last record
  dv_stray *stray;       // of fixed steps with an estimate; NULL: nobody asks
  struct dv_leap *leap;  // over branching positions of loops; NULL: none, or fixed steps
  int stopped;           // 1: the recorder did not want to go on
  int chatter, stuck;    // events at one instant; steps that were too short to tell, both in a row
} dv_onestep;

// ---- onestep.c: the loop of a run

void dv_onestep_open(dv_onestep *f, dv_running *r,
                     const dv_stepper *method);  // looks at the start: samples, roots, the first record
void dv_onestep_by_error_of(dv_onestep *f, dv_running *r, const dv_stepper *method);  // ready for steps by the error; no loop
int dv_onestep_to(dv_onestep *f, double end);  // goes on until then. 0, -1: stopped, or a failure
// The method has stepped from f->x at t to the run's state at end: events in it, records, what is due there. As dv_onestep_to.
int dv_onestep_end_step(dv_onestep *f, double t, double end);

// ---- onestep_root.c: states within the last step, and where roots are crossed

int dv_onestep_fail(dv_onestep *f);  // the last evaluation was not finite: says so, 2
// The state at t + h, within the last step from f->x at t: as the method knows it, or by a step of that length. 0, or a failure.
int dv_onestep_look(dv_onestep *f, double t, double h, double *x, double *quad, int step);
void dv_onestep_roots(const dv_onestep *f, double t, double *root);  // at the run's state
// Least of the roots, each positive until it crosses, about 1. A root of zero is on the positive side, here as everywhere.
double dv_onestep_margin(const dv_onestep *f, const double *root);
double dv_onestep_margin_after(dv_onestep *f, double end);  // the margin at the end of a step; <= 0: it crossed a root
void dv_onestep_watch(dv_onestep *f);                       // makes ready for the next
// A step by the error from t of length h, after dv_onestep_margin_after: roots may have been crossed twice, or more often. Then
// it is shortened to end just behind the first crossing. 1: so it was, -1: a failure.
int dv_onestep_look_between(dv_onestep *f, double t, double *h);
// Shortens the step h that crossed a root to end just behind the first crossing, in at most so many trials. 0, or a failure.
int dv_onestep_locate(dv_onestep *f, double t, double *h, double behind, int most);

// ---- onestep_error.c

int dv_onestep_fail_work(dv_onestep *f, double t);   // too many steps since the last record
int dv_onestep_fail_error(dv_onestep *f, double t);  // the step became too small: names the state whose error is the largest
int dv_onestep_by_error(dv_onestep *f, double t, double *h);     // a step of at most *h whose error is small enough
void dv_onestep_approach(dv_onestep *f, double h, double left);  // after a step that left so much of its margin
