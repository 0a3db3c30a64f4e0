// modes_plot.c: `davit modes --plot`: poles in their plane and shapes of modes; with --over a number of the file: how the poles
// wander, and frequencies over that number (Campbell's diagram).
#include "modes.h"
#include "plot.h"

#include "batch/plan.h"

#include <math.h>
#include <string.h>

enum { SHAPES = 6, SHAPE_HEIGHT = 150, POLES_HEIGHT = 300 };

typedef struct {
  struct {
    double *item;
    int n, cap;
  } x, y;
} points;

static void add(args *a, points *p, double x, double y)
{
  *DV_PUSH(a->arena, &p->x) = x;
  *DV_PUSH(a->arena, &p->y) = y;
}

static void add_poles(args *a, points *p, const dv_linear *l)
{
  for (int k = 0; k < l->nmode; k++) {
    add(a, p, l->re[k], l->im[k]);
    if (l->im[k] > 0) add(a, p, l->re[k], -l->im[k]);
  }
}

static dv_curve curve_of(const char *label, const points *p) { return (dv_curve){label, p->x.item, p->y.item, p->x.n}; }

static dv_panel poles_panel(dv_curve *curve, int n)
{
  return (dv_panel){.title = "Poles",
                    .x_label = "real part",
                    .x_unit = "1/s",
                    .y_label = "imaginary part",
                    .y_unit = "1/s",
                    .ncurve = n,
                    .curve = curve,
                    .dots = 1,
                    .bold = n > 1};
}

// States that a shape shows: coordinates, or all if there are none.
static int shown_states(args *a, const dv_linear *l, int *state, const char **name)
{
  int n = 0;
  for (int i = 0; i < l->n; i++)
    if (ends_with(l->state[i], ".position")) name[n] = column_short(a->arena, l->state[i]), state[n++] = i;
  for (int i = 0; i < l->n && n == i; i++) name[n] = l->state[i], state[n++] = i;
  return n;
}

// Its parts in phase with the largest, which is 1.
static dv_panel shape_panel(args *a, const dv_linear *l, int mode, const int *state, dv_words words)
{
  double *x = DV_TAKE(a->arena, double, words.n), *y = DV_TAKE(a->arena, double, words.n), re = 0, im = 0;
  for (int i = 0; i < words.n; i++) {
    double r = l->shape_re[state[i] * l->n + mode], m = l->shape_im[state[i] * l->n + mode];
    if (hypot(r, m) > hypot(re, im)) re = r, im = m;
  }
  double size = re * re + im * im;
  for (int i = 0; i < words.n; i++) {
    double r = l->shape_re[state[i] * l->n + mode], m = l->shape_im[state[i] * l->n + mode];
    x[i] = i;
    y[i] = size > 0 ? (r * re + m * im) / size : 0;
  }
  dv_curve *curve = DV_TAKE(a->arena, dv_curve, 1);
  dv_pen *pen = DV_TAKE(a->arena, dv_pen, 1);
  *curve = (dv_curve){"shape", x, y, words.n};
  *pen = (dv_pen){.markers = 1};
  return (dv_panel){
      .title = dv_arena_text(a->arena, "Mode %d: %.4g Hz, damping %.3g", mode + 1, l->frequency[mode], l->damping[mode]),
      .x_label = "",
      .y_label = "share",
      .ncurve = 1,
      .curve = curve,
      .stroke = pen,
      .x_words = words,
      .x_window = {1, -0.5,  words.n - 0.5},
      .y_window = {1, -1.15, 1.15         }
  };
}

static int draw_one(args *a, const dv_linear *l, const char *path)
{
  points p = {0};
  add_poles(a, &p, l);
  dv_curve poles = curve_of("poles", &p);
  dv_panel *panel = DV_TAKE(a->arena, dv_panel, 1 + SHAPES);
  int *state = DV_TAKE(a->arena, int, l->n), n = 0;
  const char **name = DV_TAKE(a->arena, const char *, l->n);
  dv_words words = {name, shown_states(a, l, state, name)};
  panel[n++] = poles_panel(&poles, 1);
  for (int k = 0; k < l->nmode && n < 1 + SHAPES; k++)
    if (l->im[k] > 0) panel[n++] = shape_panel(a, l, k, state, words);
  dv_figure f = {.title = "Modes", .npanel = n, .panel = panel};
  return write_figure(a, &f, path);
}

// The machine with one more setting, linearised.
static int linear_with(args *a, const char *setting, dv_machine **m, dv_linear *l)
{
  dv_machine_options o = machine_options(a, value_of(a, "case"));
  const char **list = DV_TAKE(a->arena, const char *, o.nsetting + 1);
  for (int i = 0; i < o.nsetting; i++) list[i] = o.settings[i];
  list[o.nsetting++] = setting;
  o.settings = list;
  *m = dv_machine_open(a->operand[0], &o);
  int code = (*m)->model ? modes_linearise(a, *m, l) : BAD_FILE;
  if (code) move_diags(a->diags, (*m)->diags);
  return code;
}

static int draw_over(args *a, const char *text, const char *path)
{
  dv_vary vary = {0};
  points first = {0}, other = {0}, frequency = {0};
  if (dv_vary_read(a->arena, a->diags, text, &vary)) return BAD_USAGE;
  if (vary.how != DV_VARY_GRID && !vary.number) return bad_usage(a, "e.g. speed=0:3000rpm:31", "--over: '%s' is no range", text);
  dv_plan *plan = dv_plan_new(a->arena, a->diags, &vary, 1, 0, 0, 0);
  for (int i = 0; plan && i < plan->nrun; i++) {
    dv_linear l = {0};
    dv_machine *m;
    int code = linear_with(a, dv_plan_setting(a->arena, plan, i, 0), &m, &l);
    add_poles(a, i ? &other : &first, &l);
    for (int k = 0; k < l.nmode && !code; k++)
      if (l.im[k] > 0)
        add(a, &frequency, vary.log ? log10(dv_plan_value(plan, i, 0)) : dv_plan_value(plan, i, 0), l.frequency[k]);
    dv_machine_close(m);
    if (code) return code;
  }
  dv_curve poles[] = {curve_of("others", &other), curve_of(plan ? dv_plan_setting(a->arena, plan, 0, 0) : "", &first)};
  dv_curve line = curve_of("frequency", &frequency);
  dv_panel panel[] = {
      poles_panel(poles, 2),
      {.title = "Frequencies",
                  .x_label = vary.path,
                  .x_unit = vary.unit,
                  .x_log = vary.log,
                  .y_label = "frequency",
                  .y_unit = "Hz",
                  .ncurve = 1,
                  .curve = &line,
                  .dots = 1},
  };
  dv_figure f = {.title = dv_arena_text(a->arena, "Modes over %s", vary.path),
                 .npanel = frequency.x.n ? 2 : 1,
                 .panel = panel,
                 .panel_height = POLES_HEIGHT};
  return plan ? write_figure(a, &f, path) : BAD_USAGE;
}

int modes_draw(args *a, const dv_linear *l, const char *path)
{
  const char *over = value_of(a, "over");
  return over ? draw_over(a, over, path) : draw_one(a, l, path);
}
