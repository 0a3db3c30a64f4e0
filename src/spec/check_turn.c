// check_turn.c: a rotation by three turns in an order of the user's own, or by a quaternion.
//
//   order zxz, angles a b c: R = Rz(a) Rx(b) Rz(c), each turn about the axes that those before it have turned
#include "spec/check.h"

#include <math.h>
#include <string.h>

// 0..2 of each letter; -1: not three axes, or two neighbours alike, which are one turn.
static int read_order(const char *order, int axis[3])
{
  if (strlen(order) != 3) return -1;
  for (int i = 0; i < 3; i++) {
    axis[i] = order[i] - 'x';
    if (axis[i] < 0 || axis[i] > 2 || (i && axis[i] == axis[i - 1])) return -1;
  }
  return 0;
}

static void read_euler(dv_check *c, const dv_node *euler, double R[9])
{
  const dv_node *order = dv_check_get(euler, "order", DV_SCALAR), *angles = dv_check_get(euler, "angles", DV_SEQ);
  int axis[3];
  double angle[3] = {0};
  if (!order || !angles || dv_check_numbers(c, angles, "angles", "rad", angle, 3)) return;
  if (read_order(order->text, axis)) {
    dv_diag_add(c->diags, DV_ERROR, order->mark, "three letters, no two neighbours alike: zyx, zxz, xyz ...",
                "'%.64s' is no order of turns", order->text);
    return;
  }
  dv_placement all = dv_place_identity;
  for (int i = 0; i < 3; i++) {
    dv_placement turn = dv_place_identity;
    double e[3] = {axis[i] == 0, axis[i] == 1, axis[i] == 2};
    dv_place_axis(e, angle[i], turn.R);
    all = dv_place_times(all, turn);
  }
  memcpy(R, all.R, sizeof all.R);
}

static void read_quaternion(dv_check *c, const dv_node *n, double R[9])
{
  double q[4];
  if (dv_check_numbers(c, n, "quaternion", "1", q, 4)) return;
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0) || !isfinite(length)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "no rotation is [1, 0, 0, 0]", "the quaternion has no length");
    return;
  }
  if (fabs(length - 1) > 1e-6)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "it is divided by its length", "the quaternion has the length %.9g, not 1",
                length);
  for (int i = 0; i < 4; i++) q[i] /= length;
  dv_quaternion_matrix(q, R);
}

int dv_check_turn(dv_check *c, const dv_node *at, double R[9])
{
  const dv_node *euler = dv_check_get(at, "euler", DV_MAP), *quaternion = dv_check_get(at, "quaternion", DV_SEQ);
  if (euler) read_euler(c, euler, R);
  if (quaternion) read_quaternion(c, quaternion, R);
  return euler || quaternion;
}
