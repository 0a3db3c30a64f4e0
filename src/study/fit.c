// fit.c: Levenberg-Marquardt over runs of the machine.
//
//   min sum ((y_model(t_i + delay; p) + bias - y_i) / size)^2 + sum ((p - mean)/deviation)^2;
//   cov(p) = s^2 (J'J)^-1,  s^2 = |r|^2/(m - n)
//
// over all logs; unknowns that belong to one log (its start, the delay of its clock, biases) move that alone. J: exact slopes
// along the runs (batch/gradient.h); where a run has none, and for delays, central differences of runs. Priors count in units of
// s once the residuals are in theirs.
//
// A second pass divides each column's residuals by their own rms, so that columns of different noise count as they should.
// Intervals hold for independent errors. Source: Seber, Wild 1989, Nonlinear regression.
#include "study/fitting.h"

#include "record/record.h"
#include "study/least.h"

#include <math.h>
#include <string.h>

// Rows: numbers of the data, then priors.
static int rows_of(const dv_fitting *g) { return g->rows * g->f->nmatch + g->f->nprior; }

static void prior_rows(const dv_fitting *g, const double *p, double *r, double *J)
{
  const dv_fit *f = g->f;
  int first = g->rows * f->nmatch, n = f->nparameter;
  for (int k = 0; k < f->nprior; k++) {
    const dv_prior *q = &f->prior[k];
    if (r) r[first + k] = (p[q->parameter] - q->mean) / q->deviation;
    for (int j = 0; J && j < n; j++) J[(first + k) * n + j] = j == q->parameter ? 1 / q->deviation : 0;
  }
}

// Gaps in the data weigh nothing.
static void residuals(const dv_fitting *g, const double *model, double *r)
{
  const dv_fit *f = g->f;
  for (int i = 0; i < g->rows * f->nmatch; i++)
    r[i] = isfinite(f->measured[i]) ? (model[i] - f->measured[i]) / f->match[i % f->nmatch].size : 0;
}

// Column j of J from slopes of all rows.
static void put_column(const dv_fitting *g, int j, const double *slope, int stride, double *J)
{
  const dv_fit *f = g->f;
  for (int i = 0; i < g->rows * f->nmatch; i++)
    J[i * f->nparameter + j] = isfinite(f->measured[i]) ? slope[(size_t)i * (size_t)stride] / f->match[i % f->nmatch].size : 0;
}

static int differences(dv_fitting *g, const double *p, int j, double *J)
{
  const dv_fit *f = g->f;
  const dv_fitted *q = &f->parameter[j];
  int n = f->nparameter, m = g->rows * f->nmatch;
  double *at = DV_TAKE(g->arena, double, n);
  double range = isfinite(q->upper - q->lower) ? q->upper - q->lower : 0, h = 1e-4 * fmax(fabs(p[j]), 1e-3 * range);
  if (h == 0) h = 1e-6;
  memcpy(at, p, (size_t)n * sizeof(double));
  at[j] = fmin(p[j] + h, q->upper);
  double up = at[j];
  if (dv_fitting_run(g, at, g->model)) return -1;
  at[j] = fmax(p[j] - h, q->lower);
  if (dv_fitting_run(g, at, g->other)) return -1;
  for (int i = 0; i < m; i++) g->other[i] = (g->model[i] - g->other[i]) / (up - at[j]);
  put_column(g, j, g->other, 1, J);
  return 0;
}

static void bias_slopes(dv_fitting *g, int j, double *J)
{
  const dv_fit *f = g->f;
  const dv_fitted *q = &f->parameter[j];
  for (int i = 0; i < g->rows * f->nmatch; i++) {
    int row = i / f->nmatch;
    g->other[i] = i % f->nmatch == q->match && row >= f->first[q->log] && row < f->first[q->log + 1];
  }
  put_column(g, j, g->other, 1, J);
}

