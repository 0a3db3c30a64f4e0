// compare_rates.c: what is called the rate of a column is its rate: Simpson's rule over records gives the column's changes.
//
// At corners, jumps and samples single intervals differ; a wrong rate differs in most of them.
#include "trial.h"

#include "record/record.h"

#include <math.h>
#include <string.h>

enum { ROWS = 201 };
#define ROUNDING 1e-14  // of coordinates of size one that loops hold still

static int keep(void *context, double t, const double *x, const double *dx, const double *work)
{
  return dv_record_row(context, t, x, dx, work);
}

// Of a body, or a point of one.
static int is_place(const trial *t, const char *name)
{
  size_t n = strcspn(name, ".");
  for (int i = 0; i < t->m->spec->nbody; i++)
    if (strlen(t->m->spec->body[i].name) == n && !strncmp(t->m->spec->body[i].name, name, n)) return 1;
  return 0;
}

// The column that is said to be the rate of column i, or -1.
static int rate_of(trial *t, const dv_history *h, int i)
{
  const char *name = h->column[i].name;
  size_t n = strlen(name);
  int found = dv_history_find(h, dv_arena_text(t->arena, "%s.rate", name));
  if (found >= 0 && !strcmp(h->column[found].name, dv_arena_text(t->arena, "%s.rate", name))) return found;
  if (!is_place(t, name)) return -1;  // rates of free joints are in the child's axes
  if (n < 3 || name[n - 2] != '.' || !strchr("xyz", name[n - 1])) return -1;
  found = dv_history_find(h, dv_arena_text(t->arena, "%.*sv%c", (int)n - 1, name, name[n - 1]));
  return found;
}

static int is_wrong(const dv_history *h, int value, int rate)
{
  int bad = 0, all = 0;
  double size = 0;
  for (int i = 0; i < h->nrow; i++) size = fmax(size, fabs(dv_history_row(h, i)[value]));
  for (int i = 0; i + 2 < h->nrow; i += 2) {
    const double *a = dv_history_row(h, i), *b = dv_history_row(h, i + 1), *c = dv_history_row(h, i + 2);
    double step = b[0] - a[0];
    if (fabs(c[0] - b[0] - step) > 1e-9) continue;
    double change = c[value] - a[value], simpson = step / 3 * (a[rate] + 4 * b[rate] + c[rate]),
           line = step * (a[rate] + c[rate]);
    bad += fabs(change - simpson) > fabs(simpson - line) + 1e-3 * (fabs(change) + fabs(simpson)) + 1e-7 * size + ROUNDING;
    all++;
  }
  return all > 10 && bad > 0.6 * all;
}

// s between records: Simpson's rule needs some twenty to a turn of the fastest swing.
static double spacing(const trial *t) { return fmin(t->until / (ROWS - 1), t->swing > 0 ? 0.3 / t->swing : HUGE_VAL); }

verdict compare_rates(trial *t)
{
  static const char *const every[] = {"*"};
  dv_run_result r;
  dv_state *s = dv_state_new(t->m->arena, t->m->model);
  dv_diags *d = dv_diags_new(t->m->arena);
  dv_record *record = dv_record_new(t->m->arena, d, t->m->model, every, 1);
  double every_s = spacing(t);
  dv_run_options o = {
      .method = "cvode-bdf", .rtol = TIGHT, .atol = 1e-2 * TIGHT, .until = (ROWS - 1) * every_s, .every = every_s, .width = 1};
  if (!record || t->reference->failed) return NOT_HERE;
  dv_state_copy(s, t->m->start);
  if (dv_run(t->m->model, s, &o, keep, NULL, record, &r, d, t->m->arena)) return NOT_HERE;
  for (int i = 1; i < record->log->ncolumn; i++) {
    int rate = rate_of(t, record->log, i);
    if (rate >= 0 && is_wrong(record->log, i, rate))
      return say_apart(t, "%s is not the rate of %s", record->log->column[rate].name, record->log->column[i].name);
  }
  return AGREES;
}
