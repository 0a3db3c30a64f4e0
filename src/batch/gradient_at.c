// gradient_at.c: values and slopes at another point of the parameters: of metrics, for optimisers; of columns, for fits.
#include "batch/gradient_inside.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

typedef dv_gradient_plan plan;

static void pass_on(dv_diags *to, const dv_diags *from)
{
  for (int i = 0; i < from->n; i++) {
    const dv_diag *x = &from->item[i];
    dv_mark mark = x->mark;
    if (mark.file) mark.file = dv_arena_text(to->arena, "%s", mark.file);
    dv_diag_add(to, x->severity, mark, x->remedy ? dv_arena_text(to->arena, "%s", x->remedy) : NULL, "%s", x->what);
  }
}

static const char *const *settings_at(dv_arena *a, const dv_gradient *g, const double *value)
{
  const char **settings = DV_TAKE(a, const char *, g->options.nsetting + g->nby + 1);
  char number[DV_NUMBER_TEXT];
  for (int k = 0; k < g->options.nsetting; k++) settings[k] = g->options.settings[k];
  for (int i = 0; i < g->nby; i++)
    settings[g->options.nsetting + i] =
        dv_arena_text(a, "%s=%s %s", g->by[i].path, dv_number_write(number, value[i] / g->by[i].factor), g->by[i].unit);
  return settings;
}

// The metrics of one run, without slopes.
static int values_of(dv_gradient *g, dv_machine *m)
{
  plan p = {.g = g, .m = m, .start = dv_state_new(m->arena, m->model)};
  dv_run_options o = dv_gradient_options(&p);
  p.record = dv_gradient_record(&p);
  if (!p.record) return 1;
  g->value = DV_TAKE(m->arena, double, g->nmetric + 1);
  o.also = dv_metrics_times(m->arena, g->metric, g->nmetric, &o.nalso);
  o.halt = g->halt;
  if (dv_start(m, p.start)) return 2;
  if (dv_run(m->model, p.start, &o, dv_record_row, NULL, p.record, &g->run, m->diags, m->arena)) return 2;
  for (int k = 0; k < g->nmetric; k++) g->value[k] = dv_metric_value(m->diags, &g->metric[k], p.record->log);
  return 0;
}

// The same question elsewhere.
static dv_gradient moved_to(dv_arena *a, const dv_gradient *g, const double *value)
{
  dv_gradient here = *g;
  here.by = DV_TAKE(a, dv_gradient_by, g->nby + 1);
  for (int i = 0; i < g->nby; i++) here.by[i] = g->by[i], here.by[i].value = value[i];
  here.options.settings = settings_at(a, g, value);
  here.options.nsetting = g->options.nsetting + g->nby;
  return here;
}

int dv_gradient_at(const dv_gradient *g, dv_diags *d, const double *value, double *out, double *slope)
{
  dv_arena *a = dv_arena_new();
  dv_gradient here = moved_to(a, g, value);
  dv_machine *m = dv_reading_machine(g->reading, &here.options);
  int bad = !m->model ? 1 : slope ? dv_gradient_run(&here, m) : values_of(&here, m);
  for (int k = 0; k < g->nmetric && !bad; k++) {
    out[k] = here.value[k];
    for (int i = 0; slope && i < g->nby; i++) slope[k * g->nby + i] = here.entry[k * g->nby + i].slope;
  }
  pass_on(d, m->diags);
  dv_machine_close(m);
  dv_arena_free(a);
  return bad;
}

// ---- columns at given times

// A run that is recorded there, followed beside; p->record has the columns.
static dv_sensitivity *follow_columns(const plan *p, const double *t, int nt)
{
  dv_run_options o = dv_gradient_options(p);
  dv_sensitivity_options want;
  if (dv_gradient_want(p, &o, &want)) return NULL;
  dv_sensitivity *s = dv_sensitivity_new(p->m->arena, p->m->diags, &want);
  o.also = t, o.nalso = nt, o.until = o.every = fmax(t[nt - 1], 1e-9), o.ledger = HUGE_VAL;
  return s && !dv_gradient_follow(p, &o, s) ? s : NULL;
}

static int take_columns(const plan *p, const dv_sensitivity *s, const double *t, int nt, double *out, double *slope)
{
  const dv_history *h = p->record->log;
  int n = h->ncolumn - 1, k = 0;
  for (int r = 0; r < h->nrow; r++) {
    const double *row = dv_history_row(h, r);
    for (; k < nt && t[k] <= row[0] + 1e-9 * (1 + fabs(row[0])); k++) {
      memcpy(out + (size_t)k * (size_t)n, row + 1, (size_t)n * sizeof *out);
      memcpy(slope + (size_t)k * (size_t)(n * p->g->nby), dv_sensitivity_row(s, r), (size_t)(n * p->g->nby) * sizeof *slope);
    }
  }
  return k == nt ? 0 : 2;
}

static int columns_of(dv_gradient *g, dv_machine *m, const char *const *column, int n, const double *t, int nt, double *out,
                      double *slope)
{
  plan p = {.g = g, .m = m, .start = dv_state_new(m->arena, m->model)};
  p.record = dv_record_new(m->arena, m->diags, m->model, column, n);
  if (!p.record || p.record->log->ncolumn != n + 1) return 1;
  int bad = dv_gradient_open(&p);
  if (bad) return bad;
  const dv_sensitivity *s = follow_columns(&p, t, nt);
  return s ? take_columns(&p, s, t, nt, out, slope) : 2;
}

int dv_gradient_columns(const dv_gradient *g, dv_diags *d, const double *value, const char *const *column, int n, const double *t,
                        int nt, double *out, double *slope)
{
  dv_arena *a = dv_arena_new();
  dv_gradient here = moved_to(a, g, value);
  dv_machine *m = dv_reading_machine(g->reading, &here.options);
  int bad = m->model ? columns_of(&here, m, column, n, t, nt, out, slope) : 1;
  pass_on(d, m->diags);
  dv_machine_close(m);
  dv_arena_free(a);
  return bad;
}
