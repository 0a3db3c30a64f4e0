// graph_ops.c: what the rows say without a graph.
#include "base/graph_ops.h"

int dv_trace_row_arguments(int op)
{
  static const int n[] = {
#define OP(name, n, text, value, da, db, dc) n,
#include "base/graph_ops.def"
#undef OP
  };
  return n[op];
}

int dv_trace_slope(int op)
{
  static const char *const slope[][3] = {
#define OP(name, n, text, value, da, db, dc) {#da, #db, #dc},
#include "base/graph_ops.def"
#undef OP
  };
  int bits = 0;
  for (int k = 0; k < 3; k++) bits |= (*slope[op][k] != '-') << k;
  return bits;
}
