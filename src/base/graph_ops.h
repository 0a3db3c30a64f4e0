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

// 1: `b` or `c` by the truth `x op y` is the larger or the smaller of the two.
static inline int dv_trace_is_extreme(int b, int c, int op, int x, int y)
{
  return (op == DV_T_LESS || op == DV_T_LESS_EQUAL) && ((b == x && c == y) || (b == y && c == x));
}

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
