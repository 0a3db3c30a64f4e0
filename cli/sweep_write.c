// sweep_write.c: results of a sweep: from the journal into a table, with what they come from.
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

enum { REASONS_MOST = 1000 };  // runs whose failure or warning the table explains

static int failed_as(dv_run_status s) { return s == DV_RUN_DONE ? FINE : s == DV_RUN_REFUSED ? BAD_FILE : RUN_FAILED; }

int sweep_collect(sweep *w)
{
  const dv_plan *p = w->s.plan;
  dv_arena *a = w->a->arena;
  double *value = DV_TAKE(a, double, w->s.nmetric + 1);
  w->run = DV_TAKE(a, int, p->nrun), w->failed = DV_TAKE(a, int, p->nrun);
  w->x = DV_TAKE(a, double *, p->nvary + 1), w->y = DV_TAKE(a, double *, w->s.nmetric + 1);
  for (int i = 0; i < p->nvary; i++) w->x[i] = DV_TAKE(a, double, p->nrun);
  for (int i = 0; i < w->s.nmetric; i++) w->y[i] = DV_TAKE(a, double, p->nrun);
  for (int run = 0; run < p->nrun; run++) {
    dv_run_status status = dv_journal_read(w->s.journal, run, value);
    if (status == DV_RUN_OPEN) continue;
    w->run[w->nrow] = run;
    w->failed[w->nrow] = failed_as(status);
    for (int i = 0; i < p->nvary; i++) w->x[i][w->nrow] = dv_plan_value(p, run, i);
    for (int i = 0; i < w->s.nmetric; i++) w->y[i][w->nrow] = value[i];
    w->nrow++;
  }
  return FINE;
}

int sweep_broken(const sweep *w)
{
  int n = 0;
  for (int i = 0; i < w->nrow; i++) n += w->failed[i] != FINE;
  return n;
}

// A list of texts stands in its column as numbers from 0; here is what they mean.
static void put_lists(const sweep *w, dv_history *h)
{
  const dv_plan *p = w->s.plan;
  for (int i = 0; i < p->nvary; i++) {
    dv_text t = {.arena = w->a->arena};
    if (sweep_is_number(w, i)) continue;
    for (int k = 0; k < p->vary[i].n; k++) dv_text_add(&t, "%s%d: %s", k ? ", " : "", k, p->vary[i].text[k]);
    dv_history_fact(h, dv_arena_text(w->a->arena, "values of %s", p->vary[i].path), dv_text_all(&t));
  }
}

static void put_options(const sweep *w, dv_history *h, const char *name)
{
  const char **text;
  dv_text t = {.arena = w->a->arena};
  int n = values_of(w->a, name, &text);
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s%s", i ? "\n" : "", text[i]);
  if (n) dv_history_fact(h, name, dv_text_all(&t));
}

// One line for each run that failed, or that came with a warning: its number and why.
static void put_reasons(const sweep *w, dv_history *h, int failed, const char *name)
{
  dv_text t = {.arena = w->a->arena};
  char why[DV_JOURNAL_WHY];
  for (int i = 0, n = 0; i < w->nrow && n < REASONS_MOST; i++) {
    if ((w->failed[i] != FINE) != failed) continue;
    dv_journal_why(w->s.journal, w->run[i], why);
    if (*why) dv_text_add(&t, "%s%d: %s", n++ ? "\n" : "", w->run[i], why);
  }
  if (t.n) dv_history_fact(h, name, dv_text_all(&t));
}

static int by_key(const void *a, const void *b) { return strcmp(((const dv_fact *)a)->key, ((const dv_fact *)b)->key); }

void sweep_sort_facts(dv_history *h) { qsort(h->fact.item, (size_t)h->fact.n, sizeof *h->fact.item, by_key); }

// The same for any number of jobs and for every shard.
static void put_facts(const sweep *w, dv_history *h)
{
  static const char *const given[] = {"vary", "dist",  "metric", "set",  "until",    "solver",
                                      "step", "every", "rtol",   "atol", "precision"};
  dv_arena *a = w->a->arena;
  dv_history_fact(h, "file", w->s.file);
  dv_history_fact(h, "case", w->s.machine.case_name ? w->s.machine.case_name : "");
  dv_history_fact(h, "variant", value_of(w->a, "variant") ? value_of(w->a, "variant") : "");
  for (int i = 0; i < (int)(sizeof given / sizeof *given); i++) put_options(w, h, given[i]);
  dv_history_fact(h, "runs", dv_arena_text(a, "%d", w->s.plan->nrun));
  dv_history_fact(h, "samples", dv_arena_text(a, "%d%s", w->s.plan->nsample, w->s.plan->latin ? ", Latin hypercube" : ""));
  dv_history_fact(h, "seed", dv_arena_text(a, "%llu", (unsigned long long)w->s.plan->seed));
  dv_history_fact(h, "key", dv_arena_text(a, "%016llx", (unsigned long long)w->key));
  dv_history_fact(h, "davit", DAVIT_VERSION);
  put_lists(w, h);
  put_reasons(w, h, 1, "failures");
  put_reasons(w, h, 0, "warnings");
  sweep_sort_facts(h);
}

int sweep_write(const sweep *w)
{
  const dv_plan *p = w->s.plan;
  int metrics = 1 + p->nvary, last = metrics + w->s.nmetric;
  dv_history *h = dv_history_new(w->a->arena, last + 1);
  h->column[0] = (dv_column){"run", "1"};
  for (int i = 0; i < p->nvary; i++) h->column[1 + i] = (dv_column){p->vary[i].path, p->vary[i].unit};
  for (int i = 0; i < w->s.nmetric; i++) h->column[metrics + i] = (dv_column){w->metric[i].name, w->metric[i].unit};
  h->column[last] = (dv_column){"failed", "1"};
  for (int r = 0; r < w->nrow; r++) {
    double *row = dv_history_append(h);
    row[0] = w->run[r];
    for (int i = 0; i < p->nvary; i++) row[1 + i] = w->x[i][r];
    for (int i = 0; i < w->s.nmetric; i++) row[metrics + i] = w->y[i][r];
    row[last] = w->failed[r];
  }
  put_facts(w, h);
  return write_history(w->a, w->a->diags, h, w->out);
}
