// tracer.h: how the laws of a library of kinds reach the graph that davit writes while it traces a machine: no symbol of davit's
// is linked to; davit fills this in when it loads the library.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Operations of trace.hpp, by the names that davit knows them by.
// clang-format off
#define DV_TRACED_OPERATIONS(X)                                                                                                  \
  X(ADD) X(SUB) X(MUL) X(DIV) X(NEG) X(SQRT) X(ABS) X(FLOOR) X(COPYSIGN) X(SIN) X(COS) X(TAN) X(ASIN) X(ACOS) X(ATAN2)           \
  X(EXP) X(EXPM1) X(TANH) X(LOG) X(POW) X(HYPOT) X(LESS) X(LESS_EQUAL) X(EQUAL) X(UNEQUAL) X(AND) X(OR) X(NOT) X(SELECT)
// clang-format on

enum {
#define X(name) DV_TRACED_##name,
  DV_TRACED_OPERATIONS(X)
#undef X
      DV_TRACED_COUNT
};

typedef struct {
  int (*constant)(double x);
  double (*value)(int node);  // of a constant; else the machine cannot be compiled
  int (*make)(int op, int a, int b, int c);
  int (*pick_row)(const double *table, int stride, int rows, int t, int column, int next);
  double *(*room)(int n);
  int (*is_known)(int node);
  void (*refuse)(const char *why);
} dv_tracer;

// One in a library, written once, by whoever loads it first.
typedef struct {
  int state;  // 0: not bound yet, 1: being bound, 2: bound
  const dv_tracer *tracer;
  int number[DV_TRACED_COUNT];  // davit's number of each operation
} dv_tracing;

#ifdef __cplusplus
}
#endif
