// compare_rates.c: what is called the rate of a column is its rate: Simpson's rule over records gives the column's changes.
//
// At corners, jumps and samples single intervals differ; a wrong rate differs in most of them, however often one records.
#include "trial.h"

#include "record/record.h"

#include <math.h>
#include <string.h>

enum { ROWS = 201, OFTEN = 20 };
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

// A row where the change between records is not that of the rate: the middle one, if most differ; or -1.
static int wrong_at(const dv_history *h, int value, int rate)
{
  int bad = 0, all = 0, at[ROWS];
  double size = 0;
  for (int i = 0; i < h->nrow; i++) size = fmax(size, fabs(dv_history_row(h, i)[value]));
  for (int i = 0; i + 2 < h->nrow; i += 2) {
    const double *a = dv_history_row(h, i), *b = dv_history_row(h, i + 1), *c = dv_history_row(h, i + 2);
    double step = b[0] - a[0];
    if (fabs(c[0] - b[0] - step) > 1e-9 * fmin(1, step * ROWS)) continue;
    double change = c[value] - a[value], simpson = step / 3 * (a[rate] + 4 * b[rate] + c[rate]),
           line = step * (a[rate] + c[rate]);
    if (fabs(change - simpson) > fabs(simpson - line) + 1e-3 * (fabs(change) + fabs(simpson)) + 1e-7 * size + ROUNDING)
      at[bad++] = i;
    all++;
  }
  return all > 10 && bad > 0.6 * all ? at[bad / 2] : -1;
}

// s between records: Simpson's rule needs some twenty to a turn of the fastest swing.
static double spacing(const trial *t) { return fmin(t->until / (ROWS - 1), t->swing > 0 ? 0.3 / t->swing : HUGE_VAL); }

// ROWS records of the run from `s` on, which is led to their end. NULL: it fails.
static const dv_history *recorded(trial *t, dv_state *s, double every)
{
  static const char *const all[] = {"*"};
  dv_run_result r;
  dv_diags *d = dv_diags_new(t->m->arena);
  dv_record *record = dv_record_new(t->m->arena, d, t->m->model, all, 1);
  double until = s->t + (ROWS - 1) * every;
  dv_run_options o = {.method = "cvode-bdf", .rtol = TIGHT, .atol = 1e-2 * TIGHT, .until = until, .every = every, .width = 1};
  return record && !dv_run(t->m->model, s, &o, keep, NULL, record, &r, d, t->m->arena) ? record->log : NULL;
}

static int pass(void *context, double t, const double *x, const double *dx, const double *work)
{
  (void)context, (void)t, (void)x, (void)dx, (void)work;
  return 0;
}

static void lead(trial *t, dv_state *s, double until)
{
  dv_run_result r;
  dv_run_options o = {.method = "cvode-bdf", .rtol = TIGHT, .atol = 1e-2 * TIGHT, .until = until, .width = 1};
  dv_state_copy(s, t->m->start);
  if (until > s->t) dv_run(t->m->model, s, &o, pass, NULL, NULL, &r, dv_diags_new(t->m->arena), t->m->arena);
}

// What turns faster than the records may look slow in them (a rack that rings once or twice from record to record): a rate that
// is wrong stays so where records come more often.
static int stays_wrong(trial *t, double at, double every, int value, int rate)
{
  dv_state *s = dv_state_new(t->m->arena, t->m->model);
  for (int times = 0; times < 3; times++) {
    every /= OFTEN;
    lead(t, s, at);
    const dv_history *h = recorded(t, s, every);
    int row = h ? wrong_at(h, value, rate) : -1;
    if (row < 0) return 0;
    at = dv_history_row(h, row)[0];
  }
  return 1;
}

verdict compare_rates(trial *t)
{
  dv_state *s = dv_state_new(t->m->arena, t->m->model);
  if (t->reference->failed) return NOT_HERE;
  dv_state_copy(s, t->m->start);
  const dv_history *h = recorded(t, s, spacing(t));
  if (!h) return NOT_HERE;
  for (int i = 1; i < h->ncolumn; i++) {
    int rate = rate_of(t, h, i), row = rate < 0 ? -1 : wrong_at(h, i, rate);
    if (row >= 0 && stays_wrong(t, dv_history_row(h, row)[0], spacing(t), i, rate))
      return say_apart(t, "%s is not the rate of %s", h->column[rate].name, h->column[i].name);
  }
  return AGREES;
}
