// width.c: which widths this CPU runs.
#include "davit/real.h"
#include "engine/engine.h"
#include "engine/program.h"

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

int dv_engine_serves(const dv_model *m, int lanes)
{
  const dv_part *p = dv_model_PART(m);
  int width = lanes == 1 ? DV_TABLE_X1 : lanes == 4 ? DV_TABLE_X4 : DV_TABLE_X8;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++)
    if (p[i].kind >= DV_KINDS_OWN && !m->outside.table->kind[width][p[i].kind - DV_KINDS_OWN]) return 0;
  return 1;
}

#endif
