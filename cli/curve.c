// curve.c: runs a machine for the numbers that are asked of it, and evaluates them on the record.
#include "curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char **item;
  int n, cap;
} names;

// Variables that the metrics read, as patterns for a record; -1 after diagnostics.
static int patterns(dv_machine *m, const metrics *list, names *out)
{
  int bad = 0;
  for (int i = 0; i < list->n; i++) {
    const dv_metric_spec *s = list->item[i];
    for (int k = 0; k < s->value.ninput; k++) {
      const char *name = s->value.input[k];
      if (!strcmp(name, "t") || !strcmp(name, "time")) continue;
      if (dv_model_find(m->model, name) >= 0) *DV_PUSH(m->arena, out) = name;
      else
        bad = -1, dv_diag_add(m->diags, DV_ERROR, s->mark, dv_variable_nearest(m->arena, m->model, name),
                              "there is no variable '%s' to look at", name);
    }
  }
  return bad;
}

int curve_names(dv_machine *m, const metrics *list)
{
  names name = {0};
  return patterns(m, list, &name);
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int times(dv_machine *m, const metrics *list, const double **out)
{
  double *t = DV_TAKE(m->arena, double, list->n);
  int n = 0;
  for (int i = 0; i < list->n; i++)
    if (list->item[i]->what == DV_MEASURE_AT) t[n++] = list->item[i]->at;
  qsort(t, (size_t)n, sizeof *t, rising);
  *out = t;
  return n;
}

int curve_run(const args *a, dv_machine *m, const metrics *list, dv_history **log, dv_run_result *r)
{
  return curve_run_with(a, m, list, NULL, 0, log, r);
}

int curve_run_with(const args *a, dv_machine *m, const metrics *list, const char *const *also, int nalso, dv_history **log,
                   dv_run_result *r)
{
  names name = {0};
  int bad = patterns(m, list, &name);
  for (int i = 0; i < nalso; i++) *DV_PUSH(m->arena, &name) = also[i];
  dv_record *record = dv_record_new(m->arena, m->diags, m->model, name.item, name.n);
  *log = NULL;
  if (!record) return BAD_FILE;
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_options o = run_options(a, m);
  watcher w = {.record = record};
  o.nalso = times(m, list, &o.also);
  if (dv_start(m, s) || dv_run(m->model, s, &o, watch_row, NULL, &w, r, m->diags, m->arena) || interrupted()) return RUN_FAILED;
  *log = record->log;
  return bad ? BAD_FILE : FINE;
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

static double value_at(dv_machine *m, const dv_history *l, const dv_metric_spec *s, int row)
{
  place p = {l, row};
  dv_quantity_value v = {0};
  return dv_formula_evaluate(m->diags, &s->value, s->mark, look_up, &p, &v) ? NAN : v.value;
}

// One bad name makes one number unknown, not its neighbours.
static int is_there(const dv_history *l, const dv_metric_spec *s)
{
  for (int i = 0; i < s->value.ninput; i++)
    if (strcmp(s->value.input[i], "t") && dv_history_find(l, s->value.input[i]) < 0) return 0;
  return 1;
}

double curve_first(dv_machine *m, const dv_history *l, const dv_metric_spec *s)
{
  return l->nrow && is_there(l, s) ? value_at(m, l, s, 0) : NAN;
}

double curve_measure(dv_machine *m, const dv_history *l, const dv_metric_spec *s)
{
  if (!is_there(l, s)) return NAN;
  double from = isnan(s->from) ? -HUGE_VAL : s->from, to = isnan(s->to) ? HUGE_VAL : s->to;
  double *t = DV_TAKE(m->arena, double, l->nrow), *y = DV_TAKE(m->arena, double, l->nrow);
  dv_course c = {.t = t, .y = y, .at = s->at, .goal = s->goal, .band = s->band};
  for (int i = 0; i < l->nrow; i++) {
    double time = dv_history_row(l, i)[0];
    if (time < from || time > to) continue;
    t[c.n] = time;
    y[c.n++] = value_at(m, l, s, i);
  }
  return dv_measure_of(s->what, &c);
}

const char *curve_unit(const dv_history *l, const dv_metric_spec *s)
{
  const dv_measure_row *row = &dv_measure_rows[s->what];
  int column = s->value.ninput ? dv_history_find(l, s->value.input[0]) : -1;
  return *row->unit || s->value.ncode != 1 || column < 0 ? row->unit : l->column[column].unit;
}

const char *curve_label(const dv_machine *m, const dv_metric_spec *s)
{
  const char *text = s->text ? s->text : "?", *key = dv_measure_rows[s->what].key;
  if (s->what == DV_MEASURE_AT) return dv_arena_text(m->arena, "%s at %g s", text, s->at);
  return dv_arena_text(m->arena, s->what == DV_MEASURE_FINAL ? "%s %s" : "%s of %s", key, text);
}
