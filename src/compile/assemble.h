// assemble.h: closes the loops of a machine.
#pragma once

#include "base/diag.h"
#include "model/model.h"

// x [nx], d [nd]: a rough state at t = 0 becomes one that closes, with pivots chosen. 0, or -1 with a diagnostic that names the
// loop.
int dv_assemble(const dv_model *m, double *x, double *d, dv_diags *diags, dv_arena *a);
