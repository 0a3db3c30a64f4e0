// regulator_modes.h: which modes of a machine its inputs move and its outputs show; private to regulator*.c.
#pragma once

#include "study/regulator.h"

// Diagnostics for modes that the design needs to move or to see and cannot: 1; else 0, perhaps after warnings.
int dv_regulator_modes(dv_arena *a, dv_diags *d, const dv_regulator *r);
