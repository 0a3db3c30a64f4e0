// stream.h: random numbers of a seed; the same everywhere (splitmix64, Steele, Lea, Flood 2014).
#pragma once

#include <math.h>
#include <stdint.h>

typedef struct {
  uint64_t at;
} stream;

static inline uint64_t stream_next(stream *s)
{
  uint64_t z = s->at += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static inline stream stream_of(uint64_t seed, uint64_t which)
{
  stream s = {seed};
  s.at = stream_next(&s) + which;
  s.at = stream_next(&s);
  return s;
}

static inline double between(stream *s, double lo, double hi)
{
  return lo + (hi - lo) * (double)(stream_next(s) >> 11) * 0x1p-53;
}
static inline double about(stream *s, double size, double factor)
{
  return size * pow(factor, between(s, -1, 1));
}  // by a factor
static inline int whole(stream *s, int n) { return (int)(stream_next(s) >> 33) % n; }  // 0 .. n-1
static inline int chance(stream *s, double p) { return between(s, 0, 1) < p; }
