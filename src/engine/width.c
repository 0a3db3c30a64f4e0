// width.c: which widths this CPU runs.
#include "davit/real.h"
#include "engine/engine.h"

#if DV_LANES == 1

const dv_engine *dv_engine_of_width(int lanes)
{
#if defined(__x86_64__)
  if (lanes == 4 && __builtin_cpu_supports("x86-64-v3")) return &dv_engine_x4;
  if (lanes == 8 && __builtin_cpu_supports("x86-64-v4")) return &dv_engine_x8;
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
