// observe.h: fills the part of the work that only people and results need.
#pragma once

#include "engine/evaluation.h"

#ifdef __cplusplus
extern "C" {
#endif
dv_tree DV_X(dv_see)(const dv_eval *e);  // poses and twists of the observer's tree at the coordinates and rates in the work
void DV_X(dv_observe)(dv_eval *e);       // after dv_evaluate at the same point
#ifdef __cplusplus
}
#endif
