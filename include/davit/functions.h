// functions.h: elementary functions over `real`, without branches; included by real.h.
//
// Argument reduction in parts (Cody & Waite, Software Manual for the Elementary Functions, 1980), then minimax
// polynomials, computed by src/math/minimax.py. No table, no fused operation: the same bits in every width and
// from every compiler. NaN in gives NaN out. Errors are those measured by test/math against long double.
#pragma once

#if DV_LANES == 1
typedef uint64_t dv_word;  // the bits of a real, for shifts
DV_FN dv_word dv_word_of(real x)
{
  dv_word w;
  memcpy(&w, &x, sizeof w);
  return w;
}
DV_FN real dv_real_of(dv_word w)
{
  real x;
  memcpy(&x, &w, sizeof x);
  return x;
}
#else
typedef uint64_t dv_word __attribute__((vector_size(8 * DV_LANES)));
DV_FN dv_word dv_word_of(real x) { return (dv_word)x; }
DV_FN real dv_real_of(dv_word w) { return (real)w; }
#endif

#define DV_SIGN_BIT 0x8000000000000000u
#define DV_ROUNDER 0x1.8p52  // x + DV_ROUNDER has the nearest integer of x in its low bits

// |x| with the sign of s.
DV_FN real dv_copysign(real x, real s) { return dv_real_of((dv_word_of(x) & ~DV_SIGN_BIT) | (dv_word_of(s) & DV_SIGN_BIT)); }

// Largest integer not above x.
DV_FN real dv_floor(real x)
{
  real a = dv_abs(x), n = dv_copysign((a + 0x1p52) - 0x1p52, x);
  n = dv_select(n > x, n - 1, n);
  return dv_select(a < 0x1p52, n, x);
}

// sqrt(a^2 + b^2) without overflow on the way.
DV_FN real dv_hypot(real a, real b)
{
  real x = dv_abs(a), y = dv_abs(b), big = dv_max(x, y), small = dv_select(x < y, x, y), mean = 0.5 * x + 0.5 * y;
  real ratio = small / dv_select(big > 0.0, big, dv_real(1));
  return dv_select(mean < (double)INFINITY, big * dv_sqrt(1 + ratio * ratio), mean);  // else NaN or infinite
}

// a + b x + c x^2 + d x^3 + rest x^4
DV_FN real dv_horner4(real x, double a, double b, double c, double d, real rest)
{
  return a + x * (b + x * (c + x * (d + x * rest)));
}

// a + b and what rounding lost, for |a| >= |b|.
DV_FN real dv_sum_ordered(real a, real b, real *low)
{
  real s = a + b;
  *low = (a - s) + b;
  return s;
}

// The same for any a and b (Knuth).
DV_FN real dv_sum_exact(real a, real b, real *low)
{
  real s = a + b, t = s - a;
  *low = (a - (s - t)) + (b - t);
  return s;
}

// sin and cos of y - tail, |y| <= pi/4, and what rounding took from them:
//   sin y = y - y^3 S(y^2),  cos y = 1 - y^2/2 + y^4 C(y^2),  sin(y - tail) = sin y - tail cos y
DV_FN void dv_sincos_kernel(real y, real tail, real *s, real *s_low, real *c, real *c_low)
{
  real z = y * y, half = 0.5 * z, top = 1 - half;
  real S = dv_horner4(z, 0x1.5555555555548p-3, -0x1.111111110f730p-7, 0x1.a01a019be91cdp-13, -0x1.71de35551da3ep-19,
                      0x1.ae5e4b6fcf74ap-26 + z * -0x1.5d8b4d0ac4ae5p-33);
  real C = dv_horner4(z, 0x1.555555555554bp-5, -0x1.6c16c16c1500dp-10, 0x1.a01a019c8dd03p-16, -0x1.27e4f7f04d36bp-22,
                      0x1.1ee9dac84946dp-29 + z * -0x1.8fa5e9dc1cbaap-37);
  real cube = z * y * S, fourth = z * z * C;
  *s = dv_sum_ordered(y, -(cube + tail * (top + fourth)), s_low);
  *c = dv_sum_ordered(top, ((1 - top) - half) + (fourth + tail * (y - cube)), c_low);
}

// x = k pi/2 + y - tail, with pi/2 in three parts of which the first two times k are exact for |x| < 1.6e6.
// Beyond, the error is that of half an ulp of x; from 2^30 on the result is NaN, by infinity times zero.
DV_FN dv_word dv_quarter_turns(real x, real *y, real *tail)
{
  real big = x * 0x1.45f306dc9c883p-1 + DV_ROUNDER, k = (big - DV_ROUNDER) + 0 * (x * 0x1p994);
  real a = x - k * 0x1.921fb54400000p+0, b = k * 0x1.0b4611a600000p-34;
  *y = a - b;
  *tail = k * 0x1.3198a2e037073p-69 - ((a - *y) - b);
  return dv_word_of(big);
}

