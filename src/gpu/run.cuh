// run.cuh: the loop of a run on a graphics card, behind the machine's functions.
//
// A step is taken whole or not at all: where a number is not finite, an event changes its sign or a loop needs other pivots, the
// machine stays where it was before the step, and `at` says which step that was. The processor takes that one.
#ifdef __CUDACC__
extern __shared__ double davit_shared[];
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
#define MINE (blockIdx.x * (long)THREADS + threadIdx.x)
#define ROOM ((volatile real *)davit_shared + threadIdx.x)
#else
static volatile real davit_shared[(4 * NX + 1) * THREADS];
static long davit_thread;
#define KERNEL extern "C" void
#define MINE davit_thread
#define ROOM (davit_shared + davit_thread % THREADS)
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

#if METHOD == RKN
// Coordinates of the next stage: by rate and acceleration (step/rkn.c).
DEVICE void davit_place(int next, double h, const davit_point o, volatile real *sum)
{
  volatile real *first = sum + NX * THREADS, *bent = first + NQ * THREADS;
#pragma unroll
  for (int i = 0; i < NQ; i++) {
    const real by = (real)h, rate = first[i * THREADS], a = bent[i * THREADS];
    const real way = next == 1 ? (real)0.5 * by * (rate + (real)0.25 * by * a) : next == 2 ? a : by * (rate + (real)0.5 * by * a);
    if (next == 1) bent[i * THREADS] = way;  // the next stage stands there, too
    o.y[i * THREADS] = o.x[AT(i)] + way;
  }
}
#endif

// y at the end of the step. 1: a loop needs other pivots.
#if METHOD == EULER
DEVICE int davit_method(const davit_step step, const davit_point o, volatile real *sum)
{
  davit_stage_of stage = {sum, 0, (real)step.h, 0, 1};
  if (davit_stage(step.t < step.latest ? step.t : step.latest, o, stage)) return 1;
#pragma unroll
  for (int i = 0; i < NQ; i++) {
    sum[i * THREADS] = o.y[(NQ + i) * THREADS];
    o.y[i * THREADS] = o.x[AT(i)] + (real)step.h * o.y[(NQ + i) * THREADS];
  }
  return 0;
}
#elif METHOD != ROSENBROCK
DEVICE int davit_method(const davit_step step, const davit_point o, volatile real *sum)
{
  const int stages = METHOD == RKN ? 4 : METHOD, last = stages - 1;
#pragma unroll
  for (int i = 0; i < (ROWS - 1) * NX; i++) sum[i * THREADS] = (real)-0.0;  // plus something is that, whatever its sign
#pragma unroll 1
  for (int i = 0; i < stages; i++) {
#if METHOD == RK3
    const double node = i == 0 ? 0 : i == 1 ? 1 : 0.5, weight = i == 2 ? 2 / 3.0 : 1 / 6.0, along = i == 1 ? 0.25 : 1;
#else
    const double node = i == 0 ? 0 : i == last ? 1 : 0.5, along = i + 1 >= last ? 1 : 0.5;
    const double weight = stages == 2 ? 0.5 : i == 0 || i == 3 ? 1 / 6.0 : 1 / 3.0;
#endif
    const double at = step.t + node * step.h;
    davit_stage_of stage = {sum, (real)weight, (real)(along * step.h), i, i == last};
    if (davit_stage(at < step.latest ? at : step.latest, o, stage)) return 1;
#if METHOD == RKN
    if (i < last) davit_place(i + 1, step.h, o, sum);
#endif
  }
  return 0;
}
#endif

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

// What is kept of the machine at this instant. Without o.x: who hands the thread's own state over would have it in memory.
DEVICE int davit_keep_row(POINT, double *row)
{
#if NKEPT
  const davit_point seen = {o.y, 0, o.d, o.p, 0, 0};
  return davit_row(t, seen, row);
#else
  return 0;
#endif
}

// A record between two steps; then y is the start again.
DEVICE int davit_look(const davit_step step, const davit_point o, const double *x, double *row)
{
  const int trouble = !davit_is_finite(o) || davit_keep_row(step.end, o, row);
#pragma unroll
  for (int i = 0; i < NX; i++) o.y[i * THREADS] = (real)x[i];
  return trouble;
}

