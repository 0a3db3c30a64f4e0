// fitting.h: a fit under way; private to fit*.c.
#pragma once

#include "study/fit.h"

typedef struct {
  dv_fit *f;
  dv_diags *diags;
  dv_arena *arena;
  const dv_reading *reading;  // of the machine file
  int rows;                   // of all logs
  double *t;                  // [rows] of the data
  double *now;                // [rows of the longest] times of a run
  double *model;              // [rows][nmatch] of the last run
  double *other;              // [rows][nmatch]
  double *slope;              // [rows][nmatch][nparameter] exact ones
  dv_diags *trouble;          // of the last run that failed
} dv_fitting;

dv_machine *dv_fitting_open(dv_fitting *g, int log, const double *p);  // the machine with these parameters
int dv_fitting_run(dv_fitting *g, const double *p,
                   double *out);                                // matched variables at the data's times [rows][nmatch]; 0, or not
int dv_fitting_slopes(dv_fitting *g, const double *p);          // g->model and g->slope by one run; 1: it has no exact slopes
void dv_fitting_remember(dv_fitting *g, const dv_diags *from);  // why a run failed
void dv_fitting_tell(const dv_fitting *g);                      // and says it
