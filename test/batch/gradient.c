// gradient.c: slopes of metrics of whole runs: against closed forms (oscillation, a corner that moves, an event that moves,
// samples) and, for shipped machines by ten parameters each, against extrapolated differences of runs.
#include "batch/differences.h"

#include "batch/gradient.h"
#include "solve/adjoint.h"
#include "spec/quantity.h"

#include <stdlib.h>
#include <unistd.h>

enum { BY_MOST = 12, LEVELS = 3, SETTINGS_MOST = 8 };

typedef struct {
  const char *file, *name, *metric;
  const char *by;                       // "path=value unit, ..."
  const char *settings[SETTINGS_MOST];  // NULL after the last
  double within, step;                  // of differences, of a parameter
} trial;

typedef struct {
  dv_arena *arena;
  const trial *t;
  dv_machine_options o;
  dv_reading *reading;
  int n;
  dv_gradient_by by[BY_MOST];
  dv_metric metric;
} stand;

// "Ps=187 bar, Cd=0.9"
static void read_by(stand *s)
{
  for (const char *at = s->t->by; *at && s->n < BY_MOST;) {
    const char *equals = strchr(at, '='), *end = equals + strcspn(equals, ",");
    dv_gradient_by *b = &s->by[s->n++];
    const char *text = dv_arena_copy(s->arena, equals + 1, (size_t)(end - equals - 1)), *unit = strchr(text, ' ');
    b->name = b->path = dv_arena_copy(s->arena, at, (size_t)(equals - at));
    b->unit = unit ? unit + 1 : "";
    dv_diags *d = dv_diags_new(s->arena);
    assert_int_equal(dv_quantity_read(s->arena, d, b->path, text, NULL, &b->value), 0);
    assert_int_equal(dv_quantity_read(s->arena, d, b->path, dv_arena_text(s->arena, "1 %s", b->unit), NULL, &b->factor), 0);
    at = *end ? end + 2 : end;
  }
}

static stand stand_at(const trial *t)
{
  stand s = {
      .arena = dv_arena_new(), .t = t, .o = {.case_name = t->name, .settings = t->settings}
  };
  while (t->settings[s.o.nsetting]) s.o.nsetting++;
  s.reading = dv_reading_open(t->file, 0);
  read_by(&s);
  return s;
}

static void leave(stand *s)
{
  dv_reading_close(s->reading);
  dv_arena_free(s->arena);
}

static void settle_metric(stand *s, dv_machine *m)
{
  dv_diags *d = dv_diags_new(s->arena);
  dv_units *u = dv_units_open(s->arena);
  if (dv_metric_read(s->arena, d, u, s->t->metric, &s->metric) ||
      dv_metric_settle(s->arena, d, u, &s->metric, m->model, m->spec->solver.until))
    fail_msg("%s: %s", s->t->file, d->item[0].what);
}

static dv_machine *open_with(const stand *s, const dv_machine_options *o)
{
  dv_machine *m = dv_reading_machine(s->reading, o);
  if (!m->model) fail_msg("%s: %s", s->t->file, m->diags->item[0].what);
  return m;
}

typedef struct {
  const stand *s;
  int by;
} moved;

// The metric of a run with another value of that parameter.
static double value_at(const void *of, double value)
{
  const moved *w = of;
  const stand *s = w->s;
  const dv_gradient_by *by = &s->by[w->by];
  const char *settings[SETTINGS_MOST + 1];
  dv_machine_options o = s->o;
  for (int k = 0; k < o.nsetting; k++) settings[k] = o.settings[k];
  settings[o.nsetting++] = dv_arena_text(s->arena, "%s=%.17g %s", by->path, value / by->factor, by->unit);
  o.settings = settings;
  return metric_of_run(open_with(s, &o), &s->metric);
}

static double differences(const stand *s, int i, double *error)
{
  double at = s->by[i].value;
  return slope_by_differences(value_at, &(moved){s, i}, at, s->t->step * fabs(at), LEVELS, 0, error);
}