static int sensitivities(dv_fitting *g, const double *p, double *J)
{
  const dv_fit *f = g->f;
  int n = f->nparameter, exact = !dv_fitting_slopes(g, p);
  prior_rows(g, p, NULL, J);
  for (int j = 0; j < n; j++) {
    int what = f->parameter[j].what;
    if (what == DV_FIT_BIAS) bias_slopes(g, j, J);
    else if (what == DV_FIT_NUMBER && exact) put_column(g, j, g->slope + j, n, J);
    else if (differences(g, p, j, J)) return -1;
  }
  return 0;
}

static int miss(void *context, const double *p, double *r, double *J)
{
  dv_fitting *g = context;
  if (J && sensitivities(g, p, J)) return -1;
  if (dv_fitting_run(g, p, g->model)) return -1;
  residuals(g, g->model, r);
  prior_rows(g, p, r, NULL);
  return 0;
}

// ---- columns

// Says where a log has no numbers. 1: it has none at all in that column.
static int tell_gaps(const dv_fitting *g, int log, int k)
{
  const dv_fit *f = g->f;
  int gaps = 0, row = 0, rows = f->first[log + 1] - f->first[log];
  for (int i = rows - 1; i >= 0; i--)
    if (!isfinite(f->measured[(f->first[log] + i) * f->nmatch + k])) gaps++, row = i + 1;
  if (!gaps) return 0;
  dv_diag_add(g->diags, gaps == rows ? DV_ERROR : DV_WARNING, (dv_mark){f->log[log].name, 0, 0},
              gaps == rows ? "take another column" : "leave such rows out, or repair the log, to be rid of this",
              "%d of %d numbers of the column for '%s' are not finite, the first in row %d%s", gaps, rows, f->match[k].model, row,
              gaps == rows ? "" : "; they weigh nothing");
  return gaps == rows;
}

static int match_column(dv_fitting *g, const dv_machine *m, int k)
{
  dv_fit *f = g->f;
  dv_matched *c = &f->match[k];
  double sum = 0, square = 0;
  int n = 0;
  c->variable = dv_model_find(m->model, c->model);
  if (c->variable < 0) {
    dv_diag_add(g->diags, DV_ERROR, (dv_mark){0}, dv_variable_nearest(g->arena, m->model, c->model),
                "the machine has no variable '%s'", c->model);
    return 1;
  }
  for (int log = 0; log < f->nlog; log++)
    if (tell_gaps(g, log, k)) return 1;
  for (int i = 0; i < g->rows; i++) {
    double y = f->measured[i * f->nmatch + k];
    if (isfinite(y)) sum += y, square += y * y, n++;
  }
  f->points += n;
  double spread = n ? sqrt(fmax(square / n - sum / n * (sum / n), 0)) : 0;
  c->size = c->noise > 0 ? c->noise : spread > 0 ? spread : 1;
  return 0;
}

static int match_columns(dv_fitting *g, const dv_machine *m)
{
  for (int k = 0; k < g->f->nmatch; k++)
    if (match_column(g, m, k)) return 1;
  return 0;
}

// Earliest time at which a log is looked at: a delay may go back to the start of the run, not before.
static int check_delay(const dv_fitting *g, int log)
{
  const dv_fit *f = g->f;
  for (int i = 0; i < f->nparameter; i++) {
    const dv_fitted *q = &f->parameter[i];
    if (q->what != DV_FIT_DELAY || q->log != log || g->t[f->first[log]] + q->lower >= 0) continue;
    dv_diag_add(g->diags, DV_ERROR, (dv_mark){f->log[log].name, 0, 0},
                "leave out its first rows, or let the delay be less negative",
                "the log begins at %g s: with a delay of %g s it would begin before the run", g->t[f->first[log]], q->lower);
    return 1;
  }
  return 0;
}

