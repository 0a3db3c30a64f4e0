// stability.c: the largest step of each fixed-step method at which it follows the linearised machine without growing.
//
//   xi' = A xi;  a step is xi1 = G(h) xi.  Stable: no more eigenvalues of G beyond 1 in size than A has with Re lambda > 0
//   G = 1 + c1 hA + c2 (hA)^2 + ... of explicit methods (the terms are in base/solvers.def);  euler, rkn: their formulas on unit
//   vectors
//
// xi lists displacements first, then rates, then states of parts. For a fast real pole lambda rk4 and rkn allow h
// = 2.785/|lambda|.
#include "solve/linear.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { FAR = 500, HALVINGS = 40, STATES_MOST = 120 };  // far beyond any method: times 1/|lambda|; what a run looks at
static const double rounding = 1e-6, per_step = 1e-3;  // of multiple eigenvalues; growth that a run tells

typedef struct {
  const dv_linear *l;
  const dv_solver *is;
  int nq;  // displacements; as many rates follow them
  double *k[5], *y, *G, *re, *im;
  double slack, fastest;
  int own;  // growing modes of the machine itself
} trial;

typedef void one_step(const trial *s, double h, const double *x, double *out);

static void rate(const trial *s, const double *x, double *out)
{
  int n = s->l->n;
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int j = 0; j < n; j++) out[i] += s->l->A[i * n + j] * x[j];
  }
}

// An explicit method on a linear machine: a series in hA.
static void step_series(const trial *s, double h, const double *x, double *out)
{
  int n = s->l->n;
  memcpy(out, x, (size_t)n * sizeof(double));
  memcpy(s->y, x, (size_t)n * sizeof(double));
  for (int p = 0; p < DV_TERMS_MOST && s->is->term[p] != 0; p++) {
    rate(s, s->y, s->k[0]);
    for (int j = 0; j < n; j++) out[j] += s->is->term[p] * (s->y[j] = h * s->k[0][j]);
  }
}

// The stages of rkn.c: displacements are placed by the first or third acceleration.
static void step_rkn(const trial *s, double h, const double *x, double *out)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  int n = s->l->n, nq = s->nq;
  memcpy(out, x, (size_t)n * sizeof(double));
  for (int i = 0; i < 4; i++) {
    const double *a = s->k[i < 3 ? 0 : 2] + nq;
    for (int j = 0; j < n; j++) s->y[j] = x[j] + (i ? node[i] * h * s->k[i - 1][j] : 0);
    for (int j = 0; i && j < nq; j++) s->y[j] = x[j] + node[i] * h * s->k[0][j] + (i < 3 ? 0.125 : 0.5) * h * h * a[j];
    rate(s, s->y, s->k[i]);
    for (int j = 0; j < n; j++) out[j] += h * weight[i] * s->k[i][j];
  }
}

// Rates and states first, displacements with the new rates.
static void step_euler(const trial *s, double h, const double *x, double *out)
{
  int n = s->l->n;
  rate(s, x, s->k[0]);
  for (int i = 0; i < n; i++) s->y[i] = x[i] + (i < s->nq ? 0 : h * s->k[0][i]);
  rate(s, s->y, s->k[1]);
  for (int i = 0; i < n; i++) out[i] = i < s->nq ? x[i] + h * s->k[1][i] : s->y[i];
}

// Eigenvalues of G(h) beyond 1 in size.
static int growing(trial *s, one_step *step, double h)
{
  int n = s->l->n, count = 0;
  double *x = s->k[4];
  for (int j = 0; j < n; j++) {
    memset(x, 0, (size_t)n * sizeof(double));
    x[j] = 1;
    step(s, h, x, s->G + (size_t)j * (size_t)n);  // columns as rows: the eigenvalues are the same
  }
  if (LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, s->G, n, s->re, s->im, NULL, n, NULL, n)) return n;
  for (int i = 0; i < n; i++) count += hypot(s->re[i], s->im[i]) > 1 + s->slack;
  return count;
}

// Between a step that does and one that does not.
static double halve(trial *s, one_step *step, double lo, double hi, int times)
{
  for (int i = 0; i < times; i++) {
    double mid = 0.5 * (lo + hi);
    if (growing(s, step, mid) <= s->own) lo = mid;
    else hi = mid;
  }
  return lo;
}

