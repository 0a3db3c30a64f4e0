// tangents.h: how all that a run does to a machine's state changes with its time, states, discrete states and numbers: rates,
// samples, jumps, roots, tidying, and what is shown.
//
// A seed has 1 + nx + nd + nopen rows of eight lanes: time, states, discrete states, numbers. Where a chart is given (step.h) the
// displacement xi of the state is behind them, [n], for what works in it: the rate of xi, and its slopes J along a vector b.
#pragma once

#include "base/diag.h"
#include "step/step.h"

typedef struct dv_tangents dv_tangents;

enum { DV_TANGENTS_WIDTH = 8 };

typedef struct {
  const int *open;  // [nopen] rising: numbers of the model that may move
  int nopen;
  const int *shown;  // [nshown] a cell of the work after observe, or ~i: the rate of state i
  int nshown;
  const double *start;    // [nx + nd] whose pivots of loops hold
  int back;               // points that dv_tangents_back remembers of each function; 0: forward, dv_tangents_along
  const dv_chart *chart;  // NULL: rates of state are wanted, nothing in a chart
  int bend;               // 1: slopes of J b, too
} dv_tangents_options;

// NULL after a diagnostic: what cannot be written down.
dv_tangents *dv_tangents_new(dv_arena *a, dv_diags *d, const dv_model *m, const dv_tangents_options *o, const char *file);

typedef enum {
  DV_TANGENT_RATES,   // out [nx]
  DV_TANGENT_TIDY,    // out [nx]
  DV_TANGENT_ROOTS,   // out [nroot]
  DV_TANGENT_SHOW,    // out [nshown]
  DV_TANGENT_SAMPLE,  // out [nd]
  DV_TANGENT_JUMP,    // out [nd]
  DV_TANGENT_STAGE,   // out [n]: the rate of xi at x (+) xi
  DV_TANGENT_BEND,    // out [n]: J b at x, J the slope of that along xi
  DV_TANGENT_MOVE,    // out [nx]: x (+) xi
} dv_tangent_of;

// Stands at a point, for dv_tangents_along. part: that samples or jumps, else -1. 1: not to be had: the function could not be
// written down, pivots differ, or a loop does not close.
int dv_tangents_stand(dv_tangents *p, dv_tangent_of what, int part, const double *num, double t, const double *x,
                      const double *d);
// seed [..][WIDTH], out [..][WIDTH] of what was stood at last.
void dv_tangents_along(dv_tangents *p, const double *seed, double *out);
// The other way: weight [..][WIDTH] of what `along` gives, out [..][WIDTH]: what each row of a seed then weighs.
void dv_tangents_back(dv_tangents *p, const double *weight, double *out);
// Which of the points of `back` the next stand takes, or the next `back` looks at (of the same function). 0 at first.
void dv_tangents_point(dv_tangents *p, dv_tangent_of what, int i);
// What the function itself is where it was stood last: of rates on the way back, of what works in a chart on both.
void dv_tangents_values(const dv_tangents *p, double *out);
// xi and b, [n], of the next stands; NULL: zero.
void dv_tangents_displace(dv_tangents *p, const double *xi, const double *b);
int dv_tangents_row_of_xi(const dv_tangents *p);
int dv_tangents_has(const dv_tangents *p, dv_tangent_of what);  // 1: it could be written down
int dv_tangents_rows(const dv_tangents *p);                     // of a seed
int dv_tangents_row_of(const dv_tangents *p, int number);       // of a number of the model; -1: it is not open
