// metric_slope.h: how a metric goes with the entries of the table of a run.
#pragma once

#include "batch/metric.h"

// w [nrow][ncolumn]; times stay. last: as dv_course.last_extreme.
void dv_metric_slopes(dv_diags *d, const dv_metric *m, const dv_history *h, int last, double *w);
