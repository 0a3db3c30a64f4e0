// titan_bode.c: frequency response of a valve-driven motor: corner (A28) and peak (A29) over the steady load pressure (A27).
#include "cli/command.h"
#include "record/history.h"

static const double steady = 4485137;  // Pa, A27

static const dv_history *sweep(command *c, const char *ratio, double from, double to, int points)
{
  run(c,
      "bode machines/rigs/hydraulic-actuator-motor.yaml --case frequency --input u --output load --from %g --to %g --points %d "
      "--set 'ratio=%s Pa/m^3' --out @/b.csv",
      from, to, points, ratio);
  assert_int_equal(c->code, 0);
  dv_diags *d = dv_diags_new(c->arena);
  const dv_history *l = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/b.csv", c->dir), d);
  assert_non_null(l);
  assert_int_equal(l->nrow, points);
  drop_file(c, "b.csv");
  return l;
}

static double decibel(const dv_history *l, int row, const char *column)
{
  return 20 * log10(dv_history_row(l, row)[dv_history_find(l, column)] / steady);
}

static double peak(const dv_history *l, const char *column)
{
  double most = -HUGE_VAL;
  for (int i = 0; i < l->nrow; i++) most = fmax(most, decibel(l, i, column));
  return most;
}

// Where half of peak to peak falls below -3 dB, between two rows by a straight line over the logarithm of frequency.
static double corner(const dv_history *l)
{
  const double level = 20 * log10(sqrt(0.5));
  for (int i = 1; i < l->nrow; i++) {
    double a = decibel(l, i - 1, "half_peak"), b = decibel(l, i, "half_peak"), f = dv_history_row(l, i - 1)[0],
           g = dv_history_row(l, i)[0];
    if (a >= level && b < level) return f * pow(g / f, (a - level) / (a - b));
  }
  fail_msg("no corner");
  return 0;
}

typedef struct {
  const char *ratio;
  double corner, near, peak, harmonic;  // Hz, Hz, dB, dB
} expected;

static void responses(void **state)
{
  static const expected list[] = {
      {"1e11", 1.80, 0.6, 10.2, 10.3},
      {"1e12", 16.4, 1.7, 17.0, 17.3},
      {"1e13", 162,  2.8, 21.5, 18.8}
  };
  command *c = *state;
  for (int i = 0; i < 3; i++) {
    const dv_history *high = sweep(c, list[i].ratio, 0.8 * list[i].corner, 1.2 * list[i].corner, 3);
    assert_near(corner(high), list[i].corner, 0.05 * list[i].corner);
    const dv_history *low = sweep(c, list[i].ratio, 0.7 * list[i].near, 1.5 * list[i].near, 13);
    assert_near(peak(low, "half_peak"), list[i].peak, 0.5);
    assert_near(peak(low, "harmonic"), list[i].harmonic, 0.5);
    for (int k = 0; k < low->nrow; k++) assert_true(dv_history_row(low, k)[dv_history_find(low, "periods")] > 0);
  }
}

// A first-order lag is linear: measured and linearised are one, and known.
static void lag_is_known(void **state)
{
  command *c = *state;
  put_file(
      c, "lag.yaml",
      "signals: {u: {kind: input}, y: {kind: control.reference-1, in: u, omega: 5 rad/s}}\nsolver: {rtol: 1e-9, atol: 1e-11}\n");
  run(c, "bode @/lag.yaml --input u --output y --from 0.1 --to 10 --points 5 --amplitude 0.5 --out @/b.csv --plot @/b.svg");
  assert_int_equal(c->code, 0);
  dv_diags *d = dv_diags_new(c->arena);
  const dv_history *l = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/b.csv", c->dir), d);
  assert_int_equal(l->nrow, 5);
  for (int i = 0; i < l->nrow; i++) {
    const double *row = dv_history_row(l, i);
    double w = 2 * acos(-1) * row[0] / 5, gain = 1 / sqrt(1 + w * w), phase = -atan(w);
    assert_near(row[dv_history_find(l, "linear")], gain, 1e-6 * gain);
    assert_near(row[dv_history_find(l, "linear_phase")], phase, 1e-6);
    assert_near(row[dv_history_find(l, "harmonic")], gain, 2e-4 * gain);
    assert_near(row[dv_history_find(l, "phase")], phase, 2e-4);
    assert_near(row[dv_history_find(l, "half_peak")], gain, 4e-4 * gain);
  }
  drop_file(c, "b.csv");
  drop_file(c, "b.svg");
  drop_file(c, "lag.yaml");
}

static void faults(void **state)
{
  command *c = *state;
  run(c, "bode machines/rigs/hydraulic-actuator-motor.yaml --input u --output load");
  assert_int_equal(c->code, 64);
  assert_says(c->err, "'u' is not an input");
  run(c, "bode machines/rigs/hydraulic-actuator-motor.yaml --output q");
  assert_int_equal(c->code, 64);
  run(c, "bode machines/rigs/hydraulic-actuator-motor.yaml --case frequency --input u --output load --points 2.5");
  assert_int_equal(c->code, 64);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(responses, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(lag_is_known, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(faults, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
