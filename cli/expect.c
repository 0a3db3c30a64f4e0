// expect.c: evaluates expectations on a recorded run.
//
// A column of the run, or a mode of the machine where it begins.
// Passed: |value - is| <= max(within, relative |is|). A drift is the largest |value - first value|, its size the first value's.
#include "expect.h"

#include <math.h>
#include <string.h>

metrics expect_metrics(dv_machine *m)
{
  metrics list = {0};
  for (int i = 0; i < m->spec->nexpect; i++)
    if (!m->spec->expect[i].mode) *DV_PUSH(m->arena, &list) = &m->spec->expect[i].metric;
  return list;
}

static int on_column(void *context, const char *name, dv_quantity_value *out)
{
  dv_machine *m = context;
  int i = dv_model_find(m->model, name);
  const char *unit = i < 0 ? strcmp(name, "t") ? "" : "s" : dv_model_text(m->model, dv_model_VARIABLE(m->model)[i].unit);
  *out = (dv_quantity_value){NAN, dv_known_dim(m->spec, NULL, unit)};
  return 0;
}

// What a metric gives; `any` if its columns do not say.
static dv_dim measured(dv_machine *m, const dv_metric_spec *s, int goal)
{
  const char *unit = goal ? "" : dv_measure_rows[s->what].unit;
  dv_dim dim = {.any = 1};
  if (*unit) return dv_known_dim(m->spec, NULL, unit);
  if (s->text) dv_formula_dimension(dv_diags_new(m->arena), &s->value, s->mark, on_column, m, &dim);
  return dim;
}

static void look(dv_machine *m, const dv_metric_spec *s, const char *key, dv_dim given, dv_dim wanted)
{
  if (dv_dim_equal(given, wanted)) return;
  const dv_measure_row *row = &dv_measure_rows[s->what];
  const char *of = *row->unit && strcmp(key, "goal") ? dv_arena_text(m->arena, "%s of ", row->key) : "";
  dv_diag_add(m->diags, DV_WARNING, s->mark, "give it the unit of what is measured", "'%s' is %s, but %s'%s' is %s", key,
              dv_dim_text(m->arena, given), of, s->text, dv_dim_text(m->arena, wanted));
}

void expect_units(dv_machine *m)
{
  for (int i = 0; i < m->spec->nexpect; i++) {
    const dv_expect_spec *e = &m->spec->expect[i];
    if (e->mode) continue;
    dv_dim is = measured(m, &e->metric, 0);
    look(m, &e->metric, "is", e->is_dim, is);
    look(m, &e->metric, "within", e->within_dim, is);
    look(m, &e->metric, "goal", e->metric.goal_dim, measured(m, &e->metric, 1));
  }
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
