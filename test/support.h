// support.h: what every test may need: cmocka with the headers that it wants first, nearness, and numbers of a fixed stream.
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// cmocka's own comparison of numbers is in floats.
static inline void assert_near(double is, double want, double within)
{
  if (!(fabs(is - want) <= within)) fail_msg("%.17g, want %.17g within %g, off by %g", is, want, within, is - want);
}

// The same as a part of what it should be.
static inline void assert_relative(const char *what, double is, double want, double relative)
{
  if (!(fabs(is - want) <= relative * fabs(want)))
    fail_msg("%s: %.17g, want %.17g within %g of it, off by %.2e", what, is, want, relative, is / want - 1);
}

// The next 64 bits of a stream (Knuth's linear congruential generator, MMIX); the same in every run.
static inline uint64_t next_bits(uint64_t *seed) { return *seed = *seed * 6364136223846793005u + 1442695040888963407u; }

static inline double uniform(uint64_t *seed, double lo, double hi)
{
  return lo + (hi - lo) * (double)(next_bits(seed) >> 11) * 0x1p-53;
}

static inline double around_zero(uint64_t *seed, double size) { return size * (2 * uniform(seed, 0, 1) - 1); }

static inline uint64_t roll(uint64_t *seed, uint64_t n) { return (next_bits(seed) >> 33) % n; }
