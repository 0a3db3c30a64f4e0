// gradient.c: `davit gradient FILE --of METRIC --by PATHS`: how numbers of a run change with numbers of the file.
#include "gradient.h"
#include "plot.h"
#include "solve/edges.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_gradient[] = {
    OPTION("of", "METRIC",
           "what changes, e.g. 'max(pump.pressure)' or a name of `metrics:`; may be repeated (default: all of these)"),
    OPTION("by", "a,b.*", "numbers of the file: names of `parameters:`, valve.area, boom.mass; * stands for anything"),
    OPTION("solver", "NAME", "cvode, or a method of one step (rk4, rosenbrock ...): the slopes are those of its very steps"),
    STEP_OPTION,
    TOLERANCE_OPTIONS,
    UNTIL_OPTION,
    METRIC_EVERY_OPTION,
    OPTION("adjoint", NULL, "slopes go back from the end of the run: its cost does not grow with the parameters (not cvode)"),
    OPTION("forward", NULL, "slopes go beside the run; default: whichever is less work"),
    OUTPUT("plot", "x.svg|x.png", "draw the effects of one percent of each there, the largest on top"),
    OPTION("json", NULL, "as JSON, slopes in SI"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static const char *shown_unit(const char *unit) { return !unit || !strcmp(unit, "1") ? "" : unit; }

// ---- metrics

static int read_metric(args *a, dv_units *u, const dv_machine *m, const char *text, dv_metric *out)
{
  const dv_metric_spec *known = NULL;
  for (int i = 0; i < m->spec->nmetric; i++)
    if (!strcmp(m->spec->metric[i].name, text)) known = &m->spec->metric[i];
  if (known ? dv_metric_of_file(a->arena, a->diags, u, known, out) : dv_metric_read(a->arena, a->diags, u, text, out))
    return BAD_USAGE;
  return dv_metric_settle(a->arena, a->diags, u, out, m->model, m->spec->solver.until) ? BAD_USAGE : FINE;
}

static int read_metrics(args *a, const dv_machine *m, dv_gradient *g)
{
  const char **text;
  int n = values_of(a, "of", &text), all = n ? n : m->spec->nmetric;
  if (!all) return bad_usage(a, "e.g. --of 'max(pin.reaction.force)', or 'metrics:' in the file", "there is nothing to look at");
  dv_units *u = dv_units_open(a->arena);
  dv_metric *metric = DV_TAKE(a->arena, dv_metric, all);
  for (int i = 0; i < all; i++)
    if (read_metric(a, u, m, n ? text[i] : m->spec->metric[i].name, &metric[i])) return BAD_USAGE;
  g->metric = metric, g->nmetric = all;
  return FINE;
}

static int read_way(args *a, dv_gradient *g)
{
  if (has(a, "adjoint") && has(a, "forward")) return bad_usage(a, NULL, "--adjoint and --forward exclude each other");
  g->way = has(a, "adjoint") ? DV_GRADIENT_ADJOINT : has(a, "forward") ? DV_GRADIENT_FORWARD : DV_GRADIENT_AUTO;
  return FINE;
}

// ---- results

// The effect of one percent of a parameter, in the metric's unit; of one that is zero: of one of its unit.
static double effect(const dv_gradient *g, int metric, int i)
{
  const dv_gradient_by *b = &g->by[i];
  return g->entry[metric * g->nby + i].slope * (b->value != 0 ? 0.01 * b->value : b->factor);
}

static int *by_effect(args *a, const dv_gradient *g, int metric)
{
  int *order = DV_TAKE(a->arena, int, g->nby + 1);
  for (int i = 0; i < g->nby; i++) {
    int k = i;
    for (; k > 0 && fabs(effect(g, metric, order[k - 1])) < fabs(effect(g, metric, i)); k--) order[k] = order[k - 1];
    order[k] = i;
  }
  return order;
}

static const char *quotient(dv_arena *a, const char *metric, const char *by)
{
  if (!*by) return *metric ? metric : "1";
  return dv_arena_text(a, strpbrk(by, "./ *") ? "%s/(%s)" : "%s/%s", *metric ? metric : "1", by);
}

// 1: metric k has a value, and no slope or kink by any of the numbers.
static int stays(const dv_gradient *g, int k)
{
  int moves = !isfinite(g->value[k]);
  for (int i = 0; i < g->nby; i++) moves |= g->entry[k * g->nby + i].slope != 0 || g->entry[k * g->nby + i].kink;
  return !moves;
}

static void print_metric(args *a, const dv_gradient *g, int k)
{
  const dv_metric *m = &g->metric[k];
  const char *unit = shown_unit(m->unit);
  const int *order = by_effect(a, g, k);
  printf("%s = %.8g%s%s\n", m->name, g->value[k], *unit ? " " : "", unit);
  printf("  %-28s %14s %-10s %16s %-16s %14s\n", "by", "value", "", "slope", "", "+1 % makes");
  for (int n = 0; n < g->nby; n++) {
    const dv_gradient_by *b = &g->by[order[n]];
    const dv_gradient_entry *e = &g->entry[k * g->nby + order[n]];
    if (b->left_out) continue;
    printf("  %-28s %14.7g %-10s %16.8g %-16s ", b->name, b->value / b->factor, b->unit, e->slope * b->factor,
           quotient(a->arena, unit, b->unit));
    if (b->value != 0) printf("%+14.4g %s", effect(g, k, order[n]), unit);
    if (e->kink) printf("  (a kink: %.6g below, %.6g above)", e->left * b->factor, e->right * b->factor);
    printf("\n");
  }
  if (stays(g, k)) printf("  it does not change with these, or only in jumps\n");
}

static void put_entry(dv_json_out *o, const dv_gradient *g, int k, int i)
{
  const dv_gradient_by *b = &g->by[i];
  const dv_gradient_entry *e = &g->entry[k * g->nby + i];
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "by", b->name);
  dv_json_text(o, "path", b->path);
  dv_json_number(o, "value", b->value);
  dv_json_text(o, "unit", b->unit);
  dv_json_number(o, "factor", b->factor);
  if (!b->left_out) dv_json_number(o, "slope", e->slope);
  if (e->kink) dv_json_number(o, "slope_below", e->left), dv_json_number(o, "slope_above", e->right);
  dv_json_close(o);
}

