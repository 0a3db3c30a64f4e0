// minimise_ipopt.c: the interior point method of Ipopt (Waechter, Biegler 2006), Hessians by BFGS with limited memory.
#include "study/minimise.h"

#include <math.h>
#include <string.h>

#ifdef DV_HAVE_IPOPT
#include "study/ipopt.h"

typedef struct {
  const dv_minimise *p;
  double *at, *value, *slope;
  int known, failed;
} search;

static int look(search *s, const double *x)
{
  int n = s->p->n;
  if (s->known && !memcmp(s->at, x, (size_t)n * sizeof *x)) return s->failed;
  memcpy(s->at, x, (size_t)n * sizeof *x);
  s->known = 1;
  return s->failed = s->p->f(s->p->context, x, s->value, s->slope);
}

static Bool eval_f(Index n, Number *x, Bool new_x, Number *f, UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x;
  if (look(s, x)) return FALSE;
  *f = s->value[0];
  return TRUE;
}

static Bool eval_grad(Index n, Number *x, Bool new_x, Number *grad, UserDataPtr user)
{
  search *s = user;
  (void)new_x;
  if (look(s, x)) return FALSE;
  memcpy(grad, s->slope, (size_t)n * sizeof *grad);
  return TRUE;
}

static Bool eval_g(Index n, Number *x, Bool new_x, Index m, Number *g, UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x;
  if (look(s, x)) return FALSE;
  memcpy(g, s->value + 1, (size_t)m * sizeof *g);
  return TRUE;
}

static Bool eval_jacobian(Index n, Number *x, Bool new_x, Index m, Index count, Index *row, Index *column, Number *values,
                          UserDataPtr user)
{
  search *s = user;
  (void)new_x, (void)count;
  for (int i = 0; !values && i < m * n; i++) row[i] = i / n, column[i] = i % n;
  if (!values) return TRUE;
  if (look(s, x)) return FALSE;
  memcpy(values, s->slope + n, (size_t)(m * n) * sizeof *values);
  return TRUE;
}

static Bool eval_hessian(Index n, Number *x, Bool new_x, Number factor, Index m, Number *lambda, Bool new_lambda, Index count,
                         Index *row, Index *column, Number *values, UserDataPtr user)
{
  (void)n, (void)x, (void)new_x, (void)factor, (void)m, (void)lambda, (void)new_lambda, (void)count, (void)row, (void)column,
      (void)values, (void)user;
  return FALSE;
}

static Bool ask(Index mode, Index iteration, Number f, Number primal, Number dual, Number mu, Number step, Number regular,
                Number alpha_dual, Number alpha_primal, Index trials, UserDataPtr user)
{
  const search *s = user;
  (void)mode, (void)iteration, (void)f, (void)primal, (void)dual, (void)mu, (void)step, (void)regular, (void)alpha_dual,
      (void)alpha_primal, (void)trials;
  return !(s->p->stop && *s->p->stop);
}

int dv_minimise_ipopt(dv_arena *a, const dv_minimise *p, double *x)
{
  int n = p->n, m = p->m;
  dv_ipopt l;
  if (dv_ipopt_open(&l)) return 1;
  search s = {.p = p, .at = DV_TAKE(a, double, n + 1), .value = DV_TAKE(a, double, m + 1)};
  double *low = DV_TAKE(a, double, 2 * (n + m) + 2), *high = low + n, *glow = high + n, *ghigh = glow + m, f;
  s.slope = DV_TAKE(a, double, (size_t)(m + 1) * (size_t)n);
  for (int i = 0; i < n; i++) low[i] = fmax(p->lower[i], -2e19), high[i] = fmin(p->upper[i], 2e19);
  for (int k = 0; k < m; k++) glow[k] = p->equal[k] ? 0 : -2e19;
  IpoptProblem ip =
      l.CreateIpoptProblem(n, low, high, m, glow, ghigh, m * n, 0, 0, eval_f, eval_g, eval_grad, eval_jacobian, eval_hessian);
  char limited[] = "limited-memory", yes[] = "yes", hessian[] = "hessian_approximation", sb[] = "sb", level[] = "print_level",
       tol[] = "tol", iterations[] = "max_iter";
  l.AddIpoptStrOption(ip, hessian, limited);
  l.AddIpoptStrOption(ip, sb, yes);
  l.AddIpoptIntOption(ip, level, 0);
  l.AddIpoptNumOption(ip, tol, p->tolerance);
  l.AddIpoptIntOption(ip, iterations, p->most);
  l.SetIntermediateCallback(ip, ask);
  l.IpoptSolve(ip, x, NULL, &f, NULL, NULL, NULL, &s);
  l.FreeIpoptProblem(ip);
  return 0;
}

#else

int dv_minimise_ipopt(dv_arena *a, const dv_minimise *p, double *x)
{
  (void)a, (void)p, (void)x;
  return 1;
}

#endif
