// graph_ops.h: the operations of a machine's graph, rows of graph_ops.def.
#pragma once

#include <assert.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
#define OP(name, n, text, value, da, db, dc) DV_T_##name,
#include "base/graph_ops.def"
#undef OP
  DV_T_COUNT
} dv_trace_op;

int dv_trace_row_arguments(int op);
int dv_trace_slope(int op);  // which of them pass a slope on: bit 1 the first, bit 2, bit 4

// How many arguments an operation has.
static inline int dv_trace_arguments(int op)
{
  int n = dv_trace_row_arguments(op);
  assert(n >= 0 && n <= 3);
  return n;
}

#ifdef __cplusplus
}
#endif
