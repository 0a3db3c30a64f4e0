// plot_over.c: several results in one figure, and what the options say about its panels.
//
// A colour is a column, a pattern of dashes is a result; measured data are points. Differences are taken at the instants of the
// first result, those of measured data at the instants of these; between rows values are on a straight line.
#include "plot.h"

#include "base/number.h"
#include "spec/units.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static const char *base_name(dv_arena *a, const char *path)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return dv_arena_copy(a, name, strlen(name) - strlen(extension(name)));
}

static int add_source(args *a, sources *out, const char *path, int points)
{
  dv_history *l = dv_history_read(a->arena, path, a->diags);
  if (!l) return BAD_FILE;
  *DV_PUSH(a->arena, out) = (source){.l = l, .name = base_name(a->arena, path), .points = points};
  return 0;
}

// Results whose cases differ are called by them.
static void name_by_cases(sources *s)
{
  for (int i = 0; i < s->n; i++) {
    const char *name = dv_history_fact_text(s->item[i].l, "case");
    if (!name || !*name || s->item[i].points) return;
    for (int k = 0; k < i; k++)
      if (!strcmp(name, dv_history_fact_text(s->item[k].l, "case"))) return;
  }
  for (int i = 0; i < s->n; i++) s->item[i].name = dv_history_fact_text(s->item[i].l, "case");
}

static int name_by_legend(args *a, sources *s)
{
  const char **name;
  int n = items_of(a, "legend", &name);
  if (n > s->n) return bad_usage(a, "a name for each result", "--legend has %d names for %d results", n, s->n);
  for (int i = 0; i < n; i++) s->item[i].name = name[i];
  return 0;
}

int sources_open(args *a, sources *out)
{
  const char **points;
  int n = values_of(a, "points", &points), results = 1;
  while (results < a->noperand && is_result(a->operand[results]) && !access(a->operand[results], R_OK)) results++;
  for (int i = 0; i < results + n; i++) {
    int bad = add_source(a, out, i < results ? a->operand[i] : points[i - results], i >= results);
    if (bad) return bad;
  }
  name_by_cases(out);
  // what follows the first is columns
  for (int i = 1; i + results - 1 < a->noperand; i++) a->operand[i] = a->operand[i + results - 1];
  a->noperand -= results - 1;
  return name_by_legend(a, out);
}

static int number_of(args *a, const char *option, const char *text, double *x)
{
  const char *end = dv_number_read(text, x);
  if (end && !*end) return 0;
  return bad_usage(a, "give a number, in the unit that the axis shows", "--%s: '%s' is no number", option, text);
}

static int window_of(args *a, const char *from, const char *to, int log, dv_window *w)
{
  const char *lo = value_of(a, from), *hi = value_of(a, to);
  *w = (dv_window){lo || hi, NAN, NAN};
  if ((lo && number_of(a, from, lo, &w->lo)) || (hi && number_of(a, to, hi, &w->hi))) return BAD_USAGE;
  if (lo && hi && !(w->lo < w->hi))
    return bad_usage(a, "give the smaller one first", "--%s %s is not below --%s %s", from, lo, to, hi);
  if (!log) return 0;
  if (w->lo <= 0 || w->hi <= 0) return bad_usage(a, "give more than 0", "a logarithmic axis has no zero");
  w->lo = log10(w->lo), w->hi = log10(w->hi);
  return 0;
}

// NAME=NUMBER or NUMBER
static int line_of(args *a, const char *option, const char *text, int log, dv_mark_line *out)
{
  const char *equals = strrchr(text, '=');
  out->label = equals ? dv_arena_copy(a->arena, text, (size_t)(equals - text)) : "";
  if (number_of(a, option, equals ? equals + 1 : text, &out->at)) return BAD_USAGE;
  if (log) out->at = log10(out->at);
  return 0;
}

// "2..2.5" or "2..2.5@lower-left"; without a corner: where it hides least
static int inset_of(args *a, const char *option, const char *text, int log, dv_inset *out)
{
  static const char *const corner[] = {"upper-right", "upper-left", "lower-right", "lower-left", "free"};
  const char *dots = strstr(text, ".."), *at = strchr(text, '@');
  *out = (dv_inset){.x = {.given = 1}, .corner = at ? 0 : DV_FREE_CORNER};
  for (int i = 0; at && i < DV_COUNT(corner); i++)
    if (!strcmp(at + 1, corner[i])) out->corner = (dv_corner)(i + 1);
  const char *low = dots ? dv_arena_copy(a->arena, text, (size_t)(dots - text)) : "", *high = dots ? dots + 2 : "", *last;
  if (at) high = dv_arena_copy(a->arena, high, (size_t)(at - high));
  last = dv_number_read(low, &out->x.lo);
  int bad = !last || *last || !out->corner;
  last = dv_number_read(high, &out->x.hi);
  if (bad || !last || *last || !(out->x.hi > out->x.lo))
    return bad_usage(a, "e.g. --inset 2..2.5@lower-left, --zoom 2..2.5", "--%s: '%s' is no part of the x axis", option, text);
  if (log) out->x.lo = log10(out->x.lo), out->x.hi = log10(out->x.hi);
  return 0;
}

