// form_turn.c: a rotation by three turns in an order of the user's own, or by a quaternion.
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

static void turn_by_euler(dv_check *c, const dv_place_spec *p, double R[9])
{
  int axis[3];
  if (read_order(p->order.text, axis)) {
    dv_diag_add(c->diags, DV_ERROR, p->order.mark, "three letters, no two neighbours alike: zyx, zxz, xyz ...",
                "'%.64s' is no order of turns", p->order.text);
    return;
  }
  dv_placement all = dv_place_identity;
  for (int i = 0; i < 3; i++) {
    dv_placement turn = dv_place_identity;
    double e[3] = {axis[i] == 0, axis[i] == 1, axis[i] == 2};
    dv_place_axis(e, p->angles[i], turn.R);
    all = dv_place_times(all, turn);
  }
  memcpy(R, all.R, sizeof all.R);
}

static void turn_by_quaternion(dv_check *c, const dv_node *n, const double given[4], double R[9])
{
  double q[4], length = sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2] + given[3] * given[3]);
  if (!(length > 0) || !isfinite(length)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "no rotation is [1, 0, 0, 0]", "the quaternion has no length");
    return;
  }
  if (fabs(length - 1) > 1e-6)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "it is divided by its length", "the quaternion has the length %.9g, not 1",
                length);
  for (int i = 0; i < 4; i++) q[i] = given[i] / length;
  dv_quaternion_matrix(q, R);
}

void dv_check_turn(dv_check *c, const dv_node *at, const dv_place_spec *p, double R[9])
{
  const dv_node *quaternion = dv_check_get(at, "quaternion", DV_SEQ);
  if (p->order.text) turn_by_euler(c, p, R);
  if (quaternion) turn_by_quaternion(c, quaternion, p->quaternion, R);
}
