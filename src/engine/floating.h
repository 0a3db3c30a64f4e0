// floating.h: momenta and wrenches of what floats, in base axes about the base's origin and in world axes about the world's.
//
//   P = R p,   L = R l + r x P        rows: (linear, angular), as a free joint's rates
//
// Seen from the world momentum changes by outer forces only, and stays without them.
#pragma once

#include "math/quaternion.h"
#include "skeleton/skeleton.h"

DV_FN int dv_floats(const dv_link *l)  // its rows are the momentum of a whole: a free base
{
  return l->parent < 0 && l->drive == DV_FREE && DV_X(dv_joint_row_facts)(l->joint).nv == 6;
}

DV_FN void dv_rows_to_world(const real *q, real *rows)  // q: position, quaternion of the base
{
  real R[9];
  dv_quat_matrix(q + 3, R);
  v3 P = dv_m3_mul(R, dv_v3_of(rows));
  v3 L = dv_v3_add(dv_m3_mul(R, dv_v3_of(rows + 3)), dv_v3_cross(dv_v3_of(q), P));
  dv_v3_put(rows, P);
  dv_v3_put(rows + 3, L);
}

DV_FN void dv_rows_to_base(const real *q, real *rows)
{
  real R[9];
  dv_quat_matrix(q + 3, R);
  v3 P = dv_v3_of(rows), L = dv_v3_sub(dv_v3_of(rows + 3), dv_v3_cross(dv_v3_of(q), P));
  dv_v3_put(rows, dv_m3_tmul(R, P));
  dv_v3_put(rows + 3, dv_m3_tmul(R, L));
}
