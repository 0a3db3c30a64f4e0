// bind.c: gives the traced build of a library the functions of davit's graph, and the numbers of its operations by their names.
#include "outside/outside.h"

#include "graph/graph.h"

#include <string.h>

static int make(int op, int a, int b, int c) { return dv_trace_make((dv_trace_op)op, a, b, c); }

static const dv_tracer tracer = {
    .constant = dv_trace_constant,
    .value = dv_trace_value,
    .make = make,
    .pick_row = dv_trace_pick_row,
    .room = dv_trace_room,
    .is_known = dv_trace_is_known,
    .refuse = dv_trace_refuse,
};

static int number_of(const char *operation)
{
  static const char *const known[] = {
#define OP(name, ...) #name,
#include "base/graph_ops.def"
#undef OP
  };
  for (int i = 0; i < DV_COUNT(known); i++)
    if (operation && !strcmp(known[i], operation)) return i;
  return -1;
}

// Several threads may load one library at a time: the first writes, the others wait until it is written.
static void write_once(dv_tracing *t, const int *number)
{
  int none = 0;
  if (__atomic_compare_exchange_n(&t->state, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    memcpy(t->number, number, sizeof t->number);
    t->tracer = &tracer;
    __atomic_store_n(&t->state, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&t->state, __ATOMIC_ACQUIRE) != 2) {}
}

const char *dv_outside_bind(dv_tracing *t, const char *const *operation, int n)
{
  int number[DV_TRACED_COUNT];
  if (!t || !operation || n != DV_TRACED_COUNT) return "its traced build has other operations";
  for (int i = 0; i < n; i++) {
    number[i] = number_of(operation[i]);
    if (number[i] < 0) return "its traced build has other operations";
  }
  write_once(t, number);
  return t->tracer == &tracer ? NULL : "its traced build belongs to another davit in this process";
}