static double largest(trial *s, one_step *step)
{
  double lo = 0, hi = 0.05 / s->fastest;
  for (; growing(s, step, hi) <= s->own; lo = hi, hi *= 1.05)
    if (hi > FAR / s->fastest) return HUGE_VAL;
  return halve(s, step, lo, hi, HALVINGS);
}

// Methods that act alike share a row: "rk4, lie-rk4".
static int joins(dv_arena *a, const dv_solver *is, const dv_solver *last, dv_stable_step *row)
{
  if (is->growth != DV_GROWTH_SERIES || !last || last->growth != is->growth || memcmp(is->term, last->term, sizeof is->term))
    return 0;
  row->method = dv_arena_text(a, "%s, %s", row->method, is->name);
  return 1;
}

static one_step *const step_of[] = {
    [DV_GROWTH_SERIES] = step_series, [DV_GROWTH_EULER] = step_euler, [DV_GROWTH_RKN] = step_rkn,
    [DV_GROWTH_NEVER] = NULL,         [DV_GROWTH_UNTOLD] = NULL,
};

static trial trial_of(const dv_linear *l, double slack, dv_arena *a)
{
  size_t n = (size_t)l->n;
  trial s = {.l = l, .nq = l->ndisplacement, .slack = slack};
  s.y = DV_TAKE(a, double, n);
  s.G = DV_TAKE(a, double, n *n);
  for (int i = 0; i < 5; i++) s.k[i] = DV_TAKE(a, double, n);
  s.re = DV_TAKE(a, double, n);
  s.im = DV_TAKE(a, double, n);
  for (int i = 0; i < l->nmode; i++) s.fastest = fmax(s.fastest, hypot(l->re[i], l->im[i]));
  for (int i = 0; i < l->nmode; i++) s.own += l->re[i] > 1e-9 * s.fastest ? 1 + (l->im[i] > 0) : 0;
  return s;
}

// Two digits, so that it does.
static double rounded_down(double x)
{
  double unit = pow(10, floor(log10(x)) - 1);
  return floor(x / unit) * unit;
}

static void tell(trial *s, one_step *step, double h, dv_diags *d)
{
  dv_diag_add(d, DV_WARNING, (dv_mark){NULL, 0, 0},
              dv_arena_text(d->arena, "%.2g s would do there, as would rosenbrock or cvode; see 'davit modes'",
                            rounded_down(halve(s, step, 0, h, 20))),
              "%s with steps of %g s is unstable at the start, where the fastest motion has %.4g rad/s", s->is->name, h,
              s->fastest);
}

void dv_step_look(const dv_model *m, const dv_state *at, const dv_run_options *o, dv_diags *d)
{
  const dv_solver *is = dv_solver_find(o->method);
  const dv_stepper *by = is ? dv_stepper_find(is->name, 1) : NULL;
  one_step *step = is && by && !dv_step_is_controlled(by, o->step) ? step_of[is->growth] : NULL;
  double h = o->step > 0 ? o->step : 1e-3;
  if (!step || !m->nx || m->nx > STATES_MOST || h >= o->until - at->t) return;
  dv_arena *a = dv_arena_new();
  dv_diags *quiet = dv_diags_new(a);
  dv_linear l;
  if (!dv_linearise(m, at, NULL, 0, NULL, 0, &l, quiet, a) && !quiet->n) {
    trial s = trial_of(&l, per_step, a);
    s.is = is;
    if (growing(&s, step, h) > s.own) tell(&s, step, h, d);
  }
  dv_arena_free(a);
}

int dv_stable_steps(const dv_linear *l, dv_stable_step *out, dv_arena *a)
{
  int rows = 0;
  trial s = trial_of(l, rounding, a);
  for (int i = 0; i < DV_SOLVER_COUNT; i++) {
    const dv_solver *last = s.is;
    one_step *step = step_of[dv_solvers[i].growth];
    if (dv_solvers[i].growth == DV_GROWTH_UNTOLD) continue;
    s.is = &dv_solvers[i];
    if (rows && joins(a, s.is, last, &out[rows - 1])) continue;
    out[rows++] = (dv_stable_step){s.is->name, step && s.fastest > 0 ? largest(&s, step) : HUGE_VAL};
  }
  return rows;
}
