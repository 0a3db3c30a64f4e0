// fit.h: parameters of a machine from measured columns, by runs of the machine itself.
#pragma once

#include "assemble/assemble.h"
#include "record/history.h"
#include "solve/solve.h"
#include "engine/compiled.h"

// What an unknown is: a number of the file, seconds by which a log's clock is behind the run, something added to a column.
typedef enum { DV_FIT_NUMBER, DV_FIT_DELAY, DV_FIT_BIAS } dv_fit_what;

typedef struct {
  const char *name;     // for messages
  int what;             // dv_fit_what
  int log;              // that it belongs to; -1: all
  int match;            // column of a bias
  const char *path;     // of a number: as in --set
  const char *unit;     // of the settings, where a bare number would not do; or "", NULL
  double lower, upper;  // -inf, inf: none
  double start, value;  // SI
  double error, half;   // standard error; half of the 95 % interval; inf: not determined
  int at_bound;         // 1: the fit stopped at a bound
} dv_fitted;

typedef struct {
  const char *model;  // variable
  int variable;       // row of the variable table
  double size;        // what residuals are divided by
  double noise;       // deviation that is known, SI; 0: it follows from the residuals
  double rms;         // of the residuals, SI
} dv_matched;

// Column of a log that belongs to a variable.
typedef struct {
  int column;
  double factor, offset;  // data -> SI
} dv_fit_column;

// One measured run.
typedef struct {
  const char *name;
  const dv_history *data;
  const char *case_name;        // of the machine; NULL: that of the options
  const dv_fit_column *column;  // [nmatch]
} dv_fit_log;

// What is known of a parameter beside the data.
typedef struct {
  int parameter;
  double mean, deviation;  // SI
} dv_prior;

typedef struct {
  const char *file;
  dv_machine_options options;   // with the user's settings
  const dv_compiled *compiled;  // NULL: none; a run that it does not fit is interpreted
  const dv_fit_log *log;
  int nlog, nparameter, nmatch;
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
  int *first;                    // [nlog + 1] rows of each log among all
  double *measured, *modelled;   // [rows][nmatch] SI; the latter at the end
} dv_fit;

// 0; 1 a fault in the file or a setting; 2 a run failed or nothing fits. Diagnostics say why.
int dv_fit_run(dv_fit *f, dv_diags *d, dv_arena *a);
