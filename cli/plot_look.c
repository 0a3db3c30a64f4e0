// plot_look.c: what the keys of a plot say about its panels (src/spec/keys_plot.c). Their numbers are SI and become those that
// the axes show.
#include "plot.h"

#include "spec/units.h"

#include <math.h>
#include <string.h>

static const dv_json *look(const group *g, const char *key) { return g->look ? dv_json_find(g->look, key) : NULL; }

const char *look_text(const group *g, const char *key)
{
  const dv_json *j = look(g, key);
  return j && j->type == DV_JSON_TEXT ? j->text : NULL;
}

int look_int(const group *g, const char *key)
{
  const dv_json *j = look(g, key);
  return j && j->type == DV_JSON_NUMBER ? (int)j->number : 0;
}

static int texts(args *a, const group *g, const char *key, const char ***out)
{
  const dv_json *j = look(g, key);
  int n = 0;
  if (!j || j->type != DV_JSON_LIST) return 0;
  *out = DV_TAKE(a->arena, const char *, j->n);
  for (int i = 0; i < j->n; i++)
    if (j->item[i]->text) (*out)[n++] = j->item[i]->text;
  return n;
}

// 1: one of the names or patterns under the key means the column.
static int is_among(args *a, const dv_history *l, const group *g, const char *key, const char *column)
{
  const char **name;
  int *found = DV_TAKE(a->arena, int, l->ncolumn), n = 0, at = dv_history_find(l, column);
  for (int i = 0, count = texts(a, g, key, &name); i < count; i++) dv_history_match(l, name[i], found, &n);
  for (int i = 0; i < n; i++)
    if (found[i] == at) return 1;
  return 0;
}

void look_wishes(args *a, const group *g, wishes *w)
{
  int log = look_int(g, "log");
  if (!w->nright) w->nright = texts(a, g, "right", &w->right);
  if (!value_of(a, "log")) w->x_log = log & 1, w->y_log = log >> 1;
}

// Names in options that mean none of the columns drawn, which a typo does.
void look_unknown(args *a, const dv_history *l, const group *g, const int *drawn, int n)
{
  static const char *const key[] = {"dashed", "dotted", "marked", "band"};
  int *found = DV_TAKE(a->arena, int, l->ncolumn);
  for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
    const char **name;
    if (!value_of(a, key[k])) continue;
    for (int i = 0, count = texts(a, g, key[k], &name); i < count; i++) {
      int some = 0, shown = 0;
      dv_history_match(l, name[i], found, &some);
      for (int j = 0; j < some; j++)
        for (int c = 0; c < n; c++) shown |= found[j] == drawn[c];
      if (!shown)
        dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, some ? "add it to the columns" : NULL,
                    "%s: '%s' is none of the columns drawn", key[k], name[i]);
    }
  }
}

// The names stand in the order of `columns:`; one of a pattern belongs to the first column that it means.
void look_names(args *a, const dv_history *l, const group *g, dv_panel *p, const char **column)
{
  const char **name;
  int count = texts(a, g, "names", &name);
  for (int i = 0; i < count && i < g->ncolumn; i++) {
    int *found = DV_TAKE(a->arena, int, l->ncolumn), n = 0;
    dv_history_match(l, g->column[i], found, &n);
    for (int c = 0; n && c < p->ncurve; c++)
      if (dv_history_find(l, column[c]) == found[0]) p->curve[c].label = name[i];
  }
  if (count && p->ncurve == 1) p->y_label = p->curve[0].label;
}

// What is not solid has the colour of the last solid curve before it.
void look_strokes(args *a, const dv_history *l, const group *g, dv_panel *p, const char **column, int own)
{
  int some = 0, colour = -1;
  dv_pen *pen = DV_TAKE(a->arena, dv_pen, own);
  for (int c = 0; c < own; c++) {
    int dashed = is_among(a, l, g, "dashed", column[c]), dotted = is_among(a, l, g, "dotted", column[c]);
    int points = is_among(a, l, g, "points", column[c]), markers = is_among(a, l, g, "marked", column[c]);
    if (!(dashed || dotted || points) || colour < 0) colour++;
    pen[c] = (dv_pen){colour, dotted ? 2 : dashed, points, markers};
    some |= dashed | dotted | points | markers;
    if (is_among(a, l, g, "band", column[c]) && p->nshade < 2) p->shade[p->nshade++] = c;
  }
  if (some && !p->stroke) p->stroke = pen;
}