// Slopes back from the end are those beside the run, whatever of its states is kept: to 1e-12 of the largest effect.
static void check_back(stand *s, const dv_gradient *forward, double room, double most)
{
  dv_machine *m = open_with(s, &s->o);
  dv_gradient g = *forward;
  double worst = 0;
  g.way = DV_GRADIENT_ADJOINT, g.room = room;
  if (dv_gradient_run(&g, m)) fail_msg("%s: %s", s->t->file, m->diags->item[m->diags->n - 1].what);
  assert_int_equal(g.went, DV_GRADIENT_ADJOINT);
  for (int i = 0; i < s->n; i++) {
    double off = fabs((g.entry[i].slope - forward->entry[i].slope) * s->by[i].value) / most;
    worst = fmax(worst, off);
    if (!(off <= 1e-12))
      fail_msg("%s: %s by %s is %.16g back, %.16g forward", s->t->file, s->t->metric, s->by[i].path, g.entry[i].slope,
               forward->entry[i].slope);
  }
  print_message("%-36s back%s %.1e\n", s->t->file, room > 0 ? ", few states kept:" : ":", worst);
  dv_machine_close(m);
}

static int has_way_back(const trial *t)
{
  for (int i = 0; i < SETTINGS_MOST && t->settings[i]; i++)
    if (!strncmp(t->settings[i], "solver.method=", 14)) return dv_adjoint_can(t->settings[i] + 14);
  return 0;
}

// must: closed forms, or NULL: differences. What is less than a hundred-thousandth of the largest effect is rounding.
static void check(const trial *t, const double *must)
{
  stand s = stand_at(t);
  dv_machine *m = open_with(&s, &s.o);
  dv_gradient g = {.file = t->file, .reading = s.reading, .options = s.o, .nby = s.n, .nmetric = 1, .by = s.by};
  g.way = DV_GRADIENT_FORWARD;
  double worst = 0, most = 0;
  settle_metric(&s, m);
  g.metric = &s.metric;
  if (dv_gradient_run(&g, m)) fail_msg("%s: %s", t->file, m->diags->item[m->diags->n - 1].what);
  for (int i = 0; i < s.n; i++) most = fmax(most, fabs(g.entry[i].slope * s.by[i].value));
  assert_true(most > 0);
  if (has_way_back(t)) check_back(&s, &g, 0, most), check_back(&s, &g, 50 * m->model->nx, most);
  for (int i = 0; i < s.n; i++) {
    double error = 0, is = g.entry[i].slope, want = must ? must[i] : differences(&s, i, &error), size = fabs(want);
    if (fabs(is * s.by[i].value) < 1e-5 * most && fabs(want * s.by[i].value) < 1e-5 * most) continue;
    worst = fmax(worst, fabs(is - want) / size);
    if (!(fabs(is - want) <= t->within * size + (must ? 0 : 2 * error)))
      fail_msg("%s: %s by %s is %.12g, must be %.12g (+- %.1g)", t->file, t->metric, s.by[i].path, is, want, error);
    if (error > 1e-5 * size) fail_msg("%s: differences by %s say nothing: %g +- %g", t->file, s.by[i].path, want, error);
  }
  print_message("%-36s %-20s %2d parameters, worst %.1e\n", t->file, t->metric, s.n, worst);
  dv_machine_close(m);
  leave(&s);
}

// A machine of a few lines, in a file of its own.
static void check_text(const char *text, trial t, const double *must)
{
  char path[] = "/tmp/davit-gradient-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  t.file = path;
  check(&t, must);
  unlink(path);
}

static trial with(trial t, const char *const *settings)
{
  for (int i = 0; i < SETTINGS_MOST; i++) t.settings[i] = NULL;
  for (int i = 0; settings[i]; i++) t.settings[i] = settings[i];
  return t;
}

