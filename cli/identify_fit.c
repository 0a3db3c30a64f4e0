// identify_fit.c: `davit identify fit MACHINE DATA.csv`: parameters of a machine from measured columns.
#include "identify.h"
#include "plot.h"

#include "spec/quantity.h"
#include "study/fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The number that the file, with case and settings, has now; a formula of other parameters has none of its own.
static const dv_node *node_in_file(args *a, const dv_machine *m, const char *path)
{
  const dv_node *n = dv_doc_path(m->spec->source->root, dv_arena_text(a->arena, "parameters.%s", path));
  if (!n) n = dv_doc_path(m->spec->source->root, path);
  return n && n->type == DV_SCALAR ? n : NULL;
}

// Bounds have a unit where the file's number has one that is not SI's.
static int read_bound(args *a, const dv_node *file, const char *path, const char *text, double *out)
{
  dv_node bound = {.type = DV_SCALAR, .text = text};
  return (file && dv_bare_over(a->arena, a->diags, path, file, &bound)) ||
         dv_quantity_read(a->arena, a->diags, "--fit", bound.text, NULL, out);
}

// "path" or "path=LO..HI"
static int read_parameter(args *a, const dv_machine *m, const char *text, dv_fitted *p)
{
  const char *equals = strchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
  *p = (dv_fitted){
      .path = equals ? dv_arena_copy(a->arena, text, (size_t)(equals - text)) : text, .lower = -HUGE_VAL, .upper = HUGE_VAL};
  if (equals && !dots) return bad_usage(a, "write path=LO..HI", "--fit: '%s' has no bounds after '='", text);
  const dv_node *file = node_in_file(a, m, p->path);
  p->unit = file ? dv_bare_unit(a->arena, file->text) : "";
  if (equals) {
    const char *lo = dv_arena_copy(a->arena, equals + 1, (size_t)(dots - equals - 1));
    if (read_bound(a, file, p->path, lo, &p->lower) || read_bound(a, file, p->path, dots + 2, &p->upper)) return BAD_USAGE;
  }
  if (!(p->lower < p->upper))
    return bad_usage(a, "write path=LO..HI", "--fit: the bounds of '%s' leave nothing between them", p->path);
  dv_diags *quiet = dv_diags_new(a->arena);
  int known = file && !dv_quantity_read(a->arena, quiet, p->path, file->text, NULL, &p->start);
  if (!known && !equals)
    return bad_usage(a, "give bounds: path=LO..HI", "--fit: '%s' has no plain number in the file to start from", p->path);
  if (!known || p->start < p->lower || p->start > p->upper)
    p->start = p->lower > 0 ? sqrt(p->lower * p->upper) : (p->lower + p->upper) / 2;
  return 0;
}

static int read_parameters(args *a, const dv_machine *m, dv_fit *f)
{
  const char **text;
  int n = values_of(a, "fit", &text);
  if (!n) return bad_usage(a, "e.g. --fit damping=0.1..10", "'davit identify fit' needs --fit");
  f->parameter = DV_TAKE(a->arena, dv_fitted, n);
  for (int i = 0; i < n; i++)
    if (read_parameter(a, m, text[i], &f->parameter[f->nparameter++])) return BAD_USAGE;
  return 0;
}

// "path=MEAN~DEV" of a parameter that is fitted.
static int read_prior(args *a, const dv_machine *m, const dv_fit *f, const char *text, dv_prior *p)
{
  const char *equals = strchr(text, '='), *tilde = equals ? strchr(equals, '~') : NULL;
  if (!tilde) return bad_usage(a, "e.g. --prior m=12kg~0.5kg", "--prior: '%s' is not path=MEAN~DEVIATION", text);
  const char *path = dv_arena_copy(a->arena, text, (size_t)(equals - text)),
             *mean = dv_arena_copy(a->arena, equals + 1, (size_t)(tilde - equals - 1));
  const dv_node *file = node_in_file(a, m, path);
  p->parameter = -1;
  for (int i = 0; i < f->nparameter; i++)
    if (!strcmp(f->parameter[i].path, path)) p->parameter = i;
  if (p->parameter < 0) return bad_usage(a, "add --fit", "--prior: '%s' is not fitted", path);
  if (read_bound(a, file, path, mean, &p->mean) || read_bound(a, file, path, tilde + 1, &p->deviation)) return BAD_USAGE;
  return p->deviation > 0 && isfinite(p->deviation) && isfinite(p->mean)
             ? 0
             : bad_usage(a, NULL, "--prior: the deviation of '%s' must be above zero", path);
}

