// sweep_plot.c: a sweep's first metric over what was varied, and the sensitivities as a tornado.
//
// One number on a grid: a curve. Two: a family of curves, one for each value of the second. Draws: dots.
#include "plot.h"
#include "sweep.h"

#include <math.h>
#include <string.h>

enum { CURVES_MOST = 12 };

static int on_grid(const sweep *w, int i) { return !w->s.plan->draw[i]; }

static const char *label_of(const sweep *w, int i) { return w->s.plan->vary[i].path; }

// Rows where the other varied number has its value of row `like`; -1: there is no other.
static dv_curve curve_of(const sweep *w, int x, int metric, int other, int like)
{
  dv_arena *a = w->a->arena;
  double *px = DV_TAKE(a, double, w->nrow + 1), *py = DV_TAKE(a, double, w->nrow + 1);
  int n = 0;
  for (int i = 0; i < w->nrow; i++) {
    if (other >= 0 && w->x[other][i] != w->x[other][like]) continue;
    px[n] = w->x[x][i];
    py[n++] = w->broken[i] ? NAN : w->y[metric][i];
  }
  const char *name = other < 0 ? w->metric[metric].text : dv_plan_setting(a, w->s.plan, w->run[like], other);
  return (dv_curve){.label = name, .x = px, .y = py, .n = n};
}

static int curves_of(const sweep *w, int x, int metric, int other, dv_curve *out)
{
  int n = 0;
  for (int i = 0; i < w->nrow && n < CURVES_MOST; i++) {
    int seen = 0;
    for (int k = 0; k < i && other >= 0; k++) seen |= w->x[other][k] == w->x[other][i];
    if (!seen) out[n++] = curve_of(w, x, metric, other, i);
    if (other < 0) break;
  }
  return n;
}

// Panel of a metric over varied number x.
static dv_panel panel_of(const sweep *w, int metric, int x)
{
  const dv_plan *p = w->s.plan;
  int family = p->nvary == 2 && p->nsample == 1 && on_grid(w, 0) && on_grid(w, 1);
  dv_panel out = {.x_label = label_of(w, x), .x_unit = p->vary[x].unit, .y_label = w->metric[metric].text, .y_unit = ""};
  out.curve = DV_TAKE(w->a->arena, dv_curve, CURVES_MOST);
  out.ncurve = curves_of(w, x, metric, family ? 1 - x : -1, out.curve);
  out.dots = !family && (p->nvary > 1 || p->nsample > 1);
  return out;
}

static const char *beside(const sweep *w, const char *path, const char *word)
{
  const char *dot = strrchr(path, '.');
  size_t n = dot && !strchr(dot, '/') ? (size_t)(dot - path) : strlen(path);
  return dv_arena_text(w->a->arena, "%.*s-%s%s", (int)n, path, word, dot && !strchr(dot, '/') ? dot : ".svg");
}

static int draw_tornado(sweep *w, const char *path)
{
  const dv_plan *p = w->s.plan;
  const char **label = DV_TAKE(w->a->arena, const char *, p->nvary);
  double *value = DV_TAKE(w->a->arena, double, p->nvary);
  for (int i = 0; i < p->nvary; i++) {
    label[i] = label_of(w, i);
    value[i] = sweep_influence(w, i, 0);
  }
  dv_tornado f = {.title = dv_arena_text(w->a->arena, "Rank correlation with %s", w->metric[0].text),
                  .n = p->nvary,
                  .label = label,
                  .value = value};
  return write_drawing(w->a, dv_tornado_svg(w->a->arena, &f), beside(w, path, "influence"));
}

int sweep_plot(sweep *w, const char *path)
{
  int n = w->s.plan->nvary * w->s.nmetric;
  dv_panel *panel = DV_TAKE(w->a->arena, dv_panel, n);
  for (int i = 0; i < n; i++) panel[i] = panel_of(w, i / w->s.plan->nvary, i % w->s.plan->nvary);
  dv_figure f = {.title = w->s.file, .npanel = n, .panel = panel};
  int code = write_figure(w->a, &f, path);
  return code == FINE && w->s.plan->nvary > 1 ? draw_tornado(w, path) : code;
}
