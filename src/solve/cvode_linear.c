// cvode_linear.c: Newton's linear equations of CVODES: Jacobian in lanes, dense or sparse elimination.
//
// Sparse: KLU (Davis & Palamadai Natarajan, Algorithm 907, ACM Trans. Math. Softw. 37, 2010). By itself where the elimination of
// the pattern has a small share of the products of a dense one: an entry of a sparse matrix costs more than one of a dense row.
#include "solve/cvode.h"
#include "solve/exact_entries.h"
#include "solve/machine_pattern.h"

#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { SPARSE_SHARE = 5 };  // products of a dense elimination that cost as much as one of a sparse one

// Differences see nothing of a law that changes over less than their displacement (friction that turns within 1e-9 m/s): where
// the corrector fails in every second step the run goes on with exact slopes.
static void look_at_failures(dv_cvode *c)
{
  enum { SOME = 50 };
  long steps = 0, failures = 0;
  CVodeGetNumSteps(c->memory, &steps);
  CVodeGetNumNonlinSolvConvFails(c->memory, &failures);
  if (failures > SOME && 2 * failures > steps) dv_cvode_sharpen(c);
}

int dv_cvode_sharpen(dv_cvode *c)
{
  if (c->sharpened || !c->r->fan) return 0;
  c->sharpened = 1;
  return c->r->fan->entries ? 0 : !dv_fan_sharpen(c->r, dv_exact_entries);
}

static int entries(dv_cvode *c, double t, N_Vector y, N_Vector rate)
{
  dv_running *r = c->r;
  look_at_failures(c);
  return dv_fan_components(r->fan, dv_cvode_in_time(c, t), N_VGetArrayPointer(y), r->s->d, N_VGetArrayPointer(rate), c->J);
}

static int dense(double t, N_Vector y, N_Vector rate, SUNMatrix J, void *data, N_Vector a, N_Vector b, N_Vector e)
{
  dv_cvode *c = data;
  const dv_pattern *p = c->r->fan->pattern;
  (void)a, (void)b, (void)e;
  int bad = entries(c, t, y, rate);
  SUNMatZero(J);
  for (int i = 0; i < p->n; i++)
    for (int k = p->row[i]; k < p->row[i + 1]; k++) SM_ELEMENT_D(J, i, p->column[k]) = c->J[k];
  return bad;
}

static int sparse(double t, N_Vector y, N_Vector rate, SUNMatrix J, void *data, N_Vector a, N_Vector b, N_Vector e)
{
  dv_cvode *c = data;
  const dv_pattern *p = c->r->fan->pattern;
  (void)a, (void)b, (void)e;
  int bad = entries(c, t, y, rate);
  for (int i = 0; i <= p->n; i++) SM_INDEXPTRS_S(J)[i] = p->row[i];
  for (int k = 0; k < p->count; k++) SM_INDEXVALS_S(J)[k] = p->column[k];
  memcpy(SM_DATA_S(J), c->J, (size_t)p->count * sizeof(double));
  return bad;
}

// Products of the elimination, by its pattern.
static double products(const dv_pattern *p)
{
  double sum = 0;
  for (int k = 0; k < p->n; k++)
    for (int e = p->first[k]; e < p->diagonal[k]; e++) sum += p->first[p->at[e] + 1] - p->diagonal[p->at[e]];
  return sum;
}

static int is_sparse(const dv_cvode *c)
{
  const char *linear = c->r->o->linear;
  const dv_pattern *p = c->r->fan->pattern;
  double n = p->n;
  if (linear && !strcmp(linear, "klu")) return 1;
  if (linear && !strcmp(linear, "dense")) return 0;
  return SPARSE_SHARE * (products(p) + p->filled) < n * n * n / 3;
}

int dv_cvode_linear(dv_cvode *c)
{
  dv_running *r = c->r;
  const dv_pattern *p = dv_pattern_of_components(r->arena, r->m, r->chart, r->shown != NULL);
  dv_fan_open(r, p, 0);
  int thin = r->out->sparse = is_sparse(c);
  c->J = DV_TAKE(r->arena, double, p->count);
  c->matrix = thin ? SUNSparseMatrix(p->n, p->n, p->count, CSR_MAT, c->context) : SUNDenseMatrix(p->n, p->n, c->context);
  c->linear = thin ? SUNLinSol_KLU(c->y, c->matrix, c->context) : SUNLinSol_Dense(c->y, c->matrix, c->context);
  return CVodeSetLinearSolver(c->memory, c->linear, c->matrix) | CVodeSetJacFn(c->memory, thin ? sparse : dense);
}
