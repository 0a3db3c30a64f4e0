// measure.h: numbers of a whole run: "max(boom.pin.force)", "rms(x - 2[mm])", "at(pin, 3 s) / mean(pin)".
//
// Reducers over the recorded rows: max, min, mean, rms, peak (largest absolute value), range, first, final, integral, at(value,
// time), time_of_max, time_of_min, settle(value, band): the time after which the value stays within `band` of its final value.
// max and min of two arguments are the ordinary functions.
#pragma once

#include "record/history.h"
#include "spec/formula.h"

typedef struct {
  int how;           // row of the table of reducers
  dv_formula value;  // of columns
  double arg;        // SI; NAN: none
} dv_reduction;

typedef struct {
  const char *text;
  int n;
  dv_reduction *reduction;
  dv_formula whole;  // over the results, named r0, r1...
} dv_measure;

int dv_measure_read(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_measure *out);  // 0, or -1 after a diagnostic
int dv_measure_columns(const dv_measure *m, const char **name, int most);                       // columns that it reads; count
// Times at which the run must have a row; count.
int dv_measure_times(const dv_measure *m, double *time, int most);
double dv_measure_value(dv_diags *d, const dv_measure *m, const dv_history *h);
