// graph_program.h: nodes of a graph as a list of orders, computed without a compiler.
//
// Inputs before `fixed` have one value: what depends on them alone is computed once (dv_program_stand). What depends on the
// others, the seeds, is computed for eight of them at once, as often as wanted (dv_program_run).
#pragma once

#include "graph/trace.h"

enum { DV_PROGRAM_WIDTH = 8 };

typedef struct dv_program dv_program;

// What makes node[0..n) from the inputs.
dv_program *dv_program_new(dv_arena *a, const dv_graph *g, const int *node, int n, const dv_trace_loop *loop, int fixed);
// in [fixed]. 1: a Newton loop did not end.
int dv_program_stand(dv_program *p, const double *in);
// in [inputs - fixed][WIDTH], out [n][WIDTH].
void dv_program_run(dv_program *p, const double *in, double *out);
// The same, left where it was computed: output i is at [dv_program_place(i)][WIDTH], if it goes with the seeds.
const double *dv_program_seed(dv_program *p, const double *in);
int dv_program_place(const dv_program *p, int output);
int dv_program_outputs(const dv_program *p);
double dv_program_fixed(const dv_program *p, int output);  // of one that does not go with the seeds, after dv_program_stand
int dv_program_orders(const dv_program *p);
// Room for n points at once; which of them dv_program_stand writes and the others read (0 at first).
void dv_program_points(dv_program *p, dv_arena *a, int n);
void dv_program_point(dv_program *p, int i);
