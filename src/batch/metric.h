// metric.h: numbers of a whole run: "max(boom.pin.force)", "rms(x - 2[mm])", "at(pin, 3 s) / mean(pin)", "overshoot(x, 0.2 m)".
//
// Reducers are the measures of base/measure.h: name(value), name(value, goal), settling(value, goal, band); at(value, time).
// max and min of two arguments are the ordinary functions. "lift [kN] = max(boom.pin.force)" gives it a name and a unit.
#pragma once

#include "base/measure.h"
#include "model/model.h"
#include "record/history.h"
#include "spec/spec.h"

typedef struct {
  dv_measure how;
  dv_formula value;       // of columns
  double at, goal, band;  // NaN: not given
  double from, to;        // s, its window; NaN: the whole run
  dv_dim goal_dim;
} dv_reduction;

typedef struct {
  const char *name;  // as given, or the expression
  const char *text;  // the expression
  const char *unit;  // of the value; "": none or not known
  dv_mark mark;      // for messages
  double factor;     // of the value's unit in SI
  int n;
  dv_reduction *reduction;
  dv_formula whole;  // over the results, named r0, r1...
} dv_metric;

int dv_metric_read(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_metric *out);  // 0, or -1 after a diagnostic
// One of `metrics:` of a file.
int dv_metric_of_file(dv_arena *a, dv_diags *d, dv_units *u, const dv_metric_spec *s, dv_metric *out);
// Its unit from those of the columns, after a check that they are there and that dimensions agree. 0, or -1 after a diagnostic.
int dv_metric_settle(dv_arena *a, dv_diags *d, dv_units *u, dv_metric *m, const dv_model *model, double until);
// What several read: columns [*n], and the times at which a run must have a row, rising.
const char **dv_metrics_columns(dv_arena *a, const dv_metric *m, int nmetric, int *n);
double *dv_metrics_times(dv_arena *a, const dv_metric *m, int nmetric, int *n);
double dv_reduction_at(dv_diags *d, const dv_reduction *r, const dv_history *h, int row);  // what it looks at in a row
double dv_metric_value(dv_diags *d, const dv_metric *m, const dv_history *h);
double dv_metric_of(dv_diags *d, const dv_metric *m, double *reduced);  // [n] from what its reducers give
