// place.h: placements (rotation and origin) over plain doubles.
#pragma once

#include "spec/spec.h"

extern const dv_placement dv_place_identity;
dv_placement dv_place_times(dv_placement a, dv_placement b);          // X_AC = X_AB X_BC
dv_placement dv_place_rpy(const double rpy[3]);                       // R = Rz(yaw) Ry(pitch) Rx(roll)
void dv_place_axis(const double axis[3], double angle, double R[9]);  // rotation about a unit axis
void dv_axis_complete(const double axis[3], double align[9]);         // a rotation whose third column is `axis`
