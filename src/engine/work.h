// work.h: the arrays of the work with their types (work.def): dv_work_q(m, w) is where the coordinates are.
#pragma once

#include "engine/program.h"
#include "skeleton/desired.h"
#include "skeleton/skeleton.h"

#define DV_WORK(name, type, reals, stage, what)                                                                                  \
  DV_FN type *dv_work_##name(const dv_model *m, const real *w) { return (type *)(uintptr_t)(w + m->work_##name); }
#include "model/work.def"