// A spring that swings to both sides by as much: its largest size belongs to either, and slopes by rest are 1 and -1.
static void kink(void)
{
  static const char text[] =
      "parameters: {x0: 0.1 m, rest: 0 m}\ngravity: 0\nbodies: {b: {mass: 1 kg}}\n"
      "joints: {x: {type: prismatic, child: b, position: x0}}\n"
      "parts: {s: {kind: force.spring, axis: x, stiffness: 9.869604401089358 N/m, rest: rest}}\nuntil: 2 s\n";
  char path[] = "/tmp/davit-gradient-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  for (int way = DV_GRADIENT_FORWARD; way <= DV_GRADIENT_ADJOINT; way++) {
    trial t = {.file = path, .metric = "peak(x)", .by = "rest=0 m"};
    t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=1 ms", "solver.every=10 ms", NULL});
    stand s = stand_at(&t);
    dv_machine *m = open_with(&s, &s.o);
    dv_gradient g = {.file = path, .reading = s.reading, .options = s.o, .nby = 1, .nmetric = 1, .by = s.by, .metric = &s.metric};
    g.way = (dv_gradient_way)way;
    settle_metric(&s, m);
    assert_int_equal(dv_gradient_run(&g, m), 0);
    assert_true(g.entry->kink);
    assert_near(fmin(g.entry->left, g.entry->right), -2, 1e-6);  // it swings to 2 rest - x0
    assert_near(fmax(g.entry->left, g.entry->right), 0, 1e-6);
    dv_machine_close(m);
    leave(&s);
  }
  unlink(path);
}

// Every measure along every value of a curve, against differences.
static void measures(void)
{
  enum { N = 24 };
  double t[N], y[N], w[N];
  for (int i = 0; i < N; i++) t[i] = 0.1 * i + 0.03 * sin(i), y[i] = 1 - exp(-2 * t[i]) * cos(6 * t[i]) + 0.01 * sin(7.0 * i);
  for (int what = 0; what < DV_MEASURE_COUNT; what++)
    for (int given = 0; given < 2; given++) {
      dv_course c = {.n = N, .t = t, .y = y, .at = t[5], .goal = given ? 0.95 : NAN, .band = given ? 0.1 : NAN};
      dv_measure_slopes((dv_measure)what, &c, w);
      for (int i = 0; i < N; i++) {
        double here = y[i], h = 1e-6;
        y[i] = here + h;
        double high = dv_measure_of((dv_measure)what, &c);
        y[i] = here - h;
        double slope = (high - dv_measure_of((dv_measure)what, &c)) / (2 * h);
        y[i] = here;
        if (!(fabs(slope - w[i]) <= 1e-7 * fmax(1, fabs(slope))))
          fail_msg("%s along value %d is %.10g, must be %.10g", dv_measure_rows[what].key, i, w[i], slope);
      }
    }
}

static const char oscillator[] = "parameters: {m: 2 kg, k: 8 N/m, x0: 0.1 m}\ngravity: 0\nbodies: {b: {mass: m}}\n"
                                 "joints: {x: {type: prismatic, child: b, position: x0}}\n"
                                 "parts: {s: {kind: force.spring, axis: x, stiffness: k}}\nuntil: 1 s\n";

static void oscillation(void **state)
{
  measures(), kink();
  (void)state;
  double w = 2, x0 = 0.1, must[] = {x0 * sin(w) * w / (2 * 2), -x0 * sin(w) * w / (2 * 8), cos(w)};
  trial t = {.metric = "final(x)", .by = "m=2 kg, k=8 N/m, x0=0.1 m", .within = 1e-9};
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=1 ms", "solver.every=10 ms", NULL});
  check_text(oscillator, t, must);
  t = with(t, (const char *const[]){"solver.method=heun", "solver.step=0.01 ms", "solver.every=10 ms", NULL});
  check_text(oscillator, t, must);
  t = with(t, (const char *const[]){"solver.method=rosenbrock", "solver.step=0.1 ms", "solver.every=0.17 ms", NULL});
  check_text(oscillator, t, must);
  t = with(t, (const char *const[]){"solver.method=cvode", "solver.rtol=1e-11", "solver.atol=1e-13", "solver.every=10 ms", NULL}),
  t.within = 1e-8;
  check_text(oscillator, t, must);
  t = with(t, (const char *const[]){"solver.method=cvode-adams", "solver.rtol=1e-11", "solver.atol=1e-13", "solver.every=10 ms",
                                    NULL});
  check_text(oscillator, t, must);
}

