// collocation.h: an optimal motion as a large sparse problem of numbers: states at points of a mesh, inputs, durations.
//
// In each interval of length h the states go along the polynomial whose slope is the machine's at the points of Lobatto's rule
// (trapezoid: 2, Hermite-Simpson: 3, Lobatto: 4 of them):
//
//   x_j = x_0 + h sum_l a_jl f(t_l, x_l, u_l),   h = T (mesh_k+1 - mesh_k)
//
// Inputs are straight lines between the ends of intervals, or held in each: `run` replays both exactly by a table.
#pragma once

#include "base/diag.h"
#include "graph/curvature.h"

#include <signal.h>

enum { DV_STAGES_MOST = 5 };

// Points of Lobatto's rule and the integrals up to them.
typedef struct {
  const char *name, *doc;
  int n;  // points, with both ends
  double at[DV_STAGES_MOST];
} dv_lobatto;

extern const dv_lobatto dv_lobatto_rows[];                                // ends with an empty row
void dv_lobatto_weights(const dv_lobatto *l, double to, double *weight);  // [n] integral from 0 to `to` of what is 1 at point i

// A column of the machine within limits.
typedef struct {
  const char *text;  // as its author wrote it
  int variable;      // row of the variable table
  double lower, upper;
  int phase;   // of which it is said; -1: of all, or of the last one's end
  int at_end;  // 1: at its end only
} dv_motion_limit;

typedef enum {
  DV_TERM_TIME,
  DV_TERM_INTEGRAL,  // of the column
  DV_TERM_SQUARE,    // integral of (column - target)^2
  DV_TERM_FINAL,
  DV_TERM_FINAL_SQUARE,
  DV_TERM_MAX,
  DV_TERM_PEAK,  // largest size
} dv_term_what;

typedef struct {
  const char *text;
  dv_term_what what;
  double weight, target;
  int variable;
} dv_motion_term;

typedef struct {
  int n;                // intervals
  double *mesh;         // [n + 1] from 0 to 1
  double lower, upper;  // of its duration, s
  double guess;
} dv_motion_phase;

typedef struct {
  const char *name;
  int number;               // of the model
  int variable, output;     // the input itself, and the signal that it makes
  double lower, upper;      // within these; finite or not
  double slowest, fastest;  // its rate; -HUGE_VAL, HUGE_VAL: any
  double guess;
} dv_motion_input;

typedef struct {
  const dv_model *m;
  const char *file;
  const double *start;  // [nx + nd]
  const dv_lobatto *rule;
  int held;  // 1: inputs are held in each interval
  dv_motion_input *input;
  int ninput;
  dv_motion_phase *phase;
  int nphase;
  double shortest, longest;  // of all phases together
  dv_motion_limit *limit;
  int nlimit;
  const char *steady;  // [nx] 1: the rate of this state is zero at the end; NULL: of none
  dv_motion_term *term;
  int nterm;
} dv_motion_task;

typedef struct dv_collocation dv_collocation;

// NULL after a diagnostic.
dv_collocation *dv_collocation_new(dv_arena *a, dv_diags *d, const dv_motion_task *t);

// What the solver is told and asks for. z: all variables; g: all rows.
typedef struct {
  int n, m, nslope, nbend;
  double *lower, *upper, *scale;              // [n]
  double *row_lower, *row_upper, *row_scale;  // [m]
  int *slope_row, *slope_column;              // [nslope]
  int *bend_row, *bend_column;                // [nbend] lower triangle
} dv_sparse_problem;
const dv_sparse_problem *dv_collocation_problem(const dv_collocation *c);
// 1: the machine has no numbers there.
int dv_collocation_objective(dv_collocation *c, const double *z, double *f);
int dv_collocation_gradient(dv_collocation *c, const double *z, double *slope);
int dv_collocation_rows(dv_collocation *c, const double *z, double *g);
int dv_collocation_slopes(dv_collocation *c, const double *z, double *value);
int dv_collocation_bends(dv_collocation *c, const double *z, double factor, const double *price, double *value);

// ---- motions

// A motion at points in time: of a guess, or of a result between them.
typedef struct {
  int npoint, ninput;  // ninput: points with inputs: ends of intervals; held: intervals
  double *t;           // [npoint]
  double *x;           // [npoint][nx]
  double *tu, *u;      // [ninput], [ninput][nu]
  double *duration;    // [nphase]
  int nseen;
  double *seen;  // [npoint][nseen] columns that are limited or sought
  const int *seen_variable;
} dv_motion_found;

void dv_collocation_guess(const dv_collocation *c, double *z);  // straight from the start to where the limits at the end are
// From another motion, by linear interpolation in each phase's share of time.
void dv_collocation_read(const dv_collocation *c, const dv_motion_found *from, double *z);
dv_motion_found *dv_collocation_found(dv_arena *a, dv_collocation *c, const double *z);
// Error of each interval, relative to the states' sizes, [intervals]; how many there are.
int dv_collocation_errors(dv_collocation *c, const double *z, double *error);
int dv_collocation_intervals(const dv_collocation *c);
int dv_collocation_term(const dv_collocation *c, int term);  // its column among the seen ones, -1: none
const char *dv_collocation_row_name(dv_arena *a, const dv_collocation *c, int row, const double *z);  // what it asks for

// ---- the solver

typedef enum {
  DV_SOLVED,
  DV_SOLVED_NEARLY,
  DV_INFEASIBLE,
  DV_ENDLESS,
  DV_TOO_LONG,
  DV_STOPPED,
  DV_NO_NUMBERS,
  DV_LOST
} dv_solved;

typedef struct {
  double tolerance;
  int most;       // iterations
  int curvature;  // 1: exact second slopes; 0: BFGS with limited memory
  int warm;       // 1: the start is near the answer
  const volatile sig_atomic_t *stop;
  void (*tell)(void *context, int iteration, double objective, double violation);
  void *context;
} dv_sparse_options;

typedef struct {
  dv_solved end;
  int iterations;
  double objective, violation;
  int worst;  // row that is violated most; -1: none
} dv_sparse_result;

// z [n] from the guess to the answer. 1: Ipopt is not there.
int dv_sparse_solve(dv_arena *a, dv_collocation *c, const dv_sparse_options *o, double *z, dv_sparse_result *r);
