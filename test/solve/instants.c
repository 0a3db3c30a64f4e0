// instants.c: corners, sampling times, events and records fall where they should, with any step.
#include "run/running.h"
#include "solve/harness.h"

typedef struct {
  int n;
  double t[2100], x[2100];
} tape;

static int keep(void *context, double t, const double *x, const double *dx, const double *work)
{
  tape *p = context;
  (void)dx, (void)work;
  p->t[p->n] = t;
  p->x[p->n++] = x[0];
  return 0;
}

static dv_run_result play(fixture *b, dv_run_options o, tape *p)
{
  dv_run_result r;
  p->n = 0;
  assert_int_equal(dv_run(b->model, b->state, &o, keep, NULL, p, &r, b->diags, b->arena), 0);
  return r;
}

static const char *const pushed = "gravity: 0\n"
                                  "bodies: {m: {mass: 1 kg}}\n"
                                  "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                                  "signals: {on: {kind: step, from: 0, to: 2, at: 0.7 s}}\n"
                                  "parts: {f: {kind: force.effort, axis: x, effort: on}}\n";

// x = (t - 0.7)^2 after the step of the force: exact for methods of order 2 and more, if no stage looks beyond the corner.
static void corners_are_hit_from_the_left(void **state)
{
  (void)state;
  static const char *const methods[] = {"rk4", "lie-rk4", "rosenbrock", "dopri5", "cvode", "cvode-adams"};
  for (int i = 0; i < 8; i++) {  // twice by the error
    fixture b = fixture_open(pushed);
    fixture_run(&b, methods[i < 6 ? i : i - 4], 2, i < 6 ? 0.09 : -1);
    assert_near(fixture_value(&b, "x"), 1.3 * 1.3, i < 4 || i > 5 ? 1e-13 : 1e-9);
    fixture_close(&b);
  }
}

// Whatever rounding makes of start + duration: at that very instant a signal has the slope of what comes then. A force as the
// signal's slope says leaves 1 kg with what the signal has changed by.
static void corners_have_one_side(void **state)
{
  (void)state;
  static const struct {
    const char *signal, *force;
    double leaves;  // times duration
  } rows[] = {
      {"cubic, from: 0, to: 1, start: %.6f, duration: %.6f",           "s.acceleration", 0},
      {"quintic, from: 0, to: 1, start: %.6f, duration: %.6f",         "s.acceleration", 0},
      {"trapezoid-timed, from: 0, to: 1, start: %.6f, duration: %.6f", "s.acceleration", 0},
      {"trapezoid, to: 1, rate: 3, acceleration: 40, start: %.6f",     "s.acceleration", 0},
      {"ramp, slope: 1, start: %.6f, stop: %.6f + a",                  "s.rate",         1},
  };
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 12; k++) {
      double start = 0.03 + 0.004139 * k, duration = 0.1 + 0.007811 * k;
      char signal[120], yaml[600];
      snprintf(signal, sizeof signal, rows[i].signal, start, duration);
      snprintf(yaml, sizeof yaml,
               "gravity: 0\nparameters: {a: %.6f s}\nbodies: {m: {mass: 1 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: m}}\nsignals: {s: {kind: %s}}\n"
               "parts: {f: {kind: force.effort, axis: x, effort: %s}}\n",
               start, signal, rows[i].force);
      fixture b = fixture_open(yaml);
      fixture_run(&b, "rk4", 1, 0.02);
      assert_near(fixture_value(&b, "x.rate"), rows[i].leaves * duration, 1e-12);
      fixture_close(&b);
    }
}

// 1 mg let go 0.2 m from where 5e6 N/m and 5e3 N.s/m hold it: the first motion takes 1e-13 s, and the run 10 s.
static void a_start_far_from_balance(void **state)
{
  (void)state;
  static tape p;
  fixture b = fixture_open("gravity: 0\nbodies: {m: {mass: 1 mg}}\n"
                           "joints: {x: {type: prismatic, axis: x, child: m, position: 0.2 m}}\n"
                           "parts:\n  k: {kind: force.spring, axis: x, stiffness: 5e6}\n"
                           "  d: {kind: force.damper, axis: x, damping: 5e3}\n");
  dv_run_options o = {.method = "cvode", .until = 10, .every = 5e-3, .rtol = 1e-11, .atol = 1e-13};
  play(&b, o, &p);
  double half = 0.5 * 5e3 / 1e-6, slow = 5e12 / (half + sqrt(half * half - 5e12)), fast = 2 * half - slow;
  assert_near(p.x[1], 0.2 * (fast * exp(-slow * 5e-3)) / (fast - slow), 1e-9);
  fixture_close(&b);
}

