// sweep_plot.c: a sweep's metrics over what was varied, the Pareto front, and the sensitivities as a tornado.
//
// One number on a grid: curves. Two: heat maps with contour lines. Draws, and three or more: dots, a row of panels for each
// metric. With two goals or more one panel shows the first two against each other.
#include "plot.h"
#include "sweep.h"

#include <math.h>
#include <string.h>

enum { COLUMNS_MOST = 6, CELL = 320, HEAT = 300 };

static int is_grid(const sweep *w)
{
  for (int i = 0; i < w->s.plan->nvary; i++)
    if (w->s.plan->draw[i]) return 0;
  return w->nrow == w->s.plan->nrun;
}

static int is_log(const sweep *w, int i) { return w->s.plan->vary[i].log; }

// What the axis of a varied number is measured by.
static double shown(const sweep *w, int i, double x) { return is_log(w, i) ? log10(x) : x; }

static dv_words words_of(const sweep *w, int i)
{
  if (sweep_is_number(w, i)) return (dv_words){0};
  return (dv_words){w->s.plan->vary[i].text, w->s.plan->vary[i].n};
}

static void set_x(const sweep *w, dv_panel *p, int i)
{
  p->x_label = w->s.plan->vary[i].path;
  p->x_unit = w->s.plan->vary[i].unit;
  p->x_log = is_log(w, i);
  p->x_words = words_of(w, i);
}

static dv_curve curve_of(const sweep *w, const char *label, const double *x, int log, const double *y, const int *row, int n)
{
  double *px = DV_TAKE(w->a->arena, double, n + 1), *py = DV_TAKE(w->a->arena, double, n + 1);
  for (int i = 0; i < n; i++) {
    int k = row ? row[i] : i;
    px[i] = log ? log10(x[k]) : x[k];
    py[i] = y[k];
  }
  return (dv_curve){.label = label, .x = px, .y = py, .n = n};
}

// All runs, and over them those of the Pareto front.
static void add_dots(const sweep *w, dv_panel *p, const double *x, int log, const double *y)
{
  int *front, n = sweep_pareto(w, &front);
  p->curve = DV_TAKE(w->a->arena, dv_curve, 2);
  p->curve[p->ncurve++] = curve_of(w, "runs", x, log, y, NULL, w->nrow);
  if (n) p->curve[p->ncurve++] = curve_of(w, "Pareto front", x, log, y, front, n);
  p->dots = 1;
  p->bold = n > 0;
}

static dv_panel panel_over(const sweep *w, int metric, int vary)
{
  dv_panel p = {.y_label = w->metric[metric].name, .y_unit = w->metric[metric].unit};
  set_x(w, &p, vary);
  add_dots(w, &p, w->x[vary], is_log(w, vary), w->y[metric]);
  p.dots = !(is_grid(w) && w->s.plan->nvary == 1 && sweep_is_number(w, vary));
  if (!p.dots) p.ncurve = 1;
  return p;
}

// Values of a grid's axis and the corners of cells around them: half-way, and as far out at the ends.
static double *corners(const sweep *w, int vary, int stride)
{
  int n = w->s.plan->vary[vary].n;
  double *at = DV_TAKE(w->a->arena, double, n), *out = DV_TAKE(w->a->arena, double, n + 1);
  for (int i = 0; i < n; i++) at[i] = shown(w, vary, w->x[vary][i * stride]);
  for (int i = 1; i < n; i++) out[i] = (at[i - 1] + at[i]) / 2;
  out[0] = n > 1 ? 2 * at[0] - out[1] : at[0] - 0.5;
  out[n] = n > 1 ? 2 * at[n - 1] - out[n - 1] : at[0] + 0.5;
  return out;
}

// The first number to the right, the second upwards; names have more room below. Run i n1 + k is value i of the first and k of
// the second.
static dv_panel heat_panel(const sweep *w, int metric)
{
  const dv_vary *v = w->s.plan->vary;
  int a = sweep_is_number(w, 0) && !sweep_is_number(w, 1), b = 1 - a, nx = v[a].n, ny = v[b].n;
  int right = a ? 1 : ny, up = a ? nx : 1;  // runs from one value to the next
  const double *cx = corners(w, a, right), *cy = corners(w, b, up);
  double *x = DV_TAKE(w->a->arena, double, (nx + 1) * (ny + 1)), *y = DV_TAKE(w->a->arena, double, (nx + 1) * (ny + 1));
  double *value = DV_TAKE(w->a->arena, double, nx *ny);
  for (int k = 0; k <= ny; k++)
    for (int i = 0; i <= nx; i++) x[k * (nx + 1) + i] = cx[i], y[k * (nx + 1) + i] = cy[k];
  for (int k = 0; k < ny; k++)
    for (int i = 0; i < nx; i++) value[k * nx + i] = w->y[metric][i * right + k * up];
  dv_heat *h = DV_TAKE(w->a->arena, dv_heat, 1);
  *h = (dv_heat){nx, ny, x, y, value, w->metric[metric].name, w->metric[metric].unit};
  dv_panel p = {.y_label = v[b].path, .y_unit = v[b].unit, .y_log = is_log(w, b), .y_words = words_of(w, b), .heat = h};
  set_x(w, &p, a);
  p.contours = sweep_is_number(w, 0) && sweep_is_number(w, 1);
  return p;
}

