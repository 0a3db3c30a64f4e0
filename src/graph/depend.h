// depend.h: what a machine's rates and shown variables depend on, from its graph.
#pragma once

#include "base/arena.h"
#include "engine/engine.h"

typedef struct {
  const int *number;  // [nnumber] of the model that count as inputs
  int nnumber;
  const int *shown;  // [nshown] a cell of the work after observe, or ~i: the rate of state i
  int nshown;
} dv_depend_options;

// on [nx + nshown][nx + nnumber]: 1: the rate or shown variable depends on the state or number, be it only by a comparison.
// NULL: it cannot be told.
const char *dv_depend(dv_arena *a, const dv_model *m, const dv_depend_options *o);