static int read_log(dv_fitting *g, int log)
{
  dv_fit *f = g->f;
  const dv_fit_log *l = &f->log[log];
  double *t = g->t + f->first[log];
  dv_history_column(l->data, 0, t);
  for (int i = 0; i < l->data->nrow; i++) {
    const double *row = dv_history_row(l->data, i);
    for (int k = 0; k < f->nmatch; k++)
      f->measured[(f->first[log] + i) * f->nmatch + k] = l->column[k].factor * row[l->column[k].column] + l->column[k].offset;
    if (t[i] >= 0 && !isinf(t[i]) && (!i || t[i] > t[i - 1])) continue;
    dv_diag_add(g->diags, DV_ERROR, (dv_mark){l->name, 0, 0},
                "the first column must be the time, in seconds from the start of the run, rising",
                "time %g of row %d of the data is not after the one before", t[i], i + 1);
    return 1;
  }
  return check_delay(g, log);
}

// ---- what the data says about the parameters

// 97.5 % point of Student's distribution (Abramowitz, Stegun 26.7.5), good to 1e-3 from 3 degrees on.
static double student(int n)
{
  double x = 1.959963985, x3 = x * x * x, x5 = x3 * x * x, x7 = x5 * x * x;
  if (n < 1) return HUGE_VAL;
  if (n < 3) return n == 1 ? 12.7062 : 4.30265;
  return x + (x3 + x) / 4 / n + (5 * x5 + 16 * x3 + 3 * x) / 96 / n / n + (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / 384 / n / n / n;
}

// Covariance from the singular values of the sensitivities with columns of unit length.
static void assess(dv_fitting *g, const double *J, double norm)
{
  dv_fit *f = g->f;
  int n = f->nparameter, m = rows_of(g), free = f->points + f->nprior - n;
  double *W = DV_TAKE(g->arena, double, m *n), *length = DV_TAKE(g->arena, double, 2 * n), *s = length + n,
         *V = DV_TAKE(g->arena, double, n *n);
  double *C = DV_TAKE(g->arena, double, n *n), noise = free > 0 ? norm * norm / free : NAN;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) length[j] += J[i * n + j] * J[i * n + j];
    length[j] = sqrt(length[j]);
    for (int i = 0; i < m; i++) W[i * n + j] = length[j] > 0 ? J[i * n + j] / length[j] : 0;
  }
  dv_svd(g->arena, m, n, W, NULL, s, V);
  f->condition = s[n - 1] > 0 ? s[0] / s[n - 1] : HUGE_VAL;
  for (int j = 0; j < n; j++) f->weakest[j] = V[j * n + n - 1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) C[i * n + j] += V[i * n + k] * V[j * n + k] / fmax(s[k] * s[k], 1e-24);
  for (int i = 0; i < n; i++) {
    int known = length[i] > 0 && C[i * n + i] < 1e16;
    f->parameter[i].error = known ? sqrt(noise * C[i * n + i]) / length[i] : HUGE_VAL;
    f->parameter[i].half = f->parameter[i].error * student(free);
    for (int j = 0; j < n; j++) f->correlation[i * n + j] = C[i * n + j] / sqrt(C[i * n + i] * C[j * n + j]);
  }
}

static void note_columns(dv_fitting *g)
{
  dv_fit *f = g->f;
  for (int k = 0; k < f->nmatch; k++) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < g->rows; i++) {
      double y = f->measured[i * f->nmatch + k];
      if (isfinite(y)) sum += pow(g->model[i * f->nmatch + k] - y, 2), n++;
    }
    f->match[k].rms = n ? sqrt(sum / n) : 0;
  }
}