static void put_gradient(args *a, const dv_gradient *g, const dv_machine *m, int ok)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], ok);
  dv_json_open(&o, "gradients", '[');
  for (int k = 0; k < g->nmetric && ok; k++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "of", g->metric[k].name);
    dv_json_number(&o, "value", g->value[k]);
    dv_json_text(&o, "unit", shown_unit(g->metric[k].unit));
    dv_json_open(&o, "slopes", '[');
    for (int i = 0; i < g->nby; i++) put_entry(&o, g, k, i);
    dv_json_close(&o);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

static dv_tornado tornado_of(args *a, const dv_gradient *g, int k)
{
  const char **label = DV_TAKE(a->arena, const char *, g->nby), **note = DV_TAKE(a->arena, const char *, g->nby);
  double *value = DV_TAKE(a->arena, double, g->nby);
  const char *unit = shown_unit(g->metric[k].unit);
  dv_tornado t = {.label = label, .note = note, .value = value, .axis = "effect of +1 %", .unit = unit};
  t.title = dv_arena_text(a->arena, "%s = %.5g %s", g->metric[k].name, g->value[k], unit);
  for (int i = 0; i < g->nby; i++) {
    const dv_gradient_by *b = &g->by[i];
    if (b->left_out || b->value == 0 || !isfinite(effect(g, k, i))) continue;
    label[t.n] = dv_arena_text(a->arena, "%s, %.4g %s", b->name, b->value / b->factor, b->unit);
    note[t.n] = dv_arena_text(a->arena, "%.4g %s", g->entry[k * g->nby + i].slope * b->factor, quotient(a->arena, unit, b->unit));
    value[t.n++] = effect(g, k, i);
  }
  return t;
}

static int draw(args *a, const dv_gradient *g)
{
  const char *path = value_of(a, "plot");
  if (!path) return FINE;
  dv_tornado *t = DV_TAKE(a->arena, dv_tornado, g->nmetric);
  for (int k = 0; k < g->nmetric; k++) t[k] = tornado_of(a, g, k);
  return write_drawing(a, dv_tornado_svg(a->arena, t, g->nmetric), path);
}

static void tell_valueless(const dv_gradient *g, dv_machine *m)
{
  for (int k = 0; k < g->nmetric; k++)
    if (!isfinite(g->value[k]))
      dv_diag_add(m->diags, DV_WARNING, (dv_mark){g->file, 0, 0}, "run longer, or look at another metric",
                  "'%s' has no value in this run, and so no slopes", g->metric[k].name);
}

static int show(args *a, const dv_gradient *g, dv_machine *m, int code)
{
  if (code == FINE) tell_valueless(g, m);
  if (has(a, "json")) put_gradient(a, g, m, code == FINE);
  for (int k = 0; k < g->nmetric && code == FINE && !has(a, "json"); k++) print_metric(a, g, k);
  return code == FINE ? draw(a, g) : code;
}

int run_gradient(args *a)
{
  dv_gradient g = {.file = a->operand[0], .options = machine_options(a, value_of(a, "case")), .halt = interruption()};
  dv_reading *reading = dv_reading_open_with(g.file, &g.options.import);
  dv_machine *m = dv_reading_machine(reading, &g.options);
  int code;
  watch_signals();
  outputs_know(a, m);
  g.reading = reading;
  if (!m->model) code = fail_open(a, m, g.file);
  else {
    code = read_way(a, &g);
    if (code == FINE) code = read_metrics(a, m, &g);
    if (code == FINE) code = gradient_by(a, m, &g);
    int bad = code == FINE ? dv_gradient_run(&g, m) : 0;
    if (bad) code = bad == 1 ? BAD_FILE : RUN_FAILED;
    if (code == FINE) dv_edges_tell(m);
    if (code == FINE || (code != BAD_USAGE && has(a, "json"))) code = show(a, &g, m, code);
    code = finish(m, code);
  }
  dv_reading_close(reading);
  return code;
}
