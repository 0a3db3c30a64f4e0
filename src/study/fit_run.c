// fit_run.c: one run of the machine with given parameters, at the times of the data.
#include "study/fitting.h"

#include "base/number.h"
#include "batch/gradient.h"
#include "record/record.h"
#include "engine/compiled.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_fitting *g;
  const dv_model *m;
  double *out;
  int row;
} recorder;

static int record(void *context, double t, const double *x, const double *dx, const double *work)
{
  recorder *r = context;
  const dv_fit *f = r->g->f;
  while (r->row < f->data->nrow && r->g->t[r->row] <= t + 1e-9 * (1 + fabs(t))) {
    for (int k = 0; k < f->nmatch; k++)
      r->out[r->row * f->nmatch + k] = dv_variable_value(r->m, f->match[k].variable, x, dx, work);
    r->row++;
  }
  return 0;
}

dv_machine *dv_fitting_open(dv_fitting *g, const double *p)
{
  const dv_fit *f = g->f;
  dv_machine_options o = f->options;
  const char **settings = DV_TAKE(g->arena, const char *, o.nsetting + f->nparameter);
  for (int i = 0; i < o.nsetting; i++) settings[i] = o.settings[i];
  for (int i = 0; i < f->nparameter; i++) {
    char number[DV_NUMBER_TEXT];
    settings[o.nsetting + i] = dv_arena_text(g->arena, "%s=%s %s", f->parameter[i].path, dv_number_write(number, p[i]),
                                             f->parameter[i].unit ? f->parameter[i].unit : "");
  }
  o.settings = settings;
  o.nsetting += f->nparameter;
  return dv_reading_machine(g->reading, &o);
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

// The matched variables at the data's times. A variable keeps its row in every run, since the structure stays.
int dv_fitting_run(dv_fitting *g, const double *p, double *out)
{
  dv_fit *f = g->f;
  dv_machine *m = dv_fitting_open(g, p);
  int bad = !m->model;
  if (!bad) {
    dv_run_options o = dv_run_options_of(&m->spec->solver);
    if (f->compiled && dv_compiled_fits(f->compiled, m->model)) o.compiled = f->compiled;
    dv_state *s = dv_state_new(m->arena, m->model);
    dv_run_result result;
    recorder r = {g, m->model, out, 0};
    o.until = fmax(g->t[f->data->nrow - 1], 1e-9);
    o.every = o.until;
    o.also = g->t;
    o.nalso = f->data->nrow;
    o.ledger = HUGE_VAL;
    bad = dv_start(m, s) || dv_run(m->model, s, &o, record, NULL, &r, &result, m->diags, m->arena) || r.row < f->data->nrow;
  }
  if (bad) dv_fitting_remember(g, m->diags);
  f->runs++;
  dv_machine_close(m);
  return bad;
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

int dv_fitting_slopes(dv_fitting *g, const double *p)
{
  dv_fit *f = g->f;
  if (f->differences) return 1;
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_gradient_by *by = DV_TAKE(a, dv_gradient_by, f->nparameter + 1);
  const char **column = DV_TAKE(a, const char *, f->nmatch + 1);
  for (int i = 0; i < f->nparameter; i++) {
    const char *unit = f->parameter[i].unit ? f->parameter[i].unit : "";
    by[i] = (dv_gradient_by){.name = f->parameter[i].path, .path = f->parameter[i].path, .unit = unit, .factor = 1};
  }
  for (int k = 0; k < f->nmatch; k++) column[k] = f->match[k].model;
  dv_gradient r = {.file = f->file, .reading = g->reading, .options = f->options, .nby = f->nparameter, .by = by};
  int bad = dv_gradient_columns(&r, d, p, column, f->nmatch, g->t, f->data->nrow, g->model, g->slope);
  f->exact = !bad, f->runs++;
  if (bad) f->differences = 1, tell_inexact(g, d);
  dv_arena_free(a);
  return bad;
}
