// recoil_table.c: drive torques of E4 sampled at 0.02 s drive a free arm (check A21 of sheet rov-moving-frame).
//
//   s = a y_i + b y_i+1 + ((a^3 - a) m_i + (b^3 - b) m_i+1) h^2/6,   b = t/h - i,  a = 1 - b;   m: second derivatives
#include "motion.h"

enum { SAMPLES = 1001, PER = 4 };

static const double apart = 0.02;
static double sample[2][SAMPLES], bend[2][SAMPLES];
static int curved;

static double sixfold(const double *y, int i) { return 6 * (y[i + 1] - 2 * y[i] + y[i - 1]) / (apart * apart); }

// m_i-1 + 4 m_i + m_i+1 = 6 (y_i+1 - 2 y_i + y_i-1)/h^2; equal third derivatives on both sides of the last knots but one
static void find_bends(const double *y, double *m)
{
  static double factor[SAMPLES];
  const int last = SAMPLES - 1;
  m[1] = sixfold(y, 1) / 6;
  m[last - 1] = sixfold(y, last - 1) / 6;
  factor[1] = 0;
  for (int i = 2; i < last - 1; i++) {
    factor[i] = 1 / (4 - factor[i - 1]);
    m[i] = (sixfold(y, i) - m[i - 1]) * factor[i];
  }
  for (int i = last - 2; i > 1; i--) m[i] -= factor[i] * m[i + 1];
  m[0] = 2 * m[1] - m[2];
  m[last] = 2 * m[last - 1] - m[last - 2];
}

static void from_table(double t, double *tau)
{
  int i = (int)fmin(floor(t / apart + 1e-9), SAMPLES - 2);
  double b = t / apart - i, a = 1 - b;
  for (int k = 0; k < 2; k++) {
    tau[6 + k] = a * sample[k][i] + b * sample[k][i + 1];
    if (curved) tau[6 + k] += ((a * a * a - a) * bend[k][i] + (b * b * b - b) * bend[k][i + 1]) * apart * apart / 6;
  }
}

// Samples the torques, then follows them; the largest error of the angles until `until`.
static double follow(int spline, double until)
{
  motion led = start(), free_arm = led;
  double h = apart / PER, off = 0;
  curved = spline;
  for (int i = 0; i < SAMPLES; i++) {
    answer r = solve(i * apart, led, NULL);
    for (int k = 0; k < 2; k++) sample[k][i] = r.tau[6 + k];
    for (int n = 0; n < PER; n++) step(i * apart + n * h, h, &led, NULL, NULL);
  }
  for (int k = 0; k < 2; k++) find_bends(sample[k], bend[k]);
  for (int i = 0; i < (int)(until / h + 0.5); i++) {
    step(i * h, h, NULL, &free_arm, from_table);
    for (int k = 0; k < 2; k++) {
      double x[3];
      arm((i + 1) * h, k, x);
      off = fmax(off, fabs(free_arm.q[7 + k] - x[0]));
    }
  }
  dv_arena_free(arena);
  return off;
}

static void a_spline_of_torques(void **state)
{
  (void)state;
  double off = follow(1, 20);
  print_message("spline: %.2g rad after 20 s\n", off);
  assert_true(off < 2e-5);
}

static void a_polygon_of_torques(void **state)
{
  (void)state;
  double off = follow(0, 10);
  print_message("polygon: %.2g rad after 10 s\n", off);
  assert_true(off < 5e-3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_spline_of_torques),
      cmocka_unit_test(a_polygon_of_torques),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
