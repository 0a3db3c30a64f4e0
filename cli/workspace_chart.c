// workspace_chart.c: `davit workspace --load`: the load that a machine may carry in each pose: a load chart.
//
// In each pose the machine is held still (study/hold.h) with nine loads of the range; what is limited is looked at in each, and
// the permitted load is where the first limit is met on straight lines between them: exact where a limit is linear in the load,
// as forces of cylinders, their pressures, reactions and the moment about an edge over which a machine tips are.
#include "workspace_chart.h"

#include "base/number.h"
#include "spec/quantity.h"

#include <math.h>
#include <string.h>

enum { CELLS = 40 };

static int read_load(chart *c, const char *text)
{
  args *a = c->a;
  const char *equals = strchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
  double lo, hi, scale, offset;
  dv_dim dim;
  if (!dots || equals == text) return bad_usage(a, "e.g. --load payload=0..5t", "--load: '%s' is not path=least..most", text);
  const char *low = dv_arena_copy(a->arena, equals + 1, (size_t)(dots - equals - 1)), *end = dv_number_read(low, &lo),
             *unit = dv_number_read(dots + 2, &hi);
  if (!end || *end || !unit || !(hi > lo)) return bad_usage(a, "write least..most", "--load: '%s' is no range", equals + 1);
  while (*unit == ' ') unit++;
  c->path = dv_arena_copy(a->arena, text, (size_t)(equals - text));
  c->unit = unit;
  if (*unit && dv_units_parse(dv_units_open(a->arena), unit, &scale, &offset, &dim))
    return bad_usage(a, "e.g. kg, t, N", "--load: '%s' is no unit", unit);
  for (int i = 0; i < LOADS; i++) c->with[i].load = lo + (hi - lo) * i / (LOADS - 1);
  return FINE;
}

static int column(void *context, const char *name, dv_quantity_value *out)
{
  const chart *c = context;
  int i = dv_history_find(c->row, name);
  double factor, offset;
  if (i < 0) return -1;
  const char *unit = c->row->column[i].unit;
  *out = (dv_quantity_value){.value = dv_history_row(c->row, c->row->nrow - 1)[i]};
  return *unit && strcmp(unit, "1") ? dv_units_parse(dv_units_open(c->a->arena), unit, &factor, &offset, &out->dim) : 0;
}

// "boom cylinder: cylinder.axis.effort/113[cm^2]=-210..0 bar", the name may be missing: the unit of the end is that of the
// beginning, too.
static int split_limit(chart *c, const char *text, limit *l, const char **low, const char **high)
{
  args *a = c->a;
  const char *equals = strrchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
  double number;
  if (!dots || equals == text)
    return bad_usage(a, "e.g. --limit 'ram.axis.effort=-300..50 kN'", "--limit: '%s' is not [name:] expression=least..most",
                     text);
  l->name = l->text = dv_arena_copy(a->arena, text, (size_t)(equals - text));
  char *colon = strchr(l->text, ':');
  if (colon) {
    *colon = 0;
    l->text = colon + 1;
  }
  *low = dv_arena_copy(a->arena, equals + 1, (size_t)(dots - equals - 1));
  *high = dots + 2;
  const char *end = dv_number_read(*low, &number), *unit = dv_number_read(*high, &number);
  if (end && !*end && unit) *low = dv_arena_text(a->arena, "%s%s", *low, unit);
  if (dv_formula_parse(a->arena, a->diags, dv_units_open(a->arena), l->text, (dv_mark){0}, &l->f)) return BAD_USAGE;
  return FINE;
}

static int read_limits(chart *c, const char **low, const char **high)
{
  const char **text;
  int n = c->nlimit = values_of(c->a, "limit", &text), code = FINE;
  c->limit = DV_TAKE(c->a->arena, limit, n);
  if (!n) return bad_usage(c->a, "e.g. --limit 'ram.axis.effort=-300..50 kN'", "--load needs something that limits it");
  for (int i = 0; i < n && code == FINE; i++) code = split_limit(c, text[i], &c->limit[i], &low[i], &high[i]);
  return code;
}

