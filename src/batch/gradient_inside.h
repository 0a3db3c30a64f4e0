// gradient_inside.h: what the ways to a gradient share; inside batch/ only.
#pragma once

#include "batch/gradient.h"
#include "record/record.h"

typedef struct {
  dv_gradient *g;
  dv_machine *m;
  dv_state *start;
  dv_record *record;
  double *number, *state, *size;  // [nby][nnum], [nby][nx + nd], [nby]
} dv_gradient_plan;

dv_record *dv_gradient_record(const dv_gradient_plan *p);       // of the metrics' columns; NULL after a diagnostic
dv_run_options dv_gradient_options(const dv_gradient_plan *p);  // of all its runs: Jacobians that are kept are exact
int dv_gradient_open(dv_gradient_plan *p);        // the start, and how it and the numbers move. 0, 1, 2: as dv_gradient_run
int dv_gradient_move(const dv_gradient_plan *p);  // fills number, state and size. 0, or 1 after a diagnostic
int dv_gradient_want(const dv_gradient_plan *p, const dv_run_options *o,
                     dv_sensitivity_options *want);                                       // 0, or 1 after a diagnostic
int dv_gradient_follow(const dv_gradient_plan *p, dv_run_options *o, dv_sensitivity *s);  // the run, with s beside it. 0, or 1
