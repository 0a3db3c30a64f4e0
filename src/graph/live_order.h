// live_order.h: an order of a function's operations in which few values live at once, for targets that are short of registers.
#pragma once

#include "graph/trace.h"

// [*n] the nodes that the function computes, arguments first. `registers`: values that cost nothing to keep.
// again [node] 1: computed wherever it is used, and no value to keep. Another seed gives another order, as good by this count.
const int *dv_trace_order(dv_arena *a, const dv_graph *g, const dv_traced_function *f, int registers, int seed, const char *again,
                          int *n);
// The most values that live at once in such an order; inputs and constants are read where they are used and do not count.
int dv_trace_most_live(dv_arena *a, const dv_graph *g, const char *again, const int *order, int n);
