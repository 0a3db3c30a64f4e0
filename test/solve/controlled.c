// controlled.c: steps by the error: published answers of stiff problems, closed forms with events, and what a restart costs.
#include "solve/harness.h"

#include <unistd.h>

static dv_run_result run(fixture *b, dv_run_options o, dv_recorder *record, void *context)
{
  dv_run_result r;
  int bad = dv_run(b->model, b->state, &o, record, NULL, context, &r, b->diags, b->arena);
  for (int i = 0; i < b->diags->n && bad; i++) print_message("%s\n", dv_diag_text(b->diags, i));
  assert_int_equal(bad, 0);
  return r;
}

// Van der Pol's equation, epsilon 1e-6, from (2, 0): Hairer & Wanner, Solving ODEs II, sec. IV.10, and the exact solutions of
// their test set (unige.ch/~hairer/testset/stiff/vdpol/res_exact_pic) at x = 1, 2.
static void van_der_pol(void **state)
{
  (void)state;
  static const double want[2][2] = {
      {-0.1863646254808130e1, 0.7535430865435460 },
      {0.1706167732170456e1,  -0.8928097010248257}
  };
  fixture b = fixture_open("gravity: 0\n"
                           "bodies: {m: {mass: 1 kg}}\n"
                           "joints: {x: {type: prismatic, axis: x, child: m, position: 2 m}}\n"
                           "parts: {f: {kind: force.effort, axis: x, effort: ((1 - x*x)*x.rate - x)*1e6}}\n");
  for (int k = 0; k < 2; k++) {
    dv_run_options o = {.method = "rosenbrock", .step = -1, .rtol = 1e-7, .atol = 1e-9, .until = 1 + k, .every = 1, .ledger = 9};
    dv_run_result r = run(&b, o, NULL, NULL);
    print_message("van der Pol, x = %d: %ld steps, %ld jacobians, off %.1e %.1e\n", k + 1, r.steps, r.jacobians,
                  fixture_value(&b, "x") - want[k][0], fixture_value(&b, "x.rate") - want[k][1]);
    assert_near(fixture_value(&b, "x"), want[k][0], 1e-6);
    assert_near(fixture_value(&b, "x.rate"), want[k][1], 1e-6);
    assert_true(r.jacobians < r.steps / 2);
  }
  fixture_close(&b);
}

// Robertson's reaction, y the rates of three masses: same section and test set, at x = 1e5.
static void robertson(void **state)
{
  (void)state;
  static const char *const name[3] = {"A.rate", "B.rate", "C.rate"};
  static const double want[3] = {0.1786592114209946e-1, 0.7274751468436319e-7, 0.9821340061103859};
  fixture b = fixture_open("gravity: 0\n"
                           "bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}, c: {mass: 1 kg}}\n"
                           "joints:\n"
                           "  A: {type: prismatic, axis: x, child: a, rate: 1 m/s}\n"
                           "  B: {type: prismatic, axis: x, child: b}\n"
                           "  C: {type: prismatic, axis: x, child: c}\n"
                           "parts:\n"
                           "  fa: {kind: force.effort, axis: A, effort: -0.04*A.rate + 1e4*B.rate*C.rate}\n"
                           "  fb: {kind: force.effort, axis: B, effort: 0.04*A.rate - 1e4*B.rate*C.rate - 3e7*B.rate*B.rate}\n"
                           "  fc: {kind: force.effort, axis: C, effort: 3e7*B.rate*B.rate}\n");
  dv_run_options o = {.method = "rosenbrock", .step = -1, .rtol = 1e-8, .atol = 1e-13, .until = 1e5, .every = 1e5, .ledger = 9};
  dv_run_result r = run(&b, o, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    print_message("Robertson %s off by %.1e of itself, %ld steps\n", name[i], fixture_value(&b, name[i]) / want[i] - 1, r.steps);
    assert_near(fixture_value(&b, name[i]) / want[i], 1, 1e-5);
  }
  fixture_close(&b);
}

