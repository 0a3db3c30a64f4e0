// real.h: the number that the lane folders compute with.
//
// DV_LANES 1: `real` is a double. DV_LANES 4 or 8: a vector of doubles, one independent run per lane.
// The same source is compiled once per width. Rules of the subset:
//   dv_real(0), not `real z = 0`;  2 * a and a += 1 are fine.
//   a < b is a dv_bool: join with & and |, use it in dv_select(m, a, b); no if, ?:, !, &&, || on data.
//   no libm but dv_sqrt; dv_sincos, dv_exp ... below are branch-free and give the same bits in every width.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef DV_LANES
#define DV_LANES 1
#endif

#define DV_CAT_(a, b) a##b
#define DV_CAT(a, b) DV_CAT_(a, b)
#ifdef DV_TRACE
#define DV_X(name) DV_CAT(name, _trace)
#else
#define DV_X(name) DV_CAT(name, DV_CAT(_x, DV_LANES))  // the name of this width: name_x1, name_x4, name_x8
#endif

#ifdef __CUDACC__
#define DV_FN static __host__ __device__ __forceinline__
#define DV_HD static __host__ __device__
#elif defined(DV_CALLS)  // debugging and sanitizers: inlined laws and passes take minutes to compile there
#define DV_FN static inline __attribute__((unused))
#define DV_HD static
#else
#define DV_FN static inline __attribute__((always_inline, unused))
#define DV_HD static
#endif

#ifdef DV_TRACE  // names the header in which `real` is a node of a graph: how a machine becomes straight-line code
#include DV_TRACE
#elif DV_LANES == 1

typedef double real;
typedef int64_t dv_bits;  // 64 bits per lane
typedef int dv_bool;      // 0 or 1

DV_FN real dv_real(double x) { return x; }
DV_FN double dv_lane(real x, int l)
{
  (void)l;
  return x;
}
DV_FN void dv_put(real *x, int l, double v)
{
  (void)l;
  *x = v;
}
DV_FN dv_bits dv_to_bits(real x)
{
  dv_bits b;
  memcpy(&b, &x, sizeof b);
  return b;
}
DV_FN real dv_of_bits(dv_bits b)
{
  real x;
  memcpy(&x, &b, sizeof x);
  return x;
}
DV_FN real dv_select(dv_bool m, real a, real b) { return m ? a : b; }
DV_FN dv_bool dv_not(dv_bool m) { return !m; }
DV_FN real dv_sqrt(real x) { return sqrt(x); }
DV_FN int dv_any(dv_bool m) { return m; }
DV_FN int dv_all(dv_bool m) { return m; }

#else

typedef double real __attribute__((vector_size(8 * DV_LANES)));
typedef int64_t dv_bits __attribute__((vector_size(8 * DV_LANES)));
typedef dv_bits dv_bool;  // 0 or all ones per lane

DV_FN real dv_real(double x)
{
  real z = {0};
  return z + x;
}
DV_FN double dv_lane(real x, int l) { return x[l]; }
DV_FN void dv_put(real *x, int l, double v) { (*x)[l] = v; }
DV_FN dv_bits dv_to_bits(real x) { return (dv_bits)x; }
DV_FN real dv_of_bits(dv_bits b) { return (real)b; }
DV_FN real dv_select(dv_bool m, real a, real b) { return (real)((m & (dv_bits)a) | (~m & (dv_bits)b)); }
DV_FN dv_bool dv_not(dv_bool m) { return ~m; }
DV_FN real dv_sqrt(real x)
{
  real y;
  for (int l = 0; l < DV_LANES; l++) y[l] = sqrt(x[l]);
  return y;
}
DV_FN int dv_any(dv_bool m)
{
  int64_t r = 0;
  for (int l = 0; l < DV_LANES; l++) r |= m[l];
  return r != 0;
}
DV_FN int dv_all(dv_bool m)
{
  int64_t r = -1;
  for (int l = 0; l < DV_LANES; l++) r &= m[l];
  return r != 0;
}

#endif

// A NaN in the first argument stays: it must reach the finiteness check, not vanish in a clamp.
DV_FN real dv_min(real a, real b) { return dv_select(a > b, b, a); }
DV_FN real dv_max(real a, real b) { return dv_select(a < b, b, a); }
DV_FN real dv_clamp(real x, real lo, real hi) { return dv_min(dv_max(x, lo), hi); }
#ifndef DV_TRACE
DV_FN real dv_abs(real x) { return dv_of_bits(dv_to_bits(x) & INT64_MAX); }
#endif
DV_FN real dv_sign(real x) { return dv_select(x > 0.0, dv_real(1), dv_select(x < 0.0, dv_real(-1), dv_real(0) * x)); }

#ifndef DV_TRACE
#include "davit/functions.h"
#endif
