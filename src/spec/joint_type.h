// joint_type.h: the rows of joint_types.def, and what follows from them: directions, poses and motions of a joint.
#pragma once

#include "base/primitive.h"
#include "spec/spec.h"

enum { DV_STEPS = 6 };    // most of a joint
#define DV_CURVE "curve"  // ties that the user gives under these keys
#define DV_PATH "path"

typedef struct {
  const char *primitive;
  int direction;
  const char *name;  // of its coordinate
  int at;            // its place among the joint's coordinates
} dv_joint_step;

typedef struct {
  const char *name, *whole, *axes, *look, *tie;
  dv_joint_step step[DV_STEPS];
} dv_joint_row;

extern const dv_joint_row dv_joint_rows[DV_J_COUNT];

int dv_joint_steps(dv_joint_type t);                                       // how many
int dv_joint_has_plane(dv_joint_type t);                                   // moves along a plane whose normal is `axis`
const dv_primitive *dv_joint_primitive(dv_joint_type t, int step);         // of a step
const char *dv_joint_coordinate(dv_joint_type t, int i, int *rotary);      // suffix and sort of coordinate i
void dv_joint_direction(const dv_joint_spec *j, int step, double out[3]);  // of a step, in the axes that those before made
int dv_joint_is_whole(const dv_joint_spec *j);                             // moves as a whole: ball, free
int dv_joint_slides(const dv_joint_spec *j);                               // lengths among its coordinates, which come first
dv_placement dv_joint_motion_at(const dv_joint_spec *j, const double *q);  // moved joint frame in the joint frame, by its steps
dv_placement dv_joint_motion_now(const dv_joint_spec *j);                  // where it starts
void dv_joint_twist(const dv_joint_spec *j, const double *q, int step,
                    double S[6]);  // (angular, linear) per rate, moved joint frame