// A mass on an elastic floor, dropped from 1 m: free fall and half an oscillation about the sag, again and again; closed form.
static const char *const bouncing = "gravity: 9.81 m/s^2\n"
                                    "bodies: {m: {mass: 2 kg}}\n"
                                    "joints: {z: {type: prismatic, axis: z, child: m, position: 1 m}}\n"
                                    "parts: {floor: {kind: force.bumper, axis: z, lower: 0 m, stiffness: 2e4 N/m}}\n";

static double height(double t)
{
  double g = 9.81, w = sqrt(2e4 / 2), v = sqrt(2 * g), fall = v / g, sag = g / (w * w);
  double contact = 2 * (acos(-1) - atan2(v / w, sag)) / w, since = fmod(t, 2 * fall + contact);
  if (since < fall) return 1 - 0.5 * g * since * since;
  since -= fall;
  if (since < contact) return sag * (cos(w * since) - 1) - v / w * sin(w * since);
  since -= contact;
  return v * since - 0.5 * g * since * since;
}

static int worst(void *context, double t, const double *x, const double *dx, const double *work)
{
  double *most = context;
  (void)dx, (void)work;
  *most = fmax(*most, fabs(x[0] - height(t)));
  return 0;
}

static dv_run_result bounce(const char *method, double step, double rtol, double *off)
{
  fixture b = fixture_open(bouncing);
  dv_run_options o = {.method = method, .step = step, .rtol = rtol, .atol = 0.1 * rtol, .until = 20, .every = 0.13};
  *off = 0;
  dv_run_result r = run(&b, o, worst, off);
  print_message("%-11s rtol %5.0e: error %.1e, %ld steps, %ld evaluations, %ld events\n", method, rtol, *off, r.steps,
                r.evaluations, r.events);
  fixture_close(&b);
  return r;
}

// 42 events, after which cvode begins with order 1 and methods of one step go on: less error for less work.
static void events_cost_no_order(void **state)
{
  (void)state;
  double theirs, ours;
  dv_run_result bdf = bounce("cvode", 0, 1e-9, &theirs), soft = bounce("dopri5", 0, 1e-9, &ours);
  assert_int_equal(bdf.events, 42);
  assert_int_equal(soft.events, 42);
  assert_true(ours < 0.5 * theirs && ours < 2e-6);
  assert_true(soft.evaluations < bdf.evaluations);
  dv_run_result stiff = bounce("rosenbrock", -1, 1e-8, &ours);
  assert_true(ours < 1e-4 && stiff.events == 42);
}

// A spring that is tuned anew a thousand times a second by its own place: error against rk4 with a fortieth of a sample.
static void samples_cost_no_order(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m, position: 1 m}}\n"
                     "signals: {held: {kind: hold, in: x, period: 1 ms}}\n"
                     "parts:\n"
                     "  k: {kind: force.effort, axis: x, effort: -4e4*x}\n"
                     "  d: {kind: force.damper, axis: x, damping: 4 N.s/m}\n"
                     "  f: {kind: force.effort, axis: x, effort: 3e3*(0.2 - held)}\n";
  static const char *const method[] = {"cvode", "dopri5", "rosenbrock"};
  static const double rtol[] = {1e-9, 1e-7, 1e-6};
  double off[3];
  dv_run_result r[3];
  fixture exact = fixture_open(yaml);
  run(&exact, (dv_run_options){.method = "rk4", .step = 2.5e-5, .until = 1, .every = 1}, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    fixture b = fixture_open(yaml);
    r[i] = run(&b, (dv_run_options){.method = method[i], .step = -1, .rtol = rtol[i], .atol = rtol[i], .until = 1, .every = 1},
               NULL, NULL);
    off[i] = fabs(fixture_value(&b, "x") - fixture_value(&exact, "x"));
    print_message("%-11s rtol %5.0e: error %.1e, %ld steps, %ld evaluations\n", method[i], rtol[i], off[i], r[i].steps,
                  r[i].evaluations);
    fixture_close(&b);
  }
  assert_true(off[1] < off[0] && 3 * r[1].evaluations < r[0].evaluations);
  assert_true(off[2] < 1e-4 && 2 * r[2].evaluations < r[0].evaluations);
  fixture_close(&exact);
}