static void unfit(args *a, const group *g, const char *what, const char *unit)
{
  dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, NULL, "%s: %s does not fit an axis in %s and is left out",
              g->title ? g->title : "plot", what, *unit ? unit : "1");
}

int look_unit(args *a, const group *g, const char *unit, dv_shown *u)
{
  const char *wanted = look_text(g, "unit");
  double factor, offset, own_factor, own_offset;
  dv_dim dim, own;
  dv_units *units = wanted ? dv_units_open(a->arena) : NULL;
  if (!wanted || dv_units_parse(units, wanted, &factor, &offset, &dim)) return 0;
  int bare = !*unit || !strcmp(unit, "1");
  if (!bare && (dv_units_parse(units, unit, &own_factor, &own_offset, &own) || !dv_dim_equal(dim, own))) return 0;
  *u = (dv_shown){wanted, 1 / factor, -offset / factor};
  return 1;
}

// A quantity [value, unit] on an axis; NaN: not given, or of another dimension, which is told.
static double on_axis(args *a, const group *g, const dv_json *map, const char *key, const char *unit, dv_shown u)
{
  const dv_json *q = dv_json_find(map, key);
  if (!q || q->type != DV_JSON_LIST || q->n != 2) return NAN;
  dv_dim given, axis;
  double f, o;
  dv_units *units = dv_units_open(a->arena);
  const char *own = q->item[1]->text;
  if (own && *own && *unit && strcmp(unit, "1") != 0 && !dv_units_parse(units, own, &f, &o, &given) &&
      !dv_units_parse(units, unit, &f, &o, &axis) && !dv_dim_equal(given, axis)) {
    unfit(a, g, dv_arena_text(a->arena, "'%s' in %s", key, own), unit);
    return NAN;
  }
  return u.factor * q->item[0]->number + u.offset;
}

static dv_window window(args *a, const group *g, const dv_json *map, const char *lo, const char *hi, const char *unit, dv_shown u,
                        int log)
{
  dv_window w = {0, on_axis(a, g, map, lo, unit, u), on_axis(a, g, map, hi, unit, u)};
  w.given = isfinite(w.lo) || isfinite(w.hi);
  if (log) w.lo = log10(w.lo), w.hi = log10(w.hi);
  return w;
}

static void windows(args *a, const group *g, const dv_json *map, const shown_units *u, dv_panel *p)
{
  dv_window x = window(a, g, map, "from", "to", p->x_unit, u->x, p->x_log);
  dv_window y = window(a, g, map, "lower", "upper", p->y_unit, u->y, p->y_log);
  if (x.given && !value_of(a, "from") && !value_of(a, "to")) p->x_window = x;
  if (y.given && !value_of(a, "lower") && !value_of(a, "upper")) p->y_window = y;
}

typedef struct {
  dv_mark_line *item;
  int n, cap;
} lines;

static double smallest(const double *y, int n, double sign)
{
  double best = NAN;
  for (int i = 0; i < n; i++) best = fmin(best, sign * y[i]);
  return sign * best;
}

// Where a column passes a value, on a straight line between rows.
static void crossings(args *a, const dv_history *l, const group *g, const dv_json *map, const char *label, dv_shown u, lines *out)
{
  const dv_json *of = dv_json_find(map, "of"), *through = dv_json_find(map, "through");
  int column = dv_history_find(l, of->text), x = g->x ? dv_history_find(l, g->x) : 0;
  if (column < 0 || x < 0) return;
  const double *y = column_values(a->arena, l, column), *xs = column_values(a->arena, l, x);
  double at = through && through->n ? through->item[0]->number : (smallest(y, l->nrow, 1) + smallest(y, l->nrow, -1)) / 2;
  for (int i = 1; i < l->nrow; i++)
    if ((y[i - 1] < at) != (y[i] < at)) {
      double here = xs[i - 1] + (xs[i] - xs[i - 1]) * (at - y[i - 1]) / (y[i] - y[i - 1]);
      *DV_PUSH(a->arena, out) = (dv_mark_line){.at = u.factor * here + u.offset, .label = label};
    }
}

