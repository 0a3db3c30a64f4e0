// joints.h: all joints, and the choice between them by the link's row.
#pragma once

#include "skeleton/body.h"
#include "skeleton/joint/revolute.h"
#include "skeleton/joint/prismatic.h"
#include "skeleton/joint/helical.h"
#include "skeleton/joint/leadscrew.h"
#include "skeleton/joint/parametric.h"
#include "skeleton/joint/ball.h"
#include "skeleton/joint/free.h"
#include "skeleton/joint/site.h"

// Follows `#define DV_JOINT(name, family, axis, ...) DV_CASE(name, call)` and joints.def inside of a switch.
#define DV_CASE(name, call)                                                                                                      \
  case DV_ROW_##name:                                                                                                            \
    call;                                                                                                                        \
    break;
#define DV_NO_OTHER                                                                                                              \
  default: __builtin_unreachable()