// Lists may be in any order, but a map needs its axes to rise.
static int rises(const sweep *w, int vary, int stride)
{
  int n = w->s.plan->vary[vary].n;
  for (int i = 1; i < n; i++)
    if (!(w->x[vary][i * stride] > w->x[vary][(i - 1) * stride])) return 0;
  return n > 1;
}

static int is_map(const sweep *w)
{
  return w->s.plan->nvary == 2 && w->s.plan->nsample == 1 && is_grid(w) && rises(w, 0, w->s.plan->vary[1].n) && rises(w, 1, 1);
}

// The first two goals against each other; 0: there are not two.
static int trade_panel(const sweep *w, dv_panel *out)
{
  int at[2], n = 0;
  for (int i = 0; i < w->s.nmetric && n < 2; i++)
    if (w->goal[i]) at[n++] = i;
  if (n < 2) return 0;
  *out = (dv_panel){.x_label = w->metric[at[0]].name,
                    .x_unit = w->metric[at[0]].unit,
                    .y_label = w->metric[at[1]].name,
                    .y_unit = w->metric[at[1]].unit};
  add_dots(w, out, w->y[at[0]], 0, w->y[at[1]]);
  return 1;
}

static dv_tornado tornado_of(const sweep *w, int metric)
{
  const dv_plan *p = w->s.plan;
  dv_arena *a = w->a->arena;
  influence *f = DV_TAKE(a, influence, p->nvary);
  double explained = sweep_influence(w, metric, f), *value = DV_TAKE(a, double, p->nvary);
  const char **label = DV_TAKE(a, const char *, p->nvary), **note = DV_TAKE(a, const char *, p->nvary);
  dv_tornado t = {.label = label, .note = note, .value = value, .axis = "change", .unit = w->metric[metric].unit};
  if (!strcmp(t.unit, "1")) t.unit = "";
  for (int i = 0; i < p->nvary; i++) {
    if (!sweep_is_number(w, i)) continue;
    label[t.n] = dv_arena_text(a, "%s, %.4g to %.4g%s%s", p->vary[i].path, f[i].from, f[i].to, *p->vary[i].unit ? " " : "",
                               p->vary[i].unit);
    note[t.n] = dv_arena_text(a, "rank correlation %+.2f", f[i].rank);
    value[t.n++] = f[i].change;
  }
  t.title = isfinite(explained)
                ? dv_arena_text(a, "%s: change by a linear fit, which explains %.0f %%", w->metric[metric].name, 100 * explained)
                : dv_arena_text(a, "%s: no fit", w->metric[metric].name);
  return t;
}

static int draw_tornados(const sweep *w, const char *path)
{
  dv_tornado *t = DV_TAKE(w->a->arena, dv_tornado, w->s.nmetric);
  for (int i = 0; i < w->s.nmetric; i++) t[i] = tornado_of(w, i);
  return write_drawing(
      w->a, dv_tornado_svg(w->a->arena, t, w->s.nmetric),
      beside(w->a->arena, path, dv_arena_text(w->a->arena, "-influence%s", extension(path) ? extension(path) : ".svg")));
}

int sweep_plot(sweep *w, const char *path)
{
  const dv_plan *p = w->s.plan;
  int map = is_map(w), across = map ? 1 : p->nvary, n = 0;
  dv_panel *panel = DV_TAKE(w->a->arena, dv_panel, w->s.nmetric * across + 1);
  for (int m = 0; m < w->s.nmetric; m++)
    for (int i = 0; i < across; i++) panel[n++] = map ? heat_panel(w, m) : panel_over(w, m, i);
  n += trade_panel(w, &panel[n]);
  int columns = across < COLUMNS_MOST ? across : COLUMNS_MOST;
  const char *slash = strrchr(w->s.file, '/'), *name = slash ? slash + 1 : w->s.file;
  dv_figure f = {.title = dv_arena_text(w->a->arena, "%s: %d runs", name, w->nrow), .npanel = n, .panel = panel};
  f.panel_height = map ? HEAT : 0;
  f.columns = columns;
  f.width = columns > 2 ? columns * CELL : 0;
  int code = write_figure(w->a, &f, path);
  return code == FINE && p->nvary > 1 ? draw_tornados(w, path) : code;
}
