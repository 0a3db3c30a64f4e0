// linear.h: modes of a linearised machine; inside solve/ only.
#pragma once

#include "solve/sim.h"

// Eigenvalues, frequencies, damping and shapes of out->A. 0, or 2 with a diagnostic.
int dv_modes(dv_linear *out, int displacements, dv_diags *d, dv_arena *a);
