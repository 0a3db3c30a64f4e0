// graph_ops.h: the operations of a machine's graph, rows of graph_ops.def.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
#define OP(name, n, text, value, da, db, dc) DV_T_##name,
#include "base/graph_ops.def"
#undef OP
  DV_T_COUNT
} dv_trace_op;

int dv_trace_arguments(int op);  // how many an operation has
int dv_trace_slope(int op);      // which of them pass a slope on: bit 1 the first, bit 2, bit 4

#ifdef __cplusplus
}
#endif