// A force begins at t0, between two steps: x = F/2m (T - t0)^2.
static void corner(void **state)
{
  (void)state;
  static const char text[] = "parameters: {m: 2 kg, F: 3 N, t0: 0.3137 s}\ngravity: 0\nbodies: {b: {mass: m}}\njoints: {x: "
                             "{type: prismatic, child: b}}\n"
                             "signals: {f: {kind: step, at: t0, to: F}}\n"
                             "parts: {p: {kind: force.effort, axis: x, effort: f}}\nuntil: 1 s\n";
  double r = 1 - 0.3137, must[] = {-3 / (2 * 2 * 2.0) * r * r, r * r / 4, -1.5 * r};
  trial t = {.metric = "final(x)", .by = "m=2 kg, F=3 N, t0=0.3137 s", .within = 1e-10};
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=10 ms", "solver.every=10 ms", NULL});
  check_text(text, t, must);
  t = with(t, (const char *const[]){"solver.method=rosenbrock", "solver.step=10 ms", "solver.every=3 ms", NULL});
  check_text(text, t, must);
  t = with(t, (const char *const[]){"solver.method=cvode", "solver.rtol=1e-10", "solver.atol=1e-12", "solver.every=10 ms", NULL}),
  t.within = 1e-7;
  check_text(text, t, must);
}

// What a lag follows stops at L when y gets there: the rates have a kink at an instant that nobody knows before, and the slope's
// rate jumps there by 1/T. y = 0.2 (1 - e^-2t) is 0.1 at ln(2)/2, and from there  dx/dL = 1 - e^(-(t - ln(2)/2)/T).
static void kink_within(void **state)
{
  static const char text[] = "parameters: {L: 1, T: 1 ms}\nsignals:\n  y: {kind: state, rate: \"2*(0.2 - y)/1[s]\"}\n"
                             "  x: {kind: state, rate: \"(min(y/0.1, L) - x)/T\"}\nuntil: 0.4 s\n";
  double must[] = {1 - exp(-(0.347 - log(2) / 2) / 1e-3)};
  trial t = {.metric = "at(x, 0.347 s)", .by = "L=1", .within = 2e-7};
  (void)state;
  t = with(t, (const char *const[]){"solver.method=cvode", "solver.rtol=1e-11", "solver.atol=1e-14", "solver.every=1 ms", NULL});
  check_text(text, t, must);
  t = with(
      t, (const char *const[]){"solver.method=cvode-adams", "solver.rtol=1e-11", "solver.atol=1e-14", "solver.every=1 ms", NULL});
  check_text(text, t, must);
}

// A vehicle of hardly any mass goes after a goal ahead of it: its speed is ahead * 1/s, m x'' = ahead - x', round a corner, to
// the last point.
static void waypoints(void **state)
{
  static const char text[] =
      "parameters: {L: 10 m, W: 9 m, ahead: 1 m}\nbodies: {hull: {mass: 1 g, inertia: [1, 1, 1]}}\n"
      "joints: {base: {type: free, child: hull}}\ngravity: 0\nparts:\n"
      "  way: {kind: control.waypoints, frame: hull, points: [[0, 0, 0], [L, 0, 0], [L, W, 0]], ahead: ahead, radius: 0.5 m}\n"
      "  pull: {kind: force.wrench, frame: hull, fx: \"1 [N/m]*(way.x - base.x) - 1 [N.s/m]*base.vx\", "
      "fy: \"1 [N/m]*(way.y - base.y) - 1 [N.s/m]*base.vy\"}\nuntil: 40 s\n";
  double along[] = {0, 0, 5 - 1e-3}, at_end[] = {1, 0, 0}, across[] = {0, 1, 0};
  trial t = {.metric = "at(base.x, 5)", .by = "L=10 m, W=9 m, ahead=1 m", .within = 1e-8};
  (void)state;
  t = with(t, (const char *const[]){"solver.method=cvode", "solver.rtol=1e-10", "solver.atol=1e-12", "solver.every=0.5 s", NULL});
  t.metric = "at(base.x, 5)", check_text(text, t, along);
  t.metric = "final(base.x)", check_text(text, t, at_end);
  t.metric = "final(base.y)", check_text(text, t, across);
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=2 ms", "solver.every=0.5 s", NULL});
  t.metric = "at(base.x, 5)", check_text(text, t, along);
}

