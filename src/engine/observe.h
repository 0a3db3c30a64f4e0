// observe.h: fills the part of the work that only people and results need.
#pragma once

#include "engine/run.h"

#ifdef __cplusplus
extern "C" {
#endif
void DV_X(dv_observe)(dv_eval *e);  // after dv_evaluate at the same point
#ifdef __cplusplus
}
#endif