// Sine and cosine: 0.8 ulp to 1e6, next to their zeros there 1.1.
DV_FN void dv_sincos(real x, real *sine, real *cosine)
{
  real y, tail, s, c, low;
  dv_word k = dv_quarter_turns(x, &y, &tail), odd = 0 - (k & 1);
  dv_sincos_kernel(y, tail, &s, &low, &c, &low);
  dv_word a = dv_word_of(s), b = dv_word_of(c);
  *sine = dv_real_of(((a & ~odd) | (b & odd)) ^ ((k << 62) & DV_SIGN_BIT));
  *cosine = dv_real_of(((b & ~odd) | (a & odd)) ^ (((k + 1) << 62) & DV_SIGN_BIT));
}
DV_FN real dv_sin(real x)
{
  real s, c;
  dv_sincos(x, &s, &c);
  return s;
}
DV_FN real dv_cos(real x)
{
  real s, c;
  dv_sincos(x, &s, &c);
  return c;
}

// tan y = s / c, or -c / s after an odd number of quarter turns; what rounding took from s and c is put back.
DV_FN real dv_tan(real x)
{
  real y, tail, s, c, s_low, c_low;
  dv_word k = dv_quarter_turns(x, &y, &tail);
  dv_sincos_kernel(y, tail, &s, &s_low, &c, &c_low);
  dv_bool odd = (k & 1) != 0;
  real num = dv_select(odd, -c, s), num_low = dv_select(odd, -c_low, s_low);
  real den = dv_select(odd, s, c), den_low = dv_select(odd, s_low, c_low), q = num / den;
  return dv_copysign(q + (num_low - q * den_low) / den, q);
}

// 2^n for an integer n in [-1022, 1023].
DV_FN real dv_power_of_two(real n) { return dv_real_of((dv_word_of(n + DV_ROUNDER) + 1023) << 52); }

// x 2^n in two factors, so that results may be subnormal.
DV_FN real dv_scale(real x, real n)
{
  real half = (0.5 * n + DV_ROUNDER) - DV_ROUNDER;
  return x * dv_power_of_two(half) * dv_power_of_two(n - half);
}

// x + x_low = n ln 2 + r, |r| <= ln(2)/2;  returns e^r - 1 = r + r^2 P(r).
DV_FN real dv_exp_kernel(real x, real x_low, real *n, real *low)
{
  *n = (x * 0x1.71547652b82fep+0 + DV_ROUNDER) - DV_ROUNDER;
  real a = x - *n * 0x1.62e42fee00000p-1, b = *n * 0x1.a39ef35793c76p-33 - x_low, r = a - b, tail = (a - r) - b;
  real P = dv_horner4(r, 0x1.0000000000000p-1, 0x1.5555555555559p-3, 0x1.555555555555ap-5, 0x1.111111110f699p-7,
                      dv_horner4(r, 0x1.6c16c16c1440bp-10, 0x1.a01a01afeeed1p-13, 0x1.a01a01b0ca083p-16, 0x1.71ddf83866368p-19,
                                 0x1.27e4c57bfa333p-22 + r * (0x1.af5ef2a4ef397p-26 + r * 0x1.1f95986be462ap-29)));
  return dv_sum_ordered(r, r * r * P + tail, low);
}
DV_FN real dv_exp(real x)
{
  real n, low, p = dv_exp_kernel(dv_clamp(x, dv_real(-750), dv_real(710)), dv_real(0), &n, &low);
  return dv_scale(1 + p, n);
}

// e^x - 1 = 2^n (1 - 2^-n + (e^r - 1)); small x keeps its digits.
DV_FN real dv_expm1_kernel(real x, real *n, real *low)
{
  real p_low, p = dv_exp_kernel(x, dv_real(0), n, &p_low), one = 1 - dv_power_of_two(-dv_min(*n, dv_real(64)));
  real y = dv_sum_exact(one, p, low);
  *low += p_low;
  return y;
}
DV_FN real dv_expm1(real x)
{
  real n, low, y = dv_expm1_kernel(dv_clamp(x, dv_real(-40), dv_real(710)), &n, &low);
  return dv_select(dv_abs(x) < 0x1p-54, x, dv_scale(y + low, n));
}

// tanh |x| = E / (E + 2), E = e^(2|x|) - 1; what rounding took from E and E + 2 is put back.
DV_FN real dv_tanh(real x)
{
  real n, low, d_low, y = dv_expm1_kernel(2 * dv_min(dv_abs(x), dv_real(20)), &n, &low), scale = dv_power_of_two(n);
  real E = y * scale, E_low = low * scale, d = dv_sum_exact(dv_real(2), E, &d_low), q = E / d;
  return dv_copysign(q + (E_low - q * (d_low + E_low)) / d, x);
}

