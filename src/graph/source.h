// source.h: what the files that write C share; private to source*.c.
#pragma once

#include "graph/trace.h"

void dv_trace_constant_text(dv_text *t, double x);
char *dv_trace_live(dv_arena *a, const dv_graph *g, const dv_traced_function *f);  // [node] 1: the function needs it
void dv_trace_body(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, dv_text *out);
int dv_trace_table(const dv_graph *g, int pick);  // the first pick of the same table; the table has its number