// Two springs to either side of c, max(x - c, 0) and max(c - x, 0), at rest where both are zero: each counts by half all the
// time, x = c + (x0 - c) cos(w T).
static void ties(void **state)
{
  static const char text[] = "gravity: 0\nparameters: {c: 0.3 m, x0: 0.3 m}\nbodies: {b: {mass: 2 kg}}\n"
                             "joints: {x: {type: prismatic, child: b, position: x0}}\n"
                             "signals: {f: \"8 [N/m]*(max(c - x, 0 [m]) - max(x - c, 0 [m]))\"}\n"
                             "parts: {push: {kind: force.effort, axis: x, effort: f}}\nuntil: 1 s\n";
  static const char *const methods[] = {"solver.method=rk4", "solver.method=dopri5", "solver.method=rosenbrock"};
  double must[] = {1 - cos(2), cos(2)};
  (void)state;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    trial t = {.metric = "final(x)", .by = "c=0.3 m, x0=0.3 m", .within = i < 2 ? 1e-9 : 1e-7};
    t = with(t, (const char *const[]){methods[i], "solver.step=1 ms", "solver.every=0.13 s", NULL});
    check_text(text, t, must);
  }
}

// What follows from itself within the instant, Kepler's equation E = w t + ecc sin E: slopes by the implicit function theorem.
static void algebraic(void **state)
{
  static const char text[] = "parameters: {ecc: 0.6, w: 1 rad/s}\nsignals:\n  E: \"w*t + ecc*sin(E)\"\n"
                             "  y: {kind: state, rate: \"E/1[s]\"}\nuntil: 2 s\n";
  double E = 2;
  for (int i = 0; i < 50; i++) E -= (E - 0.6 * sin(E) - 2) / (1 - 0.6 * cos(E));
  double must[] = {sin(E) / (1 - 0.6 * cos(E)), 2 / (1 - 0.6 * cos(E))};
  trial t = {.metric = "final(E)", .by = "ecc=0.6, w=1 rad/s", .within = 1e-10};
  (void)state;
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=10 ms", "solver.every=0.1 s", NULL});
  check_text(text, t, must);
  t = with(t, (const char *const[]){"solver.method=cvode", "solver.every=0.1 s", NULL});
  check_text(text, t, must);
}

// A force from a table whose numbers move: x(2) = sum of the tent functions' second integrals over m.
static void table(void **state)
{
  static const char text[] = "gravity: 0\nparameters: {f0: 5 N, f1: 1 N}\nbodies: {b: {mass: 2 kg}}\n"
                             "joints: {x: {type: prismatic, child: b}}\n"
                             "signals: {f: {kind: table, data: [[0, f0], [1, f1], [2, 0]]}}\n"
                             "parts: {push: {kind: force.effort, axis: x, effort: f}}\nuntil: 2 s\n"
                             "solver: {method: rk4, step: 10 ms}\n";
  trial t = {.metric = "final(x)", .by = "f0=5 N, f1=1 N", .within = 1e-10};
  (void)state;
  double must[] = {(1.0 / 3 + 0.5) / 2, 1.0 / 2};
  check_text(text, t, must);
}

// It flies with v to a floor, half an oscillation there, and back: x = v (T - x0/v - pi/w).
static const char bounce[] = "parameters: {m: 2 kg, k: 800 N/m, x0: 0.1137 m}\ngravity: 0\nbodies: {b: {mass: m}}\n"
                             "joints: {x: {type: prismatic, child: b, position: x0, rate: -0.5 m/s}}\n"
                             "parts: {f: {kind: force.bumper, axis: x, lower: 0 m, stiffness: k}}\nuntil: 1 s\n";

