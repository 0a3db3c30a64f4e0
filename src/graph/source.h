// source.h: what the files that write C share; private to source*.c.
#pragma once

#include "graph/trace.h"

void dv_trace_constant_text(dv_text *t, double x);
char *dv_trace_live(dv_arena *a, const dv_graph *g, const dv_traced_function *f);  // [node] 1: the function needs it

// How a function is written. Zero: C with arrays x, d, p, operations as they were made.
typedef struct {
  const int *order;  // [n] the operations in another order; NULL: as they were made
  int n;
  const int *constant;  // [node] place of a constant in a table; -1: it is written out; NULL: all are
  int card;             // 1: for a graphics card: X(i), D(i), P(i) instead of arrays, what is written is NAME(i, value)
  int stage;  // 1: also, inputs are read where they are used, and an output that replaces X(i) comes as soon as X(i) has been
              // read
} dv_trace_style;

void dv_trace_body(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, const dv_trace_style *style,
                   dv_text *out);
// Tables and how they are looked up; kept, helper: what C says before a table and before a function.
void dv_trace_tables(dv_arena *a, const dv_traced_machine *t, const char *kept, const char *helper, dv_text *out);
int dv_trace_table(const dv_graph *g, int pick);  // the first pick of the same table; the table has its number
