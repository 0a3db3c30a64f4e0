// bond_run.c: runs the program of the hand-written bond graph, block by block.
//
// A block is one operation, or a linear loop. The loop's unknowns u give back y = A u + b when its operations are run once; A is
// found column by column from the parts that are linear in u, and (1 - A) u = b (for a root: -A u = b) is solved with pivots.
#include "engine/evaluation.h"

#include "kinds/formula_run.h"

static const int *terms(const dv_eval *e, const dv_bond_op *op) { return dv_model_INT(e->m) + op->term; }

DV_FN real dot(const dv_eval *e, const dv_bond_op *op, int n)
{
  const int *t = terms(e, op);
  real sum = dv_real(0);
  for (int i = 0; i < n; i++) sum += e->w[t[2 * i]] * e->w[t[2 * i + 1]];
  return sum;
}

static dv_jet formula(const dv_eval *e, const dv_bond_op *op)
{
  const int *t = terms(e, op);
  real *in = e->w + op->room;
  for (int i = 0; i < op->n; i++) {
    in[3 * i] = e->w[t[2 * i]];
    in[3 * i + 1] = e->w[t[2 * i + 1]];
    in[3 * i + 2] = dv_real(0);
  }
  return dv_formula_run(dv_model_CODE(e->m) + op->code, op->ncode, e->num + op->constant, in);
}

// n: terms that count, all of them or those with unknowns only
static real value(const dv_eval *e, const dv_bond_op *op, int n)
{
  const int *t = terms(e, op);
  switch (op->what) {
  case DV_B_LOAD: return e->x[op->x];
  case DV_B_DIVIDE: return n ? e->w[t[0]] / e->w[t[1]] : dv_real(0);
  case DV_B_VALUE: return formula(e, op).v;
  case DV_B_SLOPE: return formula(e, op).d;
  case DV_B_ROOT: return e->w[t[0]];
  default: return dot(e, op, n);
  }
}

static void run(dv_eval *e, const dv_bond_op *op, int n, int linear)
{
  for (int i = 0; i < n; i++, op++) e->w[op->out] = value(e, op, linear ? op->inside : op->n);
}

// Gauss with row exchanges by selection: each lane has its own order of pivots.
static void solve(int n, real *A, real *b)
{
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) {
      dv_bool larger = dv_abs(A[n * i + k]) > dv_abs(A[n * k + k]);
      for (int j = k; j <= n; j++) {
        real *p = j < n ? &A[n * k + j] : &b[k], *q = j < n ? &A[n * i + j] : &b[i], old = *p;
        *p = dv_select(larger, *q, old);
        *q = dv_select(larger, old, *q);
      }
    }
    for (int i = k + 1; i < n; i++) {
      real f = A[n * i + k] / A[n * k + k];
      for (int j = k + 1; j < n; j++) A[n * i + j] -= f * A[n * k + j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= A[n * k + j] * b[j];
    b[k] = b[k] / A[n * k + k];
  }
}

static void loop(dv_eval *e, const dv_bond_block *block, const dv_bond_op *op)
{
  int n = block->nunknown, rest = block->nop - n;
  const dv_bond_op *u = op + rest;
  real *A = e->w + block->room, *b = A + n * n;
  for (int j = -1; j < n; j++) {
    for (int k = 0; k < n; k++) e->w[u[k].out] = dv_real(j == k);
    run(e, op, rest, j >= 0);
    for (int k = 0; k < n; k++) {
      real y = value(e, u + k, j < 0 ? u[k].n : u[k].inside);
      if (j < 0) b[k] = y;
      else A[n * k + j] = (double)(u[k].what != DV_B_ROOT && j == k) - y;
    }
  }
  solve(n, A, b);
  for (int k = 0; k < n; k++) e->w[u[k].out] = b[k];
  run(e, op, rest, 0);
}

void DV_X(dv_bond_call)(dv_eval *e, int index)
{
  const dv_bond_block *block = dv_model_BOND_BLOCK(e->m) + index;
  const dv_bond_op *op = dv_model_BOND_OP(e->m) + block->op;
  if (block->nunknown) loop(e, block, op);
  else if (op->what == DV_B_RATE) {
    if (e->dx) e->dx[op->x] = dot(e, op, 1);
  } else if (op->what == DV_B_PUT) e->w[op->out] += dot(e, op, 1);
  else run(e, op, block->nop, 0);
}
