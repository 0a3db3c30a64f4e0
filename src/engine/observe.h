// observe.h: fills the part of the work that only people and results need.
#pragma once

#include "engine/evaluation.h"

#ifdef __cplusplus
extern "C" {
#endif
dv_tree DV_X(dv_see)(const dv_eval *e);   // poses and twists of the observer's tree at the coordinates and rates in the work
void DV_X(dv_skeleton_sums)(dv_eval *e);  // after kinematics: energies, momenta and centre of mass of the skeleton
void DV_X(dv_react)(dv_eval *e);          // after dynamics: poses of bodies and points, reactions, sections of beams
void DV_X(dv_observe)(dv_eval *e);        // all of that and the parts' energies; after dv_evaluate at the same point
#ifdef __cplusplus
}
#endif
