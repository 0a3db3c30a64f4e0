// expect.c: evaluates expectations on a recorded run.
//
// A column of the run, or a mode of the machine where it begins.
// Passed: |value - is| <= max(within, relative |is|). A drift is the largest |value - first value|, its size the first value's.
#include "expect.h"

#include <math.h>

metrics expect_metrics(dv_machine *m)
{
  metrics list = {0};
  for (int i = 0; i < m->spec->nexpect; i++)
    if (!m->spec->expect[i].mode) *DV_PUSH(m->arena, &list) = &m->spec->expect[i].metric;
  return list;
}

static double positive(double x) { return x > 0 ? x : 0; }

const dv_linear *expect_modes(dv_machine *m)
{
  int wanted = 0;
  for (int i = 0; i < m->spec->nexpect; i++) wanted |= m->spec->expect[i].mode;
  dv_linear *l = DV_TAKE(m->arena, dv_linear, 1);
  dv_state *s = dv_state_new(m->arena, m->model);
  if (!wanted || dv_start(m, s) || dv_linearise(m->model, s, NULL, 0, NULL, 0, l, m->diags, m->arena)) return NULL;
  return l;
}

void expect_mode(dv_machine *m, const dv_linear *l, int i, outcome *out)
{
  const dv_expect_spec *e = &m->spec->expect[i];
  int there = l && e->mode <= l->nmode;
  out->spec = e;
  out->label = dv_arena_text(m->arena, "%s of mode %d", e->damping ? "damping" : "frequency", e->mode);
  out->got = !there ? NAN : e->damping ? l->damping[e->mode - 1] : l->frequency[e->mode - 1];
  out->wanted = e->is;
  out->tolerance = fmax(positive(e->within), positive(e->relative) * fabs(e->is));
  out->passed = fabs(out->got - out->wanted) <= out->tolerance;
}

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
