// sweep.h: many runs of one machine with different numbers, and a few numbers of each.
#pragma once

#include "batch/journal.h"
#include "batch/metric.h"
#include "batch/plan.h"
#include "assemble/assemble.h"
#include "solve/solve.h"
#include "engine/compiled.h"

enum { DV_SWEEP_METRICS = 500 };  // most of them

typedef struct {
  const char *file;
  const dv_reading *reading;   // of the file
  dv_machine_options machine;  // case and settings of all runs
  const dv_plan *plan;
  const dv_metric *metric;
  int nmetric, lanes;  // lanes: runs that share a vector; 1: none do
  dv_journal *journal;
  const dv_compiled *compiled;  // NULL: none; runs that it does not fit are interpreted
} dv_sweep;

// A machine of the sweep; errors are in its diags.
dv_machine *dv_sweep_open(const dv_sweep *s, int run);
// Rising, [*n]: numbers in which some runs of the plan differ from the first. NULL: they differ in more.
const int *dv_sweep_differing(dv_arena *a, const dv_sweep *s, const dv_model *first, int *n);
int dv_sweep_groups(const dv_sweep *s);            // groups of `lanes` neighbouring runs
int dv_sweep_group(const dv_sweep *s, int group);  // makes the runs of a group that are open, into the journal; 0, or an errno
