// functions.c: the elementary functions against long double libm, at their edges, and over lanes.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "support.h"

#include "davit/real.h"
#include "width.h"

enum { POINTS = 200000 };

static double ulp(double x)
{
  int e;
  frexp(fmax(fabs(x), 0x1p-1022), &e);
  return ldexp(1, e - 53);
}

// A function of one or two arguments, its reference, where it is tried and how far off it may be.
typedef struct {
  const char *name;
  double (*ours)(double, double);
  long double (*theirs)(long double, long double);
  double lo, hi, lo2, hi2;
  int logarithmic;  // x = exp(uniform)
  double limit;     // ulp
} trial;

#define PAIR(name, ours, theirs)                                                                                                 \
  static double our_##name(double x, double y) { return (void)y, ours; }                                                         \
  static long double their_##name(long double x, long double y) { return (void)y, theirs; }                                      \
  _Static_assert(LDBL_MANT_DIG > DBL_MANT_DIG, "the reference has more digits")
PAIR(sin, dv_sin(x), sinl(x));
PAIR(cos, dv_cos(x), cosl(x));
PAIR(tan, dv_tan(x), tanl(x));
PAIR(exp, dv_exp(x), expl(x));
PAIR(expm1, dv_expm1(x), expm1l(x));
PAIR(log, dv_log(x), logl(x));
PAIR(tanh, dv_tanh(x), tanhl(x));
PAIR(atan, dv_atan(x), atanl(x));
PAIR(atan2, dv_atan2(x, y), atan2l(x, y));
PAIR(asin, dv_asin(x), asinl(x));
PAIR(acos, dv_acos(x), acosl(x));
PAIR(hypot, dv_hypot(x, y), hypotl(x, y));
PAIR(pow, dv_pow(x, y), powl(x, y));
PAIR(floor, dv_floor(x), floorl(x));

static const trial trials[] = {
    {"sin",   our_sin,   their_sin,   -10,  10,  0,    0,   0, 0.8},
    {"sin",   our_sin,   their_sin,   -1e6, 1e6, 0,    0,   0, 0.8},
    {"cos",   our_cos,   their_cos,   -10,  10,  0,    0,   0, 0.8},
    {"cos",   our_cos,   their_cos,   -1e6, 1e6, 0,    0,   0, 0.8},
    {"sin",   our_sin,   their_sin,   -40,  2,   0,    0,   1, 0.8},
    {"tan",   our_tan,   their_tan,   -10,  10,  0,    0,   0, 1.5},
    {"tan",   our_tan,   their_tan,   -1e6, 1e6, 0,    0,   0, 1.5},
    {"exp",   our_exp,   their_exp,   -1,   1,   0,    0,   0, 1  },
    {"exp",   our_exp,   their_exp,   -745, 709, 0,    0,   0, 1  },
    {"expm1", our_expm1, their_expm1, -2,   2,   0,    0,   0, 1.3},
    {"expm1", our_expm1, their_expm1, -50,  700, 0,    0,   0, 1.3},
    {"expm1", our_expm1, their_expm1, -60,  0,   0,    0,   1, 1.3},
    {"log",   our_log,   their_log,   0,    3,   0,    0,   0, 1  },
    {"log",   our_log,   their_log,   -744, 709, 0,    0,   1, 1  },
    {"log",   our_log,   their_log,   0.9,  1.1, 0,    0,   0, 1  },
    {"tanh",  our_tanh,  their_tanh,  -3,   3,   0,    0,   0, 1.5},
    {"tanh",  our_tanh,  their_tanh,  -40,  4,   0,    0,   1, 1.5},
    {"atan",  our_atan,  their_atan,  -5,   5,   0,    0,   0, 2  },
    {"atan",  our_atan,  their_atan,  -60,  60,  0,    0,   1, 2  },
    {"atan2", our_atan2, their_atan2, -5,   5,   -5,   5,   0, 2  },
    {"atan2", our_atan2, their_atan2, -40,  40,  -1,   1,   1, 2  },
    {"asin",  our_asin,  their_asin,  -1,   1,   0,    0,   0, 2  },
    {"asin",  our_asin,  their_asin,  -40,  0,   0,    0,   1, 2  },
    {"acos",  our_acos,  their_acos,  -1,   1,   0,    0,   0, 2  },
    {"acos",  our_acos,  their_acos,  0.99, 1,   0,    0,   0, 2  },
    {"hypot", our_hypot, their_hypot, -1,   1,   -1,   1,   0, 2  },
    {"pow",   our_pow,   their_pow,   -10,  10,  -60,  60,  1, 1  },
    {"pow",   our_pow,   their_pow,   0,    5,   -3,   3,   0, 1  },
    {"pow",   our_pow,   their_pow,   -1,   1,   -680, 680, 1, 1  },
    {"floor", our_floor, their_floor, -100, 100, 0,    0,   0, 0  },
};

