// expect.c: evaluates expectations on a recorded run.
//
// Passed: |value - is| <= max(within, relative |is|). A drift is the largest |value - first value|, its size the first value's.
#include "expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int expect_patterns(dv_machine *m, const char ***pattern)
{
  struct {
    const char **item;
    int n, cap;
  } list = {0};
  int bad = 0;
  for (int i = 0; i < m->spec->nexpect; i++) {
    const dv_expect_spec *e = &m->spec->expect[i];
    for (int k = 0; k < e->value.ninput; k++) {
      const char *name = e->value.input[k];
      if (!strcmp(name, "t") || !strcmp(name, "time")) continue;
      if (dv_model_find(m->model, name) >= 0) *DV_PUSH(m->arena, &list) = name;
      else
        bad = 1,
        dv_diag_add(m->diags, DV_ERROR, e->mark, dv_variable_nearest(m->arena, m->model, name), "expect: no variable '%s'", name);
    }
  }
  *pattern = list.item;
  return bad ? -1 : list.n;
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int expect_times(const dv_machine *m, const double **times)
{
  double *t = DV_TAKE(m->arena, double, m->spec->nexpect);
  int n = 0;
  for (int i = 0; i < m->spec->nexpect; i++)
    if (m->spec->expect[i].what == DV_EXPECT_AT) t[n++] = m->spec->expect[i].at;
  qsort(t, (size_t)n, sizeof *t, rising);
  *times = t;
  return n;
}

typedef struct {
  const dv_history *log;
  int row;
} place;

static int look_up(void *context, const char *name, dv_quantity_value *out)
{
  const place *p = context;
  int column = strcmp(name, "t") ? dv_history_find(p->log, name) : 0;
  if (column < 0) return -1;
  *out = (dv_quantity_value){dv_history_row(p->log, p->row)[column], {.any = 1}};
  return 0;
}

static double value_at(dv_machine *m, const dv_history *l, const dv_expect_spec *e, int row)
{
  place p = {l, row};
  dv_quantity_value v = {0};
  return dv_formula_evaluate(m->diags, &e->value, e->mark, look_up, &p, &v) ? NAN : v.value;
}

// Extreme, mean or drift over the rows inside the window.
static double over_window(dv_machine *m, const dv_history *l, const dv_expect_spec *e)
{
  double from = isnan(e->from) ? -HUGE_VAL : e->from, to = isnan(e->to) ? HUGE_VAL : e->to;
  double first = NAN, most = NAN, area = 0, start = 0, last = 0, t_last = 0;
  for (int i = 0; i < l->nrow; i++) {
    double t = dv_history_row(l, i)[0];
    if (t < from || t > to) continue;
    double v = value_at(m, l, e, i);
    if (isnan(v)) return NAN;
    double size = e->what == DV_EXPECT_DRIFT ? (isnan(first) ? 0 : fabs(v - first)) : e->what == DV_EXPECT_MIN ? -v : v;
    if (isnan(first)) first = v, start = t;
    else area += (t - t_last) * (v + last) / 2;
    if (isnan(most) || size > most) most = size;
    last = v;
    t_last = t;
  }
  if (e->what == DV_EXPECT_MEAN) return t_last > start ? area / (t_last - start) : first;
  return e->what == DV_EXPECT_MIN ? -most : most;
}

static int row_at(const dv_history *l, double t)
{
  for (int i = 0; i < l->nrow; i++)
    if (fabs(dv_history_row(l, i)[0] - t) <= 1e-12 * fmax(1, fabs(t))) return i;
  return -1;
}

static double value_of_run(dv_machine *m, const dv_history *l, const dv_expect_spec *e)
{
  int row = e->what == DV_EXPECT_FINAL ? l->nrow - 1 : e->what == DV_EXPECT_AT ? row_at(l, e->at) : 0;
  if (!l->nrow || row < 0) return NAN;
  return e->what == DV_EXPECT_FINAL || e->what == DV_EXPECT_AT ? value_at(m, l, e, row) : over_window(m, l, e);
}

// The expression as the user wrote it.
static const char *written(const dv_machine *m, int i)
{
  static const char *const keys[] = {"value", "max", "min", "final", "mean", "drift"};
  const char *name = m->spec->case_name,
             *path = name ? dv_arena_text(m->arena, "cases.%s.expect[%d]", name, i) : dv_arena_text(m->arena, "expect[%d]", i);
  const dv_node *node = dv_doc_path(m->doc->root, path);
  for (int k = 0; k < 6 && node; k++) {
    const dv_node *text = dv_doc_find(node, keys[k]);
    if (text && text->type == DV_SCALAR) return text->text;
  }
  return m->spec->expect[i].value.ninput ? m->spec->expect[i].value.input[0] : "value";
}

static const char *label_of(const dv_machine *m, const dv_expect_spec *e, const char *text)
{
  static const char *const word[] = {[DV_EXPECT_FINAL] = "final",
                                     [DV_EXPECT_MAX] = "max of",
                                     [DV_EXPECT_MIN] = "min of",
                                     [DV_EXPECT_DRIFT] = "drift of",
                                     [DV_EXPECT_MEAN] = "mean of"};
  if (e->what == DV_EXPECT_AT) return dv_arena_text(m->arena, "%s at %g s", text, e->at);
  return dv_arena_text(m->arena, "%s %s", word[e->what], text);
}

static double positive(double x) { return x > 0 ? x : 0; }

void expect_evaluate(dv_machine *m, const dv_history *l, int i, outcome *out)
{
  const dv_expect_spec *e = &m->spec->expect[i];
  int drift = e->what == DV_EXPECT_DRIFT;
  double size = drift ? (l->nrow ? value_at(m, l, e, 0) : NAN) : e->is;
  out->spec = e;
  out->label = label_of(m, e, written(m, i));
  out->got = value_of_run(m, l, e);
  out->wanted = drift ? 0 : e->is;
  out->tolerance = fmax(positive(e->within), positive(e->relative) * fabs(size));
  out->passed = fabs(out->got - out->wanted) <= out->tolerance;
}