static int until_10_ms(void *context, double t, const double *x, const double *dx, const double *work)
{
  return keep(context, t, x, dx, work), t >= 0.01;
}

// A run without an end, as a live machine has it: instants a fraction of a millisecond apart are instants of their own.
static void a_far_end_does_not_blur(void **state)
{
  (void)state;
  static const char *const methods[] = {"dopri5", "rosenbrock", "cvode", "cvode-adams"};
  static tape far;
  const char *yaml = "gravity: 0\nbodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n"
                     "signals: {on: {kind: step, from: 0, to: 2e6, at: 0.7 ms}}\n"
                     "parts: {f: {kind: force.effort, axis: x, effort: on}}\n";
  for (int i = 0; i < 4; i++) {
    fixture b = fixture_open(yaml);
    dv_run_options o = {
        .method = methods[i], .until = 1e9, .step = -1, .every = 2e-4, .rtol = 1e-10, .atol = 1e-12, .endless = 1};
    dv_run_result r;
    far.n = 0;
    dv_run(b.model, b.state, &o, until_10_ms, NULL, &far, &r, b.diags, b.arena);
    assert_int_equal(far.n, 51);
    for (int k = 0; k < far.n; k++) {
      double s = fmax(2e-4 * k - 7e-4, 0);
      assert_near(far.t[k], 2e-4 * k, 1e-15);
      assert_near(far.x[k], 1e6 * s * s, 1e-11);
    }
    fixture_close(&b);
  }
}

// Records at multiples of `every` that are no multiples of the step: the exact time, the exact value, and the same end.
static void records_do_not_disturb(void **state)
{
  (void)state;
  static tape p;
  const char *yaml =
      "bodies: {m: {mass: 1 kg, com: [0, 0, -1]}}\njoints: {q: {type: revolute, axis: y, child: m, position: 1 rad}}\n";
  fixture rare = fixture_open(yaml), often = fixture_open(yaml);
  fixture_run(&rare, "rk4", 1, 0.002);
  play(&often, (dv_run_options){.method = "rk4", .until = 1, .step = 0.002, .every = 0.0037}, &p);
  assert_memory_equal(rare.state->x, often.state->x, (size_t)rare.model->nx * sizeof(double));
  assert_int_equal(p.n, 1 + 270 + 1);
  for (int k = 0; k <= 270; k++) assert_near(p.t[k], k * 0.0037, 1e-15);
  for (int k = 0; k <= 270; k += 30) {
    fixture exact = fixture_open(yaml);
    if (k) fixture_run(&exact, "cvode-adams", p.t[k], 0);
    assert_near(p.x[k], fixture_value(&exact, "q"), 1e-10);
    fixture_close(&exact);
  }
  fixture_close(&rare);
  fixture_close(&often);
}

static void records_are_round_numbers(void **state)
{
  (void)state;
  static tape p;
  fixture b = fixture_open(pushed);
  play(&b, (dv_run_options){.method = "rk4", .until = 1, .step = 1e-3, .every = 0.01}, &p);
  assert_int_equal(p.n, 101);
  assert_true(p.t[35] == 0.35 && p.t[70] == 0.7 && p.t[100] == 1);
  fixture_close(&b);
}

// A force that is sampled at 10 Hz and held: v = sum of the samples 0.1 t_k, steps and periods having no common measure.
static void samples_are_held(void **state)
{
  (void)state;
  static const char *const methods[] = {"rk4", "euler", "rosenbrock", "dopri5", "cvode"};
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                     "signals: {held: {kind: hold, in: t, period: 0.1 s}}\n"
                     "parts: {f: {kind: force.effort, axis: x, effort: held}}\n";
  for (int i = 0; i < 7; i++) {
    fixture b = fixture_open(yaml);
    fixture_run(&b, methods[i < 5 ? i : i - 3], 1, i < 5 ? 0.03 : -1);
    assert_near(fixture_value(&b, "x.rate"), 0.45, i != 4 ? 1e-14 : 1e-9);  // 0.1 (0 + 0.1 + ... + 0.9)
    fixture_close(&b);
  }
}