static void event(void **state)
{
  (void)state;
  double pi = acos(-1), w = 20, v = 0.5, must[] = {-v * pi / (2 * w * 2), v * pi / (2 * w * 800), -1};
  trial t = {.metric = "final(x)", .by = "m=2 kg, k=800 N/m, x0=0.1137 m", .within = 1e-8};
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=0.1 ms", "solver.every=10 ms", NULL});
  check_text(bounce, t, must);
  t = with(t, (const char *const[]){"solver.method=rosenbrock", "solver.step=0.1 ms", "solver.every=10 ms", NULL});
  check_text(bounce, t, must);
  t = with(t,
           (const char *const[]){"solver.method=dopri5", "solver.rtol=1e-11", "solver.atol=1e-13", "solver.every=10 ms", NULL});
  check_text(bounce, t, must);
  t = with(t, (const char *const[]){"solver.method=rosenbrock", "solver.step=auto", "solver.rtol=1e-10", "solver.atol=1e-12",
                                    "solver.every=10 ms", NULL}),
  t.within = 1e-6;
  check_text(bounce, t, must);
  t = with(t, (const char *const[]){"solver.method=cvode", "solver.rtol=1e-11", "solver.atol=1e-13", "solver.every=10 ms", NULL});
  check_text(bounce, t, must);
}

// A spring that is driven, with friction and a bumper: records and an event within steps.
static const char driven[] =
    "parameters: {m: 2 kg, k: 80 N/m, c: 60 N.s/m, x0: 0.2 m, g: 3 rad/s, amp: 20 N}\ngravity: 0\nbodies: {b: {mass: m}}\n"
    "joints: {x: {type: prismatic, child: b, position: x0}}\n"
    "signals: {w: {kind: sine, amplitude: amp, frequency: 0.7 Hz}}\n"
    "parts:\n  s: {kind: force.spring, axis: x, stiffness: k}\n  d: {kind: force.damper, axis: x, damping: c}\n  dry: {kind: "
    "force.friction, axis: x, coulomb: 9 N, smoothing: 0.3 m/s}\n"
    "  p: {kind: force.effort, axis: x, effort: w}\n"
    "  f: {kind: force.bumper, axis: x, lower: 0.03 m, stiffness: 3 kN/m}\nuntil: 1.5 s\n";

// Steps of rosenbrock, so long that its errors are seen: the slopes are those of the steps, Jacobians that are kept included.
static void stiff(void **state)
{
  (void)state;
  trial t = {.metric = "rms(x.rate)", .by = "m=2 kg, k=80 N/m, c=60 N.s/m, x0=0.2 m, amp=20 N", .within = 1e-7, .step = 1e-3};
  t = with(t, (const char *const[]){"solver.method=rosenbrock", "solver.step=20 ms", "solver.every=7 ms",
                                    "solver.derivatives=exact", NULL});
  check_text(driven, t, NULL);
}

// Methods that work in a chart, in steps so long that their errors are seen; a body that tumbles, by its attitude.
static void charted(void **state)
{
  static const char *const methods[] = {"solver.method=lie-rk4", "solver.method=rkn", "solver.method=euler",
                                        "solver.method=dopri5"};
  trial t = {.metric = "rms(x.rate)", .by = "m=2 kg, k=80 N/m, c=60 N.s/m, x0=0.2 m, amp=20 N", .within = 1e-7, .step = 1e-3};
  trial turns = {
      .file = "machines/tumbling-body.yaml", .name = "flip", .metric = "final(flight.qx)", .within = 1e-7, .step = 1e-3};
  turns.by = "A=2 kg.m^2, B=3 kg.m^2, C=4 kg.m^2";
  (void)state;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    t = with(t, (const char *const[]){methods[i], "solver.step=10 ms", "solver.every=7 ms", NULL});
    check_text(driven, t, NULL);
    turns = with(turns, (const char *const[]){methods[i], "solver.step=50 ms", "until=1.02 s", "solver.every=0.1 s", NULL});
    check(&turns, NULL);
  }
}

