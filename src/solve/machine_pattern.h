// machine_pattern.h: where Jacobians of a machine have entries, for the steppers and for cvode.
#pragma once

#include "step/step.h"

// momentum: 1: of what that formulation integrates
const dv_pattern *dv_pattern_of_chart(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum);
const dv_pattern *dv_pattern_of_components(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum);