static int fit_once(dv_fitting *g, double *p, double *norm)
{
  dv_fit *f = g->f;
  int n = f->nparameter;
  double *lower = DV_TAKE(g->arena, double, 2 * n), *upper = lower + n;
  dv_least_result out;
  for (int i = 0; i < n; i++) lower[i] = f->parameter[i].lower, upper[i] = f->parameter[i].upper;
  dv_least l = {.n = n, .m = rows_of(g), .lower = lower, .upper = upper, .tolerance = 1e-7, .most = 50, .f = miss, .context = g};
  int bad = dv_least_squares(g->arena, &l, p, &out);
  f->iterations += out.iterations;
  *norm = out.norm;
  if (bad) return 2;
  if (dv_fitting_run(g, p, g->model)) return 2;
  note_columns(g);
  return 0;
}

static int fit_all(dv_fitting *g, double *p)
{
  dv_fit *f = g->f;
  int n = f->nparameter, m = rows_of(g), bad;
  double norm, *J = DV_TAKE(g->arena, double, m *n), *r = DV_TAKE(g->arena, double, m);
  int priors = f->nprior, twice = f->nmatch > 1 || priors;
  for (int pass = 0; pass < 1 + twice; pass++) {
    f->nprior = pass ? priors : 0;  // first what the data says alone: that gives the residuals their units
    if ((bad = fit_once(g, p, &norm))) return bad;
    for (int k = 0; k < f->nmatch && !pass && twice; k++)
      if (!(f->match[k].noise > 0)) f->match[k].size = fmax(f->match[k].rms, 1e-6 * f->match[k].size);
  }
  if (sensitivities(g, p, J) || miss(g, p, r, NULL)) return 2;
  norm = 0;
  for (int i = 0; i < m; i++) norm += r[i] * r[i];
  for (int i = 0; i < n; i++) {
    dv_fitted *q = &f->parameter[i];
    q->value = p[i];
    q->at_bound = p[i] <= q->lower || p[i] >= q->upper;
  }
  assess(g, J, sqrt(norm));
  f->modelled = g->model;
  return 0;
}

static int run(dv_fitting *g)
{
  dv_fit *f = g->f;
  int n = f->nparameter;
  double *p = DV_TAKE(g->arena, double, n);
  for (int i = 0; i < n; i++) p[i] = f->parameter[i].start;
  for (int log = 0; log < f->nlog; log++)
    if (read_log(g, log)) return 1;
  dv_machine *m = dv_fitting_open(g, 0, p);
  if (!m->model) dv_fitting_remember(g, m->diags);
  int bad = !m->model || match_columns(g, m);
  dv_machine_close(m);
  if (!bad && f->points <= n) {
    dv_diag_add(g->diags, DV_ERROR, (dv_mark){0}, "measure more, or fit fewer", "%d numbers cannot give %d parameters", f->points,
                n);
    bad = 1;
  }
  if (!bad) bad = fit_all(g, p);
  if (bad) dv_fitting_tell(g);
  return bad;
}

int dv_fit_run(dv_fit *f, dv_diags *d, dv_arena *a)
{
  dv_reading *reading = dv_reading_open_with(f->file, &f->options.import);
  dv_fitting g = {.f = f, .diags = d, .arena = a, .reading = reading};
  int longest = 0;
  f->first = DV_TAKE(a, int, f->nlog + 1);
  for (int log = 0; log < f->nlog; log++) {
    int rows = f->log[log].data->nrow;
    f->first[log + 1] = g.rows += rows;
    if (rows > longest) longest = rows;
  }
  size_t cells = (size_t)g.rows * (size_t)f->nmatch;
  f->correlation = DV_TAKE(a, double, f->nparameter * f->nparameter);
  f->weakest = DV_TAKE(a, double, f->nparameter);
  f->measured = DV_TAKE(a, double, cells);
  g.t = DV_TAKE(a, double, g.rows), g.now = DV_TAKE(a, double, longest);
  g.model = DV_TAKE(a, double, cells);
  g.other = DV_TAKE(a, double, cells);
  g.slope = DV_TAKE(a, double, cells *(size_t)f->nparameter + 1);
  int bad = run(&g);
  dv_reading_close(reading);
  return bad;
}