static int read_priors(args *a, const dv_machine *m, dv_fit *f)
{
  const char **text, *how = value_of(a, "derivatives");
  int n = values_of(a, "prior", &text);
  dv_prior *p = DV_TAKE(a->arena, dv_prior, n + 1);
  for (int i = 0; i < n; i++)
    if (read_prior(a, m, f, text[i], &p[i])) return BAD_USAGE;
  if (how && strcmp(how, "exact") && strcmp(how, "differences"))
    return bad_usage(a, "exact or differences", "--derivatives: there is no '%s'", how);
  f->prior = p, f->nprior = n, f->differences = how && !strcmp(how, "differences");
  return 0;
}

static int add_match(args *a, dv_fit *f, const char *model, const char *data)
{
  dv_matched *c = &f->match[f->nmatch++];
  *c = (dv_matched){.model = model, .data = data, .column = dv_history_find(f->data, data), .factor = 1};
  if (c->column < 0) return read_column(a, f->data, data, NULL, NULL) ? 0 : BAD_USAGE;
  const char *unit = f->data->column[c->column].unit;
  return *unit && strcmp(unit, "1") && dv_quantity_scale(a->arena, a->diags, data, unit, NULL, &c->factor, &c->offset) ? BAD_USAGE
                                                                                                                       : 0;
}

// --column variable=column, or all columns that have a variable's name.
static int read_matches(args *a, const dv_machine *m, dv_fit *f)
{
  const char **text;
  int n = values_of(a, "column", &text);
  f->match = DV_TAKE(a->arena, dv_matched, n + f->data->ncolumn);
  for (int i = 0; i < n; i++) {
    const char *equals = strchr(text[i], '=');
    const char *model = equals ? dv_arena_copy(a->arena, text[i], (size_t)(equals - text[i])) : text[i];
    if (add_match(a, f, model, equals ? equals + 1 : text[i])) return BAD_USAGE;
  }
  for (int c = 1; c < f->data->ncolumn && !n; c++) {
    const char *name = f->data->column[c].name;
    if (dv_model_find(m->model, name) >= 0 && add_match(a, f, name, name)) return BAD_USAGE;
  }
  return f->nmatch
             ? 0
             : bad_usage(a, "write --column variable=column", "no column of the data has the name of a variable of the machine");
}

// ---- results

static void warn(args *a, const dv_fit *f)
{
  dv_text t = {.arena = a->arena};
  for (int i = 0; i < f->nparameter; i++) {
    const dv_fitted *p = &f->parameter[i];
    if (p->at_bound)
      dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "widen its bounds, or look for what else is wrong",
                  "'%s' stopped at its bound %g", p->path, p->value);
    if (!(p->half < fabs(p->value)))
      dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "fix it, or measure a motion that it changes",
                  "the data says little about '%s': %.4g \u00b1 %.2g", p->path, p->value, p->half);
    if (fabs(f->weakest[i]) > 0.3) dv_text_add(&t, "%s'%s'", t.n ? " and " : "", p->path);
  }
  if (f->nparameter > 1 && f->condition > 100)
    dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "fix one of them, or measure a motion in which they act differently",
                "the data can hardly tell %s apart: condition %.2g of the sensitivities", dv_text_all(&t), f->condition);
}

static void print_fit(const args *a, const dv_fit *f)
{
  (void)a;
  printf("fit of %d parameters to %d numbers: %d runs, %d iterations, slopes %s\n", f->nparameter, f->points, f->runs,
         f->iterations, f->exact ? "exact" : "by differences");
  printf("  %-28s %14s %14s %14s\n", "parameter", "value (SI)", "\u00b1 95 %", "start");
  for (int i = 0; i < f->nparameter; i++)
    printf("  %-28s %14.8g %13.3g %14.6g\n", f->parameter[i].path, f->parameter[i].value, f->parameter[i].half,
           f->parameter[i].start);
  for (int k = 0; k < f->nmatch; k++) printf("  %-28s rms residual %.4g (SI)\n", f->match[k].model, f->match[k].rms);
  if (f->nparameter > 1) printf("correlation, condition %.3g\n", f->condition);
  for (int i = 0; i < f->nparameter && f->nparameter > 1; i++) {
    printf("  %-28s", f->parameter[i].path);
    for (int j = 0; j <= i; j++) printf(" %7.3f", f->correlation[i * f->nparameter + j]);
    printf("\n");
  }
}

