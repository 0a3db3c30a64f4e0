// joint.c: motion of each kind of joint.
//
//   primitive: Q = exp([e] turn q), d = e slide q;   ball: Q = attitude;   free: d = (x, y, z), Q = attitude
//
// Rates of ball and free joints are quasi-velocities along the child's axes.
#include "formulation/joint.h"

#include "base/primitive.h"

#include <math.h>
#include <string.h>

// Rotation by q about coordinate axis e.
static void rotation(int e, double q, double *R)
{
  int y = (e + 1) % 3, z = (e + 2) % 3;
  memset(R, 0, 9 * sizeof *R);
  R[4 * e] = 1;
  R[4 * y] = R[4 * z] = cos(q);
  R[3 * z + y] = sin(q);
  R[3 * y + z] = -sin(q);
}

// Rotation of a quaternion (w, u) of any length: 1 + 2 (w [u] + [u][u]) / |q|^2
static void attitude(const double *q, double *R)
{
  double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double *u = q + 1;
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    R[4 * i] = 1 - s * (u[y] * u[y] + u[z] * u[z]);
    R[3 * y + z] = s * (u[y] * u[z] - q[0] * u[i]);
    R[3 * z + y] = s * (u[y] * u[z] + q[0] * u[i]);
  }
}

void dv_joint_motion(const dv_link *l, double pitch, const double *q, double *Q, v3 *d)
{
  dv_joint_facts f = dv_joint_row_facts_x1(l->joint);
  const dv_primitive *p = dv_primitive_find(f.family);
  int slides = f.nv - 3;  // of several freedoms: lengths, then an attitude
  for (int i = 0; i < 9; i++) Q[i] = i % 4 == 0;
  *d = dv_v3_zero();
  if (!p) {
    for (int i = 0; i < slides; i++) d->x[i] = q[i];
    attitude(q + slides, Q);
    return;
  }
  if (dv_primitive_turn(p, pitch) != 0) rotation(f.axis, dv_primitive_turn(p, pitch) * q[0], Q);
  d->x[f.axis] = dv_primitive_slide(p, pitch) * q[0];
}

int dv_joint_axes(const dv_link *l, double pitch, v3 *turn, v3 *slide)
{
  dv_joint_facts f = dv_joint_row_facts_x1(l->joint);
  const dv_primitive *p = dv_primitive_find(f.family);
  for (int k = 0; k < f.nv; k++) {
    v3 e = dv_v3_unit(p ? f.axis : k % 3);
    int slides = k < f.nv - 3;  // of several freedoms
    turn[k] = dv_v3_scale(e, p ? dv_primitive_turn(p, pitch) : !slides);
    slide[k] = dv_v3_scale(e, p ? dv_primitive_slide(p, pitch) : slides);
  }
  return f.nv;
}
