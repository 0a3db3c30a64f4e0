// pose.c: placements of a robot: rotations as roll, pitch, yaw, quaternion or matrix.
#include "import/robot.h"
#include "spec/place.h"

#include <math.h>
#include <string.h>

void dv_quaternion_rotation(const double q[4], double R[9])
{
  double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], s = n > 0 ? 2 / n : 0;
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double M[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                 s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                 s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
  memcpy(R, M, sizeof M);
}

// By the largest of the four, so that nothing is divided by a small one.
void dv_rotation_quaternion(const double R[9], double q[4])
{
  double t = R[0] + R[4] + R[8];
  int k = 0;
  for (int i = 1; i < 4; i++) {
    double have = k ? R[4 * (k - 1)] : t, now = R[4 * (i - 1)];
    if (now > have) k = i;
  }
  if (!k) {
    double s = 2 * sqrt(fmax(0, 1 + t));
    q[0] = s / 4, q[1] = (R[7] - R[5]) / s, q[2] = (R[2] - R[6]) / s, q[3] = (R[3] - R[1]) / s;
    return;
  }
  int i = k - 1, j = (i + 1) % 3, l = (i + 2) % 3;
  double s = 2 * sqrt(fmax(0, 1 + R[4 * i] - R[4 * j] - R[4 * l]));
  q[0] = (R[3 * l + j] - R[3 * j + l]) / s;
  q[1 + i] = s / 4;
  q[1 + j] = (R[3 * i + j] + R[3 * j + i]) / s;
  q[1 + l] = (R[3 * i + l] + R[3 * l + i]) / s;
}

dv_placement dv_pose_placement(const dv_pose *p)
{
  dv_placement x = p->by == DV_BY_RPY ? dv_place_rpy(p->turn) : dv_place_identity;
  if (p->by == DV_BY_QUATERNION) dv_quaternion_rotation(p->turn, x.R);
  memcpy(x.p, p->xyz, sizeof x.p);
  return x;
}

dv_pose dv_pose_of(const dv_placement *p)
{
  dv_pose out = {.by = DV_BY_QUATERNION};
  memcpy(out.xyz, p->p, sizeof out.xyz);
  dv_rotation_quaternion(p->R, out.turn);
  // what rounding leaves of a right angle is none
  for (int i = 0; i < 4; i++)
    if (fabs(out.turn[i]) < 1e-16) out.turn[i] = 0;
  return out;
}

dv_placement dv_placement_inverse(dv_placement p)
{
  dv_placement out;
  for (int i = 0; i < 3; i++) {
    out.p[i] = 0;
    for (int j = 0; j < 3; j++) {
      out.R[3 * i + j] = p.R[3 * j + i];
      out.p[i] -= p.R[3 * j + i] * p.p[j];
    }
  }
  return out;
}

void dv_inertia_turn(const double R[9], double I[6])
{
  double M[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}, N[9] = {0}, trace = I[0] + I[1] + I[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 9; k++) N[3 * i + j] += R[3 * i + k / 3] * M[k] * R[3 * j + k % 3];
  double out[6] = {N[0], N[4], N[8], N[1], N[2], N[5]};
  // what the cosine of a right angle leaves is no product of inertia
  for (int i = 0; i < 6; i++) I[i] = fabs(out[i]) > 1e-16 * fabs(trace) ? out[i] : 0;
}
