// fit_run.c: runs of the machine with given parameters, one for each log, at the times of its data.
#include "study/fitting.h"

#include "base/number.h"
#include "batch/gradient.h"
#include "record/record.h"
#include "engine/compiled.h"

#include <math.h>
#include <string.h>

typedef struct {
  const dv_fitting *g;
  const dv_model *m;
  double *out;
  int row, rows;
} recorder;

static int record(void *context, double t, const double *x, const double *dx, const double *work)
{
  recorder *r = context;
  const dv_fit *f = r->g->f;
  while (r->row < r->rows && r->g->now[r->row] <= t + 1e-9 * (1 + fabs(t))) {
    for (int k = 0; k < f->nmatch; k++)
      r->out[r->row * f->nmatch + k] = dv_variable_value(r->m, f->match[k].variable, x, dx, work);
    r->row++;
  }
  return 0;
}

static int is_number_of(const dv_fitted *p, int log) { return p->what == DV_FIT_NUMBER && (p->log < 0 || p->log == log); }

static dv_machine_options options_of(const dv_fit *f, int log)
{
  dv_machine_options o = f->options;
  if (f->log[log].case_name) o.case_name = f->log[log].case_name;
  return o;
}

dv_machine *dv_fitting_open(dv_fitting *g, int log, const double *p)
{
  const dv_fit *f = g->f;
  dv_machine_options o = options_of(f, log);
  const char **settings = DV_TAKE(g->arena, const char *, o.nsetting + f->nparameter + 1);
  for (int i = 0; i < o.nsetting; i++) settings[i] = o.settings[i];
  for (int i = 0; i < f->nparameter; i++) {
    char number[DV_NUMBER_TEXT];
    const dv_fitted *q = &f->parameter[i];
    if (is_number_of(q, log))
      settings[o.nsetting++] =
          dv_arena_text(g->arena, "%s=%s %s", q->path, dv_number_write(number, p[i]), q->unit ? q->unit : "");
  }
  o.settings = settings;
  return dv_reading_machine(g->reading, &o);
}

// Times of a log in its run: its clock, and by how much that is behind.
static void set_times(dv_fitting *g, int log, const double *p)
{
  const dv_fit *f = g->f;
  double delay = 0;
  for (int i = 0; i < f->nparameter; i++)
    if (f->parameter[i].what == DV_FIT_DELAY && f->parameter[i].log == log) delay = p[i];
  for (int i = f->first[log]; i < f->first[log + 1]; i++) g->now[i - f->first[log]] = fmax(g->t[i] + delay, 0);
}

static void add_biases(const dv_fit *f, int log, const double *p, double *out)
{
  for (int i = 0; i < f->nparameter; i++)
    for (int k = 0; f->parameter[i].what == DV_FIT_BIAS && f->parameter[i].log == log && k < f->first[log + 1] - f->first[log];
         k++)
      out[k * f->nmatch + f->parameter[i].match] += p[i];
}

// A run that fails only shortens the step; why it failed is told if nothing better is found.
void dv_fitting_remember(dv_fitting *g, const dv_diags *from)
{
  g->trouble = dv_diags_new(g->arena);
  for (int i = 0; i < from->n; i++) {
    dv_mark mark = from->item[i].mark;
    if (mark.file) mark.file = dv_arena_copy(g->arena, mark.file, strlen(mark.file));
    if (from->item[i].severity == DV_ERROR)
      dv_diag_add(g->trouble, DV_ERROR, mark, from->item[i].remedy, "%s", from->item[i].what);
  }
}

void dv_fitting_tell(const dv_fitting *g)
{
  for (int i = 0; g->trouble && i < g->trouble->n; i++) {
    const dv_diag *t = &g->trouble->item[i];
    dv_diag_add(g->diags, DV_ERROR, t->mark, t->remedy, "%s", t->what);
  }
}

