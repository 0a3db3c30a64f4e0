// metric_unit.c: the unit of a metric from those of its columns.
//
// A plain max(column) has the column's unit. Of an expression the dimension is known; it is shown in the unit of a column that
// has that dimension, else in SI. Angles count as numbers, so a pure number has no unit unless the expression only adds.
#include "batch/metric.h"
#include "record/record.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  dv_units *units;
  dv_metric *m;
  const dv_model *model;
  dv_dim *of;         // [n] of the reductions
  const char **unit;  // [n] "": none is known
} settling;

static dv_dim dim_of(const settling *s, const char *unit)
{
  double factor, offset;
  dv_dim d = {.any = 1};
  if (*unit && !dv_units_parse(s->units, unit, &factor, &offset, &d)) return d;
  return (dv_dim){.any = 1};
}

static const char *column_unit(const settling *s, const char *name)
{
  int i = dv_model_find(s->model, name);
  if (!strcmp(name, "t")) return "s";
  return i < 0 ? "" : dv_model_text(s->model, dv_model_VARIABLE(s->model)[i].unit);
}

static int look_up_column(void *context, const char *name, dv_quantity_value *out)
{
  const settling *s = context;
  *out = (dv_quantity_value){1, dim_of(s, column_unit(s, name))};
  return 0;
}

static int look_up_result(void *context, const char *name, dv_quantity_value *out)
{
  const settling *s = context;
  int i = 0;
  for (const char *c = name + 1; *c; c++) i = 10 * i + *c - '0';
  *out = (dv_quantity_value){1, s->of[i]};
  return 0;
}

static int is_number(dv_dim d)
{
  for (int i = 0; i < 7; i++)
    if (d.e[i]) return 0;
  return 1;
}

// Nothing but sums, differences and sizes: the unit goes through.
static int only_adds(const dv_formula *f)
{
  for (int i = 0; i < f->ncode; i++) switch (f->code[i].op) {
    case DV_OP_INPUT:
    case DV_OP_ADD:
    case DV_OP_SUB:
    case DV_OP_NEG:
    case DV_OP_ABS:
    case DV_OP_MIN:
    case DV_OP_MAX: break;
    default: return 0;
    }
  return 1;
}

// Of the units of a formula's inputs the one with its dimension; "" if there is none.
static const char *shared_unit(const settling *s, const dv_formula *f, dv_dim dim,
                               const char *(*of)(const settling *, const char *))
{
  for (int i = 0; i < f->ninput; i++) {
    const char *unit = of(s, f->input[i]);
    if (!*unit || !dv_dim_equal(dim_of(s, unit), dim)) continue;
    if (!is_number(dim) || only_adds(f)) return unit;
  }
  return "";
}

static const char *result_unit(const settling *s, const char *name)
{
  int i = 0;
  for (const char *c = name + 1; *c; c++) i = 10 * i + *c - '0';
  return s->unit[i];
}

// "a force (N)" -> "N"; what has no name is written in base units.
static const char *unit_of_dim(dv_arena *a, dv_dim d)
{
  if (d.any || is_number(d)) return "";
  const char *text = dv_dim_text(a, d), *open = strchr(text, '(');
  return open ? dv_arena_copy(a, open + 1, strcspn(open + 1, ")")) : text;
}

static int settle_columns(const settling *s, const dv_formula *f)
{
  int bad = 0;
  for (int i = 0; i < f->ninput; i++) {
    if (!strcmp(f->input[i], "t") || dv_model_find(s->model, f->input[i]) >= 0) continue;
    const char *near = dv_variable_nearest(s->arena, s->model, f->input[i]);
    dv_diag_add(s->diags, DV_ERROR, s->m->mark, near ? near : "'davit run FILE --columns \"*\" --out x.csv' writes them all",
                "the machine has no variable '%s'", f->input[i]);
    bad = -1;
  }
  return bad;
}

static int settle_reduction(const settling *s, int i, double until)
{
  const dv_reduction *r = &s->m->reduction[i];
  const dv_measure_row *row = &dv_measure_rows[r->how];
  dv_quantity_value v;
  if (settle_columns(s, &r->value) || dv_formula_evaluate(s->diags, &r->value, s->m->mark, look_up_column, (void *)s, &v))
    return -1;
  if (r->how == DV_MEASURE_AT && (r->at > until || r->at < 0)) {
    dv_diag_add(s->diags, DV_ERROR, s->m->mark, "give an earlier time, or a later --until",
                "it looks at %g s, but the run ends at %g s", r->at, until);
    return -1;
  }
  if (r->how != DV_MEASURE_AT && !dv_dim_equal(v.dim, r->goal_dim)) {
    dv_diag_add(s->diags, DV_ERROR, s->m->mark, NULL, "its goal is %s, its value %s", dv_dim_text(s->arena, r->goal_dim),
                dv_dim_text(s->arena, v.dim));
    return -1;
  }
  s->of[i] = *row->unit ? dim_of(s, row->unit) : v.dim;
  s->unit[i] = *row->unit ? row->unit : shared_unit(s, &r->value, v.dim, column_unit);
  if (!*s->unit[i]) s->unit[i] = unit_of_dim(s->arena, v.dim);
  return 0;
}

// The unit that the user asks for.
static int convert(const settling *s, dv_dim dim)
{
  dv_metric *m = s->m;
  double offset;
  dv_dim asked;
  if (dv_units_parse(s->units, m->unit, &m->factor, &offset, &asked) || offset != 0) {
    dv_diag_add(s->diags, DV_ERROR, s->m->mark, "e.g. --metric 'lift [kN] = max(pin.reaction.fz)'",
                "'%s' is no unit to show it in", m->unit);
    return -1;
  }
  if (dv_dim_equal(asked, dim)) return 0;
  dv_diag_add(s->diags, DV_ERROR, s->m->mark, NULL, "it is %s and cannot be shown in %s", dv_dim_text(s->arena, dim), m->unit);
  return -1;
}

int dv_metric_settle(dv_arena *a, dv_diags *d, dv_units *u, dv_metric *m, const dv_model *model, double until)
{
  settling s = {a, d, u, m, model, DV_TAKE(a, dv_dim, m->n), DV_TAKE(a, const char *, m->n)};
  dv_quantity_value v;
  int bad = 0;
  for (int i = 0; i < m->n; i++) bad |= settle_reduction(&s, i, until);
  if (bad || dv_formula_evaluate(d, &m->whole, m->mark, look_up_result, &s, &v)) return -1;
  if (m->unit) return convert(&s, v.dim);
  const char *unit = shared_unit(&s, &m->whole, v.dim, result_unit);
  m->unit = *unit ? dv_arena_text(a, "%s", unit) : unit_of_dim(a, v.dim);  // the model goes
  return 0;
}
