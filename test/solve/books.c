// books.c: the ledger against closed forms: what is supplied, dissipated, stored and left over.
#include "solve/harness.h"

static const dv_ledger_row *row_of(const dv_ledger *l, const char *name)
{
  for (int i = 0; i < l->nrow; i++)
    if (!strcmp(l->row[i].name, name)) return &l->row[i];
  fail_msg("no row '%s'", name);
  return NULL;
}

static const char *const methods[] = {"rk4", "lie-rk4", "rosenbrock", "cvode", "cvode-adams"};
enum { METHODS = 5 };

// m x'' + d x' + k x = 0: the damper has taken what is missing from the energy of the closed form.
static void damper_takes_the_rest(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 2 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m, position: 0.3 m}}\n"
                     "parts:\n"
                     "  k: {kind: force.spring, axis: x, stiffness: 50 N/m}\n"
                     "  d: {kind: force.damper, axis: x, damping: 1.2 N.s/m}\n";
  double c = 1.2 / 4, w = sqrt(25 - c * c), t = 1.5, e = 0.3 * exp(-c * t);
  double x = e * (cos(w * t) + c / w * sin(w * t)), v = -e * (w + c * c / w) * sin(w * t);
  double start = 25 * 0.09, end = v * v + 25 * x * x;
  for (int i = 0; i < METHODS; i++) {
    fixture b = fixture_open(yaml);
    dv_run_result r = fixture_run(&b, methods[i], t, 1e-3);
    double within = i == 2 ? 1e-6 : 1e-9;
    assert_near(fixture_value(&b, "x"), x, within);
    assert_near(r.ledger.dissipated, start - end, within);
    assert_near(r.ledger.stored, 25 * x * x - start, within);
    assert_near(r.ledger.kinetic, v * v, within);
    assert_near(r.ledger.supplied + r.ledger.removed, 0, 0);
    assert_near(row_of(&r.ledger, "d")->dissipated, start - end, within);
    assert_true(r.ledger.relative < within);
    fixture_close(&b);
  }
}

// A cart driven along s(t) on a slope: the drive supplies m g s sin(slope) and the kinetic energy.
static void drive_pays(void **state)
{
  (void)state;
  const char *yaml = "gravity: 10 m/s^2\n"
                     "bodies: {m: {mass: 3 kg}}\n"
                     "joints: {s: {type: prismatic, axis: [0.8, 0, 0.6], child: m, motion: {prescribed: go}}}\n"
                     "signals: {go: {kind: quintic, from: 0 m, to: 2 m, start: 0 s, duration: 2 s}}\n";
  for (int i = 0; i < METHODS; i++) {
    fixture b = fixture_open(yaml);
    dv_run_result r = fixture_run(&b, methods[i], 1, 1e-3);
    double v = 1.875;  // of the quintic at half time: 15/8 distance / duration
    double within = i == 2 ? 1e-6 : 1e-8;
    assert_near(fixture_value(&b, "s"), 1, 1e-12);
    assert_near(fixture_value(&b, "s.rate"), v, 1e-12);
    assert_near(r.ledger.potential, 3 * 10 * 0.6, 1e-9);
    assert_near(r.ledger.supplied, 18 + 1.5 * v * v, within * 20);
    assert_near(row_of(&r.ledger, "s")->supplied, 18 + 1.5 * v * v, within * 20);
    assert_true(r.ledger.relative < within);
    fixture_close(&b);
  }
}

// A constant force against a damper: F x goes in, d v^2 goes out; braking work counts as removed.
static void sources_supply_and_remove(void **state)
{
  (void)state;
  const char *yaml = "gravity: 0\n"
                     "bodies: {m: {mass: 1 kg}}\n"
                     "joints: {x: {type: prismatic, axis: x, child: m, rate: 3 m/s}}\n"
                     "parts: {brake: {kind: force.effort, axis: x, effort: -2 N}}\n";
  for (int i = 0; i < METHODS; i++) {
    fixture b = fixture_open(yaml);
    dv_run_result r = fixture_run(&b, methods[i], 1, 0.05);
    assert_near(r.ledger.removed, 2 * (3 - 1), 1e-9);  // force x way
    assert_near(r.ledger.supplied, 0, 0);
    assert_near(r.ledger.kinetic, 0.5 - 4.5, 1e-9);
    assert_true(r.ledger.relative < 1e-9);
    fixture_close(&b);
  }
}

// Torque-free: nothing flows, so the residual is measured by the energy that is there.
static void throughput_of_a_lone_body(void **state)
{
  (void)state;
  fixture b = fixture_open("gravity: 0\n"
                           "bodies: {m: {mass: 1 kg, inertia: [1, 2, 2.5]}}\n"
                           "joints: {j: {type: free, child: m, rate: [0, 0, 0, 1, 1, 1]}}\n");
  dv_run_result r = fixture_run(&b, "lie-rk4", 2, 1e-2);
  assert_near(r.ledger.throughput, 2.75, 1e-6);
  assert_true(r.ledger.relative < 1e-8);
  fixture_close(&b);
}

// A coarse Adams run of an oscillator loses energy: the summary says so.
static void open_books_are_told(void **state)
{
  (void)state;
  fixture b = fixture_open("gravity: 0\n"
                           "bodies: {m: {mass: 1 kg}}\n"
                           "joints: {x: {type: prismatic, axis: x, child: m, position: 1 m}}\n"
                           "parts: {k: {kind: force.spring, axis: x, stiffness: 100 N/m}}\n");
  dv_run_options o = {.method = "cvode", .until = 20, .rtol = 1e-2, .atol = 1e-2};
  dv_run_result r;
  assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
  assert_int_equal(b.diags->nwarning, 1);
  assert_non_null(strstr(b.diags->item[0].what, "ledger does not close"));
  assert_true(r.ledger.relative > 1e-4);
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damper_takes_the_rest),     cmocka_unit_test(drive_pays),
      cmocka_unit_test(sources_supply_and_remove), cmocka_unit_test(throughput_of_a_lone_body),
      cmocka_unit_test(open_books_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
