// arm_runs.c: runs of the arm over a table of settings: sampled control (checks 31, 32), the trade-off between first impact and
// force error (section 4), and poles about a state of rest (checks 9, 13, 21).
#include "arm.h"

#include "base/measure.h"

typedef struct {
  arm a;
  dv_history *log;
} run;

static run go(const char *case_name, const char *const *settings)
{
  static const char *const columns[] = {"carrier.shoe.z", "h", "shoe.losses"};
  run r = {.a = arm_open(case_name, settings)};
  dv_machine *m = r.a.m;
  int contact = dv_model_find(m->model, "shoe.losses") >= 0;
  dv_record *record = dv_record_new(m->arena, m->diags, m->model, columns, contact ? 3 : 2);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_result result;
  assert_int_equal(dv_run(m->model, s, &o, dv_record_row, NULL, record, &result, m->diags, m->arena), 0);
  r.log = record->log;
  return r;
}

static double measure(const run *r, dv_measure what, int column, double from)
{
  double *t = DV_TAKE(r->a.m->arena, double, r->log->nrow), *y = DV_TAKE(r->a.m->arena, double, r->log->nrow);
  dv_course c = {.t = t, .y = y, .at = NAN, .goal = NAN, .band = NAN};
  for (int i = 0; i < r->log->nrow; i++) {
    const double *row = dv_history_row(r->log, i);
    if (row[0] < from) continue;
    t[c.n] = row[0];
    y[c.n++] = row[1 + column];
  }
  return dv_measure_of(what, &c);
}

enum { Z, H, LOSSES };

// Check 31: largest deviation from exp(A t) chi0 on a grid of 20 ms.
static void sampled_inverse_dynamics(void **state)
{
  static const struct {
    const char *period;
    double deviation;
  } rows[] = {
      {"parts.law.period=1 ms",  0.0117e-3},
      {"parts.law.period=10 ms", 0.118e-3 },
      {"parts.law.period=20 ms", 0.240e-3 }
  };
  const double a = 8.372281323269014, b = 2.627718676730986;
  (void)state;
  for (int i = 0; i < DV_COUNT(rows); i++) {
    const char *const settings[] = {rows[i].period, "until=3 s", "solver.every=20 ms", NULL};
    run r = go("E3", settings);
    double most = 0;
    for (int k = 0; k < r.log->nrow; k++) {
      const double *row = dv_history_row(r.log, k);
      double error = -0.02 * (a * exp(-b * row[0]) - b * exp(-a * row[0])) / (a - b);
      most = fmax(most, fabs(-0.07 - row[1] - error));
    }
    assert_near(most, rows[i].deviation, 0.05 * rows[i].deviation);
    arm_close(&r.a);
  }
}

// Check 32: contact is kept to 10 ms and lost at 20 ms.
static void sampled_force(void **state)
{
  static const struct {
    const char *period;
    double peak, last;
    int kept;
  } rows[] = {
      {"parts.law.period=1 ms",  -14.99, -10.029, 1},
      {"parts.law.period=5 ms",  -14.93, -10.028, 1},
      {"parts.law.period=10 ms", -14.91, -10.027, 1},
      {"parts.law.period=20 ms", -21.8,  0,       0},
  };
  (void)state;
  for (int i = 0; i < DV_COUNT(rows); i++) {
    const char *const settings[] = {rows[i].period, "until=6 s", "solver.every=20 ms", "solver.rtol=1e-7", NULL};
    run r = go("E7", settings);
    double losses = measure(&r, DV_MEASURE_DRIFT, LOSSES, 1.2);
    assert_near(measure(&r, DV_MEASURE_MIN, H, 0), rows[i].peak, rows[i].kept ? 0.005 : 0.05);
    if (rows[i].kept) assert_near(measure(&r, DV_MEASURE_FINAL, H, 0), rows[i].last, 5e-4);
    assert_true(rows[i].kept ? losses == 0 : losses > 2);
    arm_close(&r.a);
  }
}