// x = 2^n m, m in [sqrt(1/2), sqrt(2)), for x > 0; subnormal x too.
DV_FN real dv_split_power(real x, real *n)
{
  const uint64_t one = 0x3ff0000000000000u, root = 0x3fe6a09e667f3bcdu, mantissa = 0x000fffffffffffffu;
  dv_bool tiny = x < 0x1p-1022;
  dv_word w = dv_word_of(dv_select(tiny, x * 0x1p54, x)) + (one - root);
  *n = dv_real_of((w >> 52) | 0x4330000000000000u) - (0x1p52 + 1023) - dv_select(tiny, dv_real(54), dv_real(0));
  return dv_real_of((w & mantissa) + root);
}

// What log gives outside of (0, inf).
DV_FN real dv_log_edges(real x, real y)
{
  y = dv_select(x < (double)INFINITY, y, x);
  y = dv_select(x > 0.0, y, dv_real((double)NAN));
  return dv_select(x == 0.0, dv_real(-(double)INFINITY), y);
}

// log x = n ln 2 + log(1 + f), log(1 + f) = f - s (f - R), s = f / (2 + f), R = s^2 L(s^2).
DV_FN real dv_log(real x)
{
  real n, f = dv_split_power(x, &n) - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;
  real L = dv_horner4(z, 0x1.5555555555592p-1, 0x1.999999997fefdp-2, 0x1.24924941e48edp-2, 0x1.c71c52104e5dfp-3,
                      0x1.74663e07e0035p-3 + z * (0x1.39a1c55220c2fp-3 + z * 0x1.2f0563314eb67p-3));
  real y = n * 0x1.62e42fee00000p-1 - ((half - (s * (half + z * L) + n * 0x1.a39ef35793c76p-33)) - f);
  return dv_log_edges(x, y);
}

// a b and what rounding lost, by halves of 26 bits (Dekker).
DV_FN real dv_high_half(real a)
{
  real t = a * 0x1.0000002p27;
  return t - (t - a);
}
DV_FN real dv_product_exact(real a, real b, real *low)
{
  real p = a * b, ah = dv_high_half(a), bh = dv_high_half(b), al = a - ah, bl = b - bh;
  *low = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
  return p;
}
DV_FN real dv_product_wide(real a, real a_low, real b, real b_low, real *low)
{
  real e, p = dv_product_exact(a, b, &e);
  *low = e + (a * b_low + a_low * b);
  return p;
}

// log of m in [sqrt(1/2), sqrt(2)) to 2^-66:  2 s + s^3 (2/3 + s^2 Q(s^2)), the first two terms with twice the digits.
DV_FN real dv_log_wide(real m, real *low)
{
  real f = m - 1, d_low, d = dv_sum_exact(dv_real(2), f, &d_low), s = f / d, e, z_low, c_low, t_low, u_low;
  real p = dv_product_exact(s, d, &e), s_low = (((f - p) - e) - s * d_low) / d;
  real z = dv_product_wide(s, s_low, s, s_low, &z_low);
  real Q =
      z * dv_horner4(z, 0x1.9999999999996p-2, 0x1.2492492492f52p-2, 0x1.c71c71c59657fp-3, 0x1.745d18297b3bap-3,
                     0x1.3b1364bd3df24p-3 + z * (0x1.11207148a44aep-3 + z * (0x1.de3d109a11defp-4 + z * 0x1.eac92d18262e1p-4)));
  real c = dv_sum_exact(dv_real(0x1.5555555555555p-1), Q, &c_low);
  real t = dv_product_wide(z, z_low, c, c_low + (0x1.5555555555555p-55 + z_low * 0.4), &t_low);
  real u = dv_product_wide(t, t_low, s, s_low, &u_low);
  real y = dv_sum_exact(2 * s, u, &e);
  *low = e + (u_low + 2 * s_low);
  return y;
}

// What pow gives where the logarithm is not finite.
DV_FN real dv_pow_edges(real x, real y, real r)
{
  real zero = dv_real(0), infinite = dv_real((double)INFINITY);
  r = dv_select(x == 0.0, dv_select(y > 0.0, zero, dv_select(y < 0.0, infinite, y + 1)), r);
  r = dv_select(x == (double)INFINITY, dv_select(y > 0.0, infinite, dv_select(y < 0.0, zero, y + 1)), r);
  return dv_select(x >= 0.0, r, dv_real((double)NAN));
}

