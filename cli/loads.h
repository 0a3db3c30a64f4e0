// loads.h: what the files of the verb `loads` share.
#pragma once

#include "cli.h"
#include "record/cycles.h"

// One load over time: a component, or the magnitude of a vector.
typedef struct {
  const char *name, *unit;
  double *y;  // [nrow of the history]
  double least, most, mean, still;
  double peak, peak_time;      // largest absolute value
  double amplification;        // peak over |still|; NAN: there is no static load
  double counted, equivalent;  // cycles; range that does the same damage in --cycles cycles
  dv_cycle *cycle;
  int ncycle;
} load;

typedef struct {
  const char *title, *still;  // of the machine; what the static value is
  const double *time;
  int nrow, n, cap;
  load *item;
} loads;

void loads_measure(args *a, loads *l, double slope, double cycles);  // everything but `still`
void loads_print(const args *a, const loads *l);
void loads_print_json(const args *a, const loads *l);
int loads_write(args *a, const loads *l, const char *folder);  // histories and cycles as CSV
