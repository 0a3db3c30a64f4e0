// draw.c: counter-based random numbers: the finaliser of splitmix64 (Steele, Lea, Flood 2014) over a mixed key.
#include "batch/draw.h"

#include <math.h>
#include <stdlib.h>

static uint64_t mix(uint64_t z)
{
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint64_t key(uint64_t seed, uint64_t stream, uint64_t index) { return mix(mix(mix(seed) ^ stream) ^ index); }

double dv_draw_uniform(uint64_t seed, uint64_t stream, uint64_t index)
{
  return ((double)(key(seed, stream, index) >> 11) + 0.5) * 0x1p-53;
}

// Newton on the distribution function, from the tail's leading term; the upper half by symmetry.
double dv_draw_normal_inverse(double u)
{
  if (!(u > 0 && u < 1)) return u <= 0 ? -HUGE_VAL : HUGE_VAL;
  double p = u < 0.5 ? u : 1 - u, x = -sqrt(-2 * log(2 * p));
  for (int i = 0; i < 60; i++) {
    double f = 0.5 * erfc(-x * sqrt(0.5)), slope = exp(-0.5 * x * x) / sqrt(2 * acos(-1)), d = (f - p) / slope;
    d /= 1 + 0.5 * x * d;  // Halley: f'' = -x f'
    x -= d;
    if (fabs(d) <= 1e-15 * fabs(x)) break;
  }
  return u < 0.5 ? x : -x;
}

typedef struct {
  uint64_t key;
  int stratum;
} card;

static int by_key(const void *a, const void *b)
{
  const card *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->stratum - y->stratum;
}

void dv_draw_strata(dv_arena *a, uint64_t seed, uint64_t stream, int n, double *out)
{
  card *c = DV_TAKE(a, card, n);
  for (int i = 0; i < n; i++) c[i] = (card){key(seed, ~stream, (uint64_t)i), i};
  qsort(c, (size_t)n, sizeof *c, by_key);
  for (int i = 0; i < n; i++) out[i] = (c[i].stratum + dv_draw_uniform(seed, stream, (uint64_t)i)) / n;
}
