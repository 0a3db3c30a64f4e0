// sensitivity.h: how the columns of a run change with numbers of the machine and its start: forward, beside the run.
//
// Methods rk4, rk3 and heun: the exact derivative of the steps that the run takes, with its samples, events and tidying: an event
// moves in time, and the steps around it become longer and shorter. Likewise lie-rk4, rkn, euler and dopri5 (charted.h) and
// rosenbrock (implicit.h). Where steps go by the error their lengths are held, and the one before an event is as long as it takes
// there: slopes are right within the tolerances. cvode: sensitivities of CVODES, with jump terms at events.
#pragma once

#include "graph/tangents.h"
#include "solve/solve.h"

typedef struct {
  const dv_model *m;
  int n;                 // directions
  const double *number;  // [n][nnum] of each: slopes of the model's numbers
  const double *start;   // [n][nx + nd] of the state at the start
  const int *variable;   // [ncolumn] rows of the variable table
  int ncolumn;
  const char *method, *file;
  const double *begin;  // [nx + nd] the start itself
  const double *open;   // [nx + nd] the same once the run has opened: loops have their independent coordinates
  double *size;         // [n] how large each direction's parameter is
} dv_sensitivity_options;

typedef struct dv_sensitivity dv_sensitivity;

// NULL after a diagnostic.
dv_sensitivity *dv_sensitivity_new(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o);
const dv_follower *dv_sensitivity_follower(dv_sensitivity *s);
// Slopes of a recorded row: [ncolumn][n]. NULL: it has not so many.
const double *dv_sensitivity_row(const dv_sensitivity *s, int row);
int dv_sensitivity_failed(const dv_sensitivity *s);  // 1: somewhere there is no slope; a diagnostic said where and why

int dv_sensitivity_implicit(const char *method);  // 1: it keeps a Jacobian, which must be exact (dv_exact_entries)

// Says once that there are none beyond t, and why.
void dv_sensitivity_fail(dv_sensitivity *s, double t, const char *why, const char *remedy);

// ---- for cvode: the tangents of its state

int dv_sensitivity_count(const dv_sensitivity *s);
double dv_sensitivity_size(const dv_sensitivity *s, int i);
void dv_sensitivity_get(const dv_sensitivity *s, int i, double *x);  // [nx] of direction i
void dv_sensitivity_put(dv_sensitivity *s, int i, const double *x);  // the same
// Rates of all directions at x, which are in[i] there: out[i]. 0, or 1.
int dv_sensitivity_rates(dv_sensitivity *s, double t, const double *x, const double *d, double *const *in, double *const *out);
void dv_sensitivity_tidy(dv_sensitivity *s, double t, const double *x, const double *d);  // for the next record alone
void dv_sensitivity_adopt(dv_sensitivity *s);  // what it gave is the state's from here on
// A root (crossed) or a corner (NULL) moves in time; after it, what its time does to the state. `at`: where rates are looked up.
void dv_sensitivity_meet(dv_sensitivity *s, double t, double at, const double *x, const double *d, const int *crossed);
void dv_sensitivity_leave(dv_sensitivity *s, double t, const double *x, const double *d);
