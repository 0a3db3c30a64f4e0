// recoil_run.c: E4 of sheet rov-moving-frame by the moving frame method alone: path, momentum, torques and their work.
#include "motion.h"

// A15, A16: the sheet's table and constants.
static void free_floating(void **state)
{
  (void)state;
  const double P[6] = {-177.6529, 0, 164.4934, 553.7945, 30.20099, 576.7139};
  const double x[3] = {-1.6065939, 0.16657919, 1.4520437}, w[3] = {0.20958919, 0.099292418, 0.12024534};
  motion m = start();
  double first[6], last[6], h = 0.01;
  momentum(&m, first);
  for (int i = 0; i < 6; i++) assert_near(first[i], P[i], 1e-4);
  for (int i = 0; i < 2000; i++) step(i * h, h, &m, NULL, NULL);
  momentum(&m, last);
  assert_all_relative(last, first, 6, 1e-8);
  for (int i = 0; i < 3; i++) {
    assert_near(m.q[i], x[i], 1e-7);
    assert_near(m.v[3 + i], w[i], 1e-7);
  }
  answer r = solve(20, m, NULL);
  assert_near(r.tau[6], -153.88553, 1e-3);
  assert_near(r.tau[7], 86.398774, 1e-3);
  dv_arena_free(arena);
}

// Momentum drifts with the fourth power of the step.
static void momentum_to_order_four(void **state)
{
  (void)state;
  double off[2];
  for (int k = 0; k < 2; k++) {
    motion m = start();
    int steps = k ? 200 : 100;
    double first[6], last[6], h = 10.0 / steps;
    momentum(&m, first);
    for (int i = 0; i < steps; i++) step(i * h, h, &m, NULL, NULL);
    momentum(&m, last);
    off[k] = 0;
    for (int i = 0; i < 6; i++) off[k] = fmax(off[k], fabs(last[i] - first[i]));
    dv_arena_free(arena);
  }
  print_message("drift of momentum %.3g, %.3g: order %.2f\n", off[0], off[1], log2(off[0] / off[1]));
  assert_true(off[0] / off[1] > 14);
}

// A17: K(20) - K(0) is the drives' work, by Simpson's rule on samples of 0.02 s.
static void drives_work(void **state)
{
  (void)state;
  motion m = start();
  double K = kinetic(&m), work = 0, h = 0.02;
  for (int i = 0; i <= 1000; i++) {
    answer r = solve(i * h, m, NULL);
    double power = r.tau[6] * m.v[6] + r.tau[7] * m.v[7];
    work += power * h / 3 * (i == 0 || i == 1000 ? 1 : i % 2 ? 4 : 2);
    if (i < 1000) step(i * h, h, &m, NULL, NULL);
  }
  assert_near(kinetic(&m) - K, work, 1e-3);
  dv_arena_free(arena);
}

// A21: those torques drive a free arm along the same path.
static void torques_bring_back_the_motion(void **state)
{
  (void)state;
  motion led = start(), loose = led;
  double h = 0.005, off = 0;
  for (int i = 0; i < 4000; i++) {
    step(i * h, h, &led, &loose, NULL);
    for (int k = 7; k < NQ; k++) off = fmax(off, fabs(loose.q[k] - led.q[k]));
  }
  print_message("angles differ by %.2g rad\n", off);
  assert_true(off < 1e-6);
  dv_arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_floating),
      cmocka_unit_test(momentum_to_order_four),
      cmocka_unit_test(drives_work),
      cmocka_unit_test(torques_bring_back_the_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
