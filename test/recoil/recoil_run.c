// recoil_run.c: the moving frame equations integrated by themselves (RKMK4 of sheet rov-moving-frame, sec. 2.8): E4 and its
// torques.
//
//   R = R_n exp([u]),  u' = w + u x w / 2 + u x (u x w) / 12;   x, x' inertial;  all in the same stages
#include "sheet.h"

enum { POSITION = 0, TURN = 3, ANGLE = 6, RATE = 8, N = RATE + DOF };  // of a step's changes

static random_tree rov;
static dv_arena *arena;
static dv_frames *frames;

typedef struct {
  double q[NQ], v[DOF];
} motion;

typedef struct {
  double acceleration[DOF], tau[DOF];
} answer;

// The arm of eq. 85 at t: angle, rate, acceleration of joint i.
static void arm(double t, int i, double *x)
{
  double A = acos(-1) / 2, n = 2 * acos(-1) / (i ? 3 : 10);
  x[0] = A * sin(n * t), x[1] = A * n * cos(n * t), x[2] = -n * n * x[0];
}

static void prescribe(double t, motion *m, double *a)
{
  for (int i = 0; i < 2; i++) {
    double x[3];
    arm(t, i, x);
    m->q[7 + i] = x[0], m->v[6 + i] = x[1], a[6 + i] = x[2];
  }
}

// tau NULL: the arm is prescribed and its drives answer; else it is free.
static answer solve(double t, motion m, const double *tau)
{
  static const char driven[DOF] = {[6] = 1, [7] = 1};
  answer r = {{0}, {0}};
  dv_arena *scratch = dv_arena_new();
  if (tau) memcpy(r.tau, tau, sizeof r.tau);
  else prescribe(t, &m, r.acceleration);
  frames_at(frames, m.q, m.v);
  assert_int_equal(dv_frames_split(scratch, frames, m.v, tau ? NULL : driven, r.acceleration, r.tau), 0);
  dv_arena_free(scratch);
  return r;
}

static motion changed(const motion *from, const double *d)
{
  motion to = *from;
  double turn[6] = {0}, q[7] = {0, 0, 0}, out[7];
  random_tree *t = &rov;
  dv_tree base = {.nlink = 1, .nq = 7, .nv = 6, .link = t->tree.link};
  memcpy(q + 3, from->q + 3, 4 * sizeof *q);
  memcpy(turn + 3, d + TURN, 3 * sizeof *turn);
  dv_coordinate_add_x1(&base, q, 1, turn, out);
  memcpy(to.q + 3, out + 3, 4 * sizeof *out);
  for (int i = 0; i < 3; i++) to.q[i] += d[POSITION + i];
  for (int i = 0; i < 2; i++) to.q[7 + i] += d[ANGLE + i];
  for (int i = 0; i < DOF; i++) to.v[i] += d[RATE + i];
  return to;
}

static void slope(const motion *m, const double *u, const double *acceleration, double *k)
{
  v3 w = dv_v3_of(m->v + 3), turn = dv_v3_of(u), once = dv_v3_cross(turn, w);
  v3 rate = dv_v3_add(w, dv_v3_add(dv_v3_scale(once, 0.5), dv_v3_scale(dv_v3_cross(turn, once), 1 / 12.0)));
  memcpy(k + POSITION, m->v, 3 * sizeof *k);
  dv_v3_put(k + TURN, rate);
  memcpy(k + ANGLE, m->v + 6, 2 * sizeof *k);
  memcpy(k + RATE, acceleration, DOF * sizeof *k);
}

// `loose` (or NULL): a second vehicle whose free arm takes the torques that the first one's drives give at the same instant.
static void step(double t, double h, motion *led, motion *loose)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  motion *m[2] = {led, loose};
  double k[2][N] = {{0}}, sum[2][N] = {{0}};
  for (int s = 0; s < 4; s++) {
    double tau[DOF] = {0};
    for (int i = 0; i < (loose ? 2 : 1); i++) {
      double d[N];
      for (int j = 0; j < N; j++) d[j] = node[s] * h * k[i][j];
      motion at = changed(m[i], d);
      answer r = solve(t + node[s] * h, at, i ? tau : NULL);
      if (i == 0) memcpy(tau + 6, r.tau + 6, 2 * sizeof *tau);
      slope(&at, d + TURN, r.acceleration, k[i]);
      for (int j = 0; j < N; j++) sum[i][j] += h * weight[s] * k[i][j];
    }
  }
  double given[DOF];
  *led = changed(led, sum[0]);
  if (loose) *loose = changed(loose, sum[1]);
  prescribe(t + h, led, given);
}

static motion start(void)
{
  motion m = {.q = {[3] = 1}};
  double a[DOF];
  rov_build(&rov, &set_F);
  arena = dv_arena_new();
  frames = dv_frames_new(arena, &rov.tree, rov.num, 1);
  prescribe(0, &m, a);
  return m;
}

static void momentum(const motion *m, double *h)
{
  double p[DOF];
  frames_at(frames, m->q, m->v);
  dv_matrix_times(DOF, DOF, frames->M, m->v, p);
  v3 P = dv_v3_of(p);
  dv_v3_put(h, P);
  dv_v3_put(h + 3, dv_v3_add(dv_m3_mul(frames->R[0], dv_v3_of(p + 3)), dv_v3_cross(dv_v3_of(m->q), P)));
}

static double kinetic(const motion *m)
{
  double p[DOF], K = 0;
  frames_at(frames, m->q, m->v);
  dv_matrix_times(DOF, DOF, frames->M, m->v, p);
  for (int i = 0; i < DOF; i++) K += 0.5 * p[i] * m->v[i];
  return K;
}

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
  for (int i = 0; i < 2000; i++) step(i * h, h, &m, NULL);
  momentum(&m, last);
  assert_relative(last, first, 6, 1e-8);
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
    for (int i = 0; i < steps; i++) step(i * h, h, &m, NULL);
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
    if (i < 1000) step(i * h, h, &m, NULL);
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
    step(i * h, h, &led, &loose);
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
