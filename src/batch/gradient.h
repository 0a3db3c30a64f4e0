// gradient.h: how metrics of a run change with numbers of the machine file: slopes by the machine's graph, in one run.
#pragma once

#include "batch/metric.h"
#include "solve/sensitivity.h"

typedef struct {
  const char *name;  // as one calls it
  const char *path;  // as in --set
  const char *unit;  // as the file writes it; "": none
  double factor;     // SI of that unit
  double value;      // SI
  int maybe;         // 1: a pattern fitted it: what cannot move is left out
  int left_out;      // result: it was
} dv_gradient_by;

typedef struct {
  double slope;        // of the metric in its unit, by the parameter in SI
  double left, right;  // where they differ the metric has a kink just here: an extreme that jumps to another instant
  int kink;
} dv_gradient_entry;

// Which way slopes go along the run: beside it, one set for each parameter; or back from its end, one for each metric. By
// itself: back where parameters are many, and the method of the run can.
typedef enum { DV_GRADIENT_AUTO, DV_GRADIENT_FORWARD, DV_GRADIENT_ADJOINT } dv_gradient_way;

typedef struct {
  const char *file;
  const dv_reading *reading;
  dv_machine_options options;  // with the user's settings
  int nby, nmetric;
  dv_gradient_by *by;
  const dv_metric *metric;
  dv_gradient_way way;
  double room;  // doubles of states that the way back keeps; 0: a quarter of a gigabyte
  const volatile sig_atomic_t *halt;
  // results
  double *value;             // [nmetric]
  dv_gradient_entry *entry;  // [nmetric][nby]
  dv_run_result run;
  dv_gradient_way went;
} dv_gradient;

// 0; 1 a fault in the file or a setting; 2 the run failed, or has no slopes. m: the machine of the options.
int dv_gradient_run(dv_gradient *g, dv_machine *m);
// The same elsewhere, for callers that look at many points (optimisers): value [nby] SI, out [nmetric] in their units, slope
// [nmetric][nby] of these by SI (NULL: none is wanted). Opens a machine of its own; g stays as it is; messages go to d.
// As dv_gradient_run. Threads: each with its own d and g->reading.
int dv_gradient_at(const dv_gradient *g, dv_diags *d, const double *value, double *out, double *slope);
// Columns at rising times instead of metrics, for fits: out [nt][n], slope [nt][n][nby] by SI. Names are distinct variables.
int dv_gradient_columns(const dv_gradient *g, dv_diags *d, const double *value, const char *const *column, int n, const double *t,
                        int nt, double *out, double *slope);
