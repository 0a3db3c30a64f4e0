// differences.h: a metric of a run, and its slope by extrapolated differences.
#pragma once

#include "solve/harness.h"

#include "batch/metric.h"
#include "record/record.h"

// Runs the machine, closes it and gives the metric of its run.
static inline double metric_of_run(dv_machine *m, const dv_metric *metric)
{
  int n;
  const char **column = dv_metrics_columns(m->arena, metric, 1, &n);
  dv_run_options run = dv_run_options_of(&m->spec->solver);
  dv_state *state = dv_state_new(m->arena, m->model);
  dv_run_result r;
  dv_record *record = dv_record_new(m->arena, m->diags, m->model, column, n);
  run.ledger = HUGE_VAL;
  assert_int_equal(dv_start(m, state), 0);
  if (dv_run(m->model, state, &run, dv_record_row, NULL, record, &r, m->diags, m->arena))
    fail_msg("%s", m->diags->item[m->diags->n - 1].what);
  double is = dv_metric_value(m->diags, metric, record->log);
  dv_machine_close(m);
  return is;
}

// Slope of value(of, x) at x: central differences over h, h/2, ... by Neville's scheme in h^2; at most `levels` of them, fewer
// where the error is below `sure` of the slope.
static inline double slope_by_differences(double (*value)(const void *of, double x), const void *of, double x, double h,
                                          int levels, double sure, double *error)
{
  double T[8][8], best = 0;
  *error = HUGE_VAL;
  for (int k = 0; k < levels && !(*error < sure * fabs(best)); k++, h /= 2) {
    T[k][0] = (value(of, x + h) - value(of, x - h)) / (2 * h);
    double power = 1;
    for (int j = 1; j <= k; j++) {
      power *= 4;
      T[k][j] = T[k][j - 1] + (T[k][j - 1] - T[k - 1][j - 1]) / (power - 1);
      double off = fmax(fabs(T[k][j] - T[k][j - 1]), fabs(T[k][j] - T[k - 1][j - 1]));
      if (off < *error) *error = off, best = T[k][j];
    }
  }
  return best;
}