// Model predictive control: without an active limit its slope is LQR's gain, the golden section less one; at a limit none.
static void predictive(void **state)
{
  static const char text[] =
      "parameters: {a: 1, b: 2, c: 5}\nsignals:\n"
      "  aim: {kind: control.mpc, horizon: 5, iterations: 25, period: 1 s, y1: a, goal1: b, limits: [[-9, 9]], model: [0, 1, 1, "
      "0, "
      "0.6180339887498949, 2.618033988749895]}\n"
      "  weak: {kind: control.mpc, horizon: 5, iterations: 25, period: 1 s, y1: c, limits: [[-1, 1]], model: [0, 1, 1, 0, "
      "0.6180339887498949, 2.618033988749895]}\nuntil: 2 s\n";
  double gain = (sqrt(5) - 1) / 2, must[] = {-gain, gain, 0};
  trial t = {.metric = "final(aim.u1 + weak.u1)", .by = "a=1, b=2, c=5", .within = 1e-10};
  (void)state;
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=0.1 s", NULL});
  check_text(text, t, must);
}

// By the error: lengths of steps are held, so that slopes are right within the tolerance; records lie within steps.
static void by_error(void **state)
{
  (void)state;
  double at = 0.9713, w = 2, x0 = 0.1, turned = w * at;
  double must[] = {x0 * sin(turned) * turned / (2 * 2), -x0 * sin(turned) * turned / (2 * 8), cos(turned)};
  trial t = {.metric = "at(x, 0.9713)", .by = "m=2 kg, k=8 N/m, x0=0.1 m", .within = 1e-8};
  t = with(t,
           (const char *const[]){"solver.method=dopri5", "solver.rtol=1e-11", "solver.atol=1e-13", "solver.every=0.1 s", NULL});
  check_text(oscillator, t, must);
  t = with(t, (const char *const[]){"solver.method=rosenbrock", "solver.step=auto", "solver.rtol=1e-10", "solver.atol=1e-12",
                                    "solver.every=0.1 s", NULL}),
  t.within = 1e-6;
  check_text(oscillator, t, must);
}

static void shipped(void **state)
{
  (void)state;
  static const trial trials[] = {
      {.file = "machines/loader-crane.yaml",
       .metric = "final(pin)",
       .by = "payload=1 t, mass=800 kg, supply=210 bar, opening=12 mm^2, L=4 m, raise=20 deg, foot=1.8 m, lug=1 m, "
             "parts.cylinder.area_a=113 cm^2, parts.cylinder.viscous=20 kN.s/m", .settings = {"until=0.6 s", "solver.method=rk4", "solver.step=0.25 ms", "solver.every=0.1 s"},
       .within = 1e-6,
       .step = 1e-3                                                                                                                                                                                                                                                },
      {.file = "machines/titan4.yaml",
       .name = "e1-sampled",
       .metric = "final(q1.rate)",
       .by =
           "V0=1 l, beta=1e8 Pa, m2=40 kg, m3=17 kg, m4=8 kg, m6=12 kg, cg2=0.39 m, cg3=0.241 m, len2=0.851 m, d1=100 N.m.s/rad",                                               .settings = {"until=1.1 s", "solver.method=rk4", "solver.step=1 ms", "solver.every=0.1 s"},
       .within = 1e-6,
       .step = 1e-3},
      {.file = "machines/rov-manipulator.yaml",
       .name = "current",
       .metric = "final(vehicle.e)",
       .by = "rho=1025 kg/m^3, d1=1.4 m, d2=0.6 m, alpha=0.5 rad, mount_x=1.4 m, mount_y=0.4 m, mount_z=0.3 m, gamma=0.4, "
             "volume=1 l, "
             "skin=10 N.s/m",                                                                                                                                            .settings = {"until=0.1 s", "solver.method=rk4", "solver.step=2 ms", "solver.every=0.1 s"},
       .within = 1e-6,
       .step = 1e-3},
      {.file = "machines/electric-road-arm.yaml",
       .name = "swing",
       .metric = "final(carrier.shoe.z)",
       .by = "xb=0.1 m, yb=0.08 m, zb=0.06 m, tc=0.25 m, t2=0.6 m, m_t2=1 kg, c_t2=0.3 m, m_2=0.25 kg, lead=4 mm, m_t3=0.35 kg",
       .settings = {"until=0.05 s", "solver.method=rk4", "solver.step=1 ms", "solver.every=0.05 s"},
       .within = 1e-6,
       .step = 1e-3},
      {.file = "machines/benchmarks/bouncing-mass.yaml",
       .metric = "final(z)",
       .by = "parts.floor.stiffness=2e4 N/m, bodies.ball.mass=2 kg, joints.z.position=1 m, gravity=9.81 m/s^2",
       .settings = {"until=2 s", "solver.method=rk4", "solver.step=1 ms", "solver.every=0.1 s"},
       .within = 1e-6,
       .step = 1e-4                                                                                                                                                     },
  };
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) check(&trials[i], NULL);
}

