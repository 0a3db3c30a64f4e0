// cuda.h: the traced machine for a graphics card: a target of the graph.
#pragma once

#include "graph/trace.h"

// The functions of a machine as CUDA C, for the text between gpu/prelude.cuh and gpu/run.cuh. seed: of live_order.h. *live: the
// most values that a stage keeps at once. NULL: *why says what cannot be
// written down, *part whose fault it is (-1: nobody's).
const char *dv_trace_cuda(dv_arena *a, const dv_traced_machine *t, const char *file, int seed, int *live, const char **why,
                          int *part);
