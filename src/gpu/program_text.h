// program_text.h: the whole program of a card for one machine and method: prelude.cuh, the machine's functions, run.cuh.
#pragma once

#include "base/diag.h"
#include "graph/trace.h"

typedef struct {
  const char *method;
  int single;               // 1: rates in single precision
  const char *const *kept;  // [nkept] what is kept of a record: expressions in X(i), P(i) and S(i), what the machine shows
  int nkept;
} dv_gpu_program;

// NULL after a diagnostic that names the part or the method. seed: of graph/live_order.h; *live:
// the most values that a stage keeps at once.
const char *dv_gpu_source(dv_arena *a, dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_program *p,
                          int seed, int *live);