// What comes at the end of a step: samples, and the signs from there on. 1: the step is not taken.
DEVICE int davit_arrive(const davit_step step, const davit_point o, const unsigned *sign, double *keep, double *row)
{
  int trouble = 0;
#if ND
  if (step.due)
    for (int i = 0; i < ND; i++) keep[i * THREADS] = o.d[i * THREADS];
#ifdef SAMPLES
  if (step.due) trouble = davit_sample(step.due, step.end, o);
#endif
#endif
  if (!trouble && step.how != LAST && (step.due || step.again)) {
    trouble = davit_signs(step.end, o);
    for (int i = 0; i < WORDS; i++) trouble |= sign[i] != o.sign[i];
  }
  if (!trouble && step.row) trouble = davit_keep_row(step.end, o, row);
#if ND
  if (step.due && (trouble || step.how == LAST))
    for (int i = 0; i < ND; i++) o.d[i * THREADS] = keep[i * THREADS];
#endif
  return trouble;
}

DEVICE int davit_begin_piece(const davit_step step, const davit_point o, const unsigned *sign)
{
  int trouble = 0;
#ifdef SAMPLES
  if (step.due) trouble = davit_sample(step.due, step.t, o);
#endif
  if (!trouble && step.due) trouble = davit_signs(step.t, o);
  for (int i = 0; i < WORDS; i++) trouble |= sign[i] != o.sign[i];
  return trouble;
}

// x [block][NX][THREADS], d [block][ND][THREADS], p [block][NP][THREADS], keep: room as d; at [many]: -1 - n: it goes on, from
// step n of the plan; else the step that it did not take. kept [block][rows][NKEPT][THREADS]. begin: 1: the first row is written,
// too. slope, memory: of methods with a Jacobian: where it was taken, [block][NSLOPE][THREADS]; room, [block][MEMORY][THREADS].
KERNEL davit_run(double *x, double *d, double *p, double *keep, const davit_step *plan, int first, int steps, int *at,
                 double *kept, long rows, int begin, double *slope, double *memory, davit_exchange exchange,
                 long many)
{
  const long run = MINE;
  if (run >= many || at[run] >= 0) return;
  const int from = -1 - at[run] > first ? -1 - at[run] : first;
  if (from >= first + steps) return;
  unsigned sign[WORDS], before[WORDS];
  double mine[NX];
  volatile real *y = ROOM;
  const long block = run / THREADS * THREADS, thread = run - block, width = NKEPT * THREADS;  // machines of a block lie together
  x += block * NX + thread, d += block * ND + thread, p += block * NP + thread, keep += block * ND + thread;
  kept += block * NKEPT * rows + thread;
  const davit_point o = {y, START_OF(mine, y), d, p, sign, 0};
#pragma unroll
  for (int i = 0; i < NX; i++) mine[i] = x[i * THREADS], y[i * THREADS] = (real)mine[i], SET_START(i, mine[i]);
#if NIN
  for (int i = 0; i < NIN && exchange.in; i++) p[davit_input[i] * THREADS] = exchange.in[run * NIN + i];
#endif
  int trouble = davit_signs(plan[from].t, o), n = from;
  for (int i = 0; i < WORDS && exchange.side; i++) trouble |= sign[i] != exchange.side[run * WORDS + i];
#if METHOD == ROSENBROCK
  davit_linear linear = {slope + block * NSLOPE + thread, memory + block * MEMORY + thread, 0, 0};
  if (!trouble) trouble = davit_recall(plan[from].latest, o, &linear, y + NX * THREADS);
#endif
  if (begin && !trouble) trouble = davit_keep_row(plan[from].t, o, kept);
  for (; n < first + steps && !trouble; n++) {
    const davit_step step = plan[n];
    double *row = kept + step.row * width;
    for (int i = 0; i < WORDS; i++) before[i] = sign[i];
    if (step.how == BEGIN) {
      trouble = davit_begin_piece(step, o, before);
      if (trouble) break;
      continue;
    }
#if METHOD == ROSENBROCK
    if (step.how == LOOK) continue;  // the step has what lies within it
    int looks = 0;
    while (n > looks && plan[n - 1 - looks].how == LOOK) looks++;
    trouble = davit_method(step, o, y + NX * THREADS, &linear);
#else
    trouble = davit_method(step, o, y + NX * THREADS);
#endif
#if TIDY
    const double end = step.t + step.h;
    if (!trouble) trouble = davit_tidy(end < step.latest ? end : step.latest, o);
#endif
    if (step.how == LOOK) {
      if (!trouble) trouble = davit_look(step, o, mine, row);
      if (trouble) break;
      continue;
    }
    if (!trouble) trouble = !davit_is_finite(o);
    if (!trouble) trouble = davit_signs(step.t + step.h, o);
    for (int i = 0; i < WORDS; i++) trouble |= sign[i] != before[i];
#if METHOD == ROSENBROCK
    for (int i = n - looks; i < n && !trouble; i++) trouble = davit_between(plan[i], step, o, &linear, kept + plan[i].row * width);
#endif
    if (!trouble) trouble = davit_arrive(step, o, before, keep, row);
#if METHOD == ROSENBROCK
    davit_served(&linear, trouble);
#endif
    if (trouble) break;
    davit_keep(step.h, o, mine, y + NX * THREADS);
  }
  while (trouble && n > 0 && plan[n - 1].how == LOOK) n--;  // what lies within a step may lie behind its event
  if (trouble) at[run] = n;
  for (int i = 0; i < NKEPT && exchange.out && !trouble; i++) exchange.out[run * NKEPT + i] = kept[width + i * THREADS];
  for (int i = 0; i < WORDS && exchange.side && !trouble; i++) exchange.side[run * WORDS + i] = sign[i];
#pragma unroll
  for (int i = 0; i < NX; i++) x[i * THREADS] = mine[i];
}

