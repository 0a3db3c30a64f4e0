// bode.h: frequency response, measured and linear; private to bode*.c.
#pragma once

#include "cli.h"

typedef struct {
  const char *input, *output;  // a signal of kind input; a variable
  double from, to;             // Hz
  int points;
  double amplitude, settle;  // of the input; s
} bode_plan;

typedef struct {
  double frequency;             // Hz
  double half, gain, phase;     // per amplitude: half of peak to peak, first harmonic; rad
  double linear, linear_phase;  // of the linearised machine
  int periods;                  // until the motion repeated itself; 0: it did not
} bode_point;

int bode_linear(const dv_linear *l, bode_point *p);  // response at p->frequency; 0, or -1: singular there
int bode_measure(args *a, const bode_plan *plan, dv_machine *m, bode_point *p);  // FINE, or RUN_FAILED with diagnostics in m
