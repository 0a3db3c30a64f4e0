// stops.c: joint limits act as stops.
//
// Formats give no stiffness. Ours is that with which what the joint carries would swing at 20 Hz, k = I (2 pi 20 Hz)^2, with a
// third of critical damping: stiff enough to be a stop, soft enough for steps of a millisecond. A joint whose zero lies beyond
// its limits begins at the nearer one.
#include "import/carried.h"

#include <math.h>
#include <string.h>

static const double frequency = 20, ratio = 1.0 / 3;

static void begin_within(dv_robot *u, dv_robot_joint *j)
{
  double least = j->lower < j->upper ? fmin(fmax(j->position, j->lower), j->upper) : j->position;
  if (!(j->lower < j->upper) || j->mimic || j->locked) return;
  if (least != j->position) dv_robot_note(u, "joints begin at a limit, since zero is beyond it", "%s %.4g", j->name, least);
  j->position = least;
}

void dv_robot_stops(dv_robot *u)
{
  dv_carried *c = dv_carried_new(u);
  double w = 2 * M_PI * frequency;
  for (int i = 0; i < u->joints.n; i++) {
    dv_robot_joint *j = &u->joints.item[i];
    int more, scalar = !strcmp(j->type, "revolute") || !strcmp(j->type, "prismatic") || !strcmp(j->type, "helical");
    if (!scalar || j->child < 0 || !(j->lower > -HUGE_VAL || j->upper < HUGE_VAL)) continue;
    begin_within(u, j);
    if (j->locked || j->stop > 0 || j->mimic) continue;
    double I = dv_carried_inertia(c, i, 0, &more) + j->armature;
    j->stop = dv_robot_rounded(I * w * w);
    j->stop_damping = dv_robot_rounded(2 * ratio * I * w);
    if (j->stop > 0)
      dv_robot_note(u, "joint limits act as stops (limits.stiffness: 20 Hz with what the joint carries)", "%s", j->name);
  }
}
