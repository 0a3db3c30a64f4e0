// optimise_write.c: the machine with the numbers found, as a file that includes it; the search or the front as a figure.
#include "optimise.h"
#include "include_path.h"
#include "plot.h"

#include "base/number.h"
#include "base/visible.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Path and value of "path=value".
static void put_setting(dv_text *t, const char *path, size_t n, const char *value)
{
  dv_text_add(t, "      ");
  dv_text_put(t, path, n);
  dv_text_add(t, ": %s\n", value);
}

int optimise_write(const optimising *w)
{
  const dv_optimum *p = w->result[w->best];
  dv_text t = {.arena = w->a->arena};
  char number[DV_NUMBER_TEXT];
  dv_text_add(&t, "# Written by davit optimise: %s %s of %s\n", w->o.objective[0].sense > 0 ? "least" : "largest",
              dv_text_visible(w->a->arena, w->o.objective[0].text, 0), dv_text_visible(w->a->arena, w->a->operand[0], 0));
  dv_text_add(&t, "include: [%s]\nvariant: optimised\nvariants:\n  optimised:\n    set:\n",
              include_path(w->a->arena, w->a->operand[0], w->out));
  for (int i = 0; i < w->o.g.options.nsetting; i++) {
    const char *set = w->o.g.options.settings[i], *equals = strchr(set, '=');
    if (equals) put_setting(&t, set, (size_t)(equals - set), equals + 1);
  }
  for (int i = 0; i < w->o.g.nby; i++) {
    const dv_gradient_by *b = &w->o.g.by[i];
    put_setting(&t, b->path, strlen(b->path),
                dv_arena_text(w->a->arena, "%s %s", dv_number_write(number, p->x[i] / b->factor), b->unit));
  }
  for (int k = 0; k < w->o.nlisted; k++) {
    const char *set = dv_optimise_choice(&w->o, w->a->arena, p->choice, k), *equals = strchr(set, '=');
    put_setting(&t, set, (size_t)(equals - set), equals + 1);
  }
  return write_text(w->a, w->a->diags, w->out, dv_text_all(&t));
}

// ---- figures

static int draw_front(const optimising *w, const char *path)
{
  double *x = DV_TAKE(w->a->arena, double, 2 * w->nfront + 2), *y = x + w->nfront;
  dv_panel panel = {.title = "Front", .ncurve = 1, .dots = 1, .curve = DV_TAKE(w->a->arena, dv_curve, 1)};
  int n = 0;
  for (; n < w->nfront; n++) x[n] = w->front[n]->objective[0], y[n] = w->front[n]->objective[1];
  panel.curve[0] = (dv_curve){"best", x, y, n};
  panel.x_label = w->o.objective[0].text, panel.y_label = w->o.objective[1].text;
  panel.x_unit = w->o.g.metric[w->o.objective[0].metric].unit, panel.y_unit = w->o.g.metric[w->o.objective[1].metric].unit;
  dv_figure f = {.title = "What one costs the other", .npanel = 1, .panel = &panel, .panel_height = 420};
  return write_figure(w->a, &f, path);
}

// Before and after of every number, as a share of its range; and of what is limited.
static int draw_change(const optimising *w, const char *path)
{
  const dv_optimum *p = w->result[w->best];
  int n = w->o.g.nby;
  const char **label = DV_TAKE(w->a->arena, const char *, n + 1), **note = DV_TAKE(w->a->arena, const char *, n + 1);
  double *value = DV_TAKE(w->a->arena, double, n + 1);
  for (int i = 0; i < n; i++) {
    const dv_gradient_by *b = &w->o.g.by[i];
    label[i] = b->name;
    note[i] = dv_arena_text(w->a->arena, "%.4g to %.4g %s", b->value / b->factor, p->x[i] / b->factor, b->unit);
    value[i] = b->value != 0 ? 100 * (p->x[i] / b->value - 1) : NAN;
  }
  dv_tornado t = {.n = n, .label = label, .note = note, .value = value, .axis = "change", .unit = "%"};
  t.title = dv_arena_text(w->a->arena, "%s: %.5g to %.5g %s", w->o.objective[0].text, w->first->objective[0], p->objective[0],
                          w->o.g.metric[w->o.objective[0].metric].unit);
  return write_drawing(w->a, dv_tornado_svg(w->a->arena, &t, 1), path);
}

int optimise_draw(const optimising *w, const char *path)
{
  return w->o.nobjective == 2 ? draw_front(w, path) : draw_change(w, path);
}
