// derivative.h: exact slopes of a machine's rates: J v and J'w, eight at once, from its graph.
//
// Newton loops of closures are met by the implicit function theorem (derive.h). Where a part compares, the slope is that of the
// side on which the state lies.
#pragma once

#include "base/arena.h"
#include "engine/engine.h"

typedef struct dv_derivative dv_derivative;

enum { DV_DERIVATIVE_WIDTH = 8 };

typedef struct {
  int momentum;         // 1: of what that formulation integrates
  const double *start;  // [nx + nd] whose pivots of loops hold; NULL: the model's start
  const int *number;    // [nnumber] of the model along which slopes are wanted, too
  int nnumber;
  const int *shown;  // [nshown] what else is looked at: a cell of the work after observe, or ~i: the rate of state i
  int nshown;
  int back;  // 1: J'w is wanted, too
} dv_derivative_options;

// NULL: the machine decides by its numbers what to do, and has no graph.
dv_derivative *dv_derivative_new(dv_arena *a, const dv_model *m, const dv_derivative_options *o);

typedef struct {
  const double *dx, *v, *shown;  // [nx], [nv], [nshown][WIDTH] slopes of the rates of state, of coordinates, of what is shown
} dv_slopes;

// seed [1 + nx + nnumber][WIDTH]: along time, states and numbers. num [nnum].
// 1: not to be had here: other pivots than at the start, or a loop that does not close.
int dv_derivative_run(dv_derivative *p, const double *num, double t, const double *x, const double *d, const double *seed,
                      dv_slopes *out);
// J'w: weight [nx][WIDTH] of the rates of state; out [1 + nx + nnumber][WIDTH]: by time, states and numbers. The same.
int dv_derivative_back(dv_derivative *p, const double *num, double t, const double *x, const double *d, const double *weight,
                       double *out);
int dv_derivative_orders(const dv_derivative *p);
