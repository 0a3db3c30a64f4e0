// gradient.c: parameters -> numbers and start of the machine (gradient_move.c) -> columns (exact slopes along the run,
// solve/sensitivity.c) -> metrics (exact slopes of the measures, metric_slope.c); or the same way back from the metrics
// (solve/adjoint.c).
#include "batch/gradient_inside.h"

#include "batch/metric_slope.h"
#include "solve/adjoint.h"
#include "solve/exact_entries.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double table_step = 1e-6;  // of a column's range

typedef dv_gradient_plan plan;

// ---- the run

dv_run_options dv_gradient_options(const plan *p)
{
  dv_run_options o = dv_run_options_of(&p->m->spec->solver);
  if (o.method && dv_sensitivity_implicit(o.method)) o.entries = dv_exact_entries;
  return o;
}

// The start once a run has opened there: loops have their independent coordinates.
static const dv_state *opened(const plan *p, dv_run_options o)
{
  dv_state *s = dv_state_new(p->m->arena, p->m->model);
  dv_run_result r;
  memcpy(s->block, p->start->block, (size_t)s->n * sizeof(double));
  o.until = s->t;
  return dv_run(p->m->model, s, &o, NULL, NULL, NULL, &r, p->m->diags, p->m->arena) ? NULL : s;
}

static int refuse_momenta(const plan *p)
{
  dv_diag_add(p->m->diags, DV_ERROR, (dv_mark){p->g->file, 0, 0}, "set solver.formulation=velocity",
              "slopes along a run are those of rates, not of momenta");
  return 1;
}

// Back where that is less work: a way back costs about what eight parameters do forward.
static int goes_back(const plan *p, const dv_run_options *o)
{
  const dv_gradient *g = p->g;
  if (g->way != DV_GRADIENT_AUTO) return g->way == DV_GRADIENT_ADJOINT;
  return dv_adjoint_can(o->method ? o->method : "cvode") && g->nby > 16 && g->nby > 2 * g->nmetric;
}

int dv_gradient_want(const plan *p, const dv_run_options *o, dv_sensitivity_options *want)
{
  const dv_state *open = o->momentum && refuse_momenta(p) ? NULL : opened(p, *o);
  if (!open) return 1;
  *want = (dv_sensitivity_options){.m = p->m->model,
                                   .n = p->g->nby,
                                   .number = p->number,
                                   .start = p->state,
                                   .file = p->g->file,
                                   .variable = p->record->variable + 1,
                                   .ncolumn = p->record->log->ncolumn - 1,
                                   .size = p->size,
                                   .method = o->method ? o->method : "cvode",
                                   .begin = p->start->x,
                                   .open = open->x};
  return 0;
}

int dv_gradient_follow(const plan *p, dv_run_options *o, dv_sensitivity *s)
{
  dv_machine *m = p->m;
  o->follow = dv_sensitivity_follower(s);
  o->halt = p->g->halt;
  return dv_run(m->model, p->start, o, dv_record_row, NULL, p->record, &p->g->run, m->diags, m->arena) ||
         dv_sensitivity_failed(s);
}

static dv_sensitivity *run(const plan *p)
{
  dv_machine *m = p->m;
  dv_run_options o = dv_gradient_options(p);
  dv_sensitivity_options want;
  if (dv_gradient_want(p, &o, &want)) return NULL;
  p->g->went = goes_back(p, &o) ? DV_GRADIENT_ADJOINT : DV_GRADIENT_FORWARD;
  dv_sensitivity *s = p->g->went == DV_GRADIENT_ADJOINT
                          ? dv_adjoint_new(m->arena, m->diags, &want, o.until / (o.step > 0 ? o.step : 1e-3), p->g->room)
                          : dv_sensitivity_new(m->arena, m->diags, &want);
  o.also = dv_metrics_times(m->arena, p->g->metric, p->g->nmetric, &o.nalso);
  return s && !dv_gradient_follow(p, &o, s) ? s : NULL;
}

// ---- metrics