static void put_fit(args *a, const dv_fit *f)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, f->file, 1);
  dv_json_open(&o, "parameters", '[');
  for (int i = 0; i < f->nparameter; i++) {
    const dv_fitted *p = &f->parameter[i];
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "path", p->path);
    dv_json_number(&o, "value", p->value);
    dv_json_number(&o, "error", p->error);
    dv_json_number(&o, "half", p->half);
    dv_json_number(&o, "start", p->start);
    dv_json_bool(&o, "at_bound", p->at_bound);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_open(&o, "columns", '[');
  for (int k = 0; k < f->nmatch; k++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "variable", f->match[k].model);
    dv_json_text(&o, "column", f->match[k].data);
    dv_json_number(&o, "rms", f->match[k].rms);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_matrix(&o, "correlation", f->correlation, f->nparameter, f->nparameter);
  dv_json_number(&o, "condition", f->condition);
  dv_json_int(&o, "runs", f->runs);
  dv_json_bool(&o, "exact", f->exact);
  put_diags(&o, a->diags);
  dv_json_close(&o);
  print_json(&o);
}

static int draw(args *a, const dv_machine *m, const dv_fit *f, const char *path)
{
  int n = f->data->nrow;
  dv_figure fig = {.title = "Measured and modelled", .npanel = f->nmatch, .panel = DV_TAKE(a->arena, dv_panel, f->nmatch)};
  double *t = DV_TAKE(a->arena, double, n);
  dv_history_column(f->data, 0, t);
  for (int k = 0; k < f->nmatch; k++) {
    const dv_matched *c = &f->match[k];
    const dv_variable *v = dv_model_VARIABLE(m->model) + c->variable;
    double *y = DV_TAKE(a->arena, double, 2 * n);
    for (int i = 0; i < n; i++) {
      y[i] = c->factor * dv_history_row(f->data, i)[c->column] + c->offset;
      y[n + i] = f->modelled[i * f->nmatch + k];
    }
    dv_panel *p = &fig.panel[k];
    *p = (dv_panel){
        .title = c->model, .x_label = "time", .x_unit = "s", .y_unit = dv_model_text(m->model, v->unit), .ncurve = 2, .bound = 1};
    p->curve = DV_TAKE(a->arena, dv_curve, 2);
    p->curve[0] = (dv_curve){"measured", t, y, n};
    p->curve[1] = (dv_curve){"modelled", t, y + n, n};
  }
  return write_figure(a, &fig, path);
}

static int fit_machine(args *a, dv_machine *m)
{
  dv_fit f = {.file = a->operand[1], .options = machine_options(a, value_of(a, "case")), .compiled = compiled_of(a, m)};
  const char *svg = value_of(a, "svg");
  f.data = read_data(a, a->operand[2], 2);
  if (!f.data) return BAD_FILE;
  if (read_parameters(a, m, &f) || read_priors(a, m, &f) || read_matches(a, m, &f)) return BAD_USAGE;
  int bad = dv_fit_run(&f, a->diags, a->arena);
  if (bad) return bad == 1 ? BAD_USAGE : RUN_FAILED;
  warn(a, &f);
  if (svg && draw(a, m, &f, svg) != FINE) return RUN_FAILED;
  if (has(a, "json")) put_fit(a, &f);
  else print_fit(a, &f);
  return FINE;
}

int identify_fit(args *a)
{
  if (a->noperand < 3)
    return bad_usage(a, "usage: davit identify fit MACHINE.yaml DATA.csv --fit path=LO..HI",
                     "'davit identify fit' needs a machine and data");
  dv_machine *m = machine_open(a, a->operand[1], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[1]);
  return finish(m, fit_machine(a, m));
}
