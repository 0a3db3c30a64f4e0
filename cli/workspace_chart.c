// workspace_chart.c: `davit workspace --load`: the load that a machine may carry in each pose: a load chart.
//
// In each pose the machine is held still (study/hold.h) with nine loads of the range; what is limited is looked at in each, and
// the permitted load is where the first limit is met on straight lines between them: exact where a limit is linear in the load,
// as forces of cylinders, their pressures, reactions and the moment about an edge over which a machine tips are.
#include "plot.h"
#include "workspace.h"

#include "base/number.h"
#include "record/record.h"
#include "spec/formula.h"
#include "spec/quantity.h"
#include "study/hold.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LOADS = 9, CELLS = 40, BINS = 12 };

typedef struct {
  const char *name, *text, *unit;  // in figures; its expression; unit of SI
  dv_formula f;
  double least, most;
} limit;

// The machine with one of the loads.
typedef struct {
  double load;
  dv_machine *machine;
  dv_workspace *s;
  dv_hold *hold;
  dv_record *record;
} loaded;

typedef struct {
  double at[2], permitted;  // NaN: beyond limits of the pose
  double *moved, *own;      // [n]; [nlimit] what each limit permits
  int by;                   // limit that is met first; -1: none
} place;

typedef struct {
  args *a;
  const char *path, *unit;  // of the number that is the load; as it was given
  double scale;             // SI per unit
  int nlimit, na, nb;
  limit *limit;
  loaded with[LOADS];
  place *at;  // [nb][na] cells
  const dv_history *row;
} chart;

static int read_load(chart *c, const char *text)
{
  args *a = c->a;
  const char *equals = strchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
  double lo, hi, offset;
  dv_dim dim;
  if (!dots || equals == text) return bad_usage(a, "e.g. --load payload=0..5t", "--load: '%s' is not path=least..most", text);
  const char *low = dv_arena_copy(a->arena, equals + 1, (size_t)(dots - equals - 1)), *end = dv_number_read(low, &lo),
             *unit = dv_number_read(dots + 2, &hi);
  if (!end || *end || !unit || !(hi > lo)) return bad_usage(a, "write least..most", "--load: '%s' is no range", equals + 1);
  while (*unit == ' ') unit++;
  c->path = dv_arena_copy(a->arena, text, (size_t)(equals - text));
  c->unit = unit;
  c->scale = 1;
  if (*unit && dv_units_parse(dv_units_open(a->arena), unit, &c->scale, &offset, &dim))
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
    l->unit = dv_dim_unit(a->arena, v.dim);
    const char *unit = *l->unit ? l->unit : NULL;  // a ratio needs none
    if (dv_quantity_read(a->arena, a->diags, what, low[k], unit, &l->least)) return BAD_USAGE;
    if (dv_quantity_read(a->arena, a->diags, what, high[k], unit, &l->most)) return BAD_USAGE;
    if (!(l->least < l->most))
      return bad_usage(a, "write least..most", "--limit: the range of '%s' ends before it begins", l->text);
  }
  return FINE;
}

static void cell_pose(const dv_workspace *s, double fa, double fb, double *moved)
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
    cell_pose(s, (column + 0.5) / c->na, (row + 0.5) / c->nb, moved);
    code = look_at(c, &c->at[i], moved);
  }
  return code;
}

// ---- what is shown

static const char *by_name(const chart *c, int by) { return by < 0 ? "none: the largest load" : c->limit[by].name; }

typedef struct {
  double r[2], least, most;
  int n, by;  // what limits the least
} bin;

