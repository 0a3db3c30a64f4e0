// record.c: chooses columns from the variable table and appends a row at each recorded time.
#include "record/record.h"

#include <string.h>

typedef struct {
  dv_arena *arena;
  char *taken;  // [nvariable]
  int *item;
  int n, cap;
} choice;

static void choose(choice *c, int variable)
{
  if (c->taken[variable]++) return;
  int *slot = DV_PUSH(c->arena, c);
  *slot = variable;
}

static const char *path_of(const dv_model *m, int i) { return dv_model_text(m, DV_MODEL_AT(m, dv_variable, VARIABLE)[i].path); }

static void choose_shown(choice *c, const dv_model *m)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (DV_MODEL_AT(m, dv_variable, VARIABLE)[i].shown) choose(c, i);
}

static int unknown(dv_diags *d, const dv_model *m, const char *pattern)
{
  int n = DV_MODEL_COUNT(m, VARIABLE);
  const char **names = DV_TAKE(d->arena, const char *, n);
  for (int i = 0; i < n; i++) names[i] = path_of(m, i);
  const char *near = dv_nearest(pattern, names, n);
  dv_diag_add(d, DV_ERROR, (dv_mark){0}, near ? dv_arena_text(d->arena, "did you mean '%s'?", near) : NULL, "no variable fits '%s'", pattern);
  return -1;
}

static int choose_pattern(choice *c, const dv_model *m, dv_diags *d, const char *pattern)
{
  int before = c->n, known = 0;
  if (!strchr(pattern, '*')) {
    int i = dv_model_find(m, pattern);
    if (i < 0) return unknown(d, m, pattern);
    choose(c, i);
    return 0;
  }
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++) {
    // a pattern means what changes; parameters are recorded by their full names
    if (DV_MODEL_AT(m, dv_variable, VARIABLE)[i].array == DV_IN_NUMBER || !dv_pattern_fits(pattern, path_of(m, i))) continue;
    choose(c, i);
    known = 1;
  }
  return known || c->n > before ? 0 : unknown(d, m, pattern);
}

dv_record *dv_record_new(dv_arena *a, dv_diags *d, const dv_model *m, const char *const *pattern, int npattern)
{
  choice c = {.arena = a, .taken = DV_TAKE(a, char, DV_MODEL_COUNT(m, VARIABLE))};
  int bad = 0;
  for (int i = 0; i < npattern; i++) bad |= choose_pattern(&c, m, d, pattern[i]);
  if (!npattern) choose_shown(&c, m);
  if (bad) return NULL;
  dv_record *r = DV_TAKE(a, dv_record, 1);
  r->model = m;
  r->log = dv_log_new(a, c.n + 1);
  r->variable = DV_TAKE(a, int, c.n + 1);
  r->variable[0] = -1;
  r->log->column[0] = (dv_column){"time", "s"};
  for (int i = 0; i < c.n; i++) {
    const dv_variable *v = &DV_MODEL_AT(m, dv_variable, VARIABLE)[c.item[i]];
    r->variable[i + 1] = c.item[i];
    r->log->column[i + 1] = (dv_column){dv_model_text(m, v->path), dv_model_text(m, v->unit)};
  }
  return r;
}

double dv_variable_value(const dv_model *m, int variable, const double *x, const double *dx, const double *work)
{
  const dv_variable *v = &DV_MODEL_AT(m, dv_variable, VARIABLE)[variable];
  const double *array[] = {[DV_IN_STATE] = x, [DV_IN_RATE] = dx, [DV_IN_WORK] = work, [DV_IN_NUMBER] = DV_MODEL_AT(m, double, NUMBER)};
  return array[v->array][v->index];
}

int dv_record_row(void *context, double t, const double *x, const double *dx, const double *work)
{
  dv_record *r = context;
  double *row = dv_log_append(r->log);
  row[0] = t;
  for (int i = 1; i < r->log->ncolumn; i++) row[i] = dv_variable_value(r->model, r->variable[i], x, dx, work);
  return 0;
}