// Section 4: amplitude on the wavy road, peak on the flat one.
static void trade_off(void **state)
{
  static const struct {
    const char *setting;
    double amplitude, peak;
  } rows[] = {
      {"parts.law.ki=0.02",     7.75, -15.0},
      {"parts.law.ki=0.04",     7.08, -19.7},
      {"parts.law.ki=0.08",     5.24, -25.8},
      {"parts.law.kd=50 N.s/m", 3.82, -14.3},
      {"parts.law.kd=25 N.s/m", 1.89, -19.7},
      {"parts.law.kf=0.04 m/N", 3.92, -11.2},
      {"parts.law.kp=20 N/m",   3.81, -12.1},
  };
  (void)state;
  for (int i = 0; i < DV_COUNT(rows); i++) {
    const char *const settings[] = {rows[i].setting, "solver.rtol=1e-7", "solver.every=2 ms", NULL};
    run flat = go("E7", settings), wavy = go("E8", settings);
    assert_near(measure(&flat, DV_MEASURE_MIN, H, 0), rows[i].peak, 0.06);
    assert_near(measure(&wavy, DV_MEASURE_AMPLITUDE, H, 11), rows[i].amplitude, 0.006);
    arm_close(&flat.a);
    arm_close(&wavy.a);
  }
}

typedef struct {
  double re, im;
} pole;

// Poles about the start; a conjugate pair is one.
static void assert_poles(const char *case_name, const char *const *settings, const pole *want, int n, double relative)
{
  arm a = arm_open(case_name, settings);
  dv_linear l;
  assert_int_equal(dv_linearise(a.m->model, a.s, NULL, 0, NULL, 0, &l, a.m->diags, a.m->arena), 0);
  assert_int_equal(l.nmode, n);
  for (int i = 0; i < n; i++) {
    double best = HUGE_VAL;
    for (int k = 0; k < n; k++) best = fmin(best, hypot(l.re[k] - want[i].re, fabs(l.im[k]) - want[i].im));
    assert_near(best, 0, relative * hypot(want[i].re, want[i].im));
  }
  arm_close(&a);
}

static void poles(void **state)
{
  static const char *const at_goal[] = {"z0=-70 mm", NULL};
  static const char *const pressed[] = {"z0=-71 mm", "parts.law.initial={sum: [-3.55]}", NULL};
  static const pole pd[] = {
      {-3.079068, 4.546393}
  };
  static const pole exact[] = {
      {-8.372281323, 0},
      {-2.627718677, 0}
  };
  static const pole force[] = {
      {-72.74845,  0},
      {-26.20233,  0},
      {-1.0492195, 0}
  };
  (void)state;
  assert_poles("E1", at_goal, pd, 1, 1e-6);
  assert_poles("E3", at_goal, exact, 2, 1e-6);
  assert_poles("E7", pressed, force, 3, 1e-5);
}

// Check 17 without a run: the solver of equilibria finds the contact from 20 mm above the road.
static void equilibrium(void **state)
{
  static const char *const none[] = {NULL};
  (void)state;
  arm a = arm_open("E5", none);
  const dv_model *m = a.m->model;
  const double *num = dv_model_NUMBER(m);
  dv_equilibrium_result r;
  assert_int_equal(dv_equilibrium(m, a.s, &r, a.m->diags, a.m->arena), 0);
  assert_int_equal(dv_engine_x1.rates(m, num, 0, a.s->x, a.s->d, a.dx, NULL, a.work), 0);
  dv_engine_x1.observe(m, num, a.s->x, a.work);
  assert_relative("z", arm_value(&a, "carrier.shoe.z"), -0.069751851350, 1e-10);
  assert_relative("h", arm_value(&a, "h"), -0.018513502, 1e-6);
  arm_close(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(sampled_inverse_dynamics), cmocka_unit_test(sampled_force),
                                     cmocka_unit_test(trade_off), cmocka_unit_test(poles), cmocka_unit_test(equilibrium)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