static int open_one(chart *c, int i)
{
  args *a = c->a;
  loaded *l = &c->with[i];
  l->s = workspace_with(a, dv_arena_text(a->arena, "%s=%.17g%s", c->path, l->load, c->unit), &l->machine);
  if (!l->s) return BAD_USAGE;
  int n = 0;
  for (int k = 0; k < c->nlimit; k++) n += c->limit[k].f.ninput;
  const char **name = DV_TAKE(a->arena, const char *, n + 1);
  n = 0;
  for (int k = 0; k < c->nlimit; k++)
    for (int j = 0; j < c->limit[k].f.ninput; j++) {
      const char *x = c->limit[k].f.input[j];
      name[n++] = dv_variable_match(l->machine->model, x) ? x : dv_arena_text(a->arena, "%s.position", x);
    }
  l->record = dv_record_new(a->arena, a->diags, l->machine->model, name, n);
  l->hold = dv_hold_new(a->arena, l->machine);
  return l->record ? FINE : BAD_USAGE;
}

// Holds the machine still in a pose of the arm; the row of what is limited is the record's last one.
static int hold_at(chart *c, const loaded *l, const double *moved)
{
  dv_arm *arm = l->s->arm;
  const dv_model *m = l->machine->model;
  double *x = DV_TAKE(c->a->arena, double, m->nx);
  memcpy(x, arm->k->q, (size_t)m->nx * sizeof *x);
  dv_arm_pose(arm, moved);
  memcpy(x, arm->q, (size_t)m->nq * sizeof *x);
  if (arm->open || dv_hold_pose(l->hold, 0, x, arm->d)) return -1;
  dv_record_row(l->record, 0, l->hold->x, l->hold->dx, l->hold->work);
  c->row = l->record->log;
  return 0;
}

static int value_of_limit(chart *c, const limit *l, double *y)
{
  dv_quantity_value v;
  if (dv_formula_evaluate(c->a->diags, &l->f, (dv_mark){0}, column, c, &v)) return -1;
  *y = v.value;
  return 0;
}

// How far a value is beyond its limit; one that is no number keeps none.
static double beyond(const limit *l, double y) { return isnan(y) ? HUGE_VAL : fmax(l->least - y, y - l->most); }

// The load at which a limit is met; y: its values with the loads.
static double permitted_by(const chart *c, const limit *l, const double *y)
{
  double was = beyond(l, y[0]);
  if (was > 0) return NAN;
  for (int i = 1; i < LOADS; i++) {
    double now = beyond(l, y[i]);
    if (now > 0) return c->with[i - 1].load + (c->with[i].load - c->with[i - 1].load) * was / (was - now);
    was = now;
  }
  return HUGE_VAL;
}

static int look_at(chart *c, place *p, const double *moved)
{
  const dv_workspace *s = c->with[0].s;
  double *y = DV_TAKE(c->a->arena, double, c->nlimit *LOADS);
  p->moved = DV_TAKE(c->a->arena, double, s->arm->n);
  p->own = DV_TAKE(c->a->arena, double, c->nlimit);
  memcpy(p->moved, moved, (size_t)s->arm->n * sizeof *moved);
  dv_workspace_section(s, moved, p->at);
  p->by = -1;
  p->permitted = NAN;
  if (dv_arm_excess(s->arm, moved) > 1e-9) return FINE;
  for (int i = 0; i < LOADS; i++) {
    if (hold_at(c, &c->with[i], moved)) return FINE;
    for (int k = 0; k < c->nlimit; k++)
      if (value_of_limit(c, &c->limit[k], &y[k * LOADS + i]))
        return dv_diag_add(c->a->diags, DV_ERROR, (dv_mark){0}, NULL, "--limit '%s'", c->limit[k].text), BAD_USAGE;
  }
  p->permitted = c->with[LOADS - 1].load;
  for (int k = 0; k < c->nlimit; k++) {
    p->own[k] = permitted_by(c, &c->limit[k], y + k * LOADS);
    double load = isnan(p->own[k]) ? 0 : p->own[k];
    if (load < p->permitted) p->permitted = load, p->by = k;
  }
  return FINE;
}

