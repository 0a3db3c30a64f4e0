// recoil_machine.c: machines/rov-recoil.yaml where the checks of sheet rov-moving-frame compare runs with each other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support.h"
#include <math.h>
#include <string.h>

#include "assemble/assemble.h"
#include "solve/solve.h"

enum { MOST = 4096, STATES = 40 };

typedef struct {
  dv_machine *m;
  dv_state *s;
  int q, w, n;  // index of the quaternion and of the angular velocity; records
  double t[MOST], attitude[MOST][4], rate[MOST][3];
} rov;

static int index_of(const dv_model *m, const char *path)
{
  int i = dv_model_find(m, path);
  assert_true(i >= 0);
  return (dv_model_VARIABLE(m) + i)->index;
}

static void open_case(rov *r, const char *name, const char *const *settings, int n)
{
  dv_machine_options o = {.case_name = name, .settings = settings, .nsetting = n};
  r->m = dv_machine_open("machines/rov-recoil.yaml", &o);
  for (int i = 0; !r->m->model && i < r->m->diags->n; i++) print_error("%s\n", dv_diag_text(r->m->diags, i));
  assert_non_null(r->m->model);
  r->s = dv_state_new(r->m->arena, r->m->model);
  r->q = index_of(r->m->model, "base.qw");
  r->w = index_of(r->m->model, "base.wx");
  r->n = 0;
}

static int keep(void *context, double t, const double *x, const double *dx, const double *work)
{
  rov *r = (rov *)context;
  (void)dx, (void)work;
  assert_true(r->n < MOST);
  r->t[r->n] = t;
  memcpy(r->attitude[r->n], x + r->q, sizeof *r->attitude);
  memcpy(r->rate[r->n++], x + r->w, sizeof *r->rate);
  return 0;
}

static void run(rov *r, const char *method, double until, double step, double every, int momentum)
{
  dv_run_options o = {
      .method = method, .step = step, .rtol = 1e-13, .atol = 1e-15, .until = until, .every = every, .momentum = momentum};
  dv_run_result out;
  assert_int_equal(dv_run(r->m->model, r->s, &o, keep, NULL, r, &out, r->m->diags, r->m->arena), 0);
}

static void finish(rov *r) { dv_machine_close(r->m); }

// Angle of the rotation between two attitudes.
static double between(const double *a, const double *b)
{
  double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], u = 0;
  const double d[3] = {a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
                       a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
                       a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1]};
  for (int i = 0; i < 3; i++) u += d[i] * d[i];
  return 2 * atan2(sqrt(u), fabs(w));
}

static rov exact, tried;

// Largest errors over the run of rates and attitude against CVODE.
static void errors(const char *name, const char *method, double until, double step, double *rate, double *turn)
{
  open_case(&exact, name, NULL, 0);
  run(&exact, "cvode-adams", until, 0, step, 0);
  open_case(&tried, name, NULL, 0);
  run(&tried, method, until, step, step, 0);
  assert_int_equal(exact.n, tried.n);
  *rate = *turn = 0;
  for (int i = 0; i < exact.n; i++) {
    for (int k = 0; k < 3; k++) *rate = fmax(*rate, fabs(exact.rate[i][k] - tried.rate[i][k]));
    *turn = fmax(*turn, between(exact.attitude[i], tried.attitude[i]));
  }
  finish(&exact);
}

// A9, A11, A12: the document's scheme is of order 4 in rates and 2 in attitude; the Lie-group method of order 4 in both.
static void orders_of_the_schemes(void **state)
{
  (void)state;
  double rate[2], turn[2];
  for (int i = 0; i < 2; i++) {
    errors("E1", "frozen-rk4", 20, 0.02 / (1 + i), &rate[i], &turn[i]);
    const double *q = tried.attitude[tried.n - 1];
    assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-12);
    finish(&tried);
  }
  print_message("document: rates %.3g, %.3g; attitude %.3g, %.3g\n", rate[0], rate[1], turn[0], turn[1]);
  assert_true(rate[0] < 1e-8 && rate[0] / rate[1] > 12 && rate[0] / rate[1] < 20);
  assert_near(turn[0], 5.9e-6, 0.2 * 5.9e-6);
  assert_near(turn[0] / turn[1], 4, 0.2);
  errors("E1", "lie-rk4", 20, 0.02, &rate[0], &turn[0]);
  finish(&tried);
  print_message("Lie group: rates %.3g, attitude %.3g\n", rate[0], turn[0]);
  assert_true(rate[0] < 1e-8 && turn[0] < 1e-7);
}

// A25: with a moment that hangs on the attitude.
static void order_with_restoring_moment(void **state)
{
  (void)state;
  static const char *const settings[] = {"A1=0.7", "A2=1", "damping=0"};
  const double step[3] = {0.02, 0.01, 0.005}, want[3] = {3.1e-6, 2.0e-7, 1.2e-8};
  open_case(&exact, "E3", settings, 3);
  run(&exact, "cvode-adams", 10, 0, 10, 0);
  for (int i = 0; i < 3; i++) {
    double off = 0;
    open_case(&tried, "E3", settings, 3);
    run(&tried, "lie-rk4", 10, step[i], 10, 0);
    for (int k = 0; k < 3; k++) off = fmax(off, fabs(tried.rate[tried.n - 1][k] - exact.rate[exact.n - 1][k]));
    print_message("step %g: %.3g\n", step[i], off);
    assert_true(off < 2 * want[i] && off > want[i] / 2);
    finish(&tried);
  }
  finish(&exact);
}