static int fill_bins(const chart *c, bin *b)
{
  double lo = HUGE_VAL, hi = -HUGE_VAL;
  for (int i = 0; i < c->na * c->nb; i++)
    if (isfinite(c->at[i].permitted)) lo = fmin(lo, c->at[i].at[0]), hi = fmax(hi, c->at[i].at[0]);
  if (!(hi > lo)) return 0;
  for (int k = 0; k < BINS; k++)
    b[k] = (bin){
        {lo + (hi - lo) * k / BINS, lo + (hi - lo) * (k + 1) / BINS},
        HUGE_VAL, -HUGE_VAL, 0, -1
    };
  for (int i = 0; i < c->na * c->nb; i++) {
    const place *p = &c->at[i];
    if (!isfinite(p->permitted)) continue;
    bin *x = &b[(int)fmin(BINS - 1, floor(BINS * (p->at[0] - lo) / (hi - lo)))];
    x->n++;
    if (p->permitted < x->least) x->least = p->permitted, x->by = p->by;
    x->most = fmax(x->most, p->permitted);
  }
  return 1;
}

static void print_chart(const chart *c)
{
  const dv_workspace *s = c->with[0].s;
  bin b[BINS];
  if (!fill_bins(c, b)) {
    printf("no pose within the limits of the joints can be held still\n");
    return;
  }
  printf("%s: permitted %s [%s] over the %s of the point\n%16s %12s %12s   first limit where it is least\n", s->arm->point.name,
         c->path, *c->unit ? c->unit : "SI", s->about < 0 ? "x" : "distance", s->about < 0 ? "x [m]" : "r [m]", "least", "most");
  for (int k = 0; k < BINS; k++)
    if (b[k].n) printf("%6.3f .. %6.3f %12.5g %12.5g   %s\n", b[k].r[0], b[k].r[1], b[k].least, b[k].most, by_name(c, b[k].by));
}

