// graph_program.h: nodes of a graph as a list of orders, computed without a compiler, eight points at once.
#pragma once

#include "graph/trace.h"

enum { DV_PROGRAM_WIDTH = 8 };

typedef struct dv_program dv_program;

// What makes node[0..n) from the inputs.
dv_program *dv_program_new(dv_arena *a, const dv_graph *g, const int *node, int n, const dv_trace_loop *loop);
// in [inputs][WIDTH], out [n][WIDTH]. 1: a Newton loop did not end.
int dv_program_run(dv_program *p, const double *in, double *out);
int dv_program_orders(const dv_program *p);
