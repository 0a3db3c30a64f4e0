// linear.h: the machine near a state, and modes of it; inside solve/ only.
#pragma once

#include "run/running.h"
#include "solve/solve.h"

typedef struct {
  const dv_model *m;
  const dv_chart *chart;
  const dv_state *s;
  dv_fan *fan;
  dv_linear *out;
  int nu, ny;
  const dv_variable **input, **output;
  int *number;  // [nu] where each input is in the numbers
} dv_linear_plan;

// Rates of what moves, then outputs, with columns first.. (states, then inputs) displaced by `times` their steps, a lane each:
// F [rows][lanes]. 1: not finite.
int dv_linear_look(dv_linear_plan *p, int first, int count, double times, double *F);
double dv_linear_step(const dv_linear_plan *p, int column);
double *dv_linear_entry(const dv_linear_plan *p, int row, int column);  // in A, B, C or D

// Looks to both sides of the state: where slopes differ, or have no bound, this is told (d not NULL). How many entries were not
// what both sides are: then all become the mean of both.
int dv_linear_sides(dv_linear_plan *p, dv_diags *d, dv_arena *a);
// A, B, C and D without the turn of moving bases, by the graph's slopes. 1: they are not to be had.
int dv_linear_exact(dv_linear_plan *p, dv_arena *a);
// Eigenvalues, frequencies, damping and shapes of out->A. 0, or 2 with a diagnostic.
int dv_modes(dv_linear *out, int displacements, dv_diags *d, dv_arena *a);
