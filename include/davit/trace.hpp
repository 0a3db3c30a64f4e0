// trace.hpp: `real` as a node of a computation graph: what real.h is when laws are compiled with DV_TRACE, as C++.
//
// Eight bytes, so that every offset of a model stays what it is. All zero bytes are the number zero. Whoever includes it has
// declared dv_trace_make and its like: davit itself, or trace_outside.hpp for libraries of kinds.
#pragma once

struct alignas(8) real {
  int node;
  int unused;
};
struct dv_bool {
  int node;
};

static inline real dv_traced(int node) { return real{node, 0}; }
static inline real dv_real(double x) { return dv_traced(dv_trace_constant(x)); }
static inline double dv_lane(real x, int) { return dv_trace_value(x.node); }
static inline void dv_put(real *x, int, double v) { *x = dv_real(v); }

#define DV_TRACE_BINARY(op, OP)                                                                                                  \
  static inline real operator op(real a, real b) { return dv_traced(dv_trace_make(OP, a.node, b.node, -1)); }                    \
  static inline real operator op(real a, double b) { return a op dv_real(b); }                                                   \
  static inline real operator op(double a, real b) { return dv_real(a) op b; }                                                   \
  static inline real &operator op##=(real &a, real b) { return a = a op b; }                                                     \
  static inline real &operator op##=(real &a, double b) { return a = a op b; }
DV_TRACE_BINARY(+, DV_T_ADD)
DV_TRACE_BINARY(-, DV_T_SUB)
DV_TRACE_BINARY(*, DV_T_MUL)
DV_TRACE_BINARY(/, DV_T_DIV)
#undef DV_TRACE_BINARY
static inline real operator-(real a) { return dv_traced(dv_trace_make(DV_T_NEG, a.node, -1, -1)); }

#define DV_TRACE_COMPARE(op, OP, first, second)                                                                                  \
  static inline dv_bool operator op(real a, real b) { return dv_bool{dv_trace_make(OP, first.node, second.node, -1)}; }          \
  static inline dv_bool operator op(real a, double b) { return a op dv_real(b); }                                                \
  static inline dv_bool operator op(double a, real b) { return dv_real(a) op b; }
DV_TRACE_COMPARE(<, DV_T_LESS, a, b)
DV_TRACE_COMPARE(<=, DV_T_LESS_EQUAL, a, b)
DV_TRACE_COMPARE(>, DV_T_LESS, b, a)
DV_TRACE_COMPARE(>=, DV_T_LESS_EQUAL, b, a)
DV_TRACE_COMPARE(==, DV_T_EQUAL, a, b)
DV_TRACE_COMPARE(!=, DV_T_UNEQUAL, a, b)
#undef DV_TRACE_COMPARE

static inline dv_bool operator&(dv_bool a, dv_bool b) { return dv_bool{dv_trace_make(DV_T_AND, a.node, b.node, -1)}; }
static inline dv_bool operator|(dv_bool a, dv_bool b) { return dv_bool{dv_trace_make(DV_T_OR, a.node, b.node, -1)}; }
static inline dv_bool dv_not(dv_bool a) { return dv_bool{dv_trace_make(DV_T_NOT, a.node, -1, -1)}; }
static inline real dv_select(dv_bool m, real a, real b) { return dv_traced(dv_trace_make(DV_T_SELECT, m.node, a.node, b.node)); }
static inline int dv_any(dv_bool m) { return dv_trace_value(m.node) != 0; }
static inline int dv_all(dv_bool m) { return dv_trace_value(m.node) != 0; }

#define DV_TRACE_FUNCTION(name, OP)                                                                                              \
  static inline real name(real x) { return dv_traced(dv_trace_make(OP, x.node, -1, -1)); }
DV_TRACE_FUNCTION(dv_sqrt, DV_T_SQRT)
DV_TRACE_FUNCTION(dv_abs, DV_T_ABS)
DV_TRACE_FUNCTION(dv_floor, DV_T_FLOOR)
DV_TRACE_FUNCTION(dv_sin, DV_T_SIN)
DV_TRACE_FUNCTION(dv_cos, DV_T_COS)
DV_TRACE_FUNCTION(dv_tan, DV_T_TAN)
DV_TRACE_FUNCTION(dv_exp, DV_T_EXP)
DV_TRACE_FUNCTION(dv_expm1, DV_T_EXPM1)
DV_TRACE_FUNCTION(dv_tanh, DV_T_TANH)
DV_TRACE_FUNCTION(dv_log, DV_T_LOG)
DV_TRACE_FUNCTION(dv_asin, DV_T_ASIN)
DV_TRACE_FUNCTION(dv_acos, DV_T_ACOS)
#undef DV_TRACE_FUNCTION
#define DV_TRACE_FUNCTION(name, OP)                                                                                              \
  static inline real name(real a, real b) { return dv_traced(dv_trace_make(OP, a.node, b.node, -1)); }
DV_TRACE_FUNCTION(dv_copysign, DV_T_COPYSIGN)
DV_TRACE_FUNCTION(dv_pow, DV_T_POW)
DV_TRACE_FUNCTION(dv_atan2, DV_T_ATAN2)
DV_TRACE_FUNCTION(dv_hypot, DV_T_HYPOT)
#undef DV_TRACE_FUNCTION
static inline real dv_atan(real x) { return dv_atan2(x, dv_real(1)); }
static inline void dv_sincos(real x, real *s, real *c)
{
  *s = dv_sin(x);
  *c = dv_cos(x);
}

// The row for t, where numbers of the table are open: a choice at each row.
static inline void dv_trace_choose(const real *table, int stride, int rows, real t, real *a, real *b)
{
  for (int i = 0; i < stride; i++) a[i] = table[i], b[i] = table[rows > 1 ? stride + i : i];
  for (int r = 1; r < rows - 1; r++) {
    dv_bool past = table[r * stride] <= t;
    for (int i = 0; i < stride; i++) {
      a[i] = dv_select(past, table[r * stride + i], a[i]);
      b[i] = dv_select(past, table[(r + 1) * stride + i], b[i]);
    }
  }
}

// Columns of the row for t and of the next, as signal.h finds them.
static inline void dv_trace_segment(const real *table, int stride, int rows, real t, real *a, real *b)
{
  double *copy = dv_trace_room(stride * rows);
  int known = rows > 1;
  for (int i = 0; i < stride * rows && known; i++) known = dv_trace_is_known(table[i].node);
  if (!known) {
    if (rows > 1000) dv_trace_refuse("numbers of a long table are open");
    dv_trace_choose(table, stride, rows, t, a, b);
    return;
  }
  for (int i = 0; i < stride * rows; i++) copy[i] = dv_trace_value(table[i].node);
  for (int i = 0; i < stride; i++) {
    a[i] = dv_traced(dv_trace_pick_row(copy, stride, rows, t.node, i, 0));
    b[i] = dv_traced(dv_trace_pick_row(copy, stride, rows, t.node, i, 1));
  }
}
