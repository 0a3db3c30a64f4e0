// power.h: powers of the energy ledger at an evaluated point.
#pragma once

#include "engine/evaluation.h"

#ifdef __cplusplus
extern "C" {
#endif
void DV_X(dv_powers)(dv_eval *e, real *power);  // [nquad]
#ifdef __cplusplus
}
#endif
