// quantity.c: numbers with units on the command line and in measured data.
#include "spec/quantity.h"

#include "spec/formula.h"

#include <math.h>

static int nothing(void *context, const char *name, dv_quantity_value *out)
{
  (void)context, (void)name, (void)out;
  return -1;
}

static int evaluate(dv_arena *a, dv_diags *d, dv_units *u, const char *what, const char *text, const char *unit, double *out)
{
  dv_formula f = {0};
  dv_quantity_value v = {0};
  double factor, offset;
  dv_dim wanted;
  if (dv_formula_parse(a, d, u, text, (dv_mark){0}, &f)) return -1;
  if (f.ninput || dv_formula_evaluate(d, &f, (dv_mark){0}, nothing, NULL, &v) || !isfinite(v.value)) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, dv_arena_text(a, "give a number%s%s", unit ? " in " : "", unit ? unit : ""),
                "%s: '%.64s' is no number", what, text);
    return -1;
  }
  if (unit && (dv_units_parse(u, unit, &factor, &offset, &wanted) || !dv_dim_equal(v.dim, wanted))) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, dv_arena_text(a, "give it in %s", unit), "%s: '%.64s' is %s", what, text,
                dv_dim_text(a, v.dim));
    return -1;
  }
  *out = v.value;
  return 0;
}

int dv_quantity_read(dv_arena *a, dv_diags *d, const char *what, const char *text, const char *unit, double *out)
{
  return evaluate(a, d, dv_units_open(a), what, text, unit, out);
}

int dv_quantity_scale(dv_arena *a, dv_diags *d, const char *what, const char *from, const char *unit, double *factor,
                      double *offset)
{
  dv_units *u = dv_units_open(a);
  double f, o;
  dv_dim given, wanted;
  int bad = dv_units_parse(u, from, factor, offset, &given);
  if (bad) dv_diag_add(d, DV_ERROR, (dv_mark){0}, NULL, "%s: '%.64s' is no unit", what, from);
  else if (unit && (dv_units_parse(u, unit, &f, &o, &wanted) || !dv_dim_equal(given, wanted))) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, dv_arena_text(a, "it must be in %s", unit), "%s: '%s' is %s", what, from,
                dv_dim_text(a, given));
    bad = -1;
  }
  return bad;
}
