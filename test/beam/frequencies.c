// frequencies.c: natural frequencies of machines that are beams, against closed forms, and the orders by which they converge.
#include <stdio.h>
#include "support.h"

#include "assemble/assemble.h"
#include "solve/solve.h"

enum { MOST = 16, SETTINGS = 8 };

// Undamped frequencies in rad/s, rigid ones left out; returns how many.
static int frequencies(const char *file, const char *const *settings, int n, double *w)
{
  dv_machine_options o = {.settings = settings, .nsetting = n};
  dv_machine *m = dv_machine_open(file, &o);
  dv_linear l;
  for (int i = 0; i < m->diags->n; i++) print_message("%s\n", dv_diag_text(m->diags, i));
  assert_non_null(m->model);
  dv_state *s = dv_state_new(m->arena, m->model);
  assert_int_equal(dv_linearise(m->model, s, NULL, 0, NULL, 0, &l, m->diags, m->arena), 0);
  int count = 0;
  for (int i = 0; i < l.nmode && count < MOST; i++)
    if (l.im[i] > 1) w[count++] = l.im[i];
  dv_machine_close(m);
  return count;
}

// (beta L)^2 sqrt(EI/m)/L^2 of the bar: EI = 1e4, m = 1, L = 10: (beta L)^2.
static const double clamped_free[] = {3.516015268500, 22.034491564668, 61.697214408};
static const double both_clamped[] = {22.373285448061, 61.672822869, 120.903391739};

static void closed_forms(void **state)
{
  (void)state;
  const struct {
    const char *shapes;
    const double *wanted;
  } row[] = {
      {"bodies.bar.beam.shapes=clamped-free",    clamped_free},
      {"bodies.bar.beam.shapes=clamped-clamped", both_clamped},
      {"bodies.bar.beam.shapes=free-free",       both_clamped},
  };
  double w[MOST];
  for (int i = 0; i < 3; i++) {
    assert_int_equal(frequencies("test/beam/bar.yaml", &row[i].shapes, 1, w), 3);
    for (int k = 0; k < 3; k++) assert_relative(row[i].shapes, w[k], row[i].wanted[k], 2e-7);
  }
  const char *hinged = "bodies.bar.beam.shapes=hinged-hinged";
  frequencies("test/beam/bar.yaml", &hinged, 1, w);
  for (int k = 0; k < 3; k++) assert_relative(hinged, w[k], (k + 1) * (k + 1) * M_PI * M_PI, 2e-7);
}

// Hermite's elements: the error of a frequency falls with the fourth power of their length.
static void elements_converge(void **state)
{
  (void)state;
  static const char *const ends[] = {"clamped-free", "hinged-hinged"};
  for (int e = 0; e < 2; e++) {
    double error[3], w[MOST];
    for (int i = 0; i < 3; i++) {
      char shapes[64], elements[64];
      snprintf(shapes, sizeof shapes, "bodies.bar.beam.shapes=%s", ends[e]);
      snprintf(elements, sizeof elements, "bodies.bar.beam.elements=%d", 3 << i);
      const char *settings[] = {shapes, elements};
      frequencies("test/beam/bar.yaml", settings, 2, w);
      error[i] = w[1] / (e ? 4 * M_PI * M_PI : clamped_free[1]) - 1;
    }
    for (int i = 0; i < 2; i++) {
      double order = log2(error[i] / error[i + 1]);
      print_message("%s: %.3e -> %.3e, order %.2f\n", ends[e], error[i], error[i + 1], order);
      assert_true(order > 3.7 && order < 4.4);
    }
  }
}

// Rayleigh and Ritz: from above, and spectrally fast.
static void polynomials_converge(void **state)
{
  (void)state;
  double last = 1;
  for (int n = 2; n <= 6; n += 2) {
    char modes[16];
    double w[MOST];
    snprintf(modes, sizeof modes, "n=%d", n);
    const char *settings[] = {"bodies.bar.beam.shapes=polynomial", modes};
    frequencies("test/beam/bar.yaml", settings, 2, w);
    double error = w[0] / clamped_free[0] - 1;
    assert_true(error > -1e-7 && error < 0.02 * last);
    last = error + 1e-9;
  }
}

// Two halves are one bar; with the static shapes of Craig and Bampton the error falls fast with the modes.
static void halves_are_one(void **state)
{
  (void)state;
  double last[2] = {1, 1};
  for (int n = 2; n <= 6; n += 2) {
    char modes[16];
    double w[MOST];
    snprintf(modes, sizeof modes, "n=%d", n);
    const char *settings[] = {modes};
    assert_int_equal(frequencies("test/beam/halves.yaml", settings, 1, w), 2 * n);
    for (int k = 0; k < 2; k++) {
      double error = w[k] / clamped_free[k] - 1;
      print_message("two halves, %d modes each, frequency %d: error %.2e\n", n, k + 1, error);
      assert_true(error > -1e-7 && error < 0.2 * last[k]);
      last[k] = error + 1e-7;
    }
  }
}

