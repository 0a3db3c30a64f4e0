// bode.c: `davit bode FILE`: frequency response of the machine to a sine, beside that of the linearised machine.
#include "bode.h"

#include "plot.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_bode[] = {
    OPTION("input", "NAME", "the signal of kind input that swings"),
    OPTION("output", "PATH", "the variable that is watched"),
    OPTION("from", "HZ", "lowest frequency, Hz (0.1)"),
    OPTION("to", "HZ", "highest frequency, Hz (100)"),
    OPTION("points", "N", "number of frequencies, in equal ratios (31)"),
    OPTION("amplitude", "A", "of the input, in SI (1)"),
    OPTION("settle", "S", "time before the motion may count as periodic, s (5)"),
    OUTPUT("out", dv_history_forms + 1, "write the response there"),
    OUTPUT("plot", "x.svg|x.png", "draw it there"),
    OPTION("nyquist", NULL, "with --plot: in the plane, real and imaginary part, with the point -1"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int read_positive(args *a, const char *name, double *value)
{
  const char *text = value_of(a, name), *end = text ? dv_number_read(text, value) : NULL;
  if (!text || (end && !*end && *value > 0 && isfinite(*value))) return 0;
  return bad_usage(a, NULL, "--%s must be a number above zero, not '%s'", name, text);
}

static int read_plan(args *a, bode_plan *p)
{
  double points = 31;
  *p = (bode_plan){value_of(a, "input"), value_of(a, "output"), 0.1, 100, 0, 1, 5};
  if (!p->input || !p->output) return bad_usage(a, NULL, "bode needs --input and --output");
  if (read_positive(a, "from", &p->from) || read_positive(a, "to", &p->to) || read_positive(a, "points", &points) ||
      read_positive(a, "amplitude", &p->amplitude) || read_positive(a, "settle", &p->settle))
    return BAD_USAGE;
  if (points != floor(points) || points > 10000) return bad_usage(a, NULL, "--points must be a whole number up to 10000");
  if (p->to < p->from) return bad_usage(a, NULL, "--to is below --from");
  p->points = (int)points;
  return FINE;
}

// Both must exist, and the input be one.
static int check_names(args *a, const bode_plan *p, const dv_machine *m)
{
  int in = dv_model_find(m->model, dv_arena_text(a->arena, "%s.value", p->input));
  dv_mark file = {a->operand[0], 0, 0};
  if (in < 0 || dv_model_VARIABLE(m->model)[in].role != DV_ROLE_INPUT)
    dv_diag_add(m->diags, DV_ERROR, file, "give the machine a signal {kind: input} of that name", "'%s' is not an input",
                p->input);
  if (dv_model_find(m->model, p->output) < 0)
    dv_diag_add(m->diags, DV_ERROR, file, dv_variable_nearest(m->arena, m->model, p->output), "no variable '%s'", p->output);
  return m->diags->nerror ? BAD_USAGE : FINE;
}

static double decibel(double gain) { return 20 * log10(gain); }
static double degrees(double angle) { return angle * 180 / acos(-1); }

static void print_head(const bode_plan *p)
{
  printf("%s / %s, amplitude %g\n", p->output, p->input, p->amplitude);
  printf("%14s %14s %14s %10s %14s %10s %8s\n", "frequency", "half peak", "harmonic", "phase", "linear", "phase", "periods");
  printf("%14s %14s %14s %10s %14s %10s\n", "[Hz]", "[dB]", "[dB]", "[deg]", "[dB]", "[deg]");
}

static void print_point(const bode_point *p)
{
  printf("%14.6g %14.3f %14.3f %10.2f %14.3f %10.2f ", p->frequency, decibel(p->half), decibel(p->gain), degrees(p->phase),
         decibel(p->linear), degrees(p->linear_phase));
  if (p->periods) printf("%8d\n", p->periods);
  else printf("%8s\n", "never");
  fflush(stdout);
}

static dv_history *table_of(dv_arena *a, const bode_point *p, int n)
{
  static const dv_column column[] = {
      {"frequency",    "Hz" },
      {"half_peak",    ""   },
      {"harmonic",     ""   },
      {"phase",        "rad"},
      {"linear",       ""   },
      {"linear_phase", "rad"},
      {"periods",      ""   }
  };
  enum { COLUMNS = 7 };
  dv_history *l = dv_history_new(a, COLUMNS);
  memcpy(l->column, column, sizeof column);
  for (int i = 0; i < n; i++) {
    double row[COLUMNS] = {p[i].frequency, p[i].half, p[i].gain, p[i].phase, p[i].linear, p[i].linear_phase, p[i].periods};
    memcpy(dv_history_append(l), row, sizeof row);
  }
  return l;
}

// Phase without jumps of a turn.
static double unwound(double angle, double before)
{
  double turn = 360;
  return isfinite(before) ? angle - turn * round((angle - before) / turn) : angle;
}

static int draw(args *a, const bode_plan *plan, const bode_point *p, int n, const char *path)
{
  static const char *const label[] = {"half of peak to peak", "first harmonic", "linearised"};
  double *v[6];
  for (int k = 0; k < 6; k++) v[k] = DV_TAKE(a->arena, double, n);
  for (int i = 0; i < n; i++) {
    v[0][i] = log10(p[i].frequency);
    v[1][i] = decibel(p[i].half);
    v[2][i] = decibel(p[i].gain);
    v[3][i] = decibel(p[i].linear);
    v[4][i] = unwound(degrees(p[i].phase), i ? v[4][i - 1] : NAN);
    v[5][i] = unwound(degrees(p[i].linear_phase), i ? v[5][i - 1] : NAN);
  }
  dv_curve gain[] = {
      {label[0], v[0], v[1], n},
      {label[1], v[0], v[2], n},
      {label[2], v[0], v[3], n}
  };
  dv_curve phase[] = {
      {label[1], v[0], v[4], n},
      {label[2], v[0], v[5], n}
  };
  static const dv_pen pen[] = {{.colour = 0}, {.colour = 1}, {.colour = 2}};  // a name has its colour in both panels
  dv_panel over = {.x_label = "frequency", .x_unit = "Hz", .x_log = 1}, panel[] = {over, over};
  panel[0].y_label = "gain", panel[0].y_unit = "dB", panel[0].ncurve = 3, panel[0].curve = gain, panel[0].stroke = pen;
  panel[1].y_label = "phase", panel[1].y_unit = "deg", panel[1].ncurve = 2, panel[1].curve = phase, panel[1].stroke = pen + 1;
  panel[0].joined = 1;
  dv_figure f = {.title = dv_arena_text(a->arena, "%s / %s", plan->output, plan->input), .npanel = 2, .panel = panel};
  return write_figure(a, &f, path);
}

static int draw_nyquist(args *a, const bode_plan *plan, const bode_point *p, int n, const char *path)
{
  static double minus[] = {-1}, none[] = {0};
  double *v[4];
  for (int k = 0; k < 4; k++) v[k] = DV_TAKE(a->arena, double, n);
  for (int i = 0; i < n; i++) {
    v[0][i] = p[i].gain * cos(p[i].phase), v[1][i] = p[i].gain * sin(p[i].phase);
    v[2][i] = p[i].linear * cos(p[i].linear_phase), v[3][i] = p[i].linear * sin(p[i].linear_phase);
  }
  dv_curve curve[] = {
      {"first harmonic", v[0],  v[1], n},
      {"linearised",     v[2],  v[3], n},
      {"-1",             minus, none, 1}
  };
  const dv_pen pen[] = {
      {0, 0, 0, 1},
      {1, 1, 0, 0},
      {6, 0, 1, 0}
  };
  dv_panel panel = {.x_label = "real part", .y_label = "imaginary part", .ncurve = 3, .curve = curve, .stroke = pen, .equal = 1};
  dv_figure f = {
      .title = dv_arena_text(a->arena, "%s / %s", plan->output, plan->input), .npanel = 1, .panel = &panel, .panel_height = 480};
  return write_figure(a, &f, path);
}

static int sweep(args *a, const bode_plan *plan, dv_machine *m, bode_point *p)
{
  dv_linear l = {0};
  const char *in = dv_arena_text(a->arena, "%s.value", plan->input);
  dv_state *s = dv_state_new(m->arena, m->model);
  if (dv_start(m, s) || dv_linearise_machine(m, s, &in, 1, &plan->output, 1, &l)) return RUN_FAILED;
  print_head(plan);
  for (int i = 0; i < plan->points; i++) {
    p[i].frequency = plan->from * pow(plan->to / plan->from, plan->points > 1 ? (double)i / (plan->points - 1) : 0);
    bode_linear(&l, &p[i]);
    int code = bode_measure(a, plan, m, &p[i]);
    if (code || interrupted()) return RUN_FAILED;
    print_point(&p[i]);
  }
  return FINE;
}

int run_bode(args *a)
{
  bode_plan plan;
  const char *out = value_of(a, "out"), *figure = value_of(a, "plot");
  int code = read_plan(a, &plan);
  if (code) return code;
  if (out && !dv_history_extension(out, a->diags)) return BAD_USAGE;
  watch_signals();
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  code = check_names(a, &plan, m);
  if (code) return finish(m, code);
  bode_point *p = DV_TAKE(a->arena, bode_point, plan.points);
  code = sweep(a, &plan, m, p);
  if (!code && out) code = write_history(a, m->diags, table_of(a->arena, p, plan.points), out);
  if (!code && figure) code = (has(a, "nyquist") ? draw_nyquist : draw)(a, &plan, p, plan.points, figure);
  return finish(m, code);
}
