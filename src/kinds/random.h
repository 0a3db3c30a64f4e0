// random.h: seeded numbers that are the same everywhere: the minimal standard generator (Park and Miller 1988), exact in doubles.
//
//   s <- 16807 s mod (2^31 - 1);  uniform s/(2^31 - 1) in (0, 1);  normal by Box and Muller (1958)
#pragma once

#include "davit/real.h"

DV_FN real random_next(real s)
{
  real x = 16807 * s;
  return x - 2147483647 * dv_floor(x / 2147483647);
}
// The generator is linear: seeds go through a root, else the streams of seeds 1 and 2 were multiples of each other.
DV_FN real random_start(real seed)
{
  real root = 1000 * dv_sqrt(random_next(random_next(seed + 1)));
  return random_next(1 + dv_floor(2147483645 * (root - dv_floor(root))));
}
DV_FN real random_uniform(real s) { return s / 2147483647; }
DV_FN real random_normal(real s, real next)
{
  real sine, cosine;
  dv_sincos(6.283185307179586 * random_uniform(next), &sine, &cosine);
  return dv_sqrt(-2 * dv_log(random_uniform(s))) * cosine;
}
