// curve.h: numbers of a recorded run, as `metrics:` and `expect:` ask for them.
#pragma once

#include "cli.h"

typedef struct {
  const dv_metric_spec **item;
  int n, cap;
} metrics;

// Runs the machine and records what the metrics read, also at the times that they name. FINE, BAD_FILE (a name that is no
// variable) or RUN_FAILED; *log is NULL but for FINE.
int curve_names(dv_machine *m, const metrics *list);  // -1 after diagnostics where a metric reads what does not exist
int curve_run(const args *a, dv_machine *m, const metrics *list, dv_history **log, dv_run_result *r);
int curve_run_with(const args *a, dv_machine *m, const metrics *list, const char *const *also, int nalso, dv_history **log,
                   dv_run_result *r);                                               // records these columns, too
double curve_measure(dv_machine *m, const dv_history *l, const dv_metric_spec *s);  // NaN: there is none
double curve_first(dv_machine *m, const dv_history *l, const dv_metric_spec *s);    // value at the start
const char *curve_unit(const dv_history *l, const dv_metric_spec *s);               // of its value; "": not known, or none
const char *curve_label(const dv_machine *m, const dv_metric_spec *s);              // "slide at 1 s", "max of pin"
