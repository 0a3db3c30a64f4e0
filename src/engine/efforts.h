// efforts.h: the machine with efforts beside those of its parts; one lane.
#pragma once

#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// The machine at rest: x with rates of zero; drives stand. axis_effort [junction], rate_effort [nv]: efforts on axes and on
// rates beside those of the parts. Accelerations -> dx; observe may follow. As rates: 0 ok.
int dv_engine_still(const dv_model *m, double t, const double *x, const double *d, const double *axis_effort,
                    const double *rate_effort, double *dx, double *work);

// The machine with efforts [nv] beside those of its parts; as rates. Then, at the same x: what its parts exert along each rate
// [nv].
int dv_engine_with_efforts(const dv_model *m, double t, const double *x, const double *d, const double *rate_effort, double *dx,
                           double *work);
void dv_engine_part_efforts(const dv_model *m, const double *rate_effort, double *effort, double *work);

#ifdef __cplusplus
}
#endif
