// bond_run.c: runs the program of the hand-written bond graph, block by block.
//
// A block is one operation, or a loop. The unknowns u of a linear loop give back y = A u + b when its operations are run once; A
// is found column by column from the parts that are linear in u, and (1 - A) u = b (for a root: -A u = b) is solved with pivots.
// Others are found by Newton: y(u) - u = 0 (for a root: y(u) = 0).
#include "engine/evaluation.h"
#include "engine/newton.h"

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
  dv_gauss(n, A, b);
  for (int k = 0; k < n; k++) e->w[u[k].out] = b[k];
  run(e, op, rest, 0);
}

typedef struct {
  dv_eval *e;
  const dv_bond_block *block;
  const dv_bond_op *op;
} curve;

static void round_trip(const void *of, const real *at, real *F)
{
  const curve *s = (const curve *)of;
  int n = s->block->nunknown, rest = s->block->nop - n;
  const dv_bond_op *u = s->op + rest;
  for (int k = 0; k < n; k++) s->e->w[u[k].out] = at[k];
  run(s->e, s->op, rest, 0);
  for (int k = 0; k < n; k++) {
    real y = value(s->e, u + k, u[k].n);
    F[k] = u[k].what == DV_B_ROOT ? y : y - at[k];
  }
}

static void curved_loop(dv_eval *e, const dv_bond_block *block, const dv_bond_op *op)
{
  curve s = {e, block, op};
  int n = block->nunknown, rest = block->nop - n;
  dv_newton find;
  memset(&find, 0, sizeof find);
  dv_newton_seat(&find, n, e->w + block->room);
  find.of = &s;
  find.left = round_trip;
  DV_X(dv_newton_begin)(&find);
  for (int k = 0; k < n; k++) e->w[op[rest + k].out] = find.at[k];
  run(e, op, rest, 0);
}

void DV_X(dv_bond_call)(dv_eval *e, int index)
{
  const dv_bond_block *block = dv_model_BOND_BLOCK(e->m) + index;
  const dv_bond_op *op = dv_model_BOND_OP(e->m) + block->op;
  if (block->curved) curved_loop(e, block, op);
  else if (block->nunknown) loop(e, block, op);
  else if (op->what == DV_B_RATE) {
    if (e->dx) e->dx[op->x] = dot(e, op, 1);
  } else if (op->what == DV_B_PUT) e->w[op->out] += dot(e, op, 1);
  else run(e, op, block->nop, 0);
}