static int names_column(const dv_history *l, const char *mark)
{
  const char *equals = strrchr(mark, '=');
  return dv_history_find(l, equals ? equals + 1 : mark) >= 0;
}

int wishes_of(args *a, const dv_history *l, wishes *w)
{
  const char *log = value_of(a, "log"), **list;
  w->x_log = log && strchr(log, 'x');
  w->y_log = log && strchr(log, 'y');
  w->difference = has(a, "difference");
  w->nright = items_of(a, "right", &w->right);
  if (window_of(a, "from", "to", w->x_log, &w->x) || window_of(a, "lower", "upper", w->y_log, &w->y)) return BAD_USAGE;
  for (int i = 0, n = values_of(a, "limit", &list); i < n; i++)
    if (line_of(a, "limit", list[i], w->y_log, DV_PUSH(a->arena, &w->limit))) return BAD_USAGE;
  for (int i = 0, n = values_of(a, "inset", &list); i < n; i++)
    if (inset_of(a, "inset", list[i], w->x_log, DV_PUSH(a->arena, &w->inset))) return BAD_USAGE;
  for (int i = 0, n = values_of(a, "zoom", &list); i < n; i++)
    if (inset_of(a, "zoom", list[i], w->x_log, DV_PUSH(a->arena, &w->zoom))) return BAD_USAGE;
  for (int i = 0, n = values_of(a, "mark", &list); i < n; i++)
    if (!names_column(l, list[i]) && line_of(a, "mark", list[i], w->x_log, DV_PUSH(a->arena, &w->mark))) return BAD_USAGE;
  return 0;
}

static int x_column(const group *g, const dv_history *l) { return g->x ? dv_history_find(l, g->x) : 0; }

// A file of measurements may call pin.position just pin.
static int same_column(args *a, const dv_history *l, const char *name)
{
  int at = dv_history_find(l, name);
  return at < 0 ? dv_history_find(l, column_short(a->arena, name)) : at;
}

static void tell_missing(args *a, const source *s, const char *column)
{
  dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, NULL, "'%s' has no column '%s', which is drawn from the first alone", s->name,
              column);
}

// From the unit of a column to that of another. 0, or -1: they are of different kinds. What has no unit is in that of the other.
static int unit_change(args *a, const char *from, const char *to, double *factor, double *offset)
{
  dv_units *u = dv_units_open(a->arena);
  double f = 1, g = 1, c = 0, d = 0;
  dv_dim e, h;
  *factor = 1, *offset = 0;
  if (!*from || !*to || !strcmp(from, to)) return 0;
  if (dv_units_parse(u, from, &f, &c, &e) || dv_units_parse(u, to, &g, &d, &h) || !dv_dim_equal(e, h)) return -1;
  *factor = f / g, *offset = (c - d) / g;
  return 0;
}

// A column of result i in the unit that the first result has for it; NULL: that cannot be, and was told.
static double *values_like(args *a, const sources *s, int i, int at, int like)
{
  const dv_column *c = &s->item[i].l->column[at], *first = &s->item[0].l->column[like];
  double *y = column_values(a->arena, s->item[i].l, at), factor, offset;
  if (unit_change(a, c->unit, first->unit, &factor, &offset)) {
    dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, NULL, "'%s' of '%s' is in %s, not in %s, and is left out", c->name,
                s->item[i].name, c->unit, first->unit);
    return NULL;
  }
  for (int k = 0; k < s->item[i].l->nrow; k++) y[k] = factor * y[k] + offset;
  return y;
}

// The curve of result i beside one of the first; 1: it has none.
static int other_curve(args *a, const sources *s, int i, const group *g, const char *column, dv_curve *out)
{
  const source *from = &s->item[i];
  int at = same_column(a, from->l, column), x = x_column(g, from->l);
  if (at < 0 || x < 0) return tell_missing(a, from, column), 1;
  double *xs = values_like(a, s, i, x, x_column(g, s->item[0].l));
  double *ys = xs ? values_like(a, s, i, at, dv_history_find(s->item[0].l, column)) : NULL;
  *out = (dv_curve){NULL, xs, ys, from->l->nrow};
  return !ys;
}

