// check_weld.c: `motion: welded`: a joint stands at its position for good and is fixed from then on.
//
//   at := at X(position),   X the motion of the joint:  the child's body and the parent's become one link
#include "spec/check.h"

#include <string.h>

static dv_placement turned(const double axis[3], double angle)
{
  dv_placement X = dv_place_identity;
  dv_place_axis(axis, angle, X.R);
  return X;
}

static dv_placement slid(const double axis[3], double way)
{
  dv_placement X = dv_place_identity;
  for (int i = 0; i < 3; i++) X.p[i] = axis[i] * way;
  return X;
}

static dv_placement whole(const dv_joint_spec *j)
{
  dv_placement X = dv_place_identity;
  int shift = j->type == DV_J_FREE ? 3 : 0;
  memcpy(X.p, j->position, (size_t)shift * sizeof(double));
  dv_quaternion_matrix(&j->position[shift], X.R);
  return X;
}

static dv_placement moved(const dv_joint_spec *j)
{
  const double *a = j->axis, *x = j->axis2, q = j->coordinate[0].position, r = j->coordinate[1].position;
  double y[3] = {a[1] * x[2] - a[2] * x[1], a[2] * x[0] - a[0] * x[2], a[0] * x[1] - a[1] * x[0]};
  switch (j->type) {
  case DV_J_REVOLUTE: return turned(a, q);
  case DV_J_PRISMATIC: return slid(a, q);
  case DV_J_HELICAL: return dv_place_times(slid(a, j->pitch * q), turned(a, q));
  case DV_J_CYLINDRICAL: return dv_place_times(slid(a, q), turned(a, r));
  case DV_J_UNIVERSAL: return dv_place_times(turned(a, q), turned(x, r));
  case DV_J_PLANAR: return dv_place_times(dv_place_times(slid(x, q), slid(y, r)), turned(a, j->coordinate[2].position));
  case DV_J_BALL:
  case DV_J_FREE: return whole(j);
  default: return dv_place_identity;
  }
}

void dv_check_weld(dv_joint_spec *j)
{
  if (!j->welded) return;
  j->at = dv_place_times(j->at, moved(j));
  j->type = DV_J_FIXED;
  j->ncoordinate = 0;
}
