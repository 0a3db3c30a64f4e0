// graph_vary.c: the orders of a program that go with the seeds, eight lanes at once, with the widest registers of this CPU.
//
// All ways give the same bits: sums and products are never fused.
#include "graph/graph_order.h"

#include "davit/real.h"

enum { W = DV_PROGRAM_WIDTH };

typedef double lanes __attribute__((vector_size(W * sizeof(double)), aligned(8), may_alias));
typedef long long masks __attribute__((vector_size(W * sizeof(double))));

// Where operands are: bytes from the beginning.
#define LANES(at) (*(const lanes *)(const void *)((const char *)seeded + (at)))
#define FIXED(at) (*(const double *)(const void *)((const char *)value + ~(at)))
#define TO (*(lanes *)(void *)((char *)seeded + o->to))
#define EACH for (; o < end; o++)

#define INLINE static inline __attribute__((always_inline))

INLINE const double *operand(const dv_program *p, int at, double *room)
{
  const double *const seeded = p->seeded, *const value = p->value;
  if (at >= 0) return (const double *)(const void *)&LANES(at);
  for (int i = 0; i < W; i++) room[i] = FIXED(at);
  return room;
}

// Whatever graph_ops.def has: seldom one that is not among those below.
static void obey(const dv_program *p, const dv_order *o, int op)
{
  double *const seeded = p->seeded, room[3][W], *to = (double *)(void *)&TO;
  const double *x = operand(p, o->a, room[0]), *y = operand(p, o->b, room[1]), *z = operand(p, o->c, room[2]);
  switch (op) {
#define OP(name, n, text, result, da, db, dc)                                                                                    \
  case DV_T_##name:                                                                                                              \
    for (int i = 0; i < W; i++) {                                                                                                \
      const double a = x[i], b = y[i], c = z[i];                                                                                 \
      (void)a, (void)b, (void)c;                                                                                                 \
      to[i] = result;                                                                                                            \
    }                                                                                                                            \
    break;
#include "base/graph_ops.def"
#undef OP
  default: break;
  }
}

INLINE void choose(const dv_program *p, const dv_order *o, const dv_order *end)
{
  double *const seeded = p->seeded;
  const double *value = p->value;
  EACH
  {
    int at = FIXED(o->a) != 0 ? o->b : o->c;
    if (at >= 0) TO = LANES(at);
    else TO = FIXED(at) - (lanes){0};
  }
}

// All operands of a run are seeded.
static int is_plain(const dv_order_run *run) { return run->op < DV_ORDER_MIXED; }

INLINE void vary_run(const dv_program *p, const dv_order_run *run)
{
  double *const seeded = p->seeded;
  const double *value = p->value;
  const dv_order *o = p->item + run->first, *end = p->item + run->end;
  switch (run->op) {
  case DV_ORDER_SCALED_SUM: EACH TO = LANES(o->c) + FIXED(o->a) * LANES(o->b); break;
  case DV_ORDER_SCALED_LESS: EACH TO = LANES(o->c) - FIXED(o->a) * LANES(o->b); break;
  case DV_ORDER_SCALED_FROM: EACH TO = FIXED(o->a) * LANES(o->b) - LANES(o->c); break;
  case DV_ORDER_GATE: EACH TO = (lanes)((masks)(FIXED(o->a) * LANES(o->b)) & -(long long)(FIXED(o->c) != 0)); break;
  case DV_ORDER_CHOICE: choose(p, o, end); break;
  default: EACH obey(p, o, is_plain(run) ? run->op : run->op - DV_ORDER_MIXED); break;
  }
}

INLINE void vary(const dv_program *p)
{
  for (int i = p->phase[DV_SEEDED]; i < p->phase[DV_SEEDED + 1]; i++) vary_run(p, &p->run[i]);
}

static void vary_baseline(const dv_program *p) { vary(p); }

#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
__attribute__((target("avx2"))) static void vary_avx2(const dv_program *p) { vary(p); }
__attribute__((target("avx512f"))) static void vary_avx512(const dv_program *p) { vary(p); }

dv_vary *dv_vary_widest(void)
{
  if (__builtin_cpu_supports("avx512f")) return vary_avx512;
  return __builtin_cpu_supports("avx2") ? vary_avx2 : vary_baseline;
}
#else
dv_vary *dv_vary_widest(void) { return vary_baseline; }
#endif
