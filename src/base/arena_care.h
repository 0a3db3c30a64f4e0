// arena_care.h: what an arena has in its care, the last first.
#pragma once

#include "base/arena.h"

const dv_care *dv_arena_cares(const dv_arena *a);
