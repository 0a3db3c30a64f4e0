// run.cuh: the loop of a run on a graphics card, behind the machine's functions.
//
// A step is taken whole or not at all: where a number is not finite, an event changes its sign or a loop needs other pivots, the
// machine stays where it was before the step, and `at` says which step that was. The processor goes on with it from there.
#ifdef __CUDACC__
extern __shared__ double davit_shared[];
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
#define MINE (blockIdx.x * (long)THREADS + threadIdx.x)
#define ROOM ((volatile real *)davit_shared + threadIdx.x)
#else
static volatile real davit_shared[3 * NX + 1];
static long davit_thread;
#define KERNEL extern "C" void
#define MINE davit_thread
#define ROOM davit_shared
#endif
#define WORDS ((NROOT + 31) / 32 + 1)

DEVICE int davit_signs(POINT)
{
  for (int i = 0; i < WORDS; i++) o.sign[i] = 0;
#if NROOT
  return davit_roots(HERE);
#else
  return 0;
#endif
}

// y at the end of the step. 1: a loop needs other pivots.
DEVICE int davit_method(const davit_step step, const davit_point o, volatile real *sum)
{
#if METHOD == 1
  davit_stage_of stage = {sum, 0, (real)step.h, 1};
  if (davit_stage(step.t < step.latest ? step.t : step.latest, o, stage)) return 1;
#pragma unroll
  for (int i = 0; i < NQ; i++) {
    sum[i * THREADS] = o.y[(NQ + i) * THREADS];
    o.y[i * THREADS] = o.x[AT(i)] + (real)step.h * o.y[(NQ + i) * THREADS];
  }
#else
  const int stages = METHOD;
#pragma unroll
  for (int i = 0; i < NX; i++) sum[i * THREADS] = (real)-0.0;  // plus something is that, whatever its sign
#pragma unroll 1
  for (int i = 0; i < stages; i++) {
    const double node = i == 0 ? 0 : i == stages - 1 ? 1 : 0.5, next = i + 1 == stages - 1 ? 1 : 0.5;
    const double weight = stages == 2 ? 0.5 : i == 0 || i == 3 ? 1 / 6.0 : 1 / 3.0, at = step.t + node * step.h;
    davit_stage_of stage = {sum, (real)weight, (real)(i == stages - 1 ? step.h : next * step.h), i == stages - 1};
    if (davit_stage(at < step.latest ? at : step.latest, o, stage)) return 1;
  }
#endif
  return 0;
}

// By the bits of the exponent: no arithmetic.
DEVICE int davit_is_finite(const davit_point o)
{
  unsigned most = 0;
#pragma unroll
  for (int i = 0; i < NX; i++) {
    const unsigned size = davit_high(o.y[i * THREADS]) & 0x7fffffffu;
    most = size > most ? size : most;
  }
  return most < INFINITE;
}

// The step is taken: x becomes y. In single precision x keeps its digits: it grows by h sum, and by what tidying changed.
DEVICE void davit_keep(double h, const davit_point o, double *x, const volatile real *sum)
{
#pragma unroll
  for (int i = 0; i < NX; i++) {
#ifdef SINGLE
    const double next = x[i] + h * (double)sum[i * THREADS];
    x[i] = next + (double)(o.y[i * THREADS] - (real)next);
    o.x[i * THREADS] = (real)x[i];
#else
    (void)h, (void)sum;
    x[i] = o.y[i * THREADS];
#endif
  }
}

// What comes at the end of a step: samples, and the signs from there on. 1: the step is not taken.
DEVICE int davit_arrive(const davit_step step, const davit_point o, const unsigned *sign, double *keep)
{
  int trouble = 0;
#if ND
  if (step.due)
    for (int i = 0; i < ND; i++) keep[i * THREADS] = o.d[i * THREADS];
#ifdef SAMPLES
  if (step.due) trouble = davit_sample(step.due, step.end, o);
#endif
#endif
  if (!trouble && (step.due || step.again)) {
    trouble = davit_signs(step.end, o);
    for (int i = 0; i < WORDS; i++) trouble |= sign[i] != o.sign[i];
  }
#if ND
  if (step.due && trouble)
    for (int i = 0; i < ND; i++) o.d[i * THREADS] = keep[i * THREADS];
#endif
  return trouble;
}

// x [block][NX][THREADS], d [block][ND][THREADS], p [block][NP][THREADS], keep: room as d; at [many]: -1: goes on; else the step
// that it did not take.
KERNEL davit_run(double *x, double *d, const double *p, double *keep, const davit_step *plan, int steps, int *at, long many)
{
  const long run = MINE;
  if (run >= many || at[run] >= 0) return;
  unsigned sign[WORDS], before[WORDS];
  double mine[NX];
  volatile real *y = ROOM;
  const long block = run / THREADS * THREADS, thread = run - block;  // machines of a block lie together
  x += block * NX + thread, d += block * ND + thread, p += block * NP + thread, keep += block * ND + thread;
  const davit_point o = {y, START_OF(mine, y), d, p, sign, 0};
#pragma unroll
  for (int i = 0; i < NX; i++) mine[i] = x[i * THREADS], y[i * THREADS] = (real)mine[i], SET_START(i, mine[i]);
  int trouble = davit_signs(plan[0].t, o), n = 0;
  for (; n < steps && !trouble; n++) {
    const davit_step step = plan[n];
    for (int i = 0; i < WORDS; i++) before[i] = sign[i];
    trouble = davit_method(step, o, y + NX * THREADS);
#if TIDY
    const double end = step.t + step.h;
    if (!trouble) trouble = davit_tidy(end < step.latest ? end : step.latest, o);
#endif
    if (!trouble) trouble = !davit_is_finite(o);
    if (!trouble) trouble = davit_signs(step.t + step.h, o);
    for (int i = 0; i < WORDS; i++) trouble |= sign[i] != before[i];
    if (!trouble) trouble = davit_arrive(step, o, before, keep);
    if (trouble) break;
    davit_keep(step.h, o, mine, y + NX * THREADS);
  }
  if (trouble) at[run] = n;
#pragma unroll
  for (int i = 0; i < NX; i++) x[i * THREADS] = mine[i];
}
