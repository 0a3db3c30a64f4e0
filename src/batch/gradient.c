// gradient.c: parameters -> numbers and start of the machine (extrapolated differences of reading and assembling, which are
// plain formulas) -> columns (exact slopes along the run, solve/sensitivity.c) -> metrics (differences over the finished table).
#include "batch/gradient.h"

#include "base/number.h"
#include "record/record.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 3, COLUMNS_MOST = 256 };
static const double first_step = 0x1p-7;  // of a parameter's size; halved from level to level
static const double table_step = 1e-6;    // of a column's range

typedef struct {
  dv_gradient *g;
  dv_machine *m;
  dv_state *start;
  dv_record *record;
  double *number, *state, *size;  // [nby][nnum], [nby][nx + nd], [nby]
} plan;

static int refuse(const plan *p, int i, const char *remedy, const char *why)
{
  dv_gradient_by *b = &p->g->by[i];
  b->left_out = b->maybe;
  dv_diag_add(p->m->diags, b->maybe ? DV_WARNING : DV_ERROR, (dv_mark){p->g->file, 0, 0}, remedy, "no slope by '%s': %s", b->name,
              why);
  return 1;
}

// The machine with parameter i elsewhere, and its start.
static dv_machine *open_moved(const plan *p, int i, double value, dv_state **start)
{
  const dv_gradient *g = p->g;
  dv_machine_options o = g->options;
  const char **settings = DV_TAKE(p->m->arena, const char *, o.nsetting + 1);
  char number[DV_NUMBER_TEXT];
  for (int k = 0; k < o.nsetting; k++) settings[k] = o.settings[k];
  settings[o.nsetting++] =
      dv_arena_text(p->m->arena, "%s=%s %s", g->by[i].path, dv_number_write(number, value / g->by[i].factor), g->by[i].unit);
  o.settings = settings;
  dv_machine *m = dv_reading_machine(g->reading, &o);
  if (!m->model) return m;
  *start = dv_state_new(m->arena, m->model);
  if (dv_start(m, *start)) m->model = NULL;
  return m;
}

// Numbers and start there, behind each other. 1: there is no such machine, and *why.
static int numbers_at(const plan *p, int i, double value, double *out, const char **why)
{
  const dv_model *m = p->m->model;
  dv_state *start = NULL;
  dv_machine *moved = open_moved(p, i, value, &start);
  int bad = !moved->model || !dv_model_alike(m, moved->model);
  if (bad) *why = "it changes the machine's structure";
  if (!moved->model) *why = dv_arena_text(p->m->arena, "%s", moved->diags->n ? moved->diags->item[0].what : "no machine");
  if (!bad) {
    memcpy(out, dv_model_NUMBER(moved->model), (size_t)m->nnum * sizeof *out);
    memcpy(out + m->nnum, start->x, (size_t)(m->nx + m->nd) * sizeof *out);
  }
  dv_machine_close(moved);
  return bad;
}

// Neville's scheme for numbers that are smooth in the parameter: in h^2, or in h of differences to one side.
static void extrapolate(double *const *T, int n, int ratio, double *out)
{
  for (int e = 0; e < n; e++) {
    double column[LEVELS];
    for (int k = 0; k < LEVELS; k++) column[k] = T[k][e];
    for (int j = 1, power = ratio; j < LEVELS; j++, power *= ratio)
      for (int k = LEVELS - 1; k >= j; k--) column[k] += (column[k] - column[k - 1]) / (power - 1);
    out[e] = column[LEVELS - 1];
  }
}

// Differences of step h between `low` and `high` times it, [n].
static int difference(const plan *p, int i, double h, int low, int high, double *room, double *out, const char **why)
{
  const dv_model *m = p->m->model;
  double value = p->g->by[i].value;
  if (numbers_at(p, i, value + high * h, out, why) || numbers_at(p, i, value + low * h, room, why)) return 1;
  for (int e = 0; e < m->nnum + m->nx + m->nd; e++) out[e] = (out[e] - room[e]) / ((high - low) * h);
  return 0;
}

