// curvature.h: a machine at a point: rates of state and columns, with all their slopes and second slopes, for those who plan
// motions.
//
// Local variables z: the span (a length of time that rates are multiplied by), the time, the states, the chosen inputs. Second
// slopes are those of
//
//   L(z) = sum_i (span * by_span_i + plain_i) y_i(time, states, inputs),   y: rates of state, then columns
//
// Discrete states stay as they are at the start; sides of roots are taken as they come.
#pragma once

#include "base/arena.h"
#include "engine/engine.h"

typedef struct {
  int array, index;  // as of a variable
  int square;        // 1: (value - target)^2 in its place
  double target;
} dv_seen;

typedef struct {
  const double *start;  // [nx + nd]
  const int *number;    // [nnumber] of the model: the inputs
  int nnumber;
  const dv_seen *seen;  // [nseen] columns
  int nseen;
} dv_curvature_options;

// Entries of a sparse matrix.
typedef struct {
  int n, *row, *column;
} dv_places;

typedef struct dv_curvature dv_curvature;

enum { DV_AT_SPAN, DV_AT_TIME, DV_AT_STATE };  // where they begin among the local variables; inputs are behind the states

// NULL: the machine decides by its numbers what to do, and has no graph.
dv_curvature *dv_curvature_new(dv_arena *a, const dv_model *m, const dv_curvature_options *o);
int dv_curvature_variables(const dv_curvature *c);            // of z
int dv_curvature_rows(const dv_curvature *c);                 // of y
const dv_places *dv_curvature_slopes(const dv_curvature *c);  // of dy/dz, which has no span
const dv_places *dv_curvature_bends(const dv_curvature *c);   // of the second slopes of L, both triangles
// 1: not to be had at z: a loop does not close, or something is not finite. y [rows].
int dv_curvature_value(dv_curvature *c, const double *z, double *y);
int dv_curvature_slope(dv_curvature *c, const double *z, double *y, double *slope);
int dv_curvature_bend(dv_curvature *c, const double *z, const double *by_span, const double *plain, double *bend);
