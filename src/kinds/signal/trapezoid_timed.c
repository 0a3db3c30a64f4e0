// trapezoid_timed.c: from one value to another in a given time: constant acceleration, constant rate, constant deceleration.
//
//   T_a = share T,   a = (to - from) / (T_a (T - T_a)),   rate a T_a between;   share 1/4: a = (to - from) / (0.1875 T^2)
//
// Several of them with one duration start and end together.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(from,     "*", 0,           -HUGE_VAL, HUGE_VAL, "start value")
    DV_P(to,       "*", DV_REQUIRED, -HUGE_VAL, HUGE_VAL, "end value")
    DV_P(start,    "s", 0,           -HUGE_VAL, HUGE_VAL, "begin")
    DV_P(duration, "s", DV_REQUIRED, 1e-9,      1e9,      "length")
    DV_P(share,    "1", 0.25,        1e-6,      0.5,      "part of it that accelerates, as long decelerates")
    DV_DERIVED(real ta, a)  // time of acceleration, acceleration
);

DV_PREPARE(prepare)
{
  (void)c;
  p->ta = p->share * p->duration;
  p->a = (p->to - p->from) / (p->ta * (p->duration - p->ta));
}

DV_LAW(signal)
{
  real zero = dv_real(0), s = c->t - p->start, coast = p->duration - 2 * p->ta, end = p->duration - p->ta;
  real up = dv_clamp(s, zero, p->ta), flat = dv_clamp(s - p->ta, zero, coast), down = dv_clamp(s - end, zero, p->ta);
  real full = p->start + p->ta, stop = p->start + p->duration, brake = stop - p->ta;
  real acc =
      dv_select(signal_between(c->t, p->start, full), p->a, zero) - dv_select(signal_between(c->t, brake, stop), p->a, zero);
  real value = p->from + p->a * (0.5 * up * up + p->ta * (flat + down) - 0.5 * down * down);
  signal_put(c, dv_jet_of(value, p->a * (up - down), acc));
}

DV_INSTANT(next)
{
  (void)c;
  double t0 = dv_lane(p->start, 0), ta = dv_lane(p->ta, 0), all = dv_lane(p->duration, 0);
  double at[4] = {t0, t0 + ta, t0 + all - ta, t0 + all};
  return signal_first_after(at, 4, t);
}

DV_KIND(signal, trapezoid_timed) = {
    .name = "signal.trapezoid-timed",
    .doc = "point to point in a given time, with constant acceleration, rate and deceleration",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .prepare = prepare,
    .signal = signal,
    .next = next,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: trapezoid-timed, to: 3, duration: 4 s}\n"
               "until: 4 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s.rate, at: 2 s, is: 1, within: 1e-14, source: rate of the coast 4/3 of the mean}\n"
               "      - {value: s, at: 1 s, is: 0.5, within: 1e-14, source: a t^2/2}\n"
               "      - {final: s, is: 3, within: 1e-14, source: end value}\n",
};