// Whole machines between the card's order and one after the other: `count` of them, whose numbers are in `list`. back: 1: into the
// card's order.
KERNEL davit_move(double *x, double *d, double *p, double *slope, double *out, unsigned *side, const int *list, double *all, int back,
                  int slopes, long count)
{
  const long i = MINE;
  if (i >= count) return;
  const long run = list[i], block = run / THREADS * THREADS, thread = run - block;
  all += i * (NX + ND + NP + slopes + NKEPT + WORDS);
  const struct {
    double *at;
    long n;
  } part[] = {
      {x + block * NX + thread,         NX    },
      {d + block * ND + thread,         ND    },
      {p + block * NP + thread,         NP    },
      {slope + block * slopes + thread, slopes}
  };
  for (int k = 0; k < 4; k++)
    for (long j = 0; j < part[k].n; j++, all++)
      if (back) part[k].at[j * THREADS] = *all;
      else *all = part[k].at[j * THREADS];
  for (int j = 0; j < NKEPT; j++, all++)
    if (back) out[run * NKEPT + j] = *all;
    else *all = out[run * NKEPT + j];
  for (int j = 0; j < WORDS; j++, all++)
    if (back) side[run * WORDS + j] = (unsigned)*all;
    else *all = side[run * WORDS + j];
}

#if NKEPT
#define DV_LAW DEVICE
#define Y(c, i) ((c)->y[(size_t)(i) * NKEPT * THREADS])
#include "base/measure_laws.h"

// A measure of what was kept: rows `first` to `first + n` of one of its quantities.
struct davit_measure {
  int what, quantity, first, n;
  double at, goal, band;
};

// out [count][many]
KERNEL davit_reduce(const double *kept, const double *time, const davit_measure *all, int count, long rows, const int *at,
                    double *out, long many)
{
  const long run = MINE;
  if (run >= many || at[run] >= 0) return;
  const long block = run / THREADS * THREADS;
  kept += block * NKEPT * rows + (run - block);
  for (int i = 0; i < count; i++) {
    const davit_measure m = all[i];
    const dv_course c = {m.n, time + m.first, kept + (m.first * (long)NKEPT + m.quantity) * THREADS, m.at, m.goal, m.band};
    out[i * many + run] = measure_of((dv_measure)m.what, &c);
  }
}
#endif
