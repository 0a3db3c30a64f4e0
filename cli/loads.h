// loads.h: what the files of the verb `loads` share.
#pragma once

#include "cli.h"
#include "record/cycles.h"
#include "study/hold.h"

// One load over time: a component, or the magnitude of a vector.
typedef struct {
  const char *name, *unit;
  double *y;  // [nrow of the history]
  double least, most, mean, still;
  double peak, peak_time;  // largest absolute value
  int peak_row;
  double amplification;        // peak over |still|; NAN: there is no static load
  double counted, equivalent;  // cycles; range that does the same damage in --cycles cycles
  dv_cycle *cycle;
  int ncycle;
} load;

typedef struct {
  const char *title, *still;  // of the machine; what the static value is
  const double *time;
  int nrow, n, cap;
  int si;  // 1: people read units of SI
  load *item;
  const char *held;  // coordinates that no actuator holds in some pose; NULL: none
  int shared;        // 1: actuators share a static load in more than one way
  double noise[2];   // forces [N] and moments [N.m] below it are rounding
} loads;

typedef struct {
  dv_history *log, *still;  // still: rows of the machine at rest in the same poses; NULL: none
  const dv_hold *hold;
  const dv_machine *machine;  // NULL: the log was read from a file
} loads_run;

double *loads_column(args *a, const dv_history *h, const char *name);            // a copy; NULL: there is none
void loads_gather(args *a, const dv_history *h, const dv_machine *m, loads *l);  // all that are asked for
void loads_quiet(const args *a, loads *l);                                       // takes rounding away
int loads_run_machine(args *a, dv_machine *m, loads_run *out);
int loads_find_still(args *a, const loads_run *r, loads *l);  // static values and factors; after loads_measure

void loads_measure(args *a, loads *l, double slope, double cycles);  // everything but `still`
void loads_print(const args *a, const loads *l);
void loads_print_json(const args *a, const loads *l);
int loads_write(args *a, const loads *l, const char *folder);  // histories and cycles as CSV
