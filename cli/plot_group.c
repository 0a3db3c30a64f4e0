// plot_group.c: which columns go into which panel: as the machine file's `plots:` says, one panel per unit.
#include "plot.h"

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
    g->look = list->item[i];
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

static int keep_figure(args *a, groups *list)
{
  const char *wanted = value_of(a, "figure");
  int n = 0;
  for (int i = 0; wanted && i < list->n; i++) {
    const char *figure = look_text(&list->item[i], "figure"), *title = list->item[i].title;
    if ((figure && !strcmp(figure, wanted)) || (title && !strcmp(title, wanted))) list->item[n++] = list->item[i];
  }
  if (wanted && !n) return bad_usage(a, "its `plots:` say `title:` and `figure:`", "the result has no figure '%s'", wanted);
  if (wanted) list->n = n;
  return 0;
}

static const char *const looks[] = {"dashed", "dotted", "marked", "band", "names", "unit", "polar", "title"};
enum { LISTS = 5 };  // those of them that list columns

// Marks that stand where a column passes half of its way.
static void put_marks(args *a, const dv_history *l, dv_json_out *o)
{
  const char **mark;
  int n = values_of(a, "mark", &mark);
  dv_json_open(o, "marks", '[');
  for (int i = 0; i < n; i++) {
    const char *equals = strrchr(mark[i], '='), *of = equals ? equals + 1 : mark[i];
    if (dv_history_find(l, of) < 0) continue;
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "of", of);
    dv_json_text(o, "name", equals ? dv_arena_copy(a->arena, mark[i], (size_t)(equals - mark[i])) : of);
    dv_json_close(o);
  }
  dv_json_close(o);
}

// Keys that options say, as a plot of the machine file would have them.
static const dv_json *look_of_options(args *a, const dv_history *l)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  for (int i = 0; i < LISTS; i++) {
    const char **item;
    int n = items_of(a, looks[i], &item);
    if (n) dv_json_texts(&o, looks[i], item, n);
  }
  if (has(a, "unit")) dv_json_text(&o, "unit", value_of(a, "unit"));
  put_marks(a, l, &o);
  if (has(a, "polar")) dv_json_int(&o, "polar", 1);
  dv_json_close(&o);
  return dv_json_read(a->arena, a->diags, "options", dv_text_all(&o.text), strlen(dv_text_all(&o.text)));
}

static int check_looks(args *a)
{
  for (int i = 0; i < DV_COUNT(looks); i++)
    if (has(a, looks[i]) && a->noperand < 2)
      return bad_usage(a, "name columns behind the result; figures of the machine file have it as a key",
                       "--%s says how columns look, but none are named", looks[i]);
  return 0;
}

int groups_of(args *a, const dv_history *l, groups *out)
{
  const char *plots = dv_history_fact_text(l, "plots"), *x = value_of(a, "x");
  if (check_looks(a)) return BAD_USAGE;
  if (x && dv_history_find(l, x) < 0) return unknown(a, l, x, DV_ERROR);
  if (a->noperand > 1) {
    int *found = DV_TAKE(a->arena, int, l->ncolumn), n = 0;
    group *g = DV_PUSH(a->arena, out);
    g->column = a->operand + 1;
    g->ncolumn = a->noperand - 1;
    g->title = value_of(a, "title");
    g->look = look_of_options(a, l);
    for (int i = 0; i < g->ncolumn; i++)
      if (!dv_history_match(l, g->column[i], found, &n)) return unknown(a, l, g->column[i], DV_ERROR);
  } else if (!plots || !read_plots(a, plots, out)) group_by_unit(a, l, out);
  for (int i = 0; i < out->n && x; i++) out->item[i].x = x;
  return keep_figure(a, out);
}

const char *column_short(dv_arena *a, const char *name)
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

double *column_values(dv_arena *a, const dv_history *l, int column)
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

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    if (isfinite(x[i])) most = fmax(most, fabs(x[i]));
  return most;
}

