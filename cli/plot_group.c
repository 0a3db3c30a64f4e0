// plot_group.c: which columns go into which panel: as the machine file's `plots:` says, one panel per unit.
#include "plot.h"

#include "base/shown.h"

#include <math.h>
#include <string.h>

enum { MOST_CURVES = 8 };

static int read_plots(args *a, const char *text, groups *out)
{
  dv_json *list = dv_json_read(a->arena, a->diags, "plots", text, strlen(text));
  if (!list || list->type != DV_JSON_LIST) return 0;
  for (int i = 0; i < list->n; i++) {
    const dv_json *title = dv_json_find(list->item[i], "title"), *x = dv_json_find(list->item[i], "x"),
                  *columns = dv_json_find(list->item[i], "columns");
    if (!columns || columns->type != DV_JSON_LIST) continue;
    group *g = DV_PUSH(a->arena, out);
    g->title = title ? title->text : NULL;
    g->x = x ? x->text : NULL;
    g->column = DV_TAKE(a->arena, const char *, columns->n);
    for (int c = 0; c < columns->n; c++)
      if (columns->item[c]->text) g->column[g->ncolumn++] = columns->item[c]->text;
  }
  return out->n;
}

// Without any wish: a panel per unit, in the order of the columns.
static void group_by_unit(args *a, const dv_history *l, groups *out)
{
  group *g = DV_PUSH(a->arena, out);
  g->column = DV_TAKE(a->arena, const char *, l->ncolumn);
  for (int i = 1; i < l->ncolumn; i++) {
    int same = 0;
    for (int k = 1; k < i; k++) same += !strcmp(l->column[k].unit, l->column[i].unit);
    if (same < MOST_CURVES) g->column[g->ncolumn++] = l->column[i].name;
  }
  if (g->ncolumn < l->ncolumn - 1)
    dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "name the columns, or give the machine `plots:`",
                "only the first %d columns of each unit are drawn", MOST_CURVES);
}

static int unknown(args *a, const dv_history *l, const char *name, dv_severity severity)
{
  const char *near = dv_history_nearest(l, name);
  dv_diag_add(a->diags, severity, (dv_mark){a->operand[0], 0, 0},
              near ? dv_arena_text(a->arena, "did you mean '%s'?", near) : NULL, "there is no column '%s'", name);
  return BAD_USAGE;
}

int groups_of(args *a, const dv_history *l, groups *out)
{
  const char *plots = dv_history_fact_text(l, "plots"), *x = value_of(a, "x");
  if (x && dv_history_find(l, x) < 0) return unknown(a, l, x, DV_ERROR);
  if (a->noperand > 1) {
    int *found = DV_TAKE(a->arena, int, l->ncolumn), n = 0;
    group *g = DV_PUSH(a->arena, out);
    g->column = a->operand + 1;
    g->ncolumn = a->noperand - 1;
    for (int i = 0; i < g->ncolumn; i++)
      if (!dv_history_match(l, g->column[i], found, &n)) return unknown(a, l, g->column[i], DV_ERROR);
  } else if (!plots || !read_plots(a, plots, out)) group_by_unit(a, l, out);
  for (int i = 0; i < out->n && x; i++) out->item[i].x = x;
  return 0;
}

static const char *short_name(dv_arena *a, const char *name)
{
  size_t n = strlen(name), k = strlen(".position");
  return n > k && !strcmp(name + n - k, ".position") ? dv_arena_copy(a, name, n - k) : name;
}

// Length of the dotted beginning that all labels share ("arm." of arm.elbow, arm.wrist).
static size_t shared_beginning(const dv_panel *p)
{
  const char *first = p->curve[0].label;
  size_t n = 0;
  for (size_t i = 0; first[i]; i++) {
    for (int c = 1; c < p->ncurve; c++)
      if (p->curve[c].label[i] != first[i]) return n;
    if (first[i] == '.') n = i + 1;
  }
  return n;
}

static void shorten(dv_arena *a, dv_panel *p)
{
  if (p->ncurve == 1) {
    p->y_label = p->curve[0].label;
    return;
  }
  size_t n = shared_beginning(p);
  for (int c = 0; c < p->ncurve && n; c++) p->curve[c].label += n;
  if (n && !dv_unit_meaning(p->y_unit)) p->y_label = dv_arena_copy(a, p->curve[0].label - n, n - 1);
}