// The curves of the first result are there; those of the others join them, on their side of the panel.
void panel_overlay(args *a, const sources *s, const group *g, dv_panel *p, const char **column)
{
  int own = p->ncurve, left = own - p->right, n = 0, right = 0;
  if (s->n < 2) return;
  dv_curve *all = DV_TAKE(a->arena, dv_curve, own * s->n);
  dv_pen *stroke = DV_TAKE(a->arena, dv_pen, own * s->n);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->n; i++)
      for (int c = side ? left : 0; c < (side ? own : left); c++) {
        const source *from = &s->item[i];
        dv_curve curve = p->curve[c];
        if (i && other_curve(a, s, i, g, column[c], &curve)) continue;
        int named = own == 1 && has(a, "legend");  // the axis has the column's name
        curve.label = named ? from->name : dv_arena_text(a->arena, "%s, %s", p->curve[c].label, from->name);
        stroke[n] = (dv_pen){own == 1 ? i : c, own == 1 ? 0 : i, from->points, 0};
        all[n++] = curve;
        right += side;
      }
  p->curve = all;
  p->stroke = stroke;
  p->ncurve = n;
  p->right = right;
}

// Value at x between rows; x rises. Outside, or where it does not rise: none.
static double between(const dv_curve *c, double x, int *row)
{
  while (*row + 2 < c->n && c->x[*row + 1] < x) ++*row;
  if (c->n < 2 || x < c->x[*row] || x > c->x[*row + 1]) return NAN;
  double wide = c->x[*row + 1] - c->x[*row];
  return wide > 0 ? c->y[*row] + (c->y[*row + 1] - c->y[*row]) * (x - c->x[*row]) / wide : NAN;
}

// Other less first at the instants of `at`, which is one of them.
static dv_curve less(dv_arena *a, const dv_curve *other, const dv_curve *first, const dv_curve *at)
{
  double *y = DV_TAKE(a, double, at->n);
  int row = 0;
  for (int k = 0; k < at->n; k++)
    y[k] = at == first ? between(other, at->x[k], &row) - at->y[k] : at->y[k] - between(first, at->x[k], &row);
  return (dv_curve){NULL, at->x, y, at->n};
}

dv_panel panel_difference(args *a, const sources *s, const group *g, const dv_panel *p, const char **column, int own)
{
  dv_panel d = {.title = NULL, .x_label = p->x_label, .x_unit = p->x_unit, .y_unit = p->y_unit, .y_label = "difference"};
  dv_pen *stroke = DV_TAKE(a->arena, dv_pen, own * s->n);
  args quiet = *a;  // what others lack was told when they were drawn
  quiet.diags = dv_diags_new(a->arena);
  d.curve = DV_TAKE(a->arena, dv_curve, own * s->n);
  d.stroke = stroke;
  for (int i = 1; i < s->n; i++)
    for (int c = 0; c < own; c++) {
      dv_curve other;
      if (other_curve(&quiet, s, i, g, column[c], &other)) continue;
      stroke[d.ncurve] = (dv_pen){own == 1 ? i : c, own == 1 ? 0 : i, s->item[i].points, 0};
      dv_curve *out = &d.curve[d.ncurve++];
      *out = less(a->arena, &other, &p->curve[c], s->item[i].points ? &other : &p->curve[c]);
      out->label = dv_arena_text(a->arena, "%s less %s, %s", s->item[i].name, s->item[0].name, column_short(a->arena, column[c]));
    }
  return d;
}

// Numbers of a logarithmic axis; what has no logarithm leaves a gap.
static const double *logarithms(dv_arena *a, const double *x, int n)
{
  double *y = DV_TAKE(a, double, n);
  for (int i = 0; i < n; i++) y[i] = x[i] > 0 ? log10(x[i]) : NAN;
  return y;
}

void panel_wishes(args *a, const wishes *w, dv_panel *p)
{
  p->x_window = w->x;
  p->mark = w->mark.item, p->nmark = w->mark.n;
  p->inset = w->inset.item, p->ninset = w->inset.n;
  int differs = p->y_label && !strcmp(p->y_label, "difference");
  if (!differs) {
    p->y_window = w->y;
    p->limit = w->limit.item, p->nlimit = w->limit.n;
    p->y_log = w->y_log, p->right_log = w->y_log;
  }
  p->x_log = w->x_log;
  for (int c = 0; c < p->ncurve; c++) {
    if (p->x_log) p->curve[c].x = logarithms(a->arena, p->curve[c].x, p->curve[c].n);
    if (p->y_log) p->curve[c].y = logarithms(a->arena, p->curve[c].y, p->curve[c].n);
  }
}