static void add_lines(args *a, const dv_history *l, const group *g, const char *key, const char *unit, dv_shown u, lines *out)
{
  const dv_json *list = look(g, key);
  for (int i = 0; list && i < list->n; i++) {
    const dv_json *map = list->item[i], *name = dv_json_find(map, "name");
    const char *label = name && name->text ? name->text : "";
    if (dv_json_find(map, "of")) {
      crossings(a, l, g, map, label, u, out);
      continue;
    }
    dv_mark_line line = {.at = on_axis(a, g, map, "at", unit, u), .label = label, .to = on_axis(a, g, map, "to", unit, u)};
    line.band = isfinite(line.to);
    if (isfinite(line.at)) *DV_PUSH(a->arena, out) = line;
  }
}

static void logarithms_of(lines *l, int log)
{
  for (int i = 0; i < l->n && log; i++) l->item[i].at = log10(l->item[i].at), l->item[i].to = log10(l->item[i].to);
}

void look_lines(args *a, const dv_history *l, const group *g, const shown_units *u, dv_panel *p)
{
  lines limit = {0}, mark = {0};
  if (!g->look) return;
  windows(a, g, g->look, u, p);
  add_lines(a, l, g, "limits", p->y_unit, u->y, &limit);
  add_lines(a, l, g, "marks", p->x_unit, u->x, &mark);
  logarithms_of(&limit, p->y_log);
  logarithms_of(&mark, p->x_log);
  for (int i = 0; i < p->nlimit; i++) *DV_PUSH(a->arena, &limit) = p->limit[i];  // those of options
  for (int i = 0; i < p->nmark; i++) *DV_PUSH(a->arena, &mark) = p->mark[i];
  p->limit = limit.item, p->nlimit = limit.n;
  p->mark = mark.item, p->nmark = mark.n;
}

static int inside(const dv_json *zoom)
{
  const dv_json *j = dv_json_find(zoom, "inside");
  return j && j->type == DV_JSON_NUMBER ? (int)j->number : 0;
}

// Close-ups in corners of the panel; those of an option come first.
void look_insets(args *a, const group *g, const shown_units *u, dv_panel *p)
{
  struct {
    dv_inset *item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < p->ninset; i++) *DV_PUSH(a->arena, &all) = p->inset[i];
  for (int i = 0; i < look_zoom_count(g); i++) {
    const dv_json *zoom = look(g, "zooms")->item[i];
    dv_panel window = *p;
    if (!inside(zoom)) continue;
    window.x_window = window.y_window = (dv_window){0};
    windows(a, g, zoom, u, &window);
    *DV_PUSH(a->arena, &all) = (dv_inset){window.x_window, window.y_window, (dv_corner)inside(zoom)};
  }
  p->inset = all.item, p->ninset = all.n;
}

int look_zoom_count(const group *g)
{
  const dv_json *list = look(g, "zooms");
  return list && list->type == DV_JSON_LIST ? list->n : 0;
}

int look_zooms(args *a, const group *g, const shown_units *u, const dv_panel *p, dv_panel *out)
{
  int count = look_zoom_count(g), n = 0, panels = 0;
  for (int i = 0; i < count; i++) panels += !inside(look(g, "zooms")->item[i]);
  for (int i = 0; i < count; i++) {
    const dv_json *zoom = look(g, "zooms")->item[i];
    if (inside(zoom)) continue;
    out[n] = *p;
    out[n].title = panels > 1 ? dv_arena_text(a->arena, "close-up %d", n + 1) : "close-up";
    out[n].ninset = 0;
    out[n].x_window = out[n].y_window = (dv_window){0};
    windows(a, g, zoom, u, &out[n++]);
  }
  return n;
}

// x is an angle in what its axis shows, y a distance.
void look_polar(args *a, dv_panel *p)
{
  double radian = p->x_unit && !strcmp(p->x_unit, "deg") ? 0.017453292519943295 : 1;
  for (int c = 0; c < p->ncurve; c++) {
    dv_curve *k = &p->curve[c];
    double *x = DV_TAKE(a->arena, double, k->n), *y = DV_TAKE(a->arena, double, k->n);
    for (int i = 0; i < k->n; i++) x[i] = k->y[i] * cos(radian * k->x[i]), y[i] = k->y[i] * sin(radian * k->x[i]);
    k->x = x, k->y = y;
  }
  p->polar = p->equal = 1;
  p->nmark = p->nlimit = 0;
}
