// prelude.cuh: what stands before a machine's functions (graph/cuda.c): how a thread of a graphics card reads and writes.
//
// One thread advances one machine. Y, the state of the stage, and S, the sum of the stages, lie in the memory that a block of
// threads shares, [state][thread]; discrete states and numbers in the card's memory, [block][quantity][thread], so that
// neighbours read neighbouring words and a place is a constant distance away. Y is volatile: a value is read again where it is
// used, and no register holds it in between.
// The tests compile the same text for a processor: then a block has one thread. SINGLE: rates in single precision; what closes
// loops is PRECISE, in double, since single precision would not come near enough.
#ifdef __CUDACC__
#define DEVICE static __device__ __forceinline__
#define APART static __device__ __noinline__
#define TABLE static __device__ const
#define CONSTANTS __constant__  // not const: it would be written out again
#else
#define DEVICE static inline
#define APART static
#define TABLE static const
#define CONSTANTS static const
#ifndef THREADS
#define THREADS 1
#endif
#endif

#ifdef SINGLE
#include <math.h>
#include <string.h>
typedef float real;
typedef int dv_bool;
#define DV_LANES 1
#define PRECISE double
DEVICE real dv_real(double x) { return (real)x; }
DEVICE double dv_lane(real x, int l) { return (void)l, x; }
DEVICE void dv_put(real *x, int l, double v) { (void)l, *x = (real)v; }
template <class A, class B> DEVICE auto dv_select(dv_bool m, A a, B b) { return m ? a : b; }
DEVICE dv_bool dv_not(dv_bool m) { return !m; }
DEVICE int dv_any(dv_bool m) { return m; }
// To single precision for angles of some thousand turns: reduced by pi/2 in two parts, then Taylor's series, cut off.
DEVICE void dv_sincos(real x, real *s, real *c)
{
  const real k = rintf(x * 0.636619772f), r = fmaf(k, 4.37113883e-8f, fmaf(k, -1.57079637f, x)), z = r * r;
  const real sine = r + r * z * (-1.66666667e-1f + z * (8.33333333e-3f + z * (-1.98412698e-4f + z * 2.75573192e-6f)));
  const real cosine = 1 + z * (-0.5f + z * (4.16666667e-2f + z * (-1.38888889e-3f + z * 2.48015873e-5f)));
  const int quarter = (int)k;
  const real a = quarter & 1 ? cosine : sine, b = quarter & 1 ? sine : cosine;
  *s = quarter & 2 ? -a : a;
  *c = (quarter + 1) & 2 ? -b : b;
}
DEVICE real dv_sin(real x)
{
  real s, c;
  dv_sincos(x, &s, &c);
  return s;
}
DEVICE real dv_cos(real x)
{
  real s, c;
  dv_sincos(x, &s, &c);
  return c;
}
DEVICE void dv_sincos(double x, double *s, double *c) { sincos(x, s, c); }
DEVICE double dv_sin(double x) { return sin(x); }
DEVICE double dv_cos(double x) { return cos(x); }
// Of single precision where all arguments are.
#define OF_ONE(name, call) template <class A> DEVICE A name(A x) { return call(x); }
#define OF_TWO(name, call) template <class A, class B> DEVICE auto name(A x, B y) { return call(x, y); }
OF_ONE(dv_sqrt, sqrt)
OF_ONE(dv_abs, fabs)
OF_ONE(dv_floor, floor)
OF_ONE(dv_tan, tan)
OF_ONE(dv_asin, asin)
OF_ONE(dv_acos, acos)
OF_ONE(dv_exp, exp)
OF_ONE(dv_expm1, expm1)
OF_ONE(dv_tanh, tanh)
OF_ONE(dv_log, log)
OF_TWO(dv_atan2, atan2)
OF_TWO(dv_pow, pow)
OF_TWO(dv_hypot, hypot)
OF_TWO(dv_copysign, copysign)
#else
#define PRECISE real
#include "davit/real.h"
#endif

// Quotient and root of a card, rounded correctly, without the branches that the compiler's own have for every use: the chip's
// estimate, Newton's method, and what is left over (Markstein 1990). Beyond the sizes 1e-290 to 1e290 the last bit may differ.
#if defined(__CUDACC__) && !defined(SINGLE)
DEVICE double davit_over(double a, double b)
{
  double r, e, q;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(b));
  const double rough = a * r;  // right where one of them is zero or infinite
  e = __fma_rn(-b, r, 1.0);
  e = __fma_rn(e, e, e);
  r = __fma_rn(r, e, r);
  e = __fma_rn(-b, r, 1.0);
  r = __fma_rn(r, e, r);
  // of a b just below a power of two r is rounded the wrong way
  if (((unsigned)__double2loint(b) & ((unsigned)__double2hiint(b) | 0xfff00000u)) == 0xffffffffu)
    r = __hiloint2double(__double2hiint(r), __double2loint(r) + 1);
  q = __dmul_rn(a, r);
  e = __fma_rn(-b, q, a);
  const double fine = __fma_rn(e, r, q);
  return ((unsigned)__double2hiint(q) & 0x7ff00000u) - 0x100000u < 0x7fe00000u ? fine : rough;
}
DEVICE double davit_root(double a)
{
  double y, e, g;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a));
  e = __fma_rn(a, -__dmul_rn(y, y), 1.0);
  y = __fma_rn(__fma_rn(e, 0.375, 0.5), __dmul_rn(e, y), y);
  g = __dmul_rn(a, y);
  e = __fma_rn(-g, g, a);
  g = __fma_rn(e, __dmul_rn(0.5, y), g);
  return (unsigned)__double2hiint(a) - 1u < 0x7fefffffu ? g : a == 0 || a > 0 ? a : g;  // zero and infinity are their own roots
}
#define OVER(a, b) davit_over(a, b)
#define dv_sqrt davit_root
#else
#define OVER(a, b) ((a) / (b))
#endif