// Limits in SI, once the machine says which dimension they have.
static int size_limits(chart *c, const char **low, const char **high)
{
  args *a = c->a;
  const dv_workspace *s = c->with[0].s;
  if (hold_at(c, &c->with[0], s->middle))
    return bad_usage(a, "start it where its loops close", "the machine cannot be held still in its first pose");
  for (int k = 0; k < c->nlimit; k++) {
    limit *l = &c->limit[k];
    dv_quantity_value v;
    const char *what = dv_arena_text(a->arena, "--limit %s", l->text);
    if (dv_formula_evaluate(a->diags, &l->f, (dv_mark){0}, column, c, &v)) return BAD_USAGE;
    const char *unit = dv_dim_unit(a->arena, v.dim);
    if (!*unit) unit = NULL;  // a ratio needs none
    if (dv_quantity_read(a->arena, a->diags, what, low[k], unit, &l->least)) return BAD_USAGE;
    if (dv_quantity_read(a->arena, a->diags, what, high[k], unit, &l->most)) return BAD_USAGE;
    if (!(l->least < l->most))
      return bad_usage(a, "write least..most", "--limit: the range of '%s' ends before it begins", l->text);
  }
  return FINE;
}

void chart_pose(const dv_workspace *s, double fa, double fb, double *moved)
{
  const double f[2] = {fa, fb};
  memcpy(moved, s->middle, (size_t)s->arm->n * sizeof *moved);
  for (int k = 0; k < 2 && k < s->nrest; k++) {
    int i = s->rest[k];
    moved[i] = s->lower[i] + f[k] * (s->upper[i] - s->lower[i]);
  }
}

static int fill(chart *c)
{
  const dv_workspace *s = c->with[0].s;
  double *moved = DV_TAKE(c->a->arena, double, s->arm->n);
  int code = FINE;
  c->na = c->nb = CELLS;
  c->at = DV_TAKE(c->a->arena, place, c->na * c->nb);
  for (int i = 0; i < c->na * c->nb && code == FINE; i++) {
    const int column = i % c->na, row = i / c->na;
    chart_pose(s, (column + 0.5) / c->na, (row + 0.5) / c->nb, moved);
    code = look_at(c, &c->at[i], moved);
  }
  return code;
}

static int make(chart *c)
{
  args *a = c->a;
  const char **text, *svg = value_of(a, "svg"), *csv = value_of(a, "csv");
  int n = values_of(a, "limit", &text);
  const char **low = DV_TAKE(a->arena, const char *, 2 * n + 2), **high = low + n + 1;
  int code = read_load(c, value_of(a, "load"));
  if (code == FINE) code = read_limits(c, low, high);
  for (int i = 0; i < LOADS && code == FINE; i++) code = open_one(c, i);
  if (code == FINE && c->with[0].s->nrest != 2)
    code = bad_usage(a, "choose them with --joints and --about", "a load chart moves two coordinates in its section, not %d",
                     c->with[0].s->nrest);
  if (code == FINE) code = size_limits(c, low, high);
  if (code == FINE) code = fill(c);
  if (code == FINE && csv) code = table_of_chart(c, csv);
  if (code == FINE && svg) code = draw_chart(c, svg);
  return code;
}

int workspace_chart(args *a)
{
  chart c = {.a = a};
  int code = make(&c);
  if (code == FINE && has(a, "json")) put_chart(&c);
  else if (code == FINE) print_chart(&c);
  for (int i = 0; i < LOADS; i++) dv_machine_close(c.with[i].machine);
  return code;
}
