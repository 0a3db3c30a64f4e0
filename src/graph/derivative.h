// derivative.h: exact slopes of a machine's rates: J v and J'w, eight at once, from its graph.
//
// Newton loops of closures are met by the implicit function theorem (derive.h). Where a part compares, the slope is that of the
// side on which the state lies.
#pragma once

#include "base/arena.h"
#include "engine/engine.h"

typedef struct dv_derivative dv_derivative;

// Columns of the Jacobian that are taken together, a lane each or several that share no row.
typedef struct {
  const char *along;   // [nx] 1: that state moves in one of them
  const char *wanted;  // [nx + nv] 1: the slope of that rate of state, of that coordinate's rate, is wanted
} dv_column_set;

enum { DV_DERIVATIVE_WIDTH = 8 };

typedef struct {
  int momentum;         // 1: of what that formulation integrates
  const double *start;  // [nx + nd] whose pivots of loops hold; NULL: the model's start
  const int *number;    // [nnumber] of the model along which slopes are wanted, too
  int nnumber;
  const int *shown;  // [nshown] what else is looked at: a cell of the work after observe, or ~i: the rate of state i
  int nshown;
  int back;                  // 1: J'w is wanted, too
  const dv_column_set *set;  // [nset] columns for dv_derivative_columns, wanted instead of all else
  int nset;
} dv_derivative_options;

// NULL: the machine decides by its numbers what to do, and has no graph.
dv_derivative *dv_derivative_new(dv_arena *a, const dv_model *m, const dv_derivative_options *o);

typedef struct {
  const double *dx, *v, *shown;  // [nx], [nv], [nshown][WIDTH] slopes of the rates of state, of coordinates, of what is shown
} dv_slopes;

// Stands at a point, for dv_derivative_along. num [nnum].
// 1: not to be had here: other pivots than at the start, or a loop that does not close.
int dv_derivative_stand(dv_derivative *p, const double *num, double t, const double *x, const double *d);
// seed [1 + nx + nnumber][WIDTH]: along time, states and numbers. As often as wanted at one point.
void dv_derivative_along(dv_derivative *p, const double *seed, dv_slopes *out);
// Both at once.
int dv_derivative_run(dv_derivative *p, const double *num, double t, const double *x, const double *d, const double *seed,
                      dv_slopes *out);
// J'w: weight [nx][WIDTH] of the rates of state; out [1 + nx + nnumber][WIDTH]: by time, states and numbers. The same.
int dv_derivative_back(dv_derivative *p, const double *num, double t, const double *x, const double *d, const double *weight,
                       double *out);
// The sets of columns after dv_derivative_stand: [..][WIDTH]. seed [..][WIDTH]: of the states along which they go, by sets.
const double *dv_derivative_columns(dv_derivative *p, const double *seed);
const int *dv_derivative_places(const dv_derivative *p);  // [nset][nx + nv] of slopes among those; -1: zero
int dv_derivative_orders(const dv_derivative *p);