// Timoshenko between hinges:  a w^4 - (m + (J + EI m/GA) k^2) w^2 + EI k^4 = 0,  a = J m/GA, J = rho I.
static void timoshenko(void **state)
{
  (void)state;
  const double I = 1e-4, A = 1e-3, E = 1e14 * 1e-6, rho = 1000, GA = 2e10 * A * 0.85;
  const double m = rho * A, J = rho * I, EI = E * I;
  double error[2];
  for (int i = 0; i < 2; i++) {
    char elements[64];
    double w[MOST];
    snprintf(elements, sizeof elements, "bodies.bar.beam.elements=%d", 10 << i);
    const char *settings[] = {"I=1e-4",
                              "bodies.bar.beam.material.E=1e8",
                              "G=2e10",
                              "bodies.bar.beam.theory=timoshenko",
                              "bodies.bar.beam.shapes=hinged-hinged",
                              elements};
    frequencies("test/beam/bar.yaml", settings, 6, w);
    for (int k = 1; k <= 2; k++) {
      double kk = k * M_PI / 10 * k * M_PI / 10, a = J * m / GA, b = m + (J + EI * m / GA) * kk, c = EI * kk * kk;
      double wanted = sqrt((b - sqrt(b * b - 4 * a * c)) / (2 * a));
      assert_relative("Timoshenko", w[k - 1], wanted, 1e-3 / (1 << (2 * i)));
      error[i] = w[k - 1] / wanted - 1;
    }
  }
  print_message("Timoshenko: %.2e -> %.2e\n", error[0], error[1]);
  assert_true(error[1] < 0.3 * error[0]);
}

static void twist_and_stretch(void **state)
{
  (void)state;
  const char *settings[] = {"bodies.bar.beam.modes={torsion: 2, axial: 2}", "bodies.bar.beam.material.E=1e8", "G=4e7"};
  double w[MOST];
  assert_int_equal(frequencies("test/beam/bar.yaml", settings, 3, w), 4);
  double slow = sqrt(4e7 / 1000.0) * M_PI / 20, fast = sqrt(1e8 / 1000.0) * M_PI / 20;  // J = Iy + Iz
  assert_relative("torsion 1", w[0], slow, 1e-10);
  assert_relative("axial 1", w[1], fast, 1e-10);
  assert_relative("torsion 2", w[2], 3 * slow, 1e-10);
  assert_relative("axial 2", w[3], 3 * fast, 1e-10);
}

// A wedge that runs out at its tip, by a table of 61 sections: Kirchhoff 1882, (5.315, 15.207).
static void wedge(void **state)
{
  (void)state;
  const char *settings[] = {"bodies.bar.beam.section={table: {csv: wedge.csv}}", "bodies.bar.beam.shapes=polynomial", "n=6"};
  double w[MOST];
  frequencies("test/beam/bar.yaml", settings, 3, w);
  assert_relative("wedge 1", w[0], 5.315, 1e-3);
  assert_relative("wedge 2", w[1], 15.207, 1.5e-3);
}

// Spinning about the root: Wright, Smith, Thresher & Wang 1982, table 1 (flapping); in the plane of rotation w^2 - Omega^2.
static void rotor(void **state)
{
  (void)state;
  static const double row[][3] = {
      {1,  3.6816,  22.1810},
      {3,  4.7973,  23.3203},
      {6,  7.3604,  26.8091},
      {10, 11.2023, 33.6404},
  };
  for (int i = 0; i < 4; i++) {
    char rate[32];
    double w[MOST];
    snprintf(rate, sizeof rate, "Omega=%g", row[i][0]);
    const char *settings[] = {rate};
    frequencies("test/beam/rotor.yaml", settings, 1, w);
    for (int k = 0; k < 2; k++) {
      assert_relative("flap", w[2 * k + 1], row[i][1 + k], 2e-5);
      assert_relative("lag", w[2 * k], sqrt(row[i][1 + k] * row[i][1 + k] - row[i][0] * row[i][0]), 6e-5);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closed_forms),
      cmocka_unit_test(elements_converge),
      cmocka_unit_test(polynomials_converge),
      cmocka_unit_test(halves_are_one),
      cmocka_unit_test(timoshenko),
      cmocka_unit_test(twist_and_stretch),
      cmocka_unit_test(rotor),
      cmocka_unit_test(wedge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