// Functions of formulas, as spec/evaluate.c has them.
DEVICE double davit_least(double a, double b) { return a > b ? b : a; }
DEVICE double davit_most(double a, double b) { return a < b ? b : a; }
DEVICE double davit_sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0 * a; }

// Methods, and what each has of states in the shared memory: the stage's, sums.
#define EULER 1
#define HEUN 2
#define RK3 3
#define RK4 4
#define RKN 5
#define ROSENBROCK 6
#define ROWS (METHOD == RK3 || METHOD == RKN ? 3 : 2)

// The state at the start of the step is the thread's own, in registers as far as they go. Of single precision it is a copy beside
// y, and the thread keeps the digits.
#ifdef SINGLE
#define START volatile real *
#define START_OF(own, y) ((y) + ROWS * NX * THREADS)
#define SET_START(i, value) o.x[(i) * THREADS] = (real)(value)
#define AT(i) ((i) * THREADS)
#define INFINITE 0x7f800000u
#else
#define START const double *
#define START_OF(own, y) (own)
#define SET_START(i, value) (void)0
#define AT(i) (i)
#define INFINITE 0x7ff00000u
#endif

// The word with sign and exponent.
DEVICE unsigned davit_high(real x)
{
#ifdef SINGLE
  unsigned word;
  memcpy(&word, &x, sizeof word);
  return word;
#else
  return (unsigned)((unsigned long long)dv_to_bits(x) >> 32);
#endif
}

// One step of all machines: from t by h to `end`; no evaluation is later than `latest`.
struct davit_step {
  double t, h, end, latest;
  unsigned due;    // sampled parts, bit by bit
  unsigned again;  // 1: events are looked at once more at the end
  int row;         // where the record at the end goes; 0: there is none
  int how;
};
#define LOOK 1  // for its record only: the next step begins at t again
#define BEGIN 3  // no step: a piece of a run begins, and what samples there sees its inputs
#define LAST 2  // the run ends: what samples there is seen by the record only

// Runs piece by piece: what goes in and out, run by run. All NULL: none.
struct davit_exchange {
  const double *in;  // [many][NIN]
  double *out;       // [many][NKEPT]
  unsigned *side;    // [many][WORDS] signs of events at the end of the piece before
};

// A machine at a point: where its numbers are.
struct davit_point {
  volatile real *y;  // state, [NX][THREADS]
  START x;           // state at the start of the step
  double *d;         // discrete states, [ND][THREADS]
  const double *p;   // open numbers, [NP][THREADS]
  unsigned *sign;    // [(NROOT + 31) / 32] signs of the events
  real *shown;       // [NSHOWN]
};

// A stage of a method: sum += weight k; y = x + along k, or along a sum.
struct davit_stage_of {
  volatile real *s;  // the sum, [NX][THREADS]; behind it another row, of methods that have one
  real weight, along;
  int number, last;
};

#define POINT double t, const davit_point o
#define HERE t, o
#define STAGE double t, const davit_point o, const davit_stage_of stage
#define X(i) o.y[(i) * THREADS]
#define D(i) ((real)o.d[(i) * THREADS])
#define P(i) ((real)o.p[(i) * THREADS])
#ifdef SINGLE
#define C(i, value) ((real)(value))
#else
#define C(i, value) davit_constant[i]
#endif
#define TIDIED(i, value) o.y[(i) * THREADS] = (value)
#define SAMPLED(i, value) o.d[(i) * THREADS] = (value)
#define ROOT(i, value) o.sign[(i) / 32] |= (unsigned)((value) < 0) << ((i) % 32)
#define SHOWN(i, value) o.shown[i] = (value)
#define KEPT(i, value) row[(i) * THREADS] = (double)(value)

#if METHOD == EULER  // semi-implicit: rates here, coordinates by the new rates (run.cuh)
#define RATE(i, value)                                     \
  if ((i) >= NQ) {                                         \
    const real k = (value);                                \
    stage.s[(i) * THREADS] = k;                            \
    o.y[(i) * THREADS] = o.x[AT(i)] + stage.along * k;     \
  }
#elif METHOD == ROSENBROCK  // rates alone
#define RATE(i, value) stage.s[(i) * THREADS] = (value)
#elif METHOD == RK3  // the second stage goes along k1 + k2
#define RATE(i, value)                                                                              \
  {                                                                                                 \
    const real k = (value), start = o.x[AT(i)];                                                     \
    const real sum = stage.s[(i) * THREADS] + stage.weight * k, both = stage.s[(NX + (i)) * THREADS] + k; \
    stage.s[(i) * THREADS] = sum, stage.s[(NX + (i)) * THREADS] = both;                             \
    o.y[(i) * THREADS] = start + stage.along * (stage.last ? sum : stage.number ? both : k);        \
  }
#else
// Of rkn the second row has the first stage's rates of coordinates, then accelerations.
#define RATE(i, value)                                                                              \
  {                                                                                                 \
    const real k = (value), start = o.x[AT(i)];                                                     \
    const real sum = stage.s[(i) * THREADS] + stage.weight * k;                                     \
    stage.s[(i) * THREADS] = sum;                                                                   \
    o.y[(i) * THREADS] = start + stage.along * (stage.last ? sum : k);                              \
    if (METHOD == RKN && ((i) < NQ ? !stage.number : (i) < 2 * NQ && stage.number != 1))            \
      stage.s[(NX + (i)) * THREADS] = k;                                                            \
  }
#endif