static const double *scaled(dv_arena *a, const double *x, int n, dv_shown u)
{
  double *y = DV_TAKE(a, double, n);
  for (int i = 0; i < n; i++) y[i] = u.factor * x[i] + u.offset;
  return y;
}

// The unit that people read for curves first to end - 1.
static dv_shown shown_for(const dv_panel *p, int first, int end, const char *unit, int of_x)
{
  double most = 0;
  for (int c = first; c < end; c++) most = fmax(most, largest(of_x ? p->curve[c].x : p->curve[c].y, p->curve[c].n));
  return dv_shown_as(unit, most);
}

static const char *show_curves(dv_arena *a, dv_panel *p, int first, int end, dv_shown u, int of_x)
{
  for (int c = first; c < end; c++) {
    dv_curve *k = &p->curve[c];
    *(of_x ? &k->x : &k->y) = scaled(a, of_x ? k->x : k->y, k->n, u);
  }
  return u.unit;
}

// Angles beside numbers without a unit stay radians: a number may be one.
static int has_bare(const dv_history *l, const dv_panel *p, const char **name, int n)
{
  for (int c = 0; c < n && !strncmp(p->y_unit, "rad", 3); c++)
    if (!*l->column[dv_history_find(l, name[c])].unit) return 1;
  return 0;
}

// si: only what the plot itself asks for.
static shown_units show_panel(args *a, const dv_history *l, const group *g, dv_panel *p, const char **name, int own, int si)
{
  int left = p->ncurve - p->right;
  shown_units u = {
      .x = {p->x_unit,     1, 0},
        .y = {p->y_unit,     1, 0},
        .right = {p->right_unit, 1, 0}
  };
  if (!p->y_label) p->y_label = dv_unit_meaning(p->y_unit);
  if (!si) u.x = shown_for(p, 0, p->ncurve, p->x_unit, 1);
  if (!si && p->right) u.right = shown_for(p, left, p->ncurve, p->right_unit, 0);
  if (!look_unit(a, g, p->y_unit, &u.y) && !si && !has_bare(l, p, name, own)) u.y = shown_for(p, 0, left, p->y_unit, 0);
  p->x_unit = show_curves(a->arena, p, 0, p->ncurve, u.x, 1);
  if (p->right) p->right_unit = show_curves(a->arena, p, left, p->ncurve, u.right, 0);
  p->y_unit = show_curves(a->arena, p, 0, left, u.y, 0);
  return u;
}

// A column that --right names goes with the first panel of its group.
static int is_right(const dv_history *l, const wishes *w, int column)
{
  int *found = DV_TAKE(l->arena, int, l->ncolumn);
  for (int i = 0; i < w->nright; i++) {
    int n = 0;
    dv_history_match(l, w->right[i], found, &n);
    for (int k = 0; k < n; k++)
      if (found[k] == column) return 1;
  }
  return 0;
}

static void add_right(args *a, const dv_history *l, dv_panel *p, const char **name, int column, const double *x)
{
  const dv_column *c = &l->column[column];
  if (p->right && strcmp(p->right_unit, c->unit) != 0) {
    dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "an axis has one unit", "'%s' is not in %s and is left out", c->name,
                p->right_unit);
    return;
  }
  name[p->ncurve] = c->name;
  p->curve[p->ncurve++] = (dv_curve){dv_arena_text(a->arena, "%s (right)", column_short(a->arena, c->name)), x,
                                     column_values(a->arena, l, column), l->nrow};
  p->right_unit = c->unit;
  p->right_label = p->right++ ? NULL : column_short(a->arena, c->name);
}

typedef struct {
  int *column, n, x;
} choice;

static choice choose(args *a, const dv_history *l, const group *g)
{
  choice c = {DV_TAKE(a->arena, int, l->ncolumn), 0, g->x ? dv_history_find(l, g->x) : 0};
  for (int i = 0; i < g->ncolumn; i++)
    if (!dv_history_match(l, g->column[i], c.column, &c.n)) unknown(a, l, g->column[i], DV_WARNING);
  if (c.x < 0) unknown(a, l, g->x, DV_WARNING), c.x = 0;
  return c;
}

