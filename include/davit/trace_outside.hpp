// trace_outside.hpp: `real` of a library of kinds when it is compiled for tracing: operators that write into the graph of the davit
// that has loaded it.
#pragma once

#include "davit/tracer.h"

extern "C" __attribute__((visibility("hidden"))) dv_tracing davit_tracing;  // DV_KIND_LIBRARY defines it

enum dv_trace_op {
#define X(name) DV_T_##name = DV_TRACED_##name,
  DV_TRACED_OPERATIONS(X)
#undef X
};

static inline int dv_trace_constant(double x) { return davit_tracing.tracer->constant(x); }
static inline double dv_trace_value(int node) { return davit_tracing.tracer->value(node); }
static inline int dv_trace_make(dv_trace_op op, int a, int b, int c)
{
  return davit_tracing.tracer->make(davit_tracing.number[op], a, b, c);
}
static inline int dv_trace_pick_row(const double *table, int stride, int rows, int t, int column, int next)
{
  return davit_tracing.tracer->pick_row(table, stride, rows, t, column, next);
}
static inline double *dv_trace_room(int n) { return davit_tracing.tracer->room(n); }
static inline int dv_trace_is_known(int node) { return davit_tracing.tracer->is_known(node); }
static inline void dv_trace_refuse(const char *why) { davit_tracing.tracer->refuse(why); }

#include "davit/trace.hpp"
