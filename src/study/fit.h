// fit.h: parameters of a machine from measured columns, by runs of the machine itself.
#pragma once

#include "assemble/assemble.h"
#include "record/history.h"
#include "solve/solve.h"
#include "engine/compiled.h"

typedef struct {
  const char *path;     // as in --set
  const char *unit;     // of the settings, where a bare number would not do; or "", NULL
  double lower, upper;  // -inf, inf: none
  double start, value;  // SI
  double error, half;   // standard error; half of the 95 % interval; inf: not determined
  int at_bound;         // 1: the fit stopped at a bound
} dv_fitted;

typedef struct {
  const char *model, *data;  // variable; column of the data
  int variable, column;      // row of the variable table; of the data
  double factor, offset;     // data -> SI
  double size;               // what residuals are divided by
  double rms;                // of the residuals, SI
} dv_matched;

// What is known of a parameter beside the data.
typedef struct {
  int parameter;
  double mean, deviation;  // SI
} dv_prior;

typedef struct {
  const char *file;
  dv_machine_options options;   // with the user's settings
  const dv_compiled *compiled;  // NULL: none; a run that it does not fit is interpreted
  const dv_history *data;
  int nparameter, nmatch;
  dv_fitted *parameter;
  dv_matched *match;
  int differences;  // 1: slopes by differences of runs are wanted, not exact ones
  const dv_prior *prior;
  int nprior;
  // results
  int exact;                     // 1: the slopes were exact
  int runs, iterations, points;  // points: numbers compared
  double *correlation;           // [n][n]
  double condition;              // of the scaled sensitivities: large if the data cannot tell parameters apart
  double *weakest;               // [n] unit vector: combination that the data says least about
  double *modelled;              // [rows][nmatch] SI, at the end
} dv_fit;

// 0; 1 a fault in the file or a setting; 2 a run failed or nothing fits. Diagnostics say why.
int dv_fit_run(dv_fit *f, dv_diags *d, dv_arena *a);
