// trapezoid.c: from one value to another with limited rate and acceleration (trapezoidal rate, or triangular if short).
//
//   T_a = v/a,  d = |to - from| = a T_a (T_a + T_c);  triangular: T_a = sqrt(d/a), T_c = 0
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(from,         "*",    0,           -HUGE_VAL, HUGE_VAL, "start value")
    DV_P(to,           "*",    DV_REQUIRED, -HUGE_VAL, HUGE_VAL, "end value")
    DV_P(start,        "s",    0,           -HUGE_VAL, HUGE_VAL, "begin")
    DV_P(rate,         "*/s",  DV_REQUIRED, 1e-12,     HUGE_VAL, "greatest rate")
    DV_P(acceleration, "*/s2", DV_REQUIRED, 1e-12,     HUGE_VAL, "acceleration")
    DV_DERIVED(real ta, tc, sign)  // time of acceleration, of constant rate; direction
);

DV_PREPARE(prepare)
{
  (void)c;
  real d = dv_abs(p->to - p->from), full = p->rate * p->rate / p->acceleration;
  dv_bool flat = d > full;
  p->ta = dv_select(flat, p->rate / p->acceleration, dv_sqrt(d / p->acceleration));
  p->tc = dv_select(flat, d / p->rate - p->rate / p->acceleration, dv_real(0));
  p->sign = dv_select(p->to < p->from, dv_real(-1), dv_real(1));
}

DV_LAW(signal)
{
  real zero = dv_real(0), s = c->t - p->start, a = p->acceleration * p->sign, v = a * p->ta;
  real up = dv_clamp(s, zero, p->ta), flat = dv_clamp(s - p->ta, zero, p->tc), down = dv_clamp(s - p->ta - p->tc, zero, p->ta);
  real full = p->start + p->ta, brake = full + p->tc, end = p->start + 2 * p->ta + p->tc;
  real acc = dv_select(signal_between(c->t, p->start, full), a, zero) - dv_select(signal_between(c->t, brake, end), a, zero);
  real value = p->from + 0.5 * a * up * up + v * flat + v * down - 0.5 * a * down * down;
  signal_put(c, dv_jet_of(value, a * (up - down), acc));
}

DV_INSTANT(next)
{
  (void)c;
  double t0 = dv_lane(p->start, 0), ta = dv_lane(p->ta, 0), tc = dv_lane(p->tc, 0);
  double at[4] = {t0, t0 + ta, t0 + ta + tc, t0 + 2 * ta + tc};
  return signal_first_after(at, 4, t);
}

DV_KIND(signal, trapezoid) = {
    .name = "signal.trapezoid",
    .doc = "point to point with limited rate and acceleration",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .prepare = prepare,
    .signal = signal,
    .next = next,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: trapezoid, to: 3, rate: 2, acceleration: 2}\n"
               "until: 4 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 1, within: 1e-14, source: a t^2/2}\n"
               "      - {value: s, at: 1.25 s, is: 1.5, within: 1e-14, source: constant rate}\n"
               "      - {final: s, is: 3, within: 1e-14, source: end value}\n",
};
