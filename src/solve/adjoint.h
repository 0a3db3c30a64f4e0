// adjoint.h: how metrics of a run change with many numbers at once: what happened is noted down, then gone through backward.
//
// For methods of a fixed step but dopri5: the transpose of sensitivity.c, step by step, so that both give the same slopes.
// Notes of a long run keep the state of every few steps alone; those between are computed again.
#pragma once

#include "solve/sensitivity.h"

int dv_adjoint_can(const char *method);  // 1: it has a way back
// As dv_sensitivity_new; its follower notes what happens in a run of about so many steps. room: doubles of states that the notes
// keep; 0: 2^25.
dv_sensitivity *dv_adjoint_new(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o, double steps, double room);

// After the run. weight[k] [rows][ncolumn]: how metric k goes with the recorded columns; slope [nmetric][n]. 0, or 1 after a
// diagnostic.
int dv_adjoint_back(dv_sensitivity *s, double *const *weight, int nmetric, double *slope);
int dv_adjoint_rows(const dv_sensitivity *s);  // records that were noted