// A mass falls on an elastic floor: free fall from 1 m, half a period of the oil-free spring about its own rest, and up again.
static void events_are_located(void **state)
{
  (void)state;
  static const char *const methods[] = {"lie-rk4", "cvode", "dopri5"};
  const char *yaml = "gravity: 9.81 m/s^2\n"
                     "bodies: {m: {mass: 2 kg}}\n"
                     "joints: {z: {type: prismatic, axis: z, child: m, position: 1 m}}\n"
                     "parts: {floor: {kind: force.bumper, axis: z, lower: 0 m, stiffness: 2e4 N/m}}\n";
  double g = 9.81, w = sqrt(2e4 / 2), v = sqrt(2 * g), fall = v / g, sag = g / (w * w);
  double contact = 2 * (acos(-1) - atan2(v / w, sag)) / w;  // z = sag (cos wt - 1) - v/w sin wt comes back to zero
  double until = fall + contact + 0.5 * fall, want = v * 0.5 * fall - 0.5 * g * 0.25 * fall * fall;
  for (int i = 0; i < 4; i++) {
    fixture b = fixture_open(yaml);
    dv_run_result r = fixture_run(&b, methods[i < 3 ? i : 2], until, i < 3 ? 1e-4 : -1);
    assert_int_equal(r.events, 2);
    assert_near(fixture_value(&b, "z"), want, 1e-8);
    assert_near(fixture_value(&b, "z.rate"), 0.5 * v, 1e-7);
    assert_true(r.ledger.relative < 1e-8);
    fixture_close(&b);
  }
}

typedef struct {
  int n;
  double last;
} rows;

static int count_row(void *context, double t, const double *x, const double *dx, const double *work)
{
  rows *r = context;
  (void)x, (void)dx, (void)work;
  assert_true(t > r->last);
  assert_near(t, 0.1 * r->n++, 1e-12);
  r->last = t;
  return 0;
}

// An event at a recording time gives one record there, neither none nor two; each method hits it from its own side.
static void events_at_records(void **state)
{
  (void)state;
  static const char *const methods[] = {"rk4", "euler", "rosenbrock", "dopri5", "cvode", "cvode-adams"};
  for (int i = 0; i < 8; i++) {
    fixture b = fixture_open("gravity: 0\n"
                             "bodies: {m: {mass: 3 kg}}\n"
                             "joints: {x: {type: prismatic, axis: x, child: m, position: -0.5 m, rate: 1 m/s}}\n"
                             "parts: {wall: {kind: force.bumper, axis: x, upper: 0 m, stiffness: 1e5 N/m}}\n");
    dv_run_options o = {.method = methods[i < 6 ? i : i - 4], .until = 1, .step = i < 6 ? 2e-4 : -1, .every = 0.1};
    dv_run_result r;
    rows seen = {.last = -1};
    assert_int_equal(dv_run(b.model, b.state, &o, count_row, NULL, &seen, &r, b.diags, b.arena), 0);
    assert_int_equal(seen.n, 11);
    assert_int_equal(r.events, 2);
    fixture_close(&b);
  }
}

static const struct {
  const char *name;
  double step;
} solvers[] = {
    {"cvode",       0   },
    {"cvode-adams", 0   },
    {"dopri5",      -1  },
    {"rosenbrock",  -1  },
    {"rosenbrock",  0.03},
    {"rk4",         0.03},
};

// Two corners that differ by rounding: the force is 1 N from 0.3 s on, and another 1 N.
static void near_corners_are_one(void **state)
{
  (void)state;
  for (int i = 0; i < 6; i++) {
    fixture b = fixture_open(
        "gravity: 0\nbodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\nsignals:\n"
        "  a: {kind: step, from: 0, to: 1, at: 0.3 s}\n  b: {kind: step, from: 0, to: 1, at: 0.30000000000000004 s}\n"
        "parts: {f: {kind: force.effort, axis: x, effort: a + b}}\n");
    fixture_run(&b, solvers[i].name, 1, solvers[i].step);
    assert_near(fixture_value(&b, "x"), 0.49, 1e-8);
    fixture_close(&b);
  }
}

// The force turns where the condition of a formula does, at a sample: x = 4 at rest after 4 s. The sample sees the force behind
// it.
static void conditions_are_events(void **state)
{
  (void)state;
  const double within[] = {1e-7, 1e-7, 1e-9, 1e-9, 1e-11, 1e-11};
  for (int i = 0; i < 6; i++) {
    fixture b =
        fixture_open("gravity: 0\nbodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\nsignals:\n"
                     "  push: select(less(t, 2), 1, -1)\n  seen: {kind: hold, in: push, period: 0.5 s}\n"
                     "  sum: {kind: filter, in: seen, omega: 1e-6 rad/s}\n"
                     "parts: {f: {kind: force.effort, axis: x, effort: push}}\n");
    fixture_run(&b, solvers[i].name, 4, solvers[i].step);
    assert_near(fixture_value(&b, "x"), 4, within[i]);
    assert_near(fixture_value(&b, "x.rate"), 0, within[i]);
    fixture_close(&b);
  }
}