// What has no slope is told.
static void refuse(const char *text, const char *by, const char *const *settings, const char *what)
{
  char path[] = "/tmp/davit-gradient-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  trial t = {.file = path, .metric = "final(x)", .by = by};
  t = with(t, settings);
  stand s = stand_at(&t);
  dv_machine *m = open_with(&s, &s.o);
  dv_gradient g = {.file = path, .reading = s.reading, .options = s.o, .nby = s.n, .nmetric = 1, .by = s.by, .metric = &s.metric};
  settle_metric(&s, m);
  int told = 0;
  assert_int_not_equal(dv_gradient_run(&g, m), 0);
  for (int i = 0; i < m->diags->n; i++) told |= strstr(m->diags->item[i].what, what) != NULL;
  if (!told) fail_msg("'%s' was not told: %s", what, m->diags->item[0].what);
  dv_machine_close(m);
  leave(&s);
  unlink(path);
}

static void refusals(void **state)
{
  (void)state;
  refuse(oscillator, "k=8 N/m", (const char *const[]){"solver.method=frozen-rk4", "solver.step=1 ms", NULL},
         "has no slopes along a run");
  refuse(oscillator, "k=8 N/m", (const char *const[]){"solver.method=cvode", "solver.formulation=momentum", NULL},
         "not of momenta");
}

// Elsewhere than in the file: x = x0 cos(w), with and without slopes; and where there is no such machine.
static void elsewhere(void **state)
{
  (void)state;
  char path[] = "/tmp/davit-gradient-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, oscillator, sizeof oscillator - 1) == (ssize_t)sizeof oscillator - 1);
  close(file);
  trial t = {.file = path, .metric = "final(x)", .by = "m=2 kg, k=8 N/m, x0=0.1 m"};
  t = with(t, (const char *const[]){"solver.method=rk4", "solver.step=1 ms", "solver.every=10 ms", NULL});
  stand s = stand_at(&t);
  dv_machine *m = open_with(&s, &s.o);
  dv_gradient g = {.file = path, .reading = s.reading, .options = s.o, .nby = s.n, .nmetric = 1, .by = s.by, .metric = &s.metric};
  settle_metric(&s, m);
  dv_diags *d = dv_diags_new(s.arena);
  double w = 3, at[] = {1, 9, 0.2}, must[] = {0.2 * sin(w) * w / 2, -0.2 * sin(w) * w / 18, cos(w)}, value, slope[3];
  assert_int_equal(dv_gradient_at(&g, d, at, &value, slope), 0);
  assert_near(value, 0.2 * cos(w), 1e-9);
  for (int i = 0; i < 3; i++) assert_near(slope[i], must[i], 1e-9);
  assert_int_equal(dv_gradient_at(&g, d, at, &value, NULL), 0);
  assert_near(value, 0.2 * cos(w), 1e-9);
  assert_int_equal(d->nerror, 0);
  at[0] = -1;
  assert_int_equal(dv_gradient_at(&g, d, at, &value, slope), 1);
  assert_true(d->nerror > 0);
  dv_machine_close(m);
  leave(&s);
  unlink(path);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(elsewhere),   cmocka_unit_test(oscillation), cmocka_unit_test(corner),
                                     cmocka_unit_test(table),       cmocka_unit_test(event),       cmocka_unit_test(shipped),
                                     cmocka_unit_test(stiff),       cmocka_unit_test(charted),     cmocka_unit_test(by_error),
                                     cmocka_unit_test(predictive),  cmocka_unit_test(ties),        cmocka_unit_test(refusals),
                                     cmocka_unit_test(kink_within), cmocka_unit_test(waypoints),   cmocka_unit_test(algebraic)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