typedef struct {
  fixture *exact;
  double most;
} comparison;

static int compare(void *context, double t, const double *x, const double *dx, const double *work)
{
  comparison *c = context;
  (void)dx, (void)work;
  if (t > c->exact->state->t)
    run(c->exact, (dv_run_options){.method = "lie-rk4", .step = 1e-4, .until = t, .every = t}, NULL, NULL);
  for (int i = 0; i < c->exact->model->nx; i++) c->most = fmax(c->most, fabs(x[i] - c->exact->state->x[i]));
  return 0;
}

// States between steps, for records, keep the order of the run: attitudes too.
static void records_keep_order(void **state)
{
  (void)state;
  const char *yaml = "bodies: {top: {mass: 2 kg, com: [0.1, 0.05, 0.3], inertia: [0.03, 0.05, 0.02]}}\n"
                     "joints: {pivot: {type: ball, child: top, position: {rpy: [0.3, 0.2, 0.1]}, rate: [1, -2, 6]}}\n";
  static const char *const method[] = {"dopri5", "rosenbrock"};
  static const double step[] = {0.02, 0.004}, least[] = {4.6, 2.8};
  for (int i = 0; i < 2; i++) {
    double off[2];
    for (int k = 0; k < 2; k++) {
      fixture b = fixture_open(yaml), exact = fixture_open(yaml);
      comparison c = {&exact, 0};
      run(&b, (dv_run_options){.method = method[i], .step = step[i] / (1 + k), .until = 0.5, .every = 0.0137}, compare, &c);
      off[k] = c.most;
      fixture_close(&b);
      fixture_close(&exact);
    }
    print_message("%s: errors of records %.2e %.2e, order %.2f\n", method[i], off[0], off[1], log2(off[0] / off[1]));
    assert_true(log2(off[0] / off[1]) > least[i]);
  }
}

// The length of the next step is saved with the state.
static void going_on_needs_no_start(void **state)
{
  (void)state;
  const char *file = "davit-test-controlled.state";
  static const char *const method[] = {"dopri5", "rosenbrock"};
  for (int i = 0; i < 2; i++) {
    fixture a = fixture_open(bouncing), b = fixture_open(bouncing);
    dv_run_options o = {.method = method[i], .step = -1, .rtol = 1e-8, .atol = 1e-9, .until = 0.46, .every = 1};
    run(&a, o, NULL, NULL);
    assert_int_equal(dv_state_save(a.model, a.state, file, a.diags), 0);
    assert_int_equal(dv_state_load(b.model, b.state, file, b.diags), 0);
    o.until = 0.465;
    dv_run_result on = run(&b, o, NULL, NULL), same = run(&a, o, NULL, NULL);
    assert_int_equal(on.steps, same.steps);
    assert_memory_equal(a.state->x, b.state->x, (size_t)a.model->nx * sizeof(double));
    fixture_close(&a);
    fixture_close(&b);
  }
  unlink(file);
}

static void others_need_a_step(void **state)
{
  (void)state;
  fixture b = fixture_open(bouncing);
  dv_run_options o = {.method = "rk4", .step = -1, .until = 1};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 2);
  assert_non_null(strstr(b.diags->item[0].what, "rk4 cannot choose its step"));
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(van_der_pol),           cmocka_unit_test(robertson),          cmocka_unit_test(events_cost_no_order),
      cmocka_unit_test(samples_cost_no_order), cmocka_unit_test(records_keep_order), cmocka_unit_test(going_on_needs_no_start),
      cmocka_unit_test(others_need_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
