// sparse_ipopt.c: a motion's sparse problem by the interior point method of Ipopt, with exact slopes and second slopes.
#include "study/collocation.h"

#ifdef DV_HAVE_IPOPT
#include "study/ipopt.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_collocation *c;
  const dv_sparse_problem *p;
  const dv_sparse_options *o;
  dv_sparse_result *r;
  int exact;
  double first;  // objective at the guess
  int endless;
} search;

static Bool eval_f(Index n, Number *x, Bool new_x, Number *f, UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x;
  return !dv_collocation_objective(s->c, x, f);
}

static Bool eval_grad(Index n, Number *x, Bool new_x, Number *grad, UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x;
  return !dv_collocation_gradient(s->c, x, grad);
}

static Bool eval_g(Index n, Number *x, Bool new_x, Index m, Number *g, UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x, (void)m;
  return !dv_collocation_rows(s->c, x, g);
}

static Bool eval_slopes(Index n, Number *x, Bool new_x, Index m, Index count, Index *row, Index *column, Number *values,
                        UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x, (void)m;
  if (values) return !dv_collocation_slopes(s->c, x, values);
  memcpy(row, s->p->slope_row, (size_t)count * sizeof *row);
  memcpy(column, s->p->slope_column, (size_t)count * sizeof *column);
  return TRUE;
}

static Bool eval_bends(Index n, Number *x, Bool new_x, Number factor, Index m, Number *lambda, Bool new_lambda, Index count,
                       Index *row, Index *column, Number *values, UserDataPtr user)
{
  search *s = user;
  (void)n, (void)new_x, (void)m, (void)new_lambda;
  if (!s->exact) return FALSE;
  if (values) return !dv_collocation_bends(s->c, x, factor, lambda, values);
  memcpy(row, s->p->bend_row, (size_t)count * sizeof *row);
  memcpy(column, s->p->bend_column, (size_t)count * sizeof *column);
  return TRUE;
}

static Bool ask(Index mode, Index iteration, Number f, Number primal, Number dual, Number mu, Number step, Number regular,
                Number alpha_dual, Number alpha_primal, Index trials, UserDataPtr user)
{
  search *s = user;
  (void)mode, (void)dual, (void)mu, (void)step, (void)regular, (void)alpha_dual, (void)alpha_primal, (void)trials;
  s->r->iterations = iteration;
  if (!iteration) s->first = fabs(f);
  s->endless = f < -1e10 * (1 + s->first);
  if (s->o->tell) s->o->tell(s->o->context, iteration, f, primal);
  return !s->endless && !(s->o->stop && *s->o->stop);
}

static void text_option(const dv_ipopt *l, IpoptProblem ip, const char *name, const char *value)
{
  char key[64], word[64];  // the interface asks for writable text
  strncpy(key, name, sizeof key - 1), key[sizeof key - 1] = 0;
  strncpy(word, value, sizeof word - 1), word[sizeof word - 1] = 0;
  l->AddIpoptStrOption(ip, key, word);
}

static void number_option(const dv_ipopt *l, IpoptProblem ip, const char *name, double value, int whole)
{
  char key[64];
  strncpy(key, name, sizeof key - 1), key[sizeof key - 1] = 0;
  if (whole) l->AddIpoptIntOption(ip, key, (int)value);
  else l->AddIpoptNumOption(ip, key, value);
}

static void set_options(const dv_ipopt *l, IpoptProblem ip, const search *s)
{
  text_option(l, ip, "hessian_approximation", s->exact ? "exact" : "limited-memory");
  text_option(l, ip, "sb", "yes");
  text_option(l, ip, "nlp_scaling_method", "user-scaling");
  text_option(l, ip, "mu_strategy", s->o->warm ? "monotone" : "adaptive");
  number_option(l, ip, "print_level", 0, 1);
  number_option(l, ip, "tol", s->o->tolerance, 0);
  number_option(l, ip, "acceptable_tol", 1e3 * s->o->tolerance, 0);
  number_option(l, ip, "max_iter", s->o->most, 1);
  number_option(l, ip, "bound_relax_factor", 0, 0);
  if (!s->o->warm) return;
  number_option(l, ip, "mu_init", 1e-4, 0);
  number_option(l, ip, "bound_push", 1e-6, 0);
  number_option(l, ip, "bound_frac", 1e-6, 0);
}

