// identify_fit.c: `davit identify fit MACHINE DATA.csv ...`: parameters of a machine from measured columns of one or several
// logs.
#include "identify.h"
#include "plot.h"

#include "base/number.h"
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

// A unit behind one of two numbers is that of both.
static const char *with_unit(args *a, const char *text, const char *other)
{
  const char *unit = dv_number_unit(other);
  return *unit && !*dv_number_unit(text) ? dv_arena_text(a->arena, "%s %s", text, unit) : text;
}

// Bounds have a unit where the file's number has one that is not SI's.
static int read_bound(args *a, const dv_node *file, const char *path, const char *text, const char *other, double *out)
{
  dv_node bound = {.type = DV_SCALAR, .text = with_unit(a, text, other)};
  const char *unit = file && file->type == DV_SCALAR ? dv_number_unit(file->text) : "";
  return (file && dv_bare_over(a->arena, a->diags, path, file, &bound)) ||
         dv_quantity_read(a->arena, a->diags, path, bound.text, *unit ? unit : NULL, out);
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
    const char *lo = dv_arena_copy(a->arena, equals + 1, (size_t)(dots - equals - 1)), *hi = dots + 2;
    if (read_bound(a, file, p->path, lo, hi, &p->lower) || read_bound(a, file, p->path, hi, lo, &p->upper)) return BAD_USAGE;
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

static const char *name_in_log(args *a, const dv_fit *f, const char *name, int log)
{
  return f->nlog > 1 ? dv_arena_text(a->arena, "%s (%s)", name, f->log[log].name) : name;
}

// --fit is one for all logs, --start one for each.
static int read_parameters(args *a, const dv_machine *m, dv_fit *f)
{
  const char **text, **start;
  int n = values_of(a, "fit", &text), ns = values_of(a, "start", &start);
  if (!n) return bad_usage(a, "e.g. --fit damping=0.1..10", "'davit identify fit' needs --fit");
  f->parameter = DV_TAKE(a->arena, dv_fitted, n + f->nlog * (ns + 1 + f->nmatch));
  for (int i = 0; i < n; i++) {
    dv_fitted *p = &f->parameter[f->nparameter++];
    if (read_parameter(a, m, text[i], p)) return BAD_USAGE;
    p->name = p->path, p->log = -1;
  }
  for (int i = 0; i < ns; i++)
    for (int log = 0; log < f->nlog; log++) {
      dv_fitted *p = &f->parameter[f->nparameter++];
      if (read_parameter(a, m, start[i], p)) return BAD_USAGE;
      p->name = name_in_log(a, f, p->path, log), p->log = log;
    }
  return 0;
}

// --delay LO..HI: of the clock of each log.
static int read_delays(args *a, dv_fit *f)
{
  const char *text = value_of(a, "delay"), *dots = text ? strstr(text, "..") : NULL;
  double lower, upper;
  if (!text) return 0;
  if (!dots) return bad_usage(a, "e.g. --delay -0.1s..0.1s", "--delay: '%s' is not LO..HI", text);
  const char *lo = dv_arena_copy(a->arena, text, (size_t)(dots - text)), *hi = dots + 2;
  if (dv_quantity_read(a->arena, a->diags, "--delay", with_unit(a, lo, hi), "s", &lower) ||
      dv_quantity_read(a->arena, a->diags, "--delay", with_unit(a, hi, lo), "s", &upper))
    return BAD_USAGE;
  if (!(lower < upper)) return bad_usage(a, "write LO..HI", "--delay: the bounds leave nothing between them");
  for (int log = 0; log < f->nlog; log++)
    f->parameter[f->nparameter++] = (dv_fitted){.name = name_in_log(a, f, "delay", log),
                                                .what = DV_FIT_DELAY,
                                                .log = log,
                                                .lower = lower,
                                                .upper = upper,
                                                .start = fmin(fmax(0, lower), upper)};
  return 0;
}

static int match_of(args *a, const dv_fit *f, const char *option, const char *name)
{
  const char **names = DV_TAKE(a->arena, const char *, f->nmatch + 1);
  for (int k = 0; k < f->nmatch; k++) {
    names[k] = f->match[k].model;
    size_t n = strlen(name);
    if (!strncmp(names[k], name, n) && (!names[k][n] || !strcmp(names[k] + n, ".position"))) return k;
  }
  bad_usage(a, did_you_mean(a->arena, name, names, f->nmatch), "--%s: no column of the data is compared with '%s'", option, name);
  return -1;
}

static int has_bias(const dv_fit *f, int match)
{
  for (int i = 0; i < f->nparameter; i++)
    if (f->parameter[i].what == DV_FIT_BIAS && f->parameter[i].match == match) return 1;
  return 0;
}

// --bias VARIABLE: something that each log adds to its column.
static int read_biases(args *a, dv_fit *f)
{
  const char **name;
  int n = items_of(a, "bias", &name);
  for (int i = 0; i < n; i++) {
    int k = match_of(a, f, "bias", name[i]);
    if (k < 0) return BAD_USAGE;
    if (has_bias(f, k)) return bad_usage(a, NULL, "--bias names '%s' twice", name[i]);
    for (int log = 0; log < f->nlog; log++)
      f->parameter[f->nparameter++] = (dv_fitted){.name = name_in_log(a, f, dv_arena_text(a->arena, "bias of %s", name[i]), log),
                                                  .what = DV_FIT_BIAS,
                                                  .log = log,
                                                  .match = k,
                                                  .lower = -HUGE_VAL,
                                                  .upper = HUGE_VAL};
  }
  return 0;
}

// --noise VARIABLE=DEVIATION: what is known of a column; others follow from their residuals.
static int read_noises(args *a, const dv_machine *m, dv_fit *f)
{
  const char **text;
  int n = items_of(a, "noise", &text);
  for (int i = 0; i < n; i++) {
    const char *equals = strchr(text[i], '=');
    if (!equals) return bad_usage(a, "e.g. --noise 'boom=0.1 deg'", "--noise: '%s' is not variable=deviation", text[i]);
    const char *name = dv_arena_copy(a->arena, text[i], (size_t)(equals - text[i]));
    int k = match_of(a, f, "noise", name), at = dv_model_find(m->model, name);
    if (k < 0 || at < 0) return BAD_USAGE;
    const char *unit = dv_model_text(m->model, dv_model_VARIABLE(m->model)[at].unit);
    if (dv_quantity_read(a->arena, a->diags, dv_arena_text(a->arena, "--noise %s", name), equals + 1,
                         *unit && strcmp(unit, "1") ? unit : NULL, &f->match[k].noise))
      return BAD_USAGE;
    if (!(f->match[k].noise > 0 && isfinite(f->match[k].noise)))
      return bad_usage(a, NULL, "--noise: the deviation of '%s' must be above zero", name);
  }
  return 0;
}

// "path=MEAN~DEV" of a parameter that is fitted.
static int read_prior(args *a, const dv_machine *m, const dv_fit *f, const char *text, dv_prior *p)
{
  const char *equals = strchr(text, '='), *tilde = equals ? strchr(equals, '~') : NULL;
  if (!tilde) return bad_usage(a, "e.g. --prior m=12kg~0.5kg", "--prior: '%s' is not path=MEAN~DEVIATION", text);
  const char *path = dv_arena_copy(a->arena, text, (size_t)(equals - text)),
             *mean = dv_arena_copy(a->arena, equals + 1, (size_t)(tilde - equals - 1)), *deviation = tilde + 1;
  const dv_node *file = node_in_file(a, m, path);
  p->parameter = -1;
  for (int i = 0; i < f->nparameter; i++)
    if (f->parameter[i].path && !strcmp(f->parameter[i].path, path)) p->parameter = i;
  if (p->parameter < 0) return bad_usage(a, "add --fit", "--prior: '%s' is not fitted", path);
  if (read_bound(a, file, path, mean, deviation, &p->mean) || read_bound(a, file, path, deviation, mean, &p->deviation))
    return BAD_USAGE;
  return p->deviation > 0 && isfinite(p->deviation) && isfinite(p->mean)
             ? 0
             : bad_usage(a, NULL, "--prior: the deviation of '%s' must be above zero", path);
}

static int read_priors(args *a, const dv_machine *m, dv_fit *f)
{
  const char **text, *how = value_of(a, "derivatives");
  int n = values_of(a, "prior", &text);
  dv_prior *p = DV_TAKE(a->arena, dv_prior, n * f->nparameter + 1);
  for (int i = 0; i < n; i++) {
    dv_prior one = {0};
    if (read_prior(a, m, f, text[i], &one)) return BAD_USAGE;
    const char *path = f->parameter[one.parameter].path;
    for (int j = 0; j < f->nparameter; j++)  // one of a log's start is one of each
      if (f->parameter[j].path && !strcmp(f->parameter[j].path, path)) p[f->nprior] = one, p[f->nprior++].parameter = j;
  }
  if (how && strcmp(how, "exact") && strcmp(how, "differences"))
    return bad_usage(a, "exact or differences", "--derivatives: there is no '%s'", how);
  f->prior = p, f->differences = how && !strcmp(how, "differences");
  return 0;
}

// Columns of all logs for a variable; the file of a log that lacks one is named.
static int add_match(args *a, dv_fit *f, dv_fit_column **column, const char *model, const char *data)
{
  int k = f->nmatch++;
  f->match[k] = (dv_matched){.model = model};
  for (int log = 0; log < f->nlog; log++) {
    const dv_history *h = f->log[log].data;
    dv_fit_column *c = &column[log][k];
    *c = (dv_fit_column){.column = dv_history_find(h, data), .factor = 1};
    if (c->column < 0 && f->nlog > 1)
      return bad_usage(a, dv_history_nearest(h, data), "'%s' has no column '%s'", f->log[log].name, data);
    if (c->column < 0) return read_column(a, h, data, NULL, NULL) ? 0 : BAD_USAGE;
    const char *unit = h->column[c->column].unit;
    if (*unit && strcmp(unit, "1") && dv_quantity_scale(a->arena, a->diags, data, unit, NULL, &c->factor, &c->offset))
      return BAD_USAGE;
  }
  return 0;
}

// --column variable=column, or all columns of the first log that have a variable's name.
static int read_matches(args *a, const dv_machine *m, dv_fit *f, dv_fit_log *logs)
{
  const char **text;
  const dv_history *first = f->log[0].data;
  int n = values_of(a, "column", &text);
  dv_fit_column **column = DV_TAKE(a->arena, dv_fit_column *, f->nlog);
  f->match = DV_TAKE(a->arena, dv_matched, n + first->ncolumn);
  for (int log = 0; log < f->nlog; log++) logs[log].column = column[log] = DV_TAKE(a->arena, dv_fit_column, n + first->ncolumn);
  for (int i = 0; i < n; i++) {
    const char *equals = strchr(text[i], '=');
    const char *model = equals ? dv_arena_copy(a->arena, text[i], (size_t)(equals - text[i])) : text[i];
    if (add_match(a, f, column, model, equals ? equals + 1 : text[i])) return BAD_USAGE;
  }
  for (int c = 1; c < first->ncolumn && !n; c++) {
    const char *name = first->column[c].name;
    if (dv_model_find(m->model, name) >= 0 && add_match(a, f, column, name, name)) return BAD_USAGE;
  }
  return f->nmatch
             ? 0
             : bad_usage(a, "write --column variable=column", "no column of the data has the name of a variable of the machine");
}

// Operands behind the machine; --cases has one for each, where they were measured in different cases.
static int read_logs(args *a, dv_fit *f, dv_fit_log *logs)
{
  const char **name;
  int n = items_of(a, "cases", &name);
  if (n && n != f->nlog) return bad_usage(a, "name one for each", "--cases has %d cases; there are %d logs", n, f->nlog);
  for (int i = 0; i < f->nlog; i++) {
    logs[i] = (dv_fit_log){.name = a->operand[2 + i], .case_name = n ? name[i] : NULL};
    dv_history *data = read_data(a, logs[i].name, 2);
    if (!data || time_in_seconds(a, data)) return BAD_FILE;
    logs[i].data = data;
  }
  f->log = logs;
  return FINE;
}

// ---- results

static void warn(args *a, const dv_fit *f)
{
  dv_text t = {.arena = a->arena};
  for (int i = 0; i < f->nparameter; i++) {
    const dv_fitted *p = &f->parameter[i];
    if (p->at_bound)
      dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "widen its bounds, or look for what else is wrong",
                  "'%s' stopped at its bound %g", p->name, p->value);
    if (p->what == DV_FIT_NUMBER && !(p->half < fabs(p->value)))
      dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "fix it, or measure a motion that it changes",
                  "the data says little about '%s': %.4g \u00b1 %.2g", p->name, p->value, p->half);
    if (fabs(f->weakest[i]) > 0.3) dv_text_add(&t, "%s'%s'", t.n ? " and " : "", p->name);
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
    printf("  %-28s %14.8g %13.3g %14.6g\n", f->parameter[i].name, f->parameter[i].value, f->parameter[i].half,
           f->parameter[i].start);
  for (int k = 0; k < f->nmatch; k++) printf("  %-28s rms residual %.4g (SI)\n", f->match[k].model, f->match[k].rms);
  if (f->nparameter > 1) printf("correlation, condition %.3g\n", f->condition);
  for (int i = 0; i < f->nparameter && f->nparameter > 1; i++) {
    printf("  %-28s", f->parameter[i].name);
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
    dv_json_text(&o, "path", p->path ? p->path : p->name);
    if (p->log >= 0) dv_json_text(&o, "log", f->log[p->log].name);
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
    dv_json_text(&o, "column", f->log[0].data->column[f->log[0].column[k].column].name);
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

// A panel for each variable of each log.
static int draw(args *a, const dv_machine *m, const dv_fit *f, const char *path)
{
  int count = f->nmatch * f->nlog;
  dv_figure fig = {.title = "Measured and modelled", .npanel = count, .panel = DV_TAKE(a->arena, dv_panel, count)};
  for (int i = 0; i < count; i++) {
    int log = i / f->nmatch, k = i % f->nmatch, n = f->log[log].data->nrow;
    const dv_matched *c = &f->match[k];
    const dv_variable *v = dv_model_VARIABLE(m->model) + c->variable;
    double *t = DV_TAKE(a->arena, double, 3 * n), *y = t + n;
    dv_history_column(f->log[log].data, 0, t);
    for (int j = 0; j < n; j++) {
      y[j] = f->measured[(f->first[log] + j) * f->nmatch + k];
      y[n + j] = f->modelled[(f->first[log] + j) * f->nmatch + k];
    }
    dv_panel *p = &fig.panel[i];
    *p = (dv_panel){.title = name_in_log(a, f, c->model, log),
                    .x_label = "time",
                    .x_unit = "s",
                    .y_unit = dv_model_text(m->model, v->unit),
                    .ncurve = 2,
                    .bound = 1};
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
  f.nlog = a->noperand - 2;
  dv_fit_log *logs = DV_TAKE(a->arena, dv_fit_log, f.nlog);
  int code = read_logs(a, &f, logs);
  if (code != FINE) return code;
  if (read_matches(a, m, &f, logs) || read_parameters(a, m, &f) || read_delays(a, &f) || read_biases(a, &f) ||
      read_noises(a, m, &f) || read_priors(a, m, &f))
    return BAD_USAGE;
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
