// trace.h: a machine's right-hand side as straight-line C.
#pragma once

#include "base/diag.h"
#include "model/model.h"
#include "trace/graph.h"

typedef struct {
  dv_graph *graph;
  int nx, nd, nquad, nv;
  int *dx, *power, *v;  // nodes: rates of state, powers of the ledger, rates of coordinates as the work holds them
} dv_traced_machine;

// NULL after a diagnostic: a part that looks at numbers to decide what to do cannot be written down.
dv_traced_machine *dv_trace_machine(dv_arena *a, dv_diags *d, const dv_model *m, const char *file);

// C source, for davit/real.h of one to eight lanes. Names of states stand beside their numbers.
char *dv_trace_source(dv_arena *a, const dv_traced_machine *t, const dv_model *m, const char *file);

int dv_trace_operations(dv_arena *a, const dv_traced_machine *t);  // nodes that the source computes

// on [nx][nx]: 1: the rate of state i may have a slope along state j; *timed: 1: one along time. 1: that cannot be told.
int dv_trace_slopes(const dv_model *m, int momentum, char *on, int *timed);

// Says whether a compiled machine is that of a model: everything but the initial state, sizes and texts.
uint64_t dv_trace_key(const dv_model *m);
