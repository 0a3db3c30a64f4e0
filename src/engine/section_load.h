// section_load.h: section loads of beams.
#pragma once

#include "engine/evaluation.h"

#ifdef __cplusplus
extern "C" {
#endif
void DV_X(dv_stations)(const dv_eval *e, const dv_tree *tree, dv_link_work *links);  // observer's tree, after dv_rnea and dv_pose
#ifdef __cplusplus
}
#endif