// Where long double is computed with a double's digits (valgrind), there is no reference.
static void need_long_double(void)
{
  volatile long double one = 1, tiny = 0x1p-60L;
  if (one + tiny != one) return;
  print_message("skipped: long double has no more digits than double here\n");
  skip();
}

static void close_to_long_double(void **state)
{
  (void)state;
  need_long_double();
  for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
    const trial *t = &trials[k];
    uint64_t seed = 11 + k;
    double worst = 0, at = 0, at2 = 0;
    for (int i = 0; i < POINTS; i++) {
      double x = uniform(&seed, t->lo, t->hi), y = uniform(&seed, t->lo2, t->hi2);
      if (t->logarithmic) x = exp(x);
      long double exact = t->theirs(x, y);
      double off = (double)(fabsl((long double)t->ours(x, y) - exact) / ulp((double)exact));
      if (!(off <= worst)) worst = off, at = x, at2 = y;
    }
    print_message("%-6s %9.4g to %9.4g: %.3f ulp\n", t->name, t->lo, t->hi, worst);
    if (!(worst <= t->limit)) fail_msg("%s is %.3f ulp off at %a, %a; the limit is %.1f", t->name, worst, at, at2, t->limit);
  }
}

// Near multiples of pi/2 the digits of the argument's reduction show.
static void sine_at_quarter_turns(void **state)
{
  double worst = 0;
  (void)state;
  need_long_double();
  for (int k = -600000; k <= 600000; k += 7) {
    double x = k * 1.57079632679489661923, small = k % 2 ? dv_cos(x) : dv_sin(x);
    long double exact = k % 2 ? cosl((long double)x) : sinl((long double)x);
    worst = fmax(worst, (double)(fabsl(small - exact) / ulp((double)exact)));
  }
  print_message("zeros of sine and cosine: %.3f ulp\n", worst);
  assert_true(worst <= 2);
}

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

