// machine_pattern.h: where Jacobians of a machine have entries, for the steppers and for cvode.
#pragma once

#include "step/step.h"

// momentum: 1: of what that formulation integrates
const dv_pattern *dv_pattern_of_chart(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum);
// The entries for a saved block (run/run_pattern.c): [*n]; NULL: full.
const int *dv_pattern_saved(dv_arena *a, const dv_model *m, int *n);
const dv_pattern *dv_pattern_of_components(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum);
