// record.h: which variables of a model a run records, and the recorder that does it.
#pragma once

#include "model/variable_value.h"
#include "record/history.h"

typedef struct {
  const dv_model *model;
  dv_history *log;
  int *variable;  // [log->ncolumn]: row of the variable table; [0] is the time
} dv_record;

// A pattern that is NULL means the variables that are shown by default. One that fits nothing is an error with the nearest name:
// NULL.
dv_record *dv_record_new(dv_arena *a, dv_diags *d, const dv_model *m, const char *const *pattern, int npattern);
// A dv_recorder of solve.h; context is the dv_record.
int dv_record_row(void *context, double t, const double *x, const double *dx, const double *work);
void dv_record_lane(dv_record *r, double t, const double *x, const double *dx, const double *work, int lanes,
                    int lane);  // of arrays [quantity][lane]

int dv_variable_match(const dv_model *m, const char *pattern);                      // 1: some variable fits
const char *dv_variable_nearest(dv_arena *a, const dv_model *m, const char *name);  // "did you mean 'x'?", or NULL
