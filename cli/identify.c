// identify.c: `davit identify WAY ...`: parameters from measurements.
#include "identify.h"

#include "spec/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_identify[] = {
    OPTION("mass", "M", "pendulum, drop: mass, e.g. 635kg"),
    OPTION("length", "L", "pendulum: from the pivot to the centre of mass, e.g. 1.2m"),
    OPTION("period", "T", "pendulum: of small swings, e.g. 2.4s, instead of a DATA.csv"),
    OPTION("gravity", "G", "pendulum, drop: (9.81m/s2)"),
    OPTION("column", "NAME", "pendulum, drop: column of the signal (default: the second); fit: variable=column, may be repeated"),
    OPTION("load", "NAME", "stiffness: column of the load (default: load)"),
    OPTION("deflection", "NAME", "stiffness: column of the deflection (default: deflection)"),
    OPTION("stiffness", "K", "drop: stiffness, e.g. 40kN/m, if it is known; else from mass and period"),
    OPTION("skip", "N", "pendulum, drop: oscillations left out at the start (drop: 2)"),
    OPTION("acceleration", NULL, "drop: the signal is an acceleration: remove its drift and integrate twice"),
    OPTION("track", "L",
           "stiffness, drop: four springs at the corners of track by wheelbase, e.g. 1.6m: also bounce, roll, pitch"),
    OPTION("wheelbase", "L", "see --track"),
    OPTION("fit", "path=LO..HI", "fit: parameter, or any path of --set, and its bounds; may be repeated"),
    OPTION("start", "path=LO..HI", "fit: a number that is another one in each log, as an initial position; may be repeated"),
    OPTION("cases", "a,b", "fit: the case of the machine in which each log was measured"),
    OPTION("delay", "LO..HI", "fit: unknown delay of the clock of each log, s: the log's t is t + delay of the run"),
    OPTION("bias", "x,y", "fit: variables whose columns have an unknown bias in each log"),
    OPTION("noise", "x=DEV,...", "fit: known deviation of a variable's column (default: from the residuals)"),
    OPTION("prior", "path=MEAN~DEV", "fit: what is known of a parameter beside the data, e.g. m=12kg~0.5kg; may be repeated"),
    OPTION("derivatives", "exact|differences",
           "fit: slopes along the runs (exact where the solver has them), or differences of runs"),
    OUTPUT("svg", "x.svg", "fit: measured and modelled curves (.svg or .png)"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

int quantity_option(args *a, const char *name, const char *unit, double *out)
{
  const char *text = value_of(a, name);
  if (!text) return 0;
  return dv_quantity_read(a->arena, a->diags, dv_arena_text(a->arena, "--%s", name), text, unit, out) ? -1 : 1;
}

dv_history *read_data(args *a, const char *path, int rows)
{
  dv_history *l = dv_history_read(a->arena, path, a->diags);
  if (!l || l->nrow >= rows) return l;
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){path, 0, 0}, dv_arena_text(a->arena, "give at least %d", rows),
              "the data has %d rows", l->nrow);
  return NULL;
}

double *read_column(args *a, const dv_history *l, const char *name, const char *fallback, const char *unit)
{
  int c = dv_history_find(l, name ? name : fallback);
  double factor = 1, offset = 0, *x = DV_TAKE(a->arena, double, l->nrow);
  if (c < 0) {
    const char *near = dv_history_nearest(l, name ? name : fallback), *all = "the columns are:";
    for (int i = 0; i < l->ncolumn && i < 20; i++) all = dv_arena_text(a->arena, "%s %s", all, l->column[i].name);
    bad_usage(a, near ? dv_arena_text(a->arena, "did you mean '%s'?", near) : all, "the data has no column '%s'",
              name ? name : fallback);
    return NULL;
  }
  const char *has_unit = l->column[c].unit;
  if (*has_unit && dv_quantity_scale(a->arena, a->diags, l->column[c].name, has_unit, unit, &factor, &offset)) return NULL;
  dv_history_column(l, c, x);
  for (int i = 0; i < l->nrow; i++) {
    x[i] = factor * x[i] + offset;
    if (isfinite(x[i])) continue;
    dv_diag_add(a->diags, DV_ERROR, (dv_mark){0}, "leave rows without a measurement out",
                "'%s' of the data is no finite number in row %d", l->column[c].name, i + 1);
    return NULL;
  }
  return x;
}

void print_value(args *a, dv_json_out *o, const char *key, double value, const char *unit, const char *doc)
{
  dv_json_number(o, key, value);
  if (!has(a, "json")) printf("  %-22s %14.7g %-12s %s\n", key, value, unit, doc);
}

int run_identify(args *a)
{
  static const struct {
    const char *name;
    int (*run)(args *a);
  } way[] = {
      {"pendulum",  identify_pendulum },
      {"stiffness", identify_stiffness},
      {"drop",      identify_drop     },
      {"fit",       identify_fit      },
  };
  const char *names[4];
  for (int i = 0; i < 4; i++) {
    names[i] = way[i].name;
    if (strcmp(a->operand[0], way[i].name)) continue;
    if (a->noperand > 3 && way[i].run != identify_fit)
      return bad_usage(a, NULL, "'davit identify %s': nothing to do with '%s'", way[i].name, a->operand[3]);
    int code = way[i].run(a);
    if (code != FINE && a->diags->nerror) print_failure(a, a->operand[a->noperand - 1], a->diags);
    return code;
  }
  const char *near = did_you_mean(a->arena, a->operand[0], names, 4);
  return bad_usage(a, near ? near : "there are pendulum, stiffness, drop, fit", "there is no way '%s' to identify",
                   a->operand[0]);
}
