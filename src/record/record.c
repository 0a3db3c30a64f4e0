// record.c: chooses columns from the variable table and appends a row at each recorded time.
#include "record/record.h"

#include "model/variable_value.h"

#include <string.h>

typedef struct {
  dv_arena *arena;
  char *taken;  // [nvariable]
  int *item;
  int n, cap;
} choice;

static void choose(choice *c, int variable)
{
  if (c->taken[variable]) return;
  c->taken[variable] = 1;
  int *slot = DV_PUSH(c->arena, c);
  *slot = variable;
}

static const char *path_of(const dv_model *m, int i) { return dv_model_text(m, dv_model_VARIABLE(m)[i].path); }

static void choose_shown(choice *c, const dv_model *m)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (dv_model_VARIABLE(m)[i].shown == DV_RECORDED && strcmp(path_of(m, i), "time")) choose(c, i);
}

// Pieces between dots that both names have.
static int shared_pieces(const char *a, const char *b)
{
  int n = 0;
  for (const char *s = a; *s; s += strcspn(s, "."), s += *s == '.') {
    size_t length = strcspn(s, ".");
    for (const char *k = b; *k; k += strcspn(k, "."), k += *k == '.')
      if (strcspn(k, ".") == length && !strncmp(k, s, length)) {
        n++;
        break;
      }
  }
  return n;
}

// Of a name that is far from all others the variable that has two of its pieces.
static const char *most_alike(const char *name, const char *const *names, int n)
{
  int best = -1, most = 1;
  for (int i = 0; i < n; i++) {
    int shared = shared_pieces(name, names[i]);
    if (shared > most) best = i, most = shared;
  }
  return best < 0 ? NULL : names[best];
}

const char *dv_variable_nearest(dv_arena *a, const dv_model *m, const char *name)
{
  int n = DV_MODEL_COUNT(m, VARIABLE);
  const char **names = DV_TAKE(a, const char *, n);
  for (int i = 0; i < n; i++) names[i] = path_of(m, i);
  const char *near = dv_nearest(name, names, n);
  if (!near) near = most_alike(name, names, n);
  return near ? dv_arena_text(a, "did you mean '%s'?", near) : NULL;
}

// A pattern means what changes; parameters are recorded by their full names. The time is always there.
static int fits(const dv_model *m, int i, const char *pattern)
{
  const dv_variable *v = &dv_model_VARIABLE(m)[i];
  return v->array != DV_IN_NUMBER && strcmp(path_of(m, i), "time") && dv_pattern_fits(pattern, dv_model_text(m, v->path));
}

int dv_variable_match(const dv_model *m, const char *pattern)
{
  if (!strcmp(pattern, "time")) return 1;
  if (!dv_is_pattern(pattern)) return dv_model_find(m, pattern) >= 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (fits(m, i, pattern)) return 1;
  return 0;
}

static int choose_pattern(choice *c, const dv_model *m, dv_diags *d, const char *pattern)
{
  if (!dv_variable_match(m, pattern)) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, dv_variable_nearest(d->arena, m, pattern), "no variable fits '%s'", pattern);
    return -1;
  }
  if (!strcmp(pattern, "time")) return 0;
  if (!dv_is_pattern(pattern)) return choose(c, dv_model_find(m, pattern)), 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (fits(m, i, pattern)) choose(c, i);
  return 0;
}

dv_record *dv_record_new(dv_arena *a, dv_diags *d, const dv_model *m, const char *const *pattern, int npattern)
{
  choice c = {.arena = a, .taken = DV_TAKE(a, char, DV_MODEL_COUNT(m, VARIABLE))};
  int bad = 0;
  for (int i = 0; i < npattern; i++) {
    if (pattern[i]) bad |= choose_pattern(&c, m, d, pattern[i]);
    else choose_shown(&c, m);
  }
  if (bad) return NULL;
  dv_record *r = DV_TAKE(a, dv_record, 1);
  r->model = m;
  r->log = dv_history_new(a, c.n + 1);
  r->variable = DV_TAKE(a, int, c.n + 1);
  r->variable[0] = -1;
  r->log->column[0] = (dv_column){"time", "s"};
  for (int i = 0; i < c.n; i++) {
    const dv_variable *v = &dv_model_VARIABLE(m)[c.item[i]];
    r->variable[i + 1] = c.item[i];
    r->log->column[i + 1] = (dv_column){dv_model_text(m, v->path), dv_model_text(m, v->unit)};
  }
  return r;
}

void dv_record_lane(dv_record *r, double t, const double *x, const double *dx, const double *work, int lanes, int lane)
{
  double *row = dv_history_append(r->log);
  row[0] = t;
  for (int i = 1; i < r->log->ncolumn; i++) row[i] = dv_variable_lane(r->model, r->variable[i], x, dx, work, lanes, lane);
}

int dv_record_row(void *context, double t, const double *x, const double *dx, const double *work)
{
  dv_record_lane(context, t, x, dx, work, 1, 0);
  return 0;
}