static void edges(void **state)
{
  const double inf = (double)INFINITY, nan = (double)NAN, pi = 3.14159265358979323846;
  (void)state;
  assert_true(same(dv_sin(0.0), 0.0) && same(dv_sin(-0.0), -0.0) && same(dv_cos(0.0), 1.0) && same(dv_tan(-0.0), -0.0));
  assert_true(isnan(dv_sin(inf)) && isnan(dv_cos(-inf)) && isnan(dv_tan(inf)) && isnan(dv_sin(1e300)));
  assert_true(same(dv_exp(0.0), 1) && same(dv_exp(-inf), 0) && same(dv_exp(inf), inf) && same(dv_exp(711), inf) &&
              same(dv_exp(-800), 0));
  assert_true(same(dv_expm1(-0.0), -0.0) && same(dv_expm1(-inf), -1) && same(dv_expm1(inf), inf) &&
              same(dv_expm1(1e-300), 1e-300));
  assert_true(same(dv_log(1.0), 0) && same(dv_log(0.0), -inf) && same(dv_log(-0.0), -inf) && same(dv_log(inf), inf) &&
              isnan(dv_log(-1.0)));
  assert_true(same(dv_tanh(-0.0), -0.0) && same(dv_tanh(inf), 1) && same(dv_tanh(-inf), -1));
  assert_true(same(dv_atan(inf), pi / 2) && same(dv_atan(-inf), -pi / 2) && same(dv_atan(-0.0), -0.0));
  assert_true(same(dv_atan2(0.0, 0.0), 0) && same(dv_atan2(-0.0, -1.0), -pi) && same(dv_atan2(0.0, -0.0), pi));
  assert_true(same(dv_atan2(inf, inf), pi / 4) && same(dv_atan2(inf, -inf), 3 * pi / 4) && same(dv_atan2(1, inf), 0));
  assert_true(same(dv_asin(1.0), pi / 2) && same(dv_asin(-0.0), -0.0) && isnan(dv_asin(1.0000001)) && same(dv_acos(1.0), 0) &&
              same(dv_acos(-1.0), pi));
  assert_true(same(dv_pow(0.0, 2), 0) && same(dv_pow(0.0, 0), 1) && same(dv_pow(0.0, -1), inf) && same(dv_pow(1.0, inf), 1));
  assert_true(same(dv_pow(inf, 0.5), inf) && same(dv_pow(inf, -1), 0) && same(dv_pow(2, 1e9), inf) && same(dv_pow(2, -1e9), 0));
  assert_true(isnan(dv_pow(-1.0, 2)) && same(dv_pow(2, 10), 1024) && same(dv_pow(9, 0.5), 3));
  assert_true(same(dv_hypot(3, -4), 5) && same(dv_hypot(0, 0), 0) && same(dv_hypot(-inf, 1), inf) &&
              dv_hypot(3e307, 4e307) < inf);
  assert_true(same(dv_floor(-0.5), -1) && same(dv_floor(1e300), 1e300) && same(dv_floor(-0.0), -0.0) && same(dv_floor(inf), inf));
  for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
    assert_true(isnan(trials[k].ours(nan, 0.5)));
    if (trials[k].hi2 > 0) assert_true(isnan(trials[k].ours(0.5, nan)));
  }
}

// One lane against four and eight, bit by bit.
static void widths_agree(void **state)
{
  (void)state;
  static _Alignas(64) double x[8 * WIDTH_BLOCKS], y[8 * WIDTH_BLOCKS], one[WIDTH_OUT], many[WIDTH_OUT];
  uint64_t seed = 5;
  for (int i = 0; i < 8 * WIDTH_BLOCKS; i++) {
    x[i] = i % 3 ? uniform(&seed, -4, 4) : exp(uniform(&seed, -80, 13)) * (i % 2 ? 1 : -1);
    y[i] = uniform(&seed, -3, 3);
  }
  x[0] = (double)NAN, x[1] = (double)INFINITY, x[2] = 0, x[4] = -0.0, x[5] = -(double)INFINITY, x[7] = 1e300, x[9] = 1, y[10] = 0;
  width_run_x1(x, y, one);
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (__builtin_cpu_supports("avx2")) {
    width_run_x4(x, y, many);
    for (int i = 0; i < WIDTH_OUT; i++) assert_true(same(one[i], many[i]));
  } else {
    print_message("skipped: this CPU has no AVX2, four lanes not compared\n");
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) {
    width_run_x8(x, y, many);
    for (int i = 0; i < WIDTH_OUT; i++) assert_true(same(one[i], many[i]));
  } else {
    print_message("skipped: this CPU has no AVX-512, eight lanes not compared\n");
  }
#else
  (void)many;
  print_message("skipped: one width on this machine\n");
#endif
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(close_to_long_double),
      cmocka_unit_test(sine_at_quarter_turns),
      cmocka_unit_test(edges),
      cmocka_unit_test(widths_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
