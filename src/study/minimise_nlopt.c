// minimise_nlopt.c: SLSQP (Kraft 1994) and MMA (Svanberg 2002) of NLopt.
#include "study/minimise.h"

#include <string.h>

#ifdef DV_HAVE_NLOPT
#include <nlopt.h>

typedef struct {
  const dv_minimise *p;
  nlopt_opt opt;
  double *at, *value, *slope;  // [n], [1 + m], [1 + m][n]: of the last point
  int known, failed;
} search;

// Where there is no value the objective is very large: line searches come back.
static void look(search *s, const double *x)
{
  int n = s->p->n, m = s->p->m;
  if (s->known && !memcmp(s->at, x, (size_t)n * sizeof *x)) return;
  memcpy(s->at, x, (size_t)n * sizeof *x);
  s->known = 1;
  s->failed = s->p->f(s->p->context, x, s->value, s->slope);
  if (s->p->stop && *s->p->stop) nlopt_force_stop(s->opt);
  if (!s->failed) return;
  memset(s->slope, 0, (size_t)(1 + m) * (size_t)n * sizeof *s->slope);
  for (int k = 0; k <= m; k++) s->value[k] = 1e10;
}

static double objective(unsigned n, const double *x, double *grad, void *data)
{
  search *s = data;
  look(s, x);
  if (grad) memcpy(grad, s->slope, n * sizeof *grad);
  return s->value[0];
}

typedef struct {
  search *s;
  int row;
} row_of;

static double constraint(unsigned n, const double *x, double *grad, void *data)
{
  const row_of *r = data;
  look(r->s, x);
  if (grad) memcpy(grad, r->s->slope + (size_t)r->row * n, n * sizeof *grad);
  return r->s->value[r->row];
}

int dv_minimise_nlopt(dv_arena *a, const dv_minimise *p, const char *method, double *x)
{
  int mma = !strcmp(method, "mma"), n = p->n;
  search s = {.p = p, .at = DV_TAKE(a, double, n + 1), .value = DV_TAKE(a, double, p->m + 1)};
  row_of *row = DV_TAKE(a, row_of, p->m + 1);
  double f;
  for (int k = 0; k < p->m; k++)
    if (mma && p->equal[k]) return 2;
  s.slope = DV_TAKE(a, double, (size_t)(p->m + 1) * (size_t)n);
  s.opt = nlopt_create(mma ? NLOPT_LD_MMA : NLOPT_LD_SLSQP, (unsigned)n);
  nlopt_set_min_objective(s.opt, objective, &s);
  nlopt_set_lower_bounds(s.opt, p->lower);
  nlopt_set_upper_bounds(s.opt, p->upper);
  for (int k = 0; k < p->m; k++) {
    row[k] = (row_of){&s, k + 1};
    if (p->equal[k]) nlopt_add_equality_constraint(s.opt, constraint, &row[k], 1e-10);
    else nlopt_add_inequality_constraint(s.opt, constraint, &row[k], 1e-10);
  }
  nlopt_set_xtol_rel(s.opt, p->tolerance);
  nlopt_set_xtol_abs1(s.opt, p->tolerance);
  nlopt_set_ftol_rel(s.opt, p->tolerance * p->tolerance);
  nlopt_set_maxeval(s.opt, p->most);
  nlopt_optimize(s.opt, x, &f);
  nlopt_destroy(s.opt);
  return 0;
}

#else

int dv_minimise_nlopt(dv_arena *a, const dv_minimise *p, const char *method, double *x)
{
  (void)a, (void)p, (void)method, (void)x;
  return 1;
}

#endif
