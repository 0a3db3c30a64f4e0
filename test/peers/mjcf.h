// mjcf.h: a tree as a MuJoCo model.
#pragma once

#include <mujoco/mujoco.h>

#include "skeleton/skeleton.h"

mjModel *dv_mjcf_load(const dv_tree *t, const double *num);  // bodies are named b0, b1, ... as the links
