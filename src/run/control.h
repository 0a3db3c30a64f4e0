// control.h: step lengths by the estimated error; inside solve/ only.
#pragma once

#include "run/running.h"

typedef struct {
  const dv_running *r;
  const dv_stepper *method;
  double rtol, atol, joule;  // atol: of nominal sizes; joule: what the ledger's integrals are measured by
  double h;                  // next step, s
  double last;               // error of the last accepted step; <= 1
  int failed;                // 1: the last step was not accepted
  double *error;             // [n + nquad] as the method left it
} dv_control;

// The length of the next step: the one that was saved with the state, or a cautious one. r->dx: rates there.
void dv_control_start(dv_control *c, const dv_running *r, const dv_stepper *method);
double dv_control_length(const dv_control *c, double t,
                         double stop);  // of the next step, so that it or the one after it ends at stop
// The error of the step that led from x, quad to the run's state; accepted below 1.
double dv_control_error(const dv_control *c, const double *x);
int dv_control_accepts(dv_control *c, double h, double error);  // 1: accepted; either way the next length is chosen