static void put_chart(const chart *c)
{
  dv_json_out o = {.text = {.arena = c->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, c->a->operand[0], 1);
  dv_json_text(&o, "load", c->path);
  dv_json_text(&o, "unit", c->unit);
  dv_json_open(&o, "chart", '[');
  for (int i = 0; i < c->na * c->nb; i++) {
    const place *p = &c->at[i];
    dv_json_open(&o, NULL, '{');
    for (int k = 0; k < c->with[0].s->arm->n; k++) dv_json_number(&o, c->with[0].s->arm->mover[k]->name, p->moved[k]);
    dv_json_number(&o, "r", p->at[0]);
    dv_json_number(&o, "z", p->at[1]);
    dv_json_number(&o, "permitted", p->permitted);
    dv_json_text(&o, "by", by_name(c, p->by));
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_close(&o);
  print_json(&o);
}

static const char *load_label(const chart *c) { return dv_arena_text(c->a->arena, "permitted %s", c->path); }

// Corners of the cells, bent as the arm bends them, with the load on each.
static dv_heat *heat_of(const chart *c)
{
  const dv_workspace *s = c->with[0].s;
  int na = c->na, nb = c->nb;
  double *x = DV_TAKE(c->a->arena, double, 2 * (na + 1) * (nb + 1)), *y = x + (na + 1) * (nb + 1),
         *v = DV_TAKE(c->a->arena, double, na *nb), *moved = DV_TAKE(c->a->arena, double, s->arm->n), rz[2];
  dv_heat *h = DV_TAKE(c->a->arena, dv_heat, 1);
  for (int j = 0; j <= nb; j++)
    for (int i = 0; i <= na; i++) {
      cell_pose(s, (double)i / na, (double)j / nb, moved);
      dv_workspace_section(s, moved, rz);
      x[j * (na + 1) + i] = rz[0], y[j * (na + 1) + i] = rz[1];
    }
  for (int i = 0; i < na * nb; i++) v[i] = c->at[i].permitted;
  *h = (dv_heat){na, nb, x, y, v, load_label(c), c->unit};
  return h;
}

static dv_panel section(const chart *c)
{
  const dv_workspace *s = c->with[0].s;
  return (dv_panel){.title = "Load chart",
                    .x_label = s->about < 0 ? "x" : "distance from the axis",
                    .x_unit = "m",
                    .y_label = s->about < 0 ? "z" : "height",
                    .y_unit = "m",
                    .equal = 1,
                    .contours = 1,
                    .heat = heat_of(c)};
}

// Where which limit is met first.
static dv_panel governing(const chart *c)
{
  args *a = c->a;
  int n = c->na * c->nb;
  dv_panel p = {
      .title = "What limits it", .x_label = "distance", .x_unit = "m", .y_label = "height", .y_unit = "m", .equal = 1, .dots = 1};
  p.curve = DV_TAKE(a->arena, dv_curve, c->nlimit + 1);
  for (int k = -1; k < c->nlimit; k++) {
    double *x = DV_TAKE(a->arena, double, 2 * n), *y = x + n;
    int count = 0;
    for (int i = 0; i < n; i++)
      if (isfinite(c->at[i].permitted) && c->at[i].by == k) x[count] = c->at[i].at[0], y[count++] = c->at[i].at[1];
    if (count) p.curve[p.ncurve++] = (dv_curve){by_name(c, k), x, y, count};
  }
  return p;
}

// Over the radius: the least and the most over all heights.
static dv_panel over_radius(const chart *c)
{
  args *a = c->a;
  dv_panel p = {.title = "Over the radius", .x_label = "distance", .x_unit = "m", .y_label = load_label(c), .y_unit = c->unit};
  p.curve = DV_TAKE(a->arena, dv_curve, 2);
  bin b[BINS];
  if (!fill_bins(c, b)) return p;
  double *x = DV_TAKE(a->arena, double, 3 * BINS), *least = x + BINS, *most = least + BINS;
  for (int k = 0; k < BINS; k++) {
    x[k] = (b[k].r[0] + b[k].r[1]) / 2;
    least[k] = b[k].n ? b[k].least : NAN, most[k] = b[k].n ? b[k].most : NAN;
  }
  p.curve[p.ncurve++] = (dv_curve){"at every height", x, least, BINS};
  p.curve[p.ncurve++] = (dv_curve){"at the best height", x, most, BINS};
  return p;
}

static int draw(const chart *c, const char *path)
{
  dv_panel panel[] = {section(c), governing(c), over_radius(c)};
  dv_figure f = {.title = dv_arena_text(c->a->arena, "Load chart of %s", c->with[0].s->arm->point.name),
                 .npanel = DV_COUNT(panel),
                 .panel = panel,
                 .width = 760,
                 .panel_height = 400};
  return write_figure(c->a, &f, path);
}

static int table(const chart *c, const char *path)
{
  const dv_arm *arm = c->with[0].s->arm;
  int n = arm->n;
  dv_history *l = dv_history_new(c->a->arena, n + 3 + c->nlimit);
  for (int i = 0; i < n; i++) l->column[i] = (dv_column){arm->mover[i]->name, arm->mover[i]->rotary ? "rad" : "m"};
  l->column[n] = (dv_column){"section.r", "m"}, l->column[n + 1] = (dv_column){"section.z", "m"};
  l->column[n + 2] = (dv_column){"permitted", c->unit};
  for (int k = 0; k < c->nlimit; k++) l->column[n + 3 + k] = (dv_column){dv_arena_text(c->a->arena, "limit%d", k + 1), c->unit};
  for (int i = 0; i < c->na * c->nb; i++) {
    double *row = dv_history_append(l);
    memcpy(row, c->at[i].moved, (size_t)n * sizeof *row);
    row[n] = c->at[i].at[0], row[n + 1] = c->at[i].at[1], row[n + 2] = c->at[i].permitted;
    memcpy(row + n + 3, c->at[i].own, (size_t)c->nlimit * sizeof *row);
  }
  log_facts(c->a, c->with[0].machine, l);
  return write_history(c->a, c->a->diags, l, path);
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
  if (code == FINE && csv) code = table(c, csv);
  if (code == FINE && svg) code = draw(c, svg);
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
