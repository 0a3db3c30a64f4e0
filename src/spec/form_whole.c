// form_whole.c: where ball and free joints start, and how fast.
#include "spec/check.h"

#include <math.h>
#include <string.h>

// Unit quaternion; its coordinates by roll, pitch and yaw if it is prescribed.
static void set_attitude(dv_check *c, const dv_node *n, dv_joint_spec *j, const double q[4])
{
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double *out = &j->position[dv_joint_slides(j)];
  if (!(length > 0) || !isfinite(length)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "no rotation is [1, 0, 0, 0]", "the quaternion of joint '%s' has no length",
                j->name);
    return;
  }
  if (fabs(length - 1) > 1e-6)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "it is divided by its length",
                "the quaternion of joint '%s' has the length %.9g, not 1", j->name, length);
  for (int i = 0; i < 4; i++) out[i] = q[i] / length;
}

static void spread_whole(dv_joint_spec *j)
{
  double R[9], rpy[3];
  int shift = dv_joint_slides(j);
  dv_quaternion_matrix(&j->position[shift], R);
  dv_rpy_of(R, rpy);
  for (int i = 0; i < shift; i++) j->coordinate[i].position = j->position[i];
  for (int i = 0; i < 3; i++) j->coordinate[shift + i].position = rpy[i];
}

static void wrong_count(dv_check *c, const dv_node *n, const dv_joint_spec *j, const char *form)
{
  dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give %s", form),
              "position of joint '%s' has the wrong number of values", j->name);
}

void dv_read_pose(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int shift = dv_joint_slides(j);
  double list[7] = {0}, q[4];
  if (n->type != DV_NULL) j->given |= 1;
  if (n->type == DV_MAP) {
    dv_placement at;
    dv_check_place(c, n, &at);
    dv_quaternion_of(at.R, q);
    memcpy(j->position, at.p, (size_t)shift * sizeof(double));
    set_attitude(c, n, j, q);
    const dv_node *xyz = dv_doc_find(n, "xyz");
    if (xyz && !shift) dv_diag_add(c->diags, DV_ERROR, xyz->key_mark, "remove it", "ball joint '%s' does not translate", j->name);
  } else if (n->type == DV_SEQ && n->n == shift + 4) {
    if (dv_check_numbers(c, &(dv_node){.type = DV_SEQ, .n = shift, .item = n->item}, "position", "m", list, shift)) return;
    if (dv_check_numbers(c, &(dv_node){.type = DV_SEQ, .n = 4, .item = n->item + shift}, "position", "1", list + shift, 4))
      return;
    memcpy(j->position, list, (size_t)shift * sizeof(double));
    set_attitude(c, n, j, list + shift);
  } else if (n->type != DV_NULL)
    wrong_count(c, n, j, shift ? "[x, y, z, w, x, y, z] or {xyz: ..., rpy: ...}" : "[w, x, y, z] or {rpy: ...}");
  spread_whole(j);
}

static void read_list(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  int shift = dv_joint_slides(j);
  if (n->n != shift + 3) {
    dv_diag_add(c->diags, DV_ERROR, n->mark,
                shift ? "give [vx, vy, vz, wx, wy, wz] in the child's axes" : "give [wx, wy, wz] in the child's axes",
                "rate of joint '%s' has the wrong number of values", j->name);
    return;
  }
  for (int i = 0; i < n->n; i++) dv_check_number(c, n->item[i], "rate", i < shift ? "m/s" : "rad/s", &j->rate[i]);
  j->rate_axes = DV_AXES_CHILD;
  j->given |= 2;
}

static void read_map(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  const dv_node *linear = dv_check_get(n, "linear", DV_SEQ);
  dv_velocity_spec given = {.axes = DV_AXES_CHILD};
  int shift = dv_joint_slides(j);
  if (linear && !shift)
    dv_diag_add(c->diags, DV_ERROR, linear->key_mark, "remove it", "ball joint '%s' does not translate", j->name);
  if (dv_read(c, &dv_keys_velocity, n, &given)) return;
  memcpy(j->rate, given.linear, (size_t)shift * sizeof *j->rate);
  memcpy(j->rate + shift, given.angular, sizeof given.angular);
  j->rate_axes = given.axes;
  j->given |= 2;
}

void dv_read_velocity(dv_check *c, const dv_node *n, dv_joint_spec *j)
{
  if (n->type == DV_SEQ) read_list(c, n, j);
  else if (n->type == DV_MAP) read_map(c, n, j);
  else if (n->type == DV_SCALAR)
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give a list in the child's axes, or {linear: , angular: , axes: world}",
                "rate of joint '%s' has the wrong number of values", j->name);
}
