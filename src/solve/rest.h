// rest.h: what the search for a state of rest shares between its parts; inside solve/ only.
#pragma once

#include "run/running.h"
#include "solve/solve.h"

typedef struct {
  const dv_model *m;
  dv_arena *arena;
  const dv_chart *whole, *chart;  // all directions; those that are independent
  dv_state *s;
  dv_fan *fan;
  struct dv_rest_exact *exact;  // NULL: by differences
  const double *num;
  double *work, *dx;  // x1
  int n, moves;       // unknowns; the first so many are displacements, the others parts' states
  int *along, *row;   // [n] tangent direction of an unknown, of its equation
  double *r, *J;      // [n], [n][n], in nominal sizes
  int nkept;
  double *kept;            // [nkept][n]
  double *matrix, *right;  // [3n][n], [3n]
  double *xi, *x_new;
  double *d;  // [nd] discrete states before
} dv_rest;

int dv_rest_residual(dv_rest *e, const double *x, double *r, double *norm);
// How equations first .. n - 1 change along directions at[count], per nominal size: out [n - first][count].
void dv_rest_columns(dv_rest *e, const int *at, int count, int first, double *out);

int dv_rest_equation(dv_rest *e, const double *r, double lambda);  // J s = -r in matrix and right, damped; how many rows
int dv_rest_arrive(dv_rest *e);                                    // loops close and contacts look; 1: something changed

// ---- rest_exact.c
void dv_rest_exact_open(dv_rest *e);                                                      // where the machine has a graph
int dv_rest_exact_columns(dv_rest *e, const int *at, int count, int first, double *out);  // 1: not to be had here

// ---- rest_newton.c: 1: at rest, to the last digits; 0: it got stuck, and x is anywhere.
int dv_rest_newton(dv_rest *e, int *iterations);
double dv_rest_left(dv_rest *e);  // length of Newton's next step, in nominal sizes

// ---- rest_kept.c: rows over the unknowns along which a step changes nothing that the machine keeps, each of length 1; [n][n].
int dv_rest_kept(dv_rest *e, double *rows);

// The same as dv_equilibrium, with the rates held[n] at zero by drives; what is free to carry these then does. differences: 1:
// no slopes of the graph.
int dv_equilibrium_carried(const dv_model *m, dv_state *s, const int *held, int n, int differences, dv_equilibrium_result *out,
                           dv_diags *d, dv_arena *a);

// ---- rest_carried.c: moves what is free, so that it carries the held coordinates v[n]; 1: something moved.
int dv_rest_carry(dv_rest *e, const int *v, int n);
