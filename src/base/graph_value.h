// graph_value.h: the value of an operation of the graph at doubles, as its row of graph_ops.def says.
#pragma once

#include "base/graph_ops.h"
#include "davit/real.h"

#include <math.h>

static inline double dv_graph_value(int op, double a, double b, double c)
{
  switch (op) {
#define OP(name, n, text, value, da, db, dc)                                                                                     \
  case DV_T_##name:                                                                                                              \
    return value;
#include "base/graph_ops.def"
#undef OP
  default: return 0;
  }
}
