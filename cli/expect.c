// expect.c: evaluates expectations on a recorded run.
//
// Passed: |value - is| <= max(within, relative |is|). A drift is the largest |value - first value|, its size the first value's.
#include "expect.h"

#include <math.h>

metrics expect_metrics(dv_machine *m)
{
  metrics list = {0};
  for (int i = 0; i < m->spec->nexpect; i++) *DV_PUSH(m->arena, &list) = &m->spec->expect[i].metric;
  return list;
}

static double positive(double x) { return x > 0 ? x : 0; }

void expect_evaluate(dv_machine *m, const dv_history *l, int i, outcome *out)
{
  const dv_expect_spec *e = &m->spec->expect[i];
  int drift = e->metric.what == DV_MEASURE_DRIFT;
  double size = drift ? curve_first(m, l, &e->metric) : e->is;
  out->spec = e;
  out->label = curve_label(m, &e->metric);
  out->got = curve_measure(m, l, &e->metric);
  out->wanted = drift ? 0 : e->is;
  out->tolerance = fmax(positive(e->within), positive(e->relative) * fabs(size));
  out->passed = fabs(out->got - out->wanted) <= out->tolerance;
}
