// random.h: random states of a machine in which its loops are closed.
#pragma once

#include "engine/engine.h"
#include "engine/program.h"
#include "solve/harness.h"

// x: near the initial state, moved by up to `far`, all rates up to `fast`; closed by Newton.
static inline void random_state(const dv_model *m, const double *d, double far, double fast, uint64_t *seed, double *x,
                                double *work)
{
  const double *start = dv_model_START(m), *num = dv_model_NUMBER(m);
  for (int i = 0; i < m->nx; i++) x[i] = start[i] + (i < m->nq ? far : fast) * around_zero(seed, 1);
  dv_engine_x1.tidy(m, num, 0, x, d, work);
}
