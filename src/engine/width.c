// width.c: which widths this CPU runs.
#include "davit/real.h"
#include "engine/engine.h"

#if DV_LANES == 1

// The levels x86-64-v3 and -v4 by the features that compilers can ask for; clang 14 does not know the levels' names.
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
#define HAS(feature) __builtin_cpu_supports(feature)
static int has_v3(void) { return HAS("avx2") && HAS("fma") && HAS("bmi") && HAS("bmi2") && HAS("popcnt"); }
static int has_v4(void)
{
  return has_v3() && HAS("avx512f") && HAS("avx512bw") && HAS("avx512cd") && HAS("avx512dq") && HAS("avx512vl");
}
#endif

const dv_engine *dv_engine_of_width(int lanes)
{
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (lanes == 4 && has_v3()) return &dv_engine_x4;
  if (lanes == 8 && has_v4()) return &dv_engine_x8;
#endif
  return lanes == 1 ? &dv_engine_x1 : NULL;
}

const dv_engine *dv_engine_widest(void)
{
  const dv_engine *e = dv_engine_of_width(8);
  if (!e) e = dv_engine_of_width(4);
  return e ? e : &dv_engine_x1;
}

#endif
