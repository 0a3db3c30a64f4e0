// sheet.h: vehicle and arm of sheet rov-moving-frame as a plain tree, in the document's coordinates.
#pragma once

#include "formulation/model.h"
#include "formulation/moving_frame.h"

enum { DOF = 8, NQ = 9 };  // x'(3) inertial, w(3) body, two joints; position, quaternion, two joints

typedef struct {
  double J1, m2, m3, J3, L3;
  double foot[3], L2;
} rov_data;

static const rov_data set_F = {
    .J1 = 4000 / 3.0, .m3 = 100, .J3 = 100 / 12.0, .L3 = 1, .foot = {0, 1.4, -0.17},
                      .L2 = 1.3
};

UNUSED_OK static void rov_build(random_tree *t, const rov_data *d)
{
  const double I1[3] = {d->J1, d->J1, d->J1}, I3[3] = {d->J3, 0, d->J3};
  const double elbow[3] = {0, d->L2, 0}, com2[3] = {0, d->L2 / 2, 0}, com3[3] = {0, d->L3 / 2, 0};
  memset(t, 0, sizeof *t);
  add_link(t, -1, "free", NULL, 2000, NULL, I1);
  add_link(t, 0, "revolute_z", d->foot, d->m2, com2, NULL);
  add_link(t, 1, "revolute_x", elbow, d->m3, com3, I3);
  tree_pack(t);
}

// R = Rx(a) Ry(b) Rz(c) as a quaternion
UNUSED_OK static void attitude(double a, double b, double c, double *q)
{
  const double half[3] = {a / 2, b / 2, c / 2};
  double p[4] = {1, 0, 0, 0};
  for (int e = 0; e < 3; e++) {
    int y = (e + 1) % 3, z = (e + 2) % 3;
    double C = cos(half[e]), S = sin(half[e]), r[4];
    r[0] = C * p[0] - S * p[1 + e];
    r[1 + e] = C * p[1 + e] + S * p[0];
    r[1 + y] = C * p[1 + y] + S * p[1 + z];
    r[1 + z] = C * p[1 + z] - S * p[1 + y];
    memcpy(p, r, sizeof p);
  }
  memcpy(q, p, sizeof p);
}

// The state of checks A1 to A5.
UNUSED_OK static void sheet_state(double *q, double *v)
{
  const double rates[DOF] = {0.1, -0.2, 0.05, 0.05, -0.02, 0.03, 0.3, -1.1};
  q[0] = 1, q[1] = 2, q[2] = 3;
  attitude(0.2, -0.3, 0.5, q + 3);
  q[7] = 0.4, q[8] = -0.7;
  memcpy(v, rates, sizeof rates);
}

UNUSED_OK static void frames_at(dv_frames *f, const double *q, const double *v)
{
  dv_frames_place(f, q, v);
  dv_frames_form(f);
  dv_frames_weigh(f);
  dv_frames_load(f);
}

UNUSED_OK static void assert_all_relative(const double *is, const double *want, int n, double within)
{
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(want[i]));
  for (int i = 0; i < n; i++) assert_near(is[i], want[i], within * size);
}
