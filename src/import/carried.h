// carried.h: what hangs on a joint of a robot.
#pragma once

#include "import/robot.h"

typedef struct {
  const dv_robot *u;
  int *holder;          // [link] joint that holds it; -1: none
  int *todo;            // [joint + 1]
  dv_placement *place;  // [link] in the world, while all joints are at zero
  int *first, *joint;   // joints on link k (-1: the world): joint[first[k + 1] .. first[k + 2])
} dv_carried;

dv_carried *dv_carried_new(const dv_robot *u);
// Inertia about (mass along) the joint's axis of all that hangs on it, or of what hangs rigidly on it; *more: then joints follow.
double dv_carried_inertia(dv_carried *c, int joint, int rigidly, int *more);
