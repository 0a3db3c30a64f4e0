// sweep_inside.h: what the ways to make the runs of a sweep share; inside batch/ only.
#pragma once

#include "batch/sweep.h"
#include "record/record.h"

typedef struct {
  dv_machine *machine;
  dv_record *record;
  int run;
} dv_sweep_member;

void dv_sweep_times(const dv_sweep *s, dv_machine *m, dv_run_options *o);  // instants at which metrics look
dv_record *dv_sweep_record(const dv_sweep *s, const dv_machine *m);        // of the metrics' columns; NULL after a diagnostic
int dv_sweep_same_run(const dv_run_options *a, const dv_run_options *b);   // 1: one method, one step, one end
int dv_sweep_run_alone(const dv_sweep *s, const dv_sweep_member *p);       // into the journal: 0, or an errno
int dv_sweep_values(const dv_sweep *s, const dv_sweep_member *p, double *value);  // [nmetric] of its run; 0, or 1: it fails
int dv_sweep_enter_failure(const dv_sweep *s, const dv_sweep_member *p, dv_run_status status);  // likewise