// [rows][columns but time]: how metric k goes with the table. last: as in dv_metric_slopes.
static double *weights_of(const plan *p, int k, int last)
{
  const dv_history *h = p->record->log;
  size_t columns = (size_t)h->ncolumn, rows = (size_t)h->nrow;
  double *w = DV_TAKE(p->m->arena, double, rows *columns + 1);
  dv_metric_slopes(p->m->diags, &p->g->metric[k], h, last, w);
  for (size_t r = 0; r < rows; r++) memmove(w + r * (columns - 1), w + r * columns + 1, (columns - 1) * sizeof *w);
  return w;
}

static dv_gradient_entry entry_between(double left, double right)
{
  dv_gradient_entry e = {.slope = left, .left = left, .right = right};
  e.kink = fabs(left - right) > 1e-3 * fmax(fabs(left), fabs(right));
  if (e.kink) e.slope = (left + right) / 2;
  return e;
}

// Extremes that are all but equal have a way back each: where these differ there is a kink.
static int reduce_back(const plan *p, dv_sensitivity *s)
{
  dv_gradient *g = p->g;
  int n = g->nmetric, ways = 0, *other = DV_TAKE(p->m->arena, int, n + 1);
  size_t bytes = (size_t)p->record->log->nrow * (size_t)(p->record->log->ncolumn - 1) * sizeof(double);
  double **weight = DV_TAKE(p->m->arena, double *, 2 * n + 1);
  for (int k = 0; k < n; k++) {
    g->value[k] = dv_metric_value(p->m->diags, &g->metric[k], p->record->log);
    weight[k] = weights_of(p, k, 0);
  }
  for (int k = ways = 0; k < n; k++) {
    weight[n + ways] = weights_of(p, k, 1);
    other[k] = memcmp(weight[k], weight[n + ways], bytes) ? n + ways++ : k;
  }
  double *slope = DV_TAKE(p->m->arena, double, (n + ways) * g->nby + 1);
  if (dv_adjoint_back(s, weight, n + ways, slope)) return 2;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < g->nby; i++)
      g->entry[k * g->nby + i] = entry_between(slope[k * g->nby + i], slope[other[k] * g->nby + i]);
  return 0;
}

// Slopes of metric k along parameter i: what its weights make of those of the columns.
static double weighed(const plan *p, const dv_sensitivity *s, const double *weight, int i)
{
  int columns = p->record->log->ncolumn - 1;
  double sum = 0;
  for (int r = 0; r < p->record->log->nrow; r++)
    for (int c = 0; c < columns; c++) {
      double w = weight[(size_t)r * (size_t)columns + (size_t)c];
      if (w != 0) sum += w * dv_sensitivity_row(s, r)[c * p->g->nby + i];
    }
  return sum;
}

// How far direction i can go so that no column moves by more than a millionth of its range; 0: nothing moves.
static double step_of(const plan *p, const dv_sensitivity *s, int i)
{
  const dv_history *h = p->record->log;
  double step = HUGE_VAL;
  for (int c = 1; c < h->ncolumn; c++) {
    double least = HUGE_VAL, most = -HUGE_VAL, size = 0, slope = 0;
    for (int r = 0; r < h->nrow; r++) {
      double y = dv_history_row(h, r)[c];
      least = fmin(least, y), most = fmax(most, y), size = fmax(size, fabs(y));
      slope = fmax(slope, fabs(dv_sensitivity_row(s, r)[(c - 1) * p->g->nby + i]));
    }
    double range = fmax(most - least, 1e-3 * size);
    if (slope > 0) step = fmin(step, table_step * (range > 0 ? range : 1) / slope);
  }
  return isfinite(step) ? step : 0;
}

// The table with parameter i moved by `by`, in `out`.
static void move_table(const plan *p, const dv_sensitivity *s, int i, double by, dv_history *out)
{
  const dv_history *h = p->record->log;
  for (int r = 0; r < h->nrow; r++) {
    const double *from = dv_history_row(h, r), *slope = dv_sensitivity_row(s, r);
    double *to = dv_history_row(out, r);
    for (int c = 1; c < h->ncolumn; c++) to[c] = from[c] + by * slope[(c - 1) * p->g->nby + i];
  }
}

