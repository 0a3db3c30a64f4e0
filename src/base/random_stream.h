// random_stream.h: a fixed stream of random numbers: Knuth's linear congruential generator (MMIX). Its high bits are the good
// ones.
#pragma once

#include <stdint.h>

static inline uint64_t dv_random_bits(uint64_t *seed) { return *seed = *seed * 6364136223846793005u + 1442695040888963407u; }

// In [0, 1).
static inline double dv_random_unit(uint64_t *seed) { return (double)(dv_random_bits(seed) >> 11) * 0x1p-53; }
