// closed_loops.h: closed loops for those outside the engine: which rates depend on which, and how they move; one lane.
#pragma once

#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// x must be tidy. The pivots, which rates depend on which, are kept in d.
// preferred: dv_loop_given bits of rates that rather stay independent; rather [nv]: 1: those instead, or NULL. Returns the rank.
int dv_engine_loops_choose(const dv_model *m, const double *x, double *d, int preferred, const char *rather, double *work);
// After a step: 1: chosen anew, 2: and more closures count. *gaping: one that was taken for redundant and is not kept
// (program.h), or -1.
int dv_engine_loops_review(const dv_model *m, const double *x, double *d, double *work, int *gaping);
int dv_engine_loops_gape(const dv_model *m, const double *x, const double *d, double *work);  // such a closure, or -1
// How far the closures taken for redundant are open, of what is allowed.
double dv_engine_loops_strain(const dv_model *m, const double *x, const double *d, double *work);
double dv_engine_loops_margin(const dv_model *m, const double *x, const double *d, double *work);  // < 0: a new choice is due
// Least pivot of the chosen ones, in sizes of row and column: zero where the loops can branch.
double dv_engine_loops_pivot(const dv_model *m, const double *x, const double *d, double *work);
// 1: at or beside a position in which the loops can branch. Closures taken for redundant leave more than rounding of their rows,
// or one that counts leaves less than the closing can tell, which meets such a position within the root of rounding. d: pivots
// are chosen in it.
int dv_engine_loops_doubtful(const dv_model *m, const double *x, double *d, double *work);
int dv_engine_loops_open(const dv_model *m, double *work);  // after rates: the closure that Newton could not close, or -1
// In lanes, after rates: 1: a new choice is due in this lane. Lanes share the pivots of the first: 1: two states have the same.
int dv_engine_loops_due(const dv_model *m, int lanes, int lane, const double *d, const double *work);
int dv_engine_loops_alike(const dv_model *m, const double *d, const double *other);
int dv_engine_pivots_fit(const dv_model *m, const double *d);  // 1: pivots of a state from outside that can be
int dv_engine_is_pivot(const dv_model *m, int d);        // 1: the discrete state says which rates depend on which at the start
void dv_engine_driven(const dv_model *m, char *driven);  // [nv] 1: prescribed or locked
void dv_engine_loops_dependent(const dv_model *m, const double *d, char *dependent);  // [nv] 1: dependent
// Rows of rates alone (rolling): positions that depend are fewer than rates. only [nd]: d with the pivots of positions, for all
// functions here that take d, which then speak of displacements instead of rates.
void dv_engine_loops_positions(const dv_model *m, const double *d, double *only);
int dv_engine_rolls(const dv_model *m);  // 1: there are such rows
// [nv] column of G of each rate, -1: dependent or driven. Returns how many there are.
int dv_engine_loops_columns(const dv_model *m, const double *d, int *column);
// v = G y' of the free independent rates y', in rising order; G [nv][n]. Returns n.
int dv_engine_loops_map(const dv_model *m, const double *x, const double *d, double *G, double *work);
// Accelerations [nv] of the dependent rates at rates v while those of all others are zero, J_D b = -J' v; v need not close.
void dv_engine_loops_bend(const dv_model *m, const double *x, const double *v, const double *d, double *b, double *work);
// Sign of det J_D of the chosen pivots: on this or that side of a dead point; 0: at one.
int dv_engine_loops_side(const dv_model *m, const double *x, const double *d, double *work);
// All closures at x: gaps c, Jacobian J [nrow][nv], reach: what a gap is measured by.
void dv_engine_closures(const dv_model *m, const double *x, const double *d, double *c, double *J, double *reach, double *work);
int dv_engine_loop_flipped(const dv_model *m, int loop, const double *work);  // after closures: 1: its axes are opposed

#ifdef __cplusplus
}
#endif