// Conditions on the motion: a force that changes its sign at x = 0.3 with any step; v^2 = 2 0.3 there, and x turns at 0.6.
static void conditions_are_located(void **state)
{
  (void)state;
  const double within[] = {1e-8, 1e-8, 1e-9, 1e-9, 1e-11, 1e-11};
  static const char *const push[] = {"1 - 2*less(0.3, x)", "-sign(x - 0.3)", "1 - 2*floor(x + 0.7)"};
  for (int i = 0; i < 18; i++) {
    char yaml[400];
    snprintf(yaml, sizeof yaml,
             "gravity: 0\nbodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n"
             "signals: {push: \"%s\"}\nparts: {f: {kind: force.effort, axis: x, effort: push}}\n",
             push[i / 6]);
    fixture b = fixture_open(yaml);
    double turn = 2 * sqrt(0.6);
    fixture_run(&b, solvers[i % 6].name, turn, solvers[i % 6].step);
    assert_near(fixture_value(&b, "x"), 0.6, within[i % 6]);
    assert_near(fixture_value(&b, "x.rate"), 0, within[i % 6]);
    fixture_close(&b);
  }
}

static double adaptive(const char *yaml, const char *method, double until, double rtol, const char *what)
{
  fixture b = fixture_open(yaml);
  dv_run_options o = {.method = method, .until = until, .step = -1, .every = until, .rtol = rtol, .atol = 0.01 * rtol};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
  double is = fixture_value(&b, what);
  fixture_close(&b);
  return is;
}

static const char *const by_the_error[] = {"cvode", "cvode-adams", "dopri5", "rosenbrock"};

// A condition that holds for less than a step, which nothing else would shorten: its root has one sign at both ends. 1 kg at 1
// m/s is pushed by 100 N over 2 mm; a force of 1000 N stands while a fast sine is above 0.999, eighty times; an engine lets go
// while its demand is below its speed, for 14 % of the time, which it loses 10 mrad/s2 (threshold: half its droop above 100.03
// rad/s).
static void conditions_within_a_step(void **state)
{
  static const char engine[] =
      "gravity: 0\nbodies: {m: {inertia: [5e5, 5e5, 1e6]}}\n"
      "joints: {w: {type: revolute, axis: z, child: m, rate: 100 rad/s}}\n"
      "signals: {set: {kind: sine, amplitude: 11 rad/s, omega: 20 rad/s, offset: 110 rad/s}}\n"
      "parts: {motor: {kind: force.engine, axis: w, set: set, full: [[0, 1e4], [1e3, 1e4]], droop: 0.001, time: 1 ms,\n"
      "  initial: {torque: 10000}}}\n";
  static const char head[] =
      "gravity: 0\nbodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, rate: %d}}\n"
      "signals: {s: {kind: sine, omega: 100 rad/s}}\n"
      "parts: {f: {kind: force.effort, axis: x, effort: \"%s\"}}\n";
  char narrow[400], quick[400];
  (void)state;
  snprintf(narrow, sizeof narrow, head, 1, "100*less(abs(x - 1.3), 1e-3)");
  snprintf(quick, sizeof quick, head, 0, "1000*less(0.999, s)");
  for (int i = 0; i < 4; i++) {
    assert_near(adaptive(narrow, by_the_error[i], 3, 1e-6, "x.rate"), sqrt(1.4), 2e-6);
    assert_near(adaptive(quick, by_the_error[i], 5, 1e-6, "x.rate"), 80 * 2 * acos(0.999) / 100 * 1000, 1e-4);
    double off = acos((110 - 100.03 * 1.0005) / 11) / 3.141592653589793;
    assert_near(adaptive(engine, by_the_error[i], 2 * 3.141592653589793, 1e-6, "w.rate"),
                100 + 0.02 * 3.141592653589793 * (1 - off), 3e-5);
  }
}

