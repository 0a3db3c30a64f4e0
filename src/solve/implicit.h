// implicit.h: steps of rosenbrock computed once more, with their slopes; shared by the ways along a run and back.
//
// With b_i = k_i + u_i and W = 1 - h g J a stage is  W b_i = h F_i + u_i + g_i h^2 D,  D = (F(t + h/1024) - F(t)) / (h/1024).
// J was taken at the start of this step or of one before; its slope is that of J b along the tangent of the state there
// (graph/tangents.h), so that the gradient is that of the numbers computed.
#pragma once

#include "solve/sensitivity_inside.h"
#include "step/jacobian.h"
#include "step/rosenbrock_numbers.h"

enum { DV_STAGE_LATE = DV_ROS_STAGES, DV_STAGE_POINTS };  // the one for D

// Tangents that a step takes along.
typedef struct {
  double *const *from;  // [batches] of the state at its start
  double *const *dh;    // of its length
  double *const *at_J;  // of the state where J was taken
  int batches;          // 0: values alone
} dv_carried;

struct dv_implicit {
  const dv_chart *chart;
  const dv_entries *entries;
  dv_stepping stepping;   // for the elimination
  dv_jacobian_room room;  // the same
  int n, row;             // directions; row of the first of them in a seed
  double J_t, *J_x;       // where J was taken: x, then d
  dv_stretch now;
  double *F, *k, *b, *Jb;  // [points][n]
  double *D, *u, *xi;      // [n]
  double **at_J, **none;   // [batches] seeds where J was taken; zeros
  double *dF, *dk;         // [batches][points][n][W]
  double *right;           // [n][W]
};

// NULL after a diagnostic.
struct dv_implicit *dv_implicit_new(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o);
void dv_implicit_room(dv_sensitivity *s);  // once the tangents are there
// J of the state x, then d, at t. 1: not to be had.
int dv_implicit_take(dv_sensitivity *s, double t, const double *x);
// The step's stages, with what it takes along. The same.
int dv_implicit_go(dv_sensitivity *s, const dv_stretch *p, const dv_carried *c);
// After it: xi and the state y (before it is tidied) after `tau` of the step; w [stages]: weights of the stages, dw along tau /
// h. Stands at the displacement.
int dv_implicit_reach(dv_sensitivity *s, double tau, double *w, double *dw);
double dv_implicit_node(int stage);                               // where it is in the step, of its length
double dv_implicit_slant(int stage);                              // g_i
void dv_implicit_solve(const dv_sensitivity *s, double *b);       // [n][W]: W^-1 b
void dv_implicit_solve_back(const dv_sensitivity *s, double *b);  // W^-T b
extern const dv_follower dv_implicit_follower;