// To both sides; a number that stands at a bound, to the one that there is.
static int slope_by(const plan *p, int i, dv_arena *a, double *slope, const char **why)
{
  static const int side[][2] = {
      {-1, 1},
      {0,  1},
      {-1, 0}
  };
  const dv_model *m = p->m->model;
  int n = m->nnum + m->nx + m->nd, bad = 1;
  double *T[LEVELS], *room = DV_TAKE(a, double, n + 1);
  for (int k = 0; k < LEVELS; k++) T[k] = DV_TAKE(a, double, n + 1);
  for (int way = 0; way < 3 && bad; way++) {
    double h = first_step * p->size[i];
    bad = 0;
    for (int k = 0; k < LEVELS && !bad; k++, h /= 2) bad = difference(p, i, h, side[way][0], side[way][1], room, T[k], why);
    if (!bad) extrapolate(T, n, way ? 2 : 4, slope);
  }
  return bad;
}

static int move_parameter(const plan *p, int i)
{
  const dv_model *m = p->m->model;
  int n = m->nnum + m->nx + m->nd, any = 0;
  dv_arena *a = dv_arena_under(p->m->arena);
  double value = p->g->by[i].value, *slope = DV_TAKE(a, double, n + 1);
  const char *why = "";
  p->size[i] = value != 0 ? fabs(value) : p->g->by[i].factor;
  int bad = slope_by(p, i, a, slope, &why) && refuse(p, i, "compare runs by davit sweep", why);
  for (int e = 0; e < n && !bad; e++) any |= slope[e] != 0;
  if (!bad && !any)
    dv_diag_add(p->m->diags, DV_WARNING, (dv_mark){p->g->file, 0, 0}, NULL, "'%s' has no influence on the machine",
                p->g->by[i].name);
  if (!bad) memcpy(p->number + (size_t)i * (size_t)m->nnum, slope, (size_t)m->nnum * sizeof *slope);
  if (!bad) memcpy(p->state + (size_t)i * (size_t)(m->nx + m->nd), slope + m->nnum, (size_t)(m->nx + m->nd) * sizeof *slope);
  dv_arena_free(a);
  return bad;
}

// ---- the run

static int compare_times(const double *t, int n, double x)
{
  for (int i = 0; i < n; i++)
    if (t[i] == x) return 1;
  return 0;
}

// Instants at which metrics look, rising.
static const double *times_of(const plan *p, int *n)
{
  double *t = DV_TAKE(p->m->arena, double, COLUMNS_MOST), here[COLUMNS_MOST];
  *n = 0;
  for (int i = 0; i < p->g->nmetric; i++) {
    int count = dv_metric_times(&p->g->metric[i], here, COLUMNS_MOST - *n);
    for (int k = 0; k < count; k++) {
      int at = *n;
      if (compare_times(t, *n, here[k])) continue;
      for (; at > 0 && t[at - 1] > here[k]; at--) t[at] = t[at - 1];
      t[at] = here[k];
      ++*n;
    }
  }
  return t;
}

// The start once a run has opened there: loops have their independent coordinates.
static const dv_state *opened(const plan *p, dv_run_options o)
{
  dv_state *s = dv_state_new(p->m->arena, p->m->model);
  dv_run_result r;
  memcpy(s->block, p->start->block, (size_t)s->n * sizeof(double));
  o.until = s->t;
  return dv_run(p->m->model, s, &o, NULL, NULL, NULL, &r, p->m->diags, p->m->arena) ? NULL : s;
}

