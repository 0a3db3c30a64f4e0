// draw.h: random numbers that depend on (seed, stream, index) only, so that runs may be made in any order and by anyone.
#pragma once

#include "base/arena.h"

#include <stdint.h>

double dv_draw_uniform(uint64_t seed, uint64_t stream, uint64_t index);  // in (0, 1)
double dv_draw_normal_inverse(double u);                                 // x with P(X < x) = u, standard normal

// Latin hypercube: n values in (0, 1), one in each of n strata, in random order (McKay, Beckman, Conover 1979).
void dv_draw_strata(dv_arena *a, uint64_t seed, uint64_t stream, int n, double *out);