// A spring that begins to push shortly before a run ends, by a formula whose kink is no event. No stage of rosenbrock lies there:
// its last is at the end in time only.
static void kinks_before_the_end(void **state)
{
  static const char yaml[] = "gravity: [0, 0, -10]\nbodies: {m: {mass: 1 kg}}\n"
                             "joints: {z: {type: prismatic, axis: z, child: m, position: 0.2 m}}\n"
                             "parts: {f: {kind: force.effort, axis: z, effort: \"max(0, -1e4*z)\"}}\n";
  double touch = sqrt(0.04), fall = -10 * touch;
  (void)state;
  for (int k = 0; k < 4 * 12; k++) {
    double after = 3e-4 + 6.1e-4 * (k / 4), v = -0.1 * sin(100 * after) + fall * cos(100 * after);
    assert_near(adaptive(yaml, by_the_error[k % 4], touch + after, 1e-9, "z.rate"), v, 1e-6);
  }
}

// Time must not stand still: bounces that die out.
static void adaptive_runs_end(void **state)
{
  (void)state;
  static const char *const methods[] = {"rosenbrock", "dopri5"};
  for (int i = 0; i < 2; i++) {
    fixture b =
        fixture_open("bodies: {m: {mass: 1 kg}}\njoints: {z: {type: prismatic, axis: z, child: m, position: 0.5 m}}\nparts:\n"
                     "  c: {kind: contact.point, object: m, law: hunt-crossley, stiffness: 1e5 N/m, hunt: 0.5 s/m}\n");
    dv_run_options o = {.method = methods[i], .until = 3, .step = -1, .every = 3};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
    assert_true(r.steps < 100000);
    assert_near(fixture_value(&b, "z"), -1e-3 * pow(9.80665 / 100, 1 / 1.5), 5e-5);  // k s (s/depth)^(1/2) = m g
    fixture_close(&b);
  }
}

// A run that is asked to stop does so in the middle of a record's interval.
static void runs_stop_when_asked(void **state)
{
  (void)state;
  static const volatile sig_atomic_t now = 1;
  static const char *const methods[] = {"cvode", "rk4"};
  for (int i = 0; i < 2; i++) {
    fixture b = fixture_open(pushed);
    dv_run_options o = {.method = methods[i], .until = 1e6, .step = 1e-3, .every = 1e6, .halt = &now};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
    assert_true(r.stopped && r.steps < 10);
    fixture_close(&b);
  }
}

// So late, or so short, that a period more is the same number: no endless search.
static void instants_that_cannot_be_told_apart(void **state)
{
  (void)state;
  assert_near(dv_times_next(0.3, 0.05, 1e-12), 0.35, 0);
  assert_near(dv_times_next(0.35, 0.05, 1e-12), 0.4, 0);
  assert_near(dv_times_next(0, 1e-3, 0.5e-3), 1e-3, 0);
  assert_true(isinf(dv_times_next(1e12, 1e-6, 1e-12)));
  assert_true(isinf(dv_times_next(1, 1e-300, 1e-9)));
  assert_true(isinf(dv_times_next(1e300, 1e-3, 1e-9)));
}

// A period that nobody can sample with is refused where it is given.
static void periods_too_short(void **state)
{
  static const char yaml[] = "bodies: {m: {mass: 1 kg}}\n"
                             "joints: {x: {type: prismatic, axis: x, child: m}}\n"
                             "signals: {c: {kind: control.pid, goal: 1, value: x, kp: 1, period: 1e-20 s}}\n"
                             "parts: {f: {kind: force.effort, axis: x, effort: c}}\n";
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_doc *doc = dv_doc_read_memory(a, d, "test.yaml", yaml, strlen(yaml));
  dv_spec *s = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
  if (!s) fail_msg("%s", dv_diag_text(d, 0));
  assert_null(dv_assemble(s, dv_kinds_x1));
  assert_non_null(strstr(dv_diag_text(d, d->n - 1), "shorter than a microsecond"));
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(corners_are_hit_from_the_left),
      cmocka_unit_test(corners_have_one_side),
      cmocka_unit_test(a_start_far_from_balance),
      cmocka_unit_test(a_far_end_does_not_blur),
      cmocka_unit_test(records_do_not_disturb),
      cmocka_unit_test(records_are_round_numbers),
      cmocka_unit_test(samples_are_held),
      cmocka_unit_test(events_are_located),
      cmocka_unit_test(events_at_records),
      cmocka_unit_test(near_corners_are_one),
      cmocka_unit_test(conditions_are_events),
      cmocka_unit_test(conditions_are_located),
      cmocka_unit_test(conditions_within_a_step),
      cmocka_unit_test(kinks_before_the_end),
      cmocka_unit_test(adaptive_runs_end),
      cmocka_unit_test(runs_stop_when_asked),
      cmocka_unit_test(instants_that_cannot_be_told_apart),
      cmocka_unit_test(periods_too_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