static int run_log(dv_fitting *g, int log, const double *p, double *out)
{
  dv_fit *f = g->f;
  dv_machine *m = dv_fitting_open(g, log, p);
  int bad = !m->model, rows = f->first[log + 1] - f->first[log];
  set_times(g, log, p);
  if (!bad) {
    dv_run_options o = dv_run_options_of(&m->spec->solver);
    if (f->compiled && dv_compiled_fits(f->compiled, m->model)) o.compiled = f->compiled;
    dv_state *s = dv_state_new(m->arena, m->model);
    dv_run_result result;
    recorder r = {g, m->model, out, 0, rows};
    o.until = fmax(g->now[rows - 1], 1e-9);
    o.every = o.until;
    o.also = g->now;
    o.nalso = rows;
    o.ledger = HUGE_VAL;
    bad = dv_start(m, s) || dv_run(m->model, s, &o, record, NULL, &r, &result, m->diags, m->arena) || r.row < rows;
  }
  if (bad) dv_fitting_remember(g, m->diags);
  else add_biases(f, log, p, out);
  f->runs++;
  dv_machine_close(m);
  return bad;
}

// The matched variables at the data's times. A variable keeps its row in every run, since the structure stays.
int dv_fitting_run(dv_fitting *g, const double *p, double *out)
{
  for (int log = 0; log < g->f->nlog; log++)
    if (run_log(g, log, p, out + (size_t)g->f->first[log] * (size_t)g->f->nmatch)) return 1;
  return 0;
}

// Why there are none is told once, as a warning: differences take their place.
static void tell_inexact(dv_fitting *g, const dv_diags *from)
{
  const char *why = "";
  for (int i = 0; i < from->n; i++)
    if (from->item[i].severity == DV_ERROR) why = from->item[i].what;
  dv_diag_add(g->diags, DV_WARNING, (dv_mark){g->f->file, 0, 0}, "rk4 or cvode have them",
              "no exact slopes along these runs, differences of runs instead: %s", why);
}

// Slopes of a log by its numbers; into g->slope, whose other columns stay.
static int number_slopes(dv_fitting *g, int log, const double *p, dv_diags *d, dv_arena *a)
{
  dv_fit *f = g->f;
  int n = f->nparameter, rows = f->first[log + 1] - f->first[log], first = f->first[log] * f->nmatch, nby = 0;
  dv_gradient_by *by = DV_TAKE(a, dv_gradient_by, n + 1);
  const char **column = DV_TAKE(a, const char *, f->nmatch + 1);
  double *at = DV_TAKE(a, double, n + 1), *slope = DV_TAKE(a, double, (size_t)(rows * f->nmatch) * (size_t)n + 1);
  int *which = DV_TAKE(a, int, n + 1);
  for (int i = 0; i < n; i++) {
    const dv_fitted *q = &f->parameter[i];
    if (!is_number_of(q, log)) continue;
    by[nby] = (dv_gradient_by){.name = q->path, .path = q->path, .unit = q->unit ? q->unit : "", .factor = 1};
    at[nby] = p[i], which[nby++] = i;
  }
  for (int k = 0; k < f->nmatch; k++) column[k] = f->match[k].model;
  if (!nby) return 0;
  set_times(g, log, p);
  dv_gradient r = {.file = f->file, .reading = g->reading, .options = options_of(f, log), .nby = nby, .by = by};
  int bad = dv_gradient_columns(&r, d, at, column, f->nmatch, g->now, rows, g->model + first, slope);
  for (int i = 0; i < rows * f->nmatch && !bad; i++)
    for (int j = 0; j < nby; j++) g->slope[(size_t)(first + i) * (size_t)n + (size_t)which[j]] = slope[i * nby + j];
  return bad;
}

int dv_fitting_slopes(dv_fitting *g, const double *p)
{
  dv_fit *f = g->f;
  int bad = 0;
  if (f->differences) return 1;
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  memset(g->slope, 0, (size_t)(g->rows * f->nmatch) * (size_t)f->nparameter * sizeof(double));
  for (int log = 0; log < f->nlog && !bad; log++) bad = number_slopes(g, log, p, d, a), f->runs++;
  f->exact = !bad;
  if (bad) f->differences = 1, tell_inexact(g, d);
  dv_arena_free(a);
  return bad;
}