// The names of the columns stand in name[panel], beside the curves.
static int fill_panels(args *a, const dv_history *l, const wishes *w, const choice *c, dv_panel *p, const char ***name)
{
  const double *xs = column_values(a->arena, l, c->x);
  int n = 0;
  for (int right = 0; right < 2; right++)
    for (int i = 0; i < c->n; i++) {
      const dv_column *column = &l->column[c->column[i]];
      if (is_right(l, w, c->column[i]) != right) continue;
      dv_panel *panel = right && n ? &p[0] : panel_of_unit(p, &n, column->unit, a->arena, c->n);
      const char **names = name[panel - p] = name[panel - p] ? name[panel - p] : DV_TAKE(a->arena, const char *, c->n);
      if (right && panel->ncurve) {
        add_right(a, l, panel, names, c->column[i], xs);
        continue;
      }
      names[panel->ncurve] = column->name;
      panel->curve[panel->ncurve++] =
          (dv_curve){column_short(a->arena, column->name), xs, column_values(a->arena, l, c->column[i]), l->nrow};
    }
  return n;
}

// A panel of the result with what is drawn over it; the differences come into `other`.
static shown_units finish_panel(args *a, const sources *s, const wishes *w, const group *g, dv_panel *p, const char **name,
                                dv_panel *other)
{
  const dv_history *l = s->item[0].l;
  int own = p->ncurve, left = own - p->right, si = has(a, "si") || reads_si(l);
  if (!p->right) shorten(a->arena, p);
  look_names(a, l, g, p, name);
  panel_overlay(a, s, g, p, name);
  if (s->n == 1) look_strokes(a, l, g, p, name, own);
  if (w->difference && s->n > 1) *other = panel_difference(a, s, g, p, name, left);
  if (other->ncurve) show_panel(a, l, g, other, NULL, 0, si);
  shown_units u = show_panel(a, l, g, p, name, left, si);
  panel_wishes(a, w, p);
  look_lines(a, l, g, &u, p);
  look_insets(a, g, &u, p);
  if (look_int(g, "polar")) look_polar(a, p);
  return u;
}

static dv_panel close_up(const dv_panel *p, dv_window x)
{
  dv_panel out = *p;
  out.title = "close-up";
  out.ninset = 0;
  out.x_window = x;
  return out;
}

int group_panels(args *a, const sources *s, const wishes *w, const group *g, dv_panel **panels)
{
  const dv_history *l = s->item[0].l;
  wishes own = *w;
  look_wishes(a, g, &own);
  choice c = choose(a, l, g);
  look_unknown(a, l, g, c.column, c.n);
  int zooms = look_zoom_count(g) + w->zoom.n;
  dv_panel *p = DV_TAKE(a->arena, dv_panel, c.n), *all = *panels = DV_TAKE(a->arena, dv_panel, (2 + zooms) * c.n);
  const char ***name = DV_TAKE(a->arena, const char **, c.n);
  int n = fill_panels(a, l, &own, &c, p, name), count = 0;
  for (int i = 0; i < n; i++) {
    p[i].x_label = column_short(a->arena, l->column[c.x].name);
    p[i].x_unit = l->column[c.x].unit;
    p[i].title = i ? NULL : g->title;
    dv_panel other = {0};
    shown_units u = finish_panel(a, s, &own, g, &p[i], name[i], &other);
    all[count++] = p[i];
    count += look_zooms(a, g, &u, &p[i], &all[count]);
    for (int k = 0; k < w->zoom.n; k++) all[count++] = close_up(&p[i], w->zoom.item[k].x);
    if (!other.ncurve) continue;
    panel_wishes(a, &own, &other);
    all[count++] = other;
  }
  return count;
}