static dv_sensitivity *run(const plan *p)
{
  dv_machine *m = p->m;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  if (o.momentum) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){p->g->file, 0, 0}, "set solver.formulation=velocity",
                "slopes along a run are those of rates, not of momenta");
    return NULL;
  }
  const dv_state *open = opened(p, o);
  if (!open) return NULL;
  dv_sensitivity_options want = {.m = m->model,
                                 .n = p->g->nby,
                                 .number = p->number,
                                 .start = p->state,
                                 .file = p->g->file,
                                 .variable = p->record->variable + 1,
                                 .ncolumn = p->record->log->ncolumn - 1,
                                 .size = p->size,
                                 .method = o.method ? o.method : "cvode",
                                 .begin = p->start->x,
                                 .open = open->x};
  dv_sensitivity *s = dv_sensitivity_new(m->arena, m->diags, &want);
  if (!s) return NULL;
  o.follow = dv_sensitivity_follower(s);
  o.also = times_of(p, &o.nalso);
  o.halt = p->g->halt;
  int bad = dv_run(m->model, p->start, &o, dv_record_row, NULL, p->record, &p->g->run, m->diags, m->arena);
  return bad || dv_sensitivity_failed(s) ? NULL : s;
}

// ---- metrics

// How far direction i can go so that no column moves by more than a millionth of its range; 0: nothing moves.
static double step_of(const plan *p, const dv_sensitivity *s, int i)
{
  const dv_history *h = p->record->log;
  double step = HUGE_VAL;
  for (int c = 1; c < h->ncolumn; c++) {
    double least = HUGE_VAL, most = -HUGE_VAL, size = 0, slope = 0;
    for (int r = 0; r < h->nrow; r++) {
      double y = dv_history_row(h, r)[c];
      least = fmin(least, y), most = fmax(most, y), size = fmax(size, fabs(y));
      slope = fmax(slope, fabs(dv_sensitivity_row(s, r)[(c - 1) * p->g->nby + i]));
    }
    double range = fmax(most - least, 1e-3 * size);
    if (slope > 0) step = fmin(step, table_step * (range > 0 ? range : 1) / slope);
  }
  return isfinite(step) ? step : 0;
}

// The table with parameter i moved by `by`, in `out`.
static void move_table(const plan *p, const dv_sensitivity *s, int i, double by, dv_history *out)
{
  const dv_history *h = p->record->log;
  for (int r = 0; r < h->nrow; r++) {
    const double *from = dv_history_row(h, r), *slope = dv_sensitivity_row(s, r);
    double *to = dv_history_row(out, r);
    for (int c = 1; c < h->ncolumn; c++) to[c] = from[c] + by * slope[(c - 1) * p->g->nby + i];
  }
}

static dv_history *copy_of(const plan *p)
{
  const dv_history *h = p->record->log;
  dv_history *out = dv_history_new(p->m->arena, h->ncolumn);
  memcpy(out->column, h->column, (size_t)h->ncolumn * sizeof *h->column);
  for (int r = 0; r < h->nrow; r++) memcpy(dv_history_append(out), dv_history_row(h, r), (size_t)h->ncolumn * sizeof(double));
  return out;
}

static dv_gradient_entry entry_of(double below, double here, double above, double by)
{
  dv_gradient_entry e = {.slope = (above - below) / (2 * by), .left = (here - below) / by, .right = (above - here) / by};
  double size = fmax(fabs(e.left), fabs(e.right));
  e.kink = fabs(e.left - e.right) > 1e-3 * size + 1e-9 * fabs(here) / by;
  return e;
}

static void reduce(const plan *p, const dv_sensitivity *s)
{
  dv_gradient *g = p->g;
  dv_history *low = copy_of(p), *high = copy_of(p);
  for (int k = 0; k < g->nmetric; k++) g->value[k] = dv_metric_value(p->m->diags, &g->metric[k], p->record->log);
  for (int i = 0; i < g->nby; i++) {
    double by = step_of(p, s, i);
    move_table(p, s, i, -by, low);
    move_table(p, s, i, by, high);
    for (int k = 0; k < g->nmetric; k++) {
      double below = dv_metric_value(p->m->diags, &g->metric[k], low), above = dv_metric_value(p->m->diags, &g->metric[k], high);
      g->entry[k * g->nby + i] = by > 0 ? entry_of(below, g->value[k], above, by) : (dv_gradient_entry){0};
    }
  }
}

static dv_record *columns(const plan *p)
{
  const char *name[COLUMNS_MOST];
  int n = 0;
  for (int i = 0; i < p->g->nmetric; i++) n += dv_metric_columns(&p->g->metric[i], name + n, COLUMNS_MOST - n);
  return dv_record_new(p->m->arena, p->m->diags, p->m->model, name, n);
}

