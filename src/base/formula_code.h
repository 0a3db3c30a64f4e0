// formula_code.h: an arithmetic expression as postfix code.
//
// Written by spec/ (parser), run by kinds (over `real`, with first and second time derivatives) and by
// spec/ itself (over doubles, for parameters). Code is a list of dv_code (davit/kind.h); the row is the opcode.
#pragma once

// name, number of arguments. CONST, INPUT: arg is the index of the constant, of the input. less(a, b) = 1 or 0; select(c, a, b) =
// a if c > 0.5, else b. POWI: power with the whole exponent arg, |arg| <= 16; written by the parser for x^2.
// clang-format off
#define DV_FORMULA_OPS(X)                                                      \
  X(CONST, 0) X(INPUT, 0)                                                      \
  X(ADD, 2) X(SUB, 2) X(MUL, 2) X(DIV, 2) X(POW, 2) X(NEG, 1)                  \
  X(SIN, 1) X(COS, 1) X(TAN, 1) X(ASIN, 1) X(ACOS, 1) X(ATAN, 1) X(ATAN2, 2)   \
  X(EXP, 1) X(LOG, 1) X(SQRT, 1) X(SINH, 1) X(COSH, 1) X(TANH, 1) X(ABS, 1)    \
  X(SIGN, 1) X(FLOOR, 1)                                                       \
  X(MIN, 2) X(MAX, 2) X(LESS, 2) X(SELECT, 3) X(POWI, 1)
// clang-format on

typedef enum {
#define X(name, args) DV_OP_##name,
  DV_FORMULA_OPS(X)
#undef X
      DV_OP_COUNT
} dv_formula_op;

enum { DV_FORMULA_DEPTH = 32, DV_FORMULA_LENGTH = 512 };  // most values on the stack; most instructions

static inline int dv_formula_args(int op)
{
  switch (op) {
#define X(name, args)                                                                                                            \
  case DV_OP_##name: return args;
    DV_FORMULA_OPS(X)
#undef X
  default: return 0;
  }
}

// Conditions that make its value jump.
static inline int dv_formula_jumps(int op)
{
  return op == DV_OP_SIGN ? 2 : op == DV_OP_LESS || op == DV_OP_SELECT || op == DV_OP_FLOOR;
}
