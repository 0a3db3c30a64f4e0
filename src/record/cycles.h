// cycles.h: rainflow counting of a load history, for fatigue checks.
#pragma once

#include "base/arena.h"

typedef struct {
  double range, mean;
  double count;  // 1, or 0.5: a half cycle that stays open
} dv_cycle;

// Cycles of y [n] in the order in which they close; gives their number. Points that are not finite are left out.
int dv_cycles_count(dv_arena *a, const double *y, int n, dv_cycle **out);

// The range of constant amplitude that does the same damage in `cycles` cycles: (sum count range^slope / cycles)^(1/slope).
double dv_cycles_equivalent(const dv_cycle *c, int n, double slope, double cycles);
