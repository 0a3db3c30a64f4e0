// identify.h: parameters from simple tests: a swinging body, a loaded spring, a dropped mass.
#pragma once

#include "base/diag.h"

// A body swings about a pivot: T of small swings.
typedef struct {
  double about_pivot, about_centre;  // kg m2
} dv_swing;
dv_swing dv_swing_inertia(double mass, double length, double period, double gravity);

// A line through measured points.
typedef struct {
  double ends;                      // slope from the first to the last point
  double slope, offset, error;      // least squares; standard error of the slope
  double through_zero, zero_error;  // least squares of y = k x
  double rms;                       // of the residuals of the line with offset
} dv_line;
int dv_line_fit(const double *x, const double *y, int n, dv_line *out);  // -1: fewer than two different x

// A decaying oscillation x = offset + A exp(-zeta w t) cos(w_d t).
typedef struct {
  int halves;                     // half swings that were used
  double period, amplitude;       // s; of the first half swing used
  double decrement, ratio;        // ln of and ratio of successive amplitudes of one sign
  double damping, damping_error;  // ratio zeta; its standard error
  double frequency;               // undamped, rad/s
} dv_decay;
// skip: whole oscillations left out at the start. -1: fewer than three half swings are left.
int dv_decay_fit(dv_arena *a, const double *t, const double *x, int n, int skip, dv_decay *out);
// Position from an acceleration signal: constant drift removed, integrated twice, slow drift of the result removed.
void dv_decay_integrate(dv_arena *a, const double *t, const double *acceleration, int n, double *x);
// Period of small swings from the period at an angle amplitude (first terms of the complete elliptic integral).
double dv_swing_small(double period, double amplitude);