// A26: what a loop of the arm leaves behind hangs on its shape only.
static void geometric_phase(void **state)
{
  (void)state;
  open_case(&exact, "E9", NULL, 0);
  run(&exact, "cvode-adams", 10, 0, 10, 0);
  open_case(&tried, "E9-slow", NULL, 0);
  run(&tried, "cvode-adams", 25, 0, 25, 0);
  const double start[4] = {1, 0, 0, 0};
  assert_near(between(start, exact.attitude[exact.n - 1]), 0.19353568, 1e-6);
  assert_near(between(exact.attitude[exact.n - 1], tried.attitude[tried.n - 1]), 0, 1e-8);
  finish(&exact);
  finish(&tried);
}

// A34: whenever the first joint stands, w = -k th3' (cos th2, sin th2, 0), k = J31/(J11 + J31) = 1/41.
static void recoil_direction(void **state)
{
  (void)state;
  const double pi = acos(-1), A = pi / 2;
  open_case(&exact, "E1b", NULL, 0);
  run(&exact, "cvode-adams", 20, 0, 5, 0);
  assert_int_equal(exact.n, 5);
  for (int i = 0; i < 5; i++) {
    double t = exact.t[i], th2 = A * cos(2 * pi * t / 10), rate3 = -A * (2 * pi / 3) * sin(2 * pi * t / 3);
    const double want[3] = {-rate3 / 41 * cos(th2), -rate3 / 41 * sin(th2), 0};
    for (int k = 0; k < 3; k++) assert_near(exact.rate[i][k], want[k], 1e-8);
  }
  finish(&exact);
}

// A30: attitudes turn by nothing, and by almost nothing.
static void exponential_near_zero(void **state)
{
  (void)state;
  open_case(&exact, "E1", NULL, 0);
  const dv_model *m = exact.m->model;
  double along[STATES] = {0}, out[STATES], h = 0.02;
  assert_true(2 * m->nv + m->nz <= STATES && m->nx <= STATES);
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++) along[k] = i * 1e-9 * (k + 1) / sqrt(14);  // rates of the ball come first
    dv_engine_x1.add(m, exact.s->x, h, along, out);
    assert_near(out[exact.q], 1, 1e-15);
    for (int k = 0; k < 3; k++) assert_near(2 * out[exact.q + 1 + k], h * along[k], 1e-15);  // R = 1 + 2 [u]
  }
  finish(&exact);
}

typedef struct {
  int at, n;
  double angle[MOST], rate[MOST];
} arm_log;

static int keep_arm(void *context, double t, const double *x, const double *dx, const double *work)
{
  arm_log *l = (arm_log *)context;
  (void)t, (void)dx, (void)work;
  l->angle[l->n] = x[l->at];
  l->rate[l->n++] = x[l->at + 1];
  return 0;
}

// A32: sliders moved at 2 s: the angle goes on from where it is, in its direction, and its rate is its derivative.
static void sliders_moved(void **state)
{
  (void)state;
  static arm_log log;
  static const char yaml[] = "bodies: {rod: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                             "joints: {arm: {type: revolute, child: rod, motion: {prescribed: swing}}}\n"
                             "signals:\n"
                             "  period: {kind: step, from: 10, to: 3, at: 2 s}\n"
                             "  amplitude: {kind: step, from: 0.7, to: 0.3, at: 2 s}\n"
                             "  swing: {kind: oscillation, amplitude: amplitude, period: period, "
                             "initial: {a: 0.7, phi: pi/2, nu: 2*pi/10}}\n";
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_doc *doc = dv_doc_read_memory(a, d, "slid.yaml", yaml, strlen(yaml));
  dv_spec *spec = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
  for (int i = 0; i < d->n; i++) print_message("%s\n", dv_diag_text(d, i));
  assert_non_null(spec);
  const dv_model *m = dv_assemble(spec, dv_kinds_x1);
  dv_state *s = dv_state_new(a, m);
  dv_run_options o = {.method = "cvode-adams", .rtol = 1e-11, .atol = 1e-13, .until = 4, .every = 1e-3};
  dv_run_result out;
  log.at = 0, log.n = 0;
  assert_int_equal(dv_run(m, s, &o, keep_arm, NULL, &log, &out, d, a), 0);
  assert_int_equal(log.n, 4001);
  for (int i = 1; i < 4000; i++) {
    assert_near(log.rate[i], (log.angle[i + 1] - log.angle[i - 1]) / 2e-3, 1e-3);
    assert_true(fabs(log.angle[i + 1] - log.angle[i]) < 2e-3);
  }
  assert_true(log.rate[1999] < 0 && log.rate[2001] < 0);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_of_the_schemes), cmocka_unit_test(order_with_restoring_moment), cmocka_unit_test(geometric_phase),
      cmocka_unit_test(recoil_direction),      cmocka_unit_test(exponential_near_zero),       cmocka_unit_test(sliders_moved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
