// spectrum.h: an irregular sea as wave trains whose amplitudes follow a spectrum, with phases and directions from a seed.
//
//   S(w) = w^-5 exp(-5/4 (wp/w)^4) gamma^r,  r = exp(-(w/wp - 1)^2 / 2 sigma^2),  sigma = 0.07 (w <= wp), 0.09
//   a_i = sqrt(2 S(w_i) dw_i), scaled so that sum a_i^2/2 = height^2/16;   gamma = 1: Pierson-Moskowitz
//   D(b) ~ cos^n(b - direction), |b - direction| < pi/2: each train has one direction, by golden-ratio steps through D's sum
//
// The user gives the frequencies; dw is half the distance between neighbours. Hasselmann et al. 1973; D: DNV-RP-C205, 3.5.8.
#pragma once

#include "kinds/marine/airy.h"

// Columns of the table of trains; the first is the user's.
enum { TRAIN_OMEGA, TRAIN_AMPLITUDE, TRAIN_NUMBER, TRAIN_PHASE, TRAIN_COS, TRAIN_SIN, TRAIN_COLUMNS };

// clang-format off
#define SPECTRUM_PARAMETERS \
  DV_P(height,    "m",     DV_REQUIRED, 0,   50,         "significant height, four standard deviations") \
  DV_P(period,    "s",     DV_REQUIRED, 0.1, 100,        "peak period") \
  DV_P(gamma,     "1",     3.3,         1,   20,         "peakedness; 1: Pierson-Moskowitz") \
  DV_P(direction, "rad",   0,           -7,  7,          "where it goes: angle from x towards y") \
  DV_P(spread,    "1",     0,           0,   1000, \
       "exponent n of cos^n around the direction: smaller is wider; 0: all go one way") \
  DV_P(depth,     "m",     1e4,         0.1, 1e5,        "depth of the water") \
  DV_P(gravity,   "m/s^2", 9.80665,     0.1, 100,        "for the waves' lengths") \
  DV_P(seed,      "count",     1,           0,   2147483646, "of the phases: another seed, another record")
// clang-format on
DV_GROUP_STRUCT(spectrum, SPECTRUM_PARAMETERS);

DV_FN real spectrum_density(const spectrum *p, real w)
{
  real wp = 6.283185307179586 / p->period, q = dv_max(w, 1e-3 * wp) / wp, q2 = q * q, q4 = q2 * q2;
  real sigma = dv_select(q > 1.0, dv_real(0.09), dv_real(0.07)), r = (q - 1) / sigma;
  return dv_exp(-1.25 / q4 + dv_log(p->gamma) * dv_exp(-0.5 * r * r)) / (q4 * q);
}

// Minimal standard generator (Park and Miller 1988): exact in doubles.
DV_FN real spectrum_shuffle(real s)
{
  real x = 16807 * s;
  return x - 2147483647 * dv_floor(x / 2147483647);
}

// Angle off the direction below which the share u of D lies: cos^n summed over strips of the half circle.
DV_FN real spectrum_angle(real n, real u)
{
  const int strips = 180;
  real all = dv_real(0), sum = dv_real(0), at = dv_real(0), width = dv_real(3.141592653589793 / strips), s, c;
  for (int i = 0; i < strips; i++) {
    dv_sincos((i + 0.5) * width - 1.5707963267948966, &s, &c);
    all += dv_exp(n * dv_log(c));
  }
  for (int i = 0; i < strips; i++) {
    dv_sincos((i + 0.5) * width - 1.5707963267948966, &s, &c);
    real share = dv_exp(n * dv_log(c)) / all;
    at += dv_clamp((u - sum) / dv_max(share, dv_real(1e-300)), dv_real(0), dv_real(1)) * width;
    sum += share;
  }
  return at - 1.5707963267948966;
}

// Fills n rows of a table with `stride` columns; x1, when the model is compiled.
DV_FN void spectrum_trains(const spectrum *p, real *table, int stride, int n)
{
  real m0 = dv_real(0), s = spectrum_shuffle(spectrum_shuffle(p->seed + 1)), u = dv_real(0.5);
  real *q = table;
  for (int i = 0; i < n; i++, q += stride) {
    real w = q[TRAIN_OMEGA], before = i ? q[TRAIN_OMEGA - stride] : w, after = i < n - 1 ? q[TRAIN_OMEGA + stride] : w;
    real width = n > 1 ? 0.5 * (after - before) : dv_real(1);
    real off = dv_select(p->spread > 0.0, spectrum_angle(p->spread, u), dv_real(0));
    u += 0.6180339887498949, u -= dv_floor(u);
    q[TRAIN_AMPLITUDE] = dv_sqrt(2 * spectrum_density(p, w) * width);
    q[TRAIN_NUMBER] = airy_number(dv_max(dv_abs(w), dv_real(1e-6)), p->gravity, p->depth);
    s = spectrum_shuffle(s);
    q[TRAIN_PHASE] = 6.283185307179586 * s / 2147483647;
    dv_sincos(p->direction + off, &q[TRAIN_SIN], &q[TRAIN_COS]);
    m0 += 0.5 * q[TRAIN_AMPLITUDE] * q[TRAIN_AMPLITUDE];
  }
  real scale = 0.25 * p->height / dv_sqrt(dv_max(m0, dv_real(1e-300)));
  for (int i = 0; i < n; i++) table[i * stride + TRAIN_AMPLITUDE] *= scale;
}