// So that the largest slope along what counts as one is one.
static double objective_scale(dv_arena *a, const search *s, const double *z)
{
  double *slope = DV_TAKE(a, double, s->p->n + 1), most = 0;
  if (dv_collocation_gradient(s->c, z, slope)) return 1;
  for (int i = 0; i < s->p->n; i++) most = fmax(most, fabs(slope[i] * s->p->scale[i]));
  return most > 0 ? fmin(fmax(1 / most, 1e-8), 1e8) : 1;
}

static void set_scales(const dv_ipopt *l, IpoptProblem ip, dv_arena *a, const search *s, const double *z)
{
  double *x = DV_TAKE(a, double, s->p->n + s->p->m + 1), *g = x + s->p->n;
  for (int i = 0; i < s->p->n; i++) x[i] = 1 / s->p->scale[i];
  for (int i = 0; i < s->p->m; i++) g[i] = 1 / s->p->row_scale[i];
  l->SetIpoptProblemScaling(ip, objective_scale(a, s, z), x, g);
}

static dv_solved meaning(enum ApplicationReturnStatus status)
{
  switch (status) {
  case Solve_Succeeded: return DV_SOLVED;
  case Solved_To_Acceptable_Level:
  case Feasible_Point_Found: return DV_SOLVED_NEARLY;
  case Infeasible_Problem_Detected:
  case Not_Enough_Degrees_Of_Freedom:
  case Invalid_Problem_Definition: return DV_INFEASIBLE;
  case Diverging_Iterates: return DV_ENDLESS;
  case User_Requested_Stop: return DV_STOPPED;
  case Maximum_Iterations_Exceeded: return DV_TOO_LONG;
  case Invalid_Number_Detected: return DV_NO_NUMBERS;
  default: return DV_LOST;
  }
}

static void judge(dv_arena *a, const search *s, const double *z)
{
  double *g = DV_TAKE(a, double, s->p->m + 1);
  s->r->worst = -1, s->r->violation = 0;
  dv_collocation_objective(s->c, z, &s->r->objective);
  if (dv_collocation_rows(s->c, z, g)) return;
  for (int i = 0; i < s->p->m; i++) {
    double off = fmax(s->p->row_lower[i] - g[i], g[i] - s->p->row_upper[i]) / s->p->row_scale[i];
    if (off > s->r->violation) s->r->violation = off, s->r->worst = i;
  }
}

int dv_sparse_solve(dv_arena *under, dv_collocation *c, const dv_sparse_options *o, double *z, dv_sparse_result *r)
{
  dv_arena *a = dv_arena_under(under);
  dv_ipopt l;
  search s = {.c = c, .p = dv_collocation_problem(c), .o = o, .r = r, .exact = o->curvature};
  const dv_sparse_problem *p = s.p;
  *r = (dv_sparse_result){.worst = -1};
  if (dv_ipopt_open(&l)) return dv_arena_free(a), 1;
  double *low = DV_TAKE(a, double, 2 * (p->n + p->m) + 4), *high = low + p->n, *glow = high + p->n, *ghigh = glow + p->m, f;
  for (int i = 0; i < p->n; i++) low[i] = fmax(p->lower[i], -2e19), high[i] = fmin(p->upper[i], 2e19);
  for (int i = 0; i < p->m; i++) glow[i] = fmax(p->row_lower[i], -2e19), ghigh[i] = fmin(p->row_upper[i], 2e19);
  IpoptProblem ip = l.CreateIpoptProblem(p->n, low, high, p->m, glow, ghigh, p->nslope, s.exact ? p->nbend : 0, 0, eval_f, eval_g,
                                         eval_grad, eval_slopes, eval_bends);
  set_options(&l, ip, &s);
  set_scales(&l, ip, a, &s, z);
  l.SetIntermediateCallback(ip, ask);
  r->end = meaning(l.IpoptSolve(ip, z, NULL, &f, NULL, NULL, NULL, &s));
  if (s.endless) r->end = DV_ENDLESS;
  l.FreeIpoptProblem(ip);
  judge(a, &s, z);
  dv_arena_free(a);
  return 0;
}

#else

int dv_sparse_solve(dv_arena *under, dv_collocation *c, const dv_sparse_options *o, double *z, dv_sparse_result *r)
{
  (void)under, (void)c, (void)o, (void)z, (void)r;
  return 1;
}

#endif
