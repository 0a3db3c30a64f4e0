// program_text.h: the whole program of a card for one machine and method: prelude.cuh, the machine's functions, run.cuh.
#pragma once

#include "base/diag.h"
#include "graph/trace.h"

// Methods that a card has. The value is what METHOD means in prelude.cuh: stages, or 1 for semi-implicit Euler.
int dv_gpu_method(const char *name);  // 0: it has none of this name
const char *dv_gpu_methods(void);     // their names, for messages

// NULL after a diagnostic that names the part or the method. seed: of graph/live_order.h; *live:
// the most values that a stage keeps at once.
const char *dv_gpu_source(dv_arena *a, dv_diags *d, const dv_traced_machine *t, const char *file, const char *method, int single,
                          int seed, int *live);