static dv_history *copy_of(const plan *p)
{
  const dv_history *h = p->record->log;
  dv_history *out = dv_history_new(p->m->arena, h->ncolumn);
  memcpy(out->column, h->column, (size_t)h->ncolumn * sizeof *h->column);
  for (int r = 0; r < h->nrow; r++) memcpy(dv_history_append(out), dv_history_row(h, r), (size_t)h->ncolumn * sizeof(double));
  return out;
}

// slope: where there is no kink. At one it is the mean of both sides.
static dv_gradient_entry entry_of(double slope, double below, double here, double above, double by)
{
  dv_gradient_entry e = {.slope = slope, .left = (here - below) / by, .right = (above - here) / by};
  double size = fmax(fabs(e.left), fabs(e.right));
  e.kink = fabs(e.left - e.right) > 1e-3 * size + 1e-9 * fabs(here) / by;
  if (e.kink) e.slope = (above - below) / (2 * by);
  return e;
}

static void reduce(const plan *p, const dv_sensitivity *s)
{
  dv_gradient *g = p->g;
  dv_history *low = copy_of(p), *high = copy_of(p);
  double **weight = DV_TAKE(p->m->arena, double *, g->nmetric + 1);
  for (int k = 0; k < g->nmetric; k++) weight[k] = weights_of(p, k, 0);
  for (int k = 0; k < g->nmetric; k++) g->value[k] = dv_metric_value(p->m->diags, &g->metric[k], p->record->log);
  for (int i = 0; i < g->nby; i++) {
    double by = step_of(p, s, i);
    move_table(p, s, i, -by, low);
    move_table(p, s, i, by, high);
    for (int k = 0; k < g->nmetric; k++) {
      double below = dv_metric_value(p->m->diags, &g->metric[k], low), above = dv_metric_value(p->m->diags, &g->metric[k], high);
      g->entry[k * g->nby + i] =
          by > 0 ? entry_of(weighed(p, s, weight[k], i), below, g->value[k], above, by) : (dv_gradient_entry){0};
    }
  }
}

dv_record *dv_gradient_record(const plan *p)
{
  int n;
  const char **name = dv_metrics_columns(p->m->arena, p->g->metric, p->g->nmetric, &n);
  return dv_record_new(p->m->arena, p->m->diags, p->m->model, name, n);
}

int dv_gradient_open(plan *p)
{
  const dv_model *x = p->m->model;
  size_t n = (size_t)p->g->nby;
  p->number = DV_TAKE(p->m->arena, double, n *(size_t)x->nnum + 1), p->size = DV_TAKE(p->m->arena, double, n + 1);
  p->state = DV_TAKE(p->m->arena, double, n *(size_t)(x->nx + x->nd) + 1);
  if (dv_start(p->m, p->start)) return 2;
  return dv_gradient_move(p);
}

// A metric without a value (the settling time of what never settles) has no slopes, not zero ones.
static void leave_valueless(dv_gradient *g)
{
  for (int k = 0; k < g->nmetric; k++)
    for (int i = 0; i < g->nby && !isfinite(g->value[k]); i++) g->entry[k * g->nby + i] = (dv_gradient_entry){.slope = NAN};
}

int dv_gradient_run(dv_gradient *g, dv_machine *m)
{
  plan p = {.g = g, .m = m, .start = dv_state_new(m->arena, m->model)};
  p.record = dv_gradient_record(&p);
  if (!p.record) return 1;
  g->value = DV_TAKE(m->arena, double, g->nmetric + 1);
  g->entry = DV_TAKE(m->arena, dv_gradient_entry, g->nmetric * g->nby + 1);
  int bad = dv_gradient_open(&p);
  if (bad) return bad;
  dv_sensitivity *s = run(&p);
  if (!s) return 2;
  if (g->went == DV_GRADIENT_ADJOINT) bad = reduce_back(&p, s);
  else reduce(&p, s);
  leave_valueless(g);
  return bad;
}
