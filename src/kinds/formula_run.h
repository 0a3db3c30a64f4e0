// formula_run.h: runs the postfix code of a formula over jets.
//
// A condition makes the value jump; a part that holds asks on which side it is (dv_beyond), so that its jumps are events.
// POW with a whole constant exponent is the instruction POWI (its arg is the exponent), so that x^2 works for any sign of x.
#pragma once

#include "base/formula_code.h"
#include "davit/kind.h"
#include "math/jet.h"

// The conditions of a formula, in their order: less, select, sign, floor, whatever makes its value jump. Each is a root (sign:
// two).
typedef struct {
  const dv_cell *c;  // whose sides are held; NULL: none
  real *root;        // [conditions] where their roots go; NULL: nowhere
  int n;             // how many were met
} dv_conditions;

DV_FN dv_bool dv_formula_meets(dv_conditions *q, real root)
{
  int i = q->n++;
  if (q->root) q->root[i] = root;
  return q->c ? dv_beyond(q->c, i, root < 0.0) : root < 0.0;
}

DV_FN real dv_formula_sign(dv_conditions *q, real a)
{
  dv_bool below = dv_formula_meets(q, a), above = dv_formula_meets(q, -a);
  return dv_select(above, dv_real(1), dv_select(below, dv_real(-1), dv_real(0)));
}

// Its root is zero at whole numbers, where it jumps, and half-way between, where nothing happens.
DV_FN real dv_formula_floor(dv_conditions *q, real a)
{
  real whole = dv_floor(a + 0.5), off = a - whole, far = dv_select(off < 0.0, -0.5 - off, 0.5 - off);
  dv_bool close = dv_abs(off) < 0.25, below = dv_formula_meets(q, dv_select(close, off, far));
  return dv_select(close, dv_select(below, whole - 1, whole), dv_floor(a));
}

// |a| has no slope at zero, between its sides.
DV_FN dv_jet dv_formula_abs(dv_jet a)
{
  dv_jet r = dv_jet_select(a.v < 0.0, dv_jet_neg(a), a);
  r.v = dv_abs(a.v);
  return r;
}

DV_FN dv_jet dv_formula_one(dv_conditions *q, int op, int arg, dv_jet a)
{
  switch (op) {
  case DV_OP_NEG: return dv_jet_neg(a);
  case DV_OP_SIN: return dv_jet_sin(a);
  case DV_OP_COS: return dv_jet_cos(a);
  case DV_OP_TAN: return dv_jet_tan(a);
  case DV_OP_ASIN: return dv_jet_asin(a);
  case DV_OP_ACOS: return dv_jet_acos(a);
  case DV_OP_ATAN: return dv_jet_atan(a);
  case DV_OP_EXP: return dv_jet_exp(a);
  case DV_OP_LOG: return dv_jet_log(a);
  case DV_OP_SQRT: return dv_jet_sqrt(a);
  case DV_OP_SINH: return dv_jet_sinh(a);
  case DV_OP_COSH: return dv_jet_cosh(a);
  case DV_OP_TANH: return dv_jet_tanh(a);
  case DV_OP_ABS: return dv_formula_abs(a);
  case DV_OP_SIGN: return dv_jet_const(dv_formula_sign(q, a.v));
  case DV_OP_POWI: return dv_jet_whole_power(a, arg);
  default: return dv_jet_const(dv_formula_floor(q, a.v));
  }
}

DV_FN dv_jet dv_formula_two(dv_conditions *q, int op, dv_jet a, dv_jet b)
{
  switch (op) {
  case DV_OP_ADD: return dv_jet_add(a, b);
  case DV_OP_SUB: return dv_jet_sub(a, b);
  case DV_OP_MUL: return dv_jet_mul(a, b);
  case DV_OP_DIV: return dv_jet_mul(a, dv_jet_inverse(b));
  case DV_OP_POW: return dv_jet_power(a, b);
  case DV_OP_ATAN2: return dv_jet_atan2(a, b);
  case DV_OP_MIN: return dv_jet_select(a.v > b.v, b, a);
  case DV_OP_MAX: return dv_jet_select(a.v < b.v, b, a);
  default: return dv_jet_const(dv_select(dv_formula_meets(q, a.v - b.v), dv_real(1), dv_real(0)));
  }
}

// in: [input][3], value, rate, acceleration
DV_HD inline dv_jet dv_formula_meet(dv_conditions *q, const dv_code *code, int n, const real *constant, const real *in)
{
  dv_jet s[DV_FORMULA_DEPTH + 1];
  int top = 0;
  s[0] = dv_jet_const(dv_real(0));
  for (int i = 0; i < n; i++) {
    int op = code[i].op, arg = code[i].arg;
    if (op == DV_OP_CONST) s[top++] = dv_jet_const(constant[arg]);
    else if (op == DV_OP_INPUT) s[top++] = dv_jet_of(in[3 * arg], in[3 * arg + 1], in[3 * arg + 2]);
    else if (dv_formula_args(op) == 1) s[top - 1] = dv_formula_one(q, op, arg, s[top - 1]);
    else if (dv_formula_args(op) == 2) {
      s[top - 2] = dv_formula_two(q, op, s[top - 2], s[top - 1]);
      top--;
    } else {
      s[top - 3] = dv_jet_select(dv_formula_meets(q, 0.5 - s[top - 3].v), s[top - 2], s[top - 1]);
      top -= 2;
    }
  }
  return s[0];
}

// Without events: conditions as they are now.
DV_HD inline dv_jet dv_formula_run(const dv_code *code, int n, const real *constant, const real *in)
{
  dv_conditions q = {NULL, NULL, 0};
  return dv_formula_meet(&q, code, n, constant, in);
}
