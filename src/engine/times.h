// times.h: instants that a solver must hit.
#pragma once

#include "model/model.h"

#define DV_PERIOD_LEAST 1e-6  // s; of sampling. Zero: continuous

#ifdef __cplusplus
extern "C" {
#endif

// The next corner of any signal after t (HUGE_VAL: none); sampled parts and their periods.
double dv_engine_next_corner(const dv_model *m, const double *num, double t);
int dv_engine_sampled(const dv_model *m, const double *num, int i, double *period);  // i-th sampled part -> part, or -1

#ifdef __cplusplus
}
#endif
