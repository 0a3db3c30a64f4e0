// metrics.c: `davit metrics RESULT|FILE`: numbers that say how a run went.
//
// Of a machine file it runs the case and gives what `metrics:` names; of columns it gives all measures.
#include "curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_metrics[] = {
    OPTION("column", "a,b.*", "all measures of these columns (RESULT: default all columns)"),
    OPTION("from", "T", "start of the window, s"),
    OPTION("to", "T", "end of the window, s"),
    OPTION("goal", "X", "where a step response should end (default: its last value)"),
    OPTION("json", NULL, "as JSON"),
    OPTION("csv", NULL, "as CSV"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

typedef struct {
  const char *name, *column, *measure, *unit;
  double value;
} number;

typedef struct {
  args *a;
  dv_course curve;  // goal of the command line
  double from, to;
  struct {
    number *item;
    int n, cap;
  } all;
} report;

static int read_number(args *a, const char *option, double *out)
{
  const char *text = value_of(a, option);
  int end = 0;
  if (!text) return 0;
  if (sscanf(text, "%lf%n", out, &end) == 1 && !text[end] && isfinite(*out)) return 0;
  return bad_usage(a, "give a number in SI units", "--%s: '%s' is no number", option, text);
}

static void add(report *r, const char *name, const char *column, const char *measure, const char *unit, double value)
{
  *DV_PUSH(r->a->arena, &r->all) = (number){name, column, measure, unit, value};
}

// Everything that can be said of a column; the value at a time needs a time.
static void add_column(report *r, const dv_history *l, int column)
{
  const dv_column *k = &l->column[column];
  double *t = DV_TAKE(r->a->arena, double, l->nrow), *y = DV_TAKE(r->a->arena, double, l->nrow);
  dv_course c = r->curve;
  c.t = t, c.y = y;
  for (int i = 0; i < l->nrow; i++) {
    const double *row = dv_history_row(l, i);
    if (row[0] < r->from || row[0] > r->to) continue;
    t[c.n] = row[0];
    y[c.n++] = row[column];
  }
  for (int i = 0; i < DV_MEASURE_COUNT; i++) {
    const dv_measure_row *row = &dv_measure_rows[i];
    const char *unit = *row->unit ? row->unit : k->unit;
    if (i == DV_MEASURE_AT) continue;
    add(r, NULL, k->name, i == DV_MEASURE_SETTLING ? "settling 2 %" : row->key, unit, dv_measure_of((dv_measure)i, &c));
    if (i != DV_MEASURE_SETTLING) continue;
    dv_course wide = c;
    wide.band = 0.05;
    add(r, NULL, k->name, "settling 5 %", unit, dv_measure_of(DV_MEASURE_SETTLING, &wide));
  }
}

static int add_columns(report *r, const dv_history *l)
{
  const char **pattern;
  int n = items_of(r->a, "column", &pattern), *column = DV_TAKE(r->a->arena, int, l->ncolumn), found = 0;
  for (int i = 0; i < n; i++)
    if (!dv_history_match(l, pattern[i], column, &found)) {
      const char *near = dv_history_nearest(l, pattern[i]);
      return bad_usage(r->a, near ? dv_arena_text(r->a->arena, "did you mean '%s'?", near) : NULL, "no column fits '%s'",
                       pattern[i]);
    }
  for (int i = 1; i < l->ncolumn && !n; i++) column[found++] = i;
  for (int i = 0; i < found; i++) add_column(r, l, column[i]);
  return FINE;
}

static void show(const report *r)
{
  int csv = has(r->a, "csv");
  if (csv) puts("name,column,measure,value,unit");
  for (int i = 0; i < r->all.n; i++) {
    const number *k = &r->all.item[i];
    const char *unit = strcmp(k->unit, "1") ? k->unit : "";
    if (csv) printf("%s,\"%s\",%s,%.12g,%s\n", k->name ? k->name : "", k->column, k->measure, k->value, unit);
    if (csv) continue;
    const char *of = k->name ? dv_arena_text(r->a->arena, "%s of %s", k->measure, k->column) : k->measure;
    printf("%-24s %-32s ", k->name ? k->name : k->column, of);
    if (isnan(k->value)) puts("         never");
    else printf("%14.8g %s\n", k->value, unit);
  }
}

static void put(const report *r, const char *file, const dv_diags *d)
{
  dv_json_out o = {.text = {.arena = r->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, file, !d->nerror);
  dv_json_open(&o, "metrics", '[');
  for (int i = 0; i < r->all.n; i++) {
    const number *k = &r->all.item[i];
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "name", k->name);
    dv_json_text(&o, "column", k->column);
    dv_json_text(&o, "measure", k->measure);
    dv_json_number(&o, "value", k->value);
    dv_json_text(&o, "unit", k->unit);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  put_diags(&o, d);
  dv_json_close(&o);
  print_json(&o);
}

static int of_result(report *r, const char *path)
{
  dv_history *l = read_run(r->a, path);
  int code = l ? add_columns(r, l) : BAD_FILE;
  if (code != FINE) return code;
  if (has(r->a, "json")) put(r, path, r->a->diags);
  else show(r);
  return FINE;
}

// Named metrics, and the columns as metrics without a name so that the record has them.
static metrics wanted(const report *r, dv_machine *m)
{
  metrics list = {0};
  const char **column;
  int n = items_of(r->a, "column", &column);
  for (int i = 0; i < m->spec->nmetric; i++) *DV_PUSH(m->arena, &list) = &m->spec->metric[i];
  for (int i = 0; i < n; i++) {
    dv_metric_spec *s = DV_TAKE(m->arena, dv_metric_spec, 1);
    s->value = dv_formula_name(m->arena, column[i]);
    s->what = DV_MEASURE_FINAL;
    *DV_PUSH(m->arena, &list) = s;
  }
  return list;
}

static int of_machine(report *r, const char *path)
{
  dv_machine *m = machine_open(r->a, path, value_of(r->a, "case"), 0);
  if (!m->model) return fail_open(r->a, m, path);
  metrics list = wanted(r, m);
  dv_run_result result;
  dv_history *l = NULL;
  if (!list.n)
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){path, 0, 0}, "add 'metrics:' to the file or the case, or give --column",
                "there is nothing to measure");
  int code = m->diags->nerror ? BAD_FILE : curve_run(r->a, m, &list, &l, &result);
  for (int i = 0; l && i < m->spec->nmetric; i++) {
    const dv_metric_spec *s = &m->spec->metric[i];
    add(r, s->name, s->text, dv_measure_rows[s->what].key, curve_unit(l, s), curve_measure(m, l, s));
  }
  if (l && code == FINE && has(r->a, "column")) code = add_columns(r, l);
  if (has(r->a, "json")) put(r, path, m->diags);
  else if (code == FINE) show(r);
  return finish(m, code);
}

int run_metrics(args *a)
{
  report r = {
      .a = a, .curve = {.at = NAN, .goal = NAN, .band = NAN},
           .from = -HUGE_VAL, .to = HUGE_VAL
  };
  const char *path = a->operand[0];
  if (read_number(a, "from", &r.from) || read_number(a, "to", &r.to) || read_number(a, "goal", &r.curve.goal)) return BAD_USAGE;
  watch_signals();
  return is_result(path) ? of_result(&r, path) : of_machine(&r, path);
}
