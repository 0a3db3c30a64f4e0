// poison.h: NaN in everything of the work that an evaluation has yet to write. A value that is read too early, or that an earlier
// evaluation left, is then NaN, and the rates are refused. Builds with DV_POISON do it at the start of every evaluation.
#pragma once

#include "engine/work.h"

#ifdef __cplusplus
extern "C" {
#endif
void DV_X(dv_poison)(const dv_model *m, const real *num, real *w);
#ifdef __cplusplus
}
#endif
