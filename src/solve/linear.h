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

// A, B, C and D without the turn of moving bases, by the graph's slopes. 1: they are not to be had.
int dv_linear_exact(dv_linear_plan *p, dv_arena *a);
// Eigenvalues, frequencies, damping and shapes of out->A. 0, or 2 with a diagnostic.
int dv_modes(dv_linear *out, int displacements, dv_diags *d, dv_arena *a);