int dv_gradient_run(dv_gradient *g, dv_machine *m)
{
  const dv_model *x = m->model;
  size_t n = (size_t)g->nby;
  plan p = {.g = g, .m = m, .start = dv_state_new(m->arena, x)};
  p.record = columns(&p);
  if (!p.record) return 1;
  p.number = DV_TAKE(m->arena, double, n *(size_t)x->nnum + 1), p.size = DV_TAKE(m->arena, double, n + 1);
  p.state = DV_TAKE(m->arena, double, n *(size_t)(x->nx + x->nd) + 1);
  g->value = DV_TAKE(m->arena, double, g->nmetric + 1);
  g->entry = DV_TAKE(m->arena, dv_gradient_entry, g->nmetric * g->nby + 1);
  if (dv_start(m, p.start)) return 2;
  for (int i = 0; i < g->nby; i++)
    if (move_parameter(&p, i) && !g->by[i].left_out) return 1;
  const dv_sensitivity *s = run(&p);
  if (!s) return 2;
  reduce(&p, s);
  return 0;
}

// ---- at a point

static void pass_on(dv_diags *to, const dv_diags *from)
{
  for (int i = 0; i < from->n; i++) {
    const dv_diag *x = &from->item[i];
    dv_mark mark = x->mark;
    if (mark.file) mark.file = dv_arena_text(to->arena, "%s", mark.file);
    dv_diag_add(to, x->severity, mark, x->remedy ? dv_arena_text(to->arena, "%s", x->remedy) : NULL, "%s", x->what);
  }
}

static const char *const *settings_at(dv_arena *a, const dv_gradient *g, const double *value)
{
  const char **settings = DV_TAKE(a, const char *, g->options.nsetting + g->nby + 1);
  char number[DV_NUMBER_TEXT];
  for (int k = 0; k < g->options.nsetting; k++) settings[k] = g->options.settings[k];
  for (int i = 0; i < g->nby; i++)
    settings[g->options.nsetting + i] =
        dv_arena_text(a, "%s=%s %s", g->by[i].path, dv_number_write(number, value[i] / g->by[i].factor), g->by[i].unit);
  return settings;
}

// The metrics of one run, without slopes.
static int values_of(dv_gradient *g, dv_machine *m)
{
  plan p = {.g = g, .m = m, .start = dv_state_new(m->arena, m->model)};
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  p.record = columns(&p);
  if (!p.record) return 1;
  g->value = DV_TAKE(m->arena, double, g->nmetric + 1);
  o.also = times_of(&p, &o.nalso);
  o.halt = g->halt;
  if (dv_start(m, p.start)) return 2;
  if (dv_run(m->model, p.start, &o, dv_record_row, NULL, p.record, &g->run, m->diags, m->arena)) return 2;
  for (int k = 0; k < g->nmetric; k++) g->value[k] = dv_metric_value(m->diags, &g->metric[k], p.record->log);
  return 0;
}

int dv_gradient_at(const dv_gradient *g, dv_diags *d, const double *value, double *out, double *slope)
{
  dv_arena *a = dv_arena_new();
  dv_gradient here = *g;
  here.by = DV_TAKE(a, dv_gradient_by, g->nby + 1);
  for (int i = 0; i < g->nby; i++) here.by[i] = g->by[i], here.by[i].value = value[i];
  here.options.settings = settings_at(a, g, value);
  here.options.nsetting = g->options.nsetting + g->nby;
  dv_machine *m = dv_reading_machine(g->reading, &here.options);
  int bad = !m->model ? 1 : slope ? dv_gradient_run(&here, m) : values_of(&here, m);
  for (int k = 0; k < g->nmetric && !bad; k++) {
    out[k] = here.value[k];
    for (int i = 0; slope && i < g->nby; i++) slope[k * g->nby + i] = here.entry[k * g->nby + i].slope;
  }
  pass_on(d, m->diags);
  dv_machine_close(m);
  dv_arena_free(a);
  return bad;
}
