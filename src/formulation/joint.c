// joint.c: motion of each kind of joint.
//
//   revolute Q = exp([e] q)   prismatic d = e q   helical both, d = e pitch q   ball Q = attitude   free d = (x, y, z), Q =
//   attitude
//
// Rates of ball and free joints are quasi-velocities along the child's axes.
#include "formulation/joint.h"

#include <math.h>
#include <string.h>

typedef enum { REVOLUTE, PRISMATIC, HELICAL, BALL, FREE } family;

static family family_of(int row)
{
  switch (dv_joint_row_facts_x1(row).name[0]) {
  case 'r': return REVOLUTE;
  case 'p': return PRISMATIC;
  case 'h': return HELICAL;
  case 'b': return BALL;
  default: return FREE;
  }
}

static int axis_of(int row)
{
  const char *name = dv_joint_row_facts_x1(row).name;
  return name[strlen(name) - 1] - 'x';
}

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
  int axis = axis_of(l->joint);
  for (int i = 0; i < 9; i++) Q[i] = i % 4 == 0;
  *d = dv_v3_zero();
  switch (family_of(l->joint)) {
  case REVOLUTE: rotation(axis, q[0], Q); break;
  case PRISMATIC: d->x[axis] = q[0]; break;
  case HELICAL:
    rotation(axis, q[0], Q);
    d->x[axis] = pitch * q[0];
    break;
  case BALL: attitude(q, Q); break;
  case FREE:
    *d = dv_v3_of(q);
    attitude(q + 3, Q);
    break;
  }
}

int dv_joint_axes(const dv_link *l, double pitch, v3 *turn, v3 *slide)
{
  family f = family_of(l->joint);
  int n = f == BALL ? 3 : f == FREE ? 6 : 1;
  for (int k = 0; k < n; k++) {
    v3 e = dv_v3_unit(n == 1 ? axis_of(l->joint) : k % 3);
    int slides = f == PRISMATIC || (f == FREE && k < 3);
    turn[k] = slides ? dv_v3_zero() : e;
    slide[k] = slides ? e : f == HELICAL ? dv_v3_scale(e, pitch) : dv_v3_zero();
  }
  return n;
}
