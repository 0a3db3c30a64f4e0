// motion.h: the moving frame equations integrated by themselves (RKMK4 of sheet rov-moving-frame, sec. 2.8).
//
//   R = R_n exp([u]),  u' = w + u x w / 2 + u x (u x w) / 12;   x, x' inertial;  all in the same stages
#pragma once

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

typedef void torques(double t, double *tau);  // [DOF]

// led (or NULL): its arm is prescribed. loose (or NULL): its free arm takes torques from `given`, or those that led's drives give
// at the same instant.
UNUSED_OK static void step(double t, double h, motion *led, motion *loose, torques *given)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  motion *m[2] = {led, loose};
  double k[2][N] = {{0}}, sum[2][N] = {{0}};
  for (int s = 0; s < 4; s++) {
    double tau[DOF] = {0};
    if (given) given(t + node[s] * h, tau);
    for (int i = 0; i < 2; i++) {
      double d[N];
      if (!m[i]) continue;
      for (int j = 0; j < N; j++) d[j] = node[s] * h * k[i][j];
      motion at = changed(m[i], d);
      answer r = solve(t + node[s] * h, at, i ? tau : NULL);
      if (i == 0) memcpy(tau + 6, r.tau + 6, 2 * sizeof *tau);
      slope(&at, d + TURN, r.acceleration, k[i]);
      for (int j = 0; j < N; j++) sum[i][j] += h * weight[s] * k[i][j];
    }
  }
  for (int i = 0; i < 2; i++)
    if (m[i]) *m[i] = changed(m[i], sum[i]);
  double a[DOF];
  if (led) prescribe(t + h, led, a);
}

UNUSED_OK static motion start(void)
{
  motion m = {.q = {[3] = 1}};
  double a[DOF];
  rov_build(&rov, &set_F);
  arena = dv_arena_new();
  frames = dv_frames_new(arena, &rov.tree, rov.num, 1);
  prescribe(0, &m, a);
  return m;
}

UNUSED_OK static void momentum(const motion *m, double *h)
{
  double p[DOF];
  frames_at(frames, m->q, m->v);
  dv_matrix_times(DOF, DOF, frames->M, m->v, p);
  v3 P = dv_v3_of(p);
  dv_v3_put(h, P);
  dv_v3_put(h + 3, dv_v3_add(dv_m3_mul(frames->R[0], dv_v3_of(p + 3)), dv_v3_cross(dv_v3_of(m->q), P)));
}

UNUSED_OK static double kinetic(const motion *m)
{
  double p[DOF], K = 0;
  frames_at(frames, m->q, m->v);
  dv_matrix_times(DOF, DOF, frames->M, m->v, p);
  for (int i = 0; i < DOF; i++) K += 0.5 * p[i] * m->v[i];
  return K;
}