// x^y = e^(y log x) for x >= 0.
DV_FN real dv_pow(real x, real y)
{
  real n, a_low, b_low, l_low, t_low, k, low;
  real a = dv_log_wide(dv_split_power(x, &n), &a_low);
  real b = dv_sum_exact(n * 0x1.62e42fee00000p-1, a, &b_low);
  real l = dv_sum_exact(b, b_low + (a_low + n * 0x1.a39ef35793c76p-33), &l_low);
  real t = dv_product_wide(dv_clamp(y, dv_real(-0x1p66), dv_real(0x1p66)), dv_real(0), l, l_low, &t_low);
  dv_bool inside = dv_abs(t) < 750.0;
  real p = dv_exp_kernel(dv_clamp(t, dv_real(-750), dv_real(750)), dv_select(inside, t_low, dv_real(0)), &k, &low);
  return dv_pow_edges(x, y, dv_scale(1 + p, k));
}

// base + atan z, |z| <= tan(pi/8):  atan z = z + z^3 T(z^2).
DV_FN real dv_atan_kernel(real z, real base, real base_low)
{
  real w = z * z;
  real T = dv_horner4(w, -0x1.555555555553cp-2, 0x1.999999999564fp-3, -0x1.24924922a07e4p-3, 0x1.c71c70e118cd6p-4,
                      dv_horner4(w, -0x1.745cf84ed9d58p-4, 0x1.3b110f573426ap-4, -0x1.10eb4ea2f66bap-4, 0x1.df0a22983e1e4p-5,
                                 -0x1.9cc272c223cccp-5 + w * (0x1.37c6562d26992p-5 + w * -0x1.25932e7daaf03p-6)));
  return base + (z + (z * w * T + base_low));
}

// Angle of the vector (x, y), in (-pi, pi]: by octants, y/x, or pi/4 + (y-x)/(y+x), or pi/2 - x/y.
DV_FN real dv_atan2(real y, real x)
{
  const double pi = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53, slope = 0x1.3504f333f9de6p+1,
               infinite = (double)INFINITY;
  real a = dv_abs(x), b = dv_abs(y);
  dv_bool both = (a == infinite) & (b == infinite);
  a = dv_select(both, dv_real(1), a);
  b = dv_select(both, dv_real(1), b);
  dv_bool steep = b > slope * a, flat = a > slope * b, left = dv_copysign(dv_real(1), x) < 0.0, nought = (a == 0.0) & (b == 0.0);
  real num = dv_select(steep, -a, dv_select(flat, b, 0.5 * b - 0.5 * a));
  real den = dv_select(steep, b, dv_select(flat, a, 0.5 * a + 0.5 * b));
  real z = num / dv_select(nought, dv_real(1), den);
  real part = dv_select(steep, dv_real(0.5), dv_select(flat | nought, dv_real(0), dv_real(0.25)));
  part = dv_select(left, 1 - part, part);
  return dv_copysign(dv_atan_kernel(dv_select(left, -z, z), part * pi, part * pi_low), y);
}
DV_FN real dv_atan(real x) { return dv_atan2(x, dv_real(1)); }

// asin z = z + z^3 A(z^2), |z| <= 1/2.
DV_FN real dv_asin_kernel(real z, real w)
{
  real A = dv_horner4(w, 0x1.5555555555577p-3, 0x1.333333332e130p-4, 0x1.6db6db72127c5p-5, 0x1.f1c71a94e90cap-6,
                      dv_horner4(w, 0x1.6e8bdee18776fp-6, 0x1.1c49f046db350p-6, 0x1.ca1f8edcd8089p-7, 0x1.7585867cd1c5bp-7,
                                 dv_horner4(w, 0x1.613c6b585c176p-7, 0x1.e5f9889af004bp-9, 0x1.639b47d7238a3p-6,
                                            -0x1.57fd6a802162fp-6, dv_real(0x1.0b47d987c84a1p-5))));
  return z * w * A;
}

// Beyond 1/2:  asin x = pi/2 - 2 asin(sqrt((1 - x)/2)).
DV_FN real dv_asin(real x)
{
  const double half_pi = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;
  real a = dv_abs(x);
  dv_bool outer = a > 0.5;
  real w = dv_select(outer, 0.5 - 0.5 * a, a * a), z = dv_select(outer, dv_sqrt(w), a), t = dv_asin_kernel(z, w);
  real y = dv_select(outer, half_pi - (2 * z + (2 * t - half_pi_low)), z + t);
  return dv_copysign(y, x);
}

// acos x = pi/2 - asin x inside,  2 asin(sqrt((1 - |x|)/2)) or pi minus that beyond 1/2.
DV_FN real dv_acos(real x)
{
  const double pi = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;
  real a = dv_abs(x);
  dv_bool outer = a > 0.5;
  real w = dv_select(outer, 0.5 - 0.5 * a, a * a), z = dv_select(outer, dv_sqrt(w), x), t = dv_asin_kernel(z, w);
  real inner = 0.5 * pi - (z + (t - 0.5 * pi_low)), right = 2 * z + 2 * t, left = pi - (2 * z + (2 * t - pi_low));
  return dv_select(outer, dv_select(x > 0.0, right, left), inner);
}
