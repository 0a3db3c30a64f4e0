// check_velocity.c: the initial velocity of ball and free joints, from the axes that it is given in to those of the child.
#include "spec/check.h"

#include <math.h>
#include <string.h>

// Axes of the joint's frame in the world, if nothing that moves lies between them: 0, or -1.
static int frame_in_world(const dv_check *c, const dv_joint_spec *j, double R[9])
{
  dv_placement at = j->at;
  for (int steps = 0, body = j->parent; body >= 0; steps++) {
    const dv_joint_spec *below = NULL;
    for (int i = 0; i < c->spec->njoint; i++)
      if (c->spec->joint[i].child == body) below = &c->spec->joint[i];
    if (!below || below->type != DV_J_FIXED || steps > c->spec->njoint) return -1;
    at = dv_place_times(dv_place_times(below->at, below->child_at), at);
    body = below->parent;
  }
  memcpy(R, at.R, sizeof at.R);
  return 0;
}

static void attitude(const dv_joint_spec *j, double R[9])
{
  int shift = dv_joint_slides(j);
  if (!j->ncoordinate) {
    dv_quaternion_matrix(&j->position[shift], R);
    return;
  }
  double rpy[3];
  for (int i = 0; i < 3; i++) rpy[i] = j->coordinate[shift + i].position;
  dv_placement turned = dv_place_rpy(rpy);
  memcpy(R, turned.R, sizeof turned.R);
}

// v_child = R' v, with the attitude that the machine starts in.
static void turn_rate(dv_check *c, dv_joint_spec *j)
{
  dv_placement own = dv_place_identity, frame = dv_place_identity;
  attitude(j, own.R);
  if (j->rate_axes == DV_AXES_WORLD && frame_in_world(c, j, frame.R)) {
    dv_diag_add(c->diags, DV_ERROR, j->mark, "give it in `axes: parent`, those of the joint's frame on its parent, or `child`",
                "the rate of '%s' is given in world axes, but its parent moves", j->name);
    return;
  }
  dv_placement all = dv_place_times(frame, own);
  for (int first = 0; first < dv_joint_slides(j) + 3; first += 3) {
    double *v = j->rate + first, in[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++) v[i] = all.R[i] * in[0] + all.R[3 + i] * in[1] + all.R[6 + i] * in[2];
  }
  j->rate_axes = DV_AXES_CHILD;
}

// Rates of a chain x, y, z, yaw, pitch, roll from velocities in child axes, unless its own were given.
//   p' = R v,  yaw' = (wy sin roll + wz cos roll)/cos pitch,  pitch' = wy cos roll - wz sin roll,  roll' = wx + sin pitch yaw'
static void spread_rate(dv_joint_spec *j)
{
  int shift = dv_joint_slides(j);
  dv_coordinate_spec *angle = &j->coordinate[shift];
  const double *v = j->rate, *w = j->rate + shift;
  double roll = angle[0].position, pitch = angle[1].position, rate[6] = {0};
  double rpy[3] = {roll, pitch, angle[2].position};
  dv_placement turned = dv_place_rpy(rpy);
  const double *R = turned.R;
  for (int i = 0; i < shift; i++) rate[i] = R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2];
  double turn = (w[1] * sin(roll) + w[2] * cos(roll)) / cos(pitch);
  rate[shift] = w[0] + sin(pitch) * turn;
  rate[shift + 1] = w[1] * cos(roll) - w[2] * sin(roll);
  rate[shift + 2] = turn;
  for (int i = 0; i < j->ncoordinate; i++)
    if (!(j->coordinate[i].given & 2)) j->coordinate[i].rate = rate[i];
}

void dv_check_whole_rates(dv_check *c)
{
  for (int i = 0; i < c->spec->njoint; i++) {
    dv_joint_spec *j = &c->spec->joint[i];
    if (dv_joint_is_whole(j) && j->given & 2 && j->rate_axes != DV_AXES_CHILD) turn_rate(c, j);
    if (dv_joint_is_whole(j) && j->ncoordinate && j->given & 2) spread_rate(j);
    for (int k = 0; k < j->ncoordinate; k++)
      if (j->coordinate[k].motion == DV_MOVES_LOCKED && fabs(j->coordinate[k].rate) > 1e-12)
        dv_diag_add(c->diags, DV_WARNING, j->mark, "give it no rate, or let it be free", "'%s' is locked: its rate is not kept",
                    j->coordinate[k].name);
  }
}