static double *column_values(dv_arena *a, const dv_history *l, int column)
{
  double *x = DV_TAKE(a, double, l->nrow);
  dv_history_column(l, column, x);
  return x;
}

// A signal does not know its unit: in a group it goes with the first column that has one.
static dv_panel *panel_of_unit(dv_panel *panel, int *n, const char *unit, dv_arena *a, int most)
{
  for (int i = 0; i < *n; i++)
    if (!strcmp(panel[i].y_unit, unit)) return &panel[i];
  if (*n && (!*unit || !*panel[0].y_unit)) {
    if (*unit) panel[0].y_unit = unit;
    return &panel[0];
  }
  panel[*n].y_unit = unit;
  panel[*n].curve = DV_TAKE(a, dv_curve, most);
  return &panel[(*n)++];
}

static void scale(double *x, int n, dv_shown u)
{
  for (int i = 0; i < n; i++) x[i] = u.factor * x[i] + u.offset;
}

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    if (isfinite(x[i])) most = fmax(most, fabs(x[i]));
  return most;
}

// The columns of a group while they find their panels.
typedef struct {
  int n, x;          // columns; that of the x axis
  int *column, *at;  // [n] of the result; panel
  double **y;        // [n]
} grouped;

// The curves of a panel in the units that people read. Angles beside numbers without a unit stay radians: a number may be one.
static void show_panel(const dv_history *l, const grouped *g, int panel, dv_panel *p)
{
  double most = 0;
  for (int i = 0; i < g->n; i++) {
    if (g->at[i] != panel) continue;
    if (!*l->column[g->column[i]].unit && !strncmp(p->y_unit, "rad", 3)) return;
    most = fmax(most, largest(g->y[i], l->nrow));
  }
  dv_shown u = dv_shown_as(p->y_unit, most);
  if (!p->y_label) p->y_label = dv_unit_meaning(p->y_unit);
  for (int i = 0; i < g->n; i++)
    if (g->at[i] == panel) scale(g->y[i], l->nrow, u);
  p->y_unit = u.unit;
}

static grouped grouped_of(args *a, const dv_history *l, const group *g)
{
  grouped out = {.column = DV_TAKE(a->arena, int, l->ncolumn), .x = g->x ? dv_history_find(l, g->x) : 0};
  for (int i = 0; i < g->ncolumn; i++)
    if (!dv_history_match(l, g->column[i], out.column, &out.n)) unknown(a, l, g->column[i], DV_WARNING);
  if (out.x < 0) unknown(a, l, g->x, DV_WARNING), out.x = 0;
  out.at = DV_TAKE(a->arena, int, out.n);
  out.y = DV_TAKE(a->arena, double *, out.n);
  for (int i = 0; i < out.n; i++) out.y[i] = column_values(a->arena, l, out.column[i]);
  return out;
}

int group_panels(args *a, const dv_history *l, const group *wanted, dv_panel **panels)
{
  grouped g = grouped_of(a, l, wanted);
  int n = 0, si = has(a, "si") || reads_si(l);
  double *xs = column_values(a->arena, l, g.x);
  dv_shown x = si ? (dv_shown){l->column[g.x].unit, 1, 0} : dv_shown_as(l->column[g.x].unit, largest(xs, l->nrow));
  scale(xs, l->nrow, x);
  dv_panel *p = *panels = DV_TAKE(a->arena, dv_panel, g.n);
  for (int i = 0; i < g.n; i++) {
    const dv_column *c = &l->column[g.column[i]];
    dv_panel *panel = panel_of_unit(p, &n, c->unit, a->arena, g.n);
    g.at[i] = (int)(panel - p);
    panel->curve[panel->ncurve++] = (dv_curve){short_name(a->arena, c->name), xs, g.y[i], l->nrow};
  }
  for (int i = 0; i < n; i++) {
    p[i].x_label = short_name(a->arena, l->column[g.x].name);
    p[i].x_unit = x.unit;
    p[i].joined = i + 1 < n;
    p[i].title = i ? NULL : wanted->title;
    shorten(a->arena, &p[i]);
    if (!si) show_panel(l, &g, i, &p[i]);
  }
  return n;
}
