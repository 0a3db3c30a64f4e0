// cell.h: arrays of reals of real.hpp, as C sees them; private to this folder.
#pragma once

#include "base/arena.h"

typedef struct {
  int node, unused;
} cell;  // a real of real.hpp

static inline double *doubles(cell *c) { return (double *)(void *)c; }
static inline cell *cells(dv_arena *a, int n) { return (cell *)(void *)DV_TAKE(a, double, n + 1); }
