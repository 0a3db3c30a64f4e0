// card_event.c: see card_event.h. A run that is continued at the end of a step has the bits of one that was not interrupted.
#include "batch/card_event.h"

#include "run/running.h"
#include "solve/solve.h"

#include <string.h>

// The machine with these numbers.
static const dv_model *model_of(dv_arena *a, const dv_card_runs *w, const double *open)
{
  dv_model *m = dv_arena_take(a, (size_t)w->model->bytes);
  memcpy(m, w->model, (size_t)w->model->bytes);
  double *number = (double *)dv_model_NUMBER(m);
  for (int i = 0; i < w->nopen; i++) number[w->open[i]] = open[i];
  return m;
}

static dv_record record_of(dv_arena *a, const dv_card_runs *w, const dv_model *m)
{
  const dv_history *like = w->record->log;
  dv_history *log = dv_history_new(a, like->ncolumn);
  memcpy(log->column, like->column, (size_t)like->ncolumn * sizeof *like->column);
  return (dv_record){.model = m, .log = log, .variable = w->record->variable};
}

static void keep(const dv_card_runs *w, dv_diags *d, const dv_history *h, int row, double *value)
{
  if (w->columns) {
    memcpy(value, dv_history_row(h, row) + 1, (size_t)w->nkept * sizeof *value);
    return;
  }
  for (int i = 0, n = 0; i < w->nmetric; i++)
    for (int k = 0; k < w->metric[i].n; k++) value[n++] = dv_reduction_at(d, &w->metric[i].reduction[k], h, row);
}

// The records of steps `from` to `to`, which the run has made among others. 1: one is missing.
static int take_rows(dv_arena *a, const dv_card_runs *w, const dv_history *h, int from, int to, dv_card_passed *out)
{
  out->row = DV_TAKE(a, dv_card_row, to - from + 1);
  for (int i = from, at = 0; i <= to; i++) {
    if (!w->plan[i].row) continue;
    while (at < h->nrow && dv_history_row(h, at)[0] < w->plan[i].end) at++;
    if (at == h->nrow) return 1;
    dv_card_row *r = &out->row[out->nrow++];
    *r = (dv_card_row){w->plan[i].row, DV_TAKE(a, double, w->nkept)};
    keep(w, dv_diags_new(a), h, at, r->value);
  }
  return 0;
}

dv_card_passed dv_card_pass(dv_arena *a, const dv_card_runs *w, const double *open, int at, double *x, double *d, double *kept)
{
  dv_card_passed out = {.next = -1};
  const dv_model *m = model_of(a, w, open);
  dv_record record = record_of(a, w, m);
  dv_run_options o = *w->o;
  dv_run_result r;
  dv_state *s = dv_state_new(a, m);
  int end = at;
  while (w->plan[end].how == DV_PLANNED_LOOK) end++;
  s->t = w->plan[at].t;
  memcpy(s->x, x, (size_t)m->nx * sizeof *x);
  memcpy(s->d, d, (size_t)m->nd * sizeof *d);
  if (kept) memcpy(s->kept, kept, (size_t)dv_state_kept(m) * sizeof *kept);
  o.served = 1;                      // by the card
  o.every = dv_running_every(w->o);  // as of the whole run
  o.until = w->plan[end].end;
  if (dv_run(m, s, &o, dv_record_row, NULL, &record, &r, dv_diags_new(a), a)) return out;
  if (take_rows(a, w, record.log, at, end, &out)) return out;
  o.served = 0;
  // the card goes on behind the samples of that instant
  if (w->plan[end].how != DV_PLANNED_LAST && dv_run(m, s, &o, NULL, NULL, NULL, &r, dv_diags_new(a), a)) return out;
  memcpy(x, s->x, (size_t)m->nx * sizeof *x);
  memcpy(d, s->d, (size_t)m->nd * sizeof *d);
  if (kept) memcpy(kept, s->kept, (size_t)dv_state_kept(m) * sizeof *kept);
  out.next = end + 1;
  return out;
}
