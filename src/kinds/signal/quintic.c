// quintic.c: from one value to another at rest, with zero rate and acceleration at both ends.
//
//   s(x) = 10 x^3 - 15 x^4 + 6 x^5,  x = (t - start)/duration
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(from,     "*", 0,           -HUGE_VAL, HUGE_VAL, "start value")
    DV_P(to,       "*", DV_REQUIRED, -HUGE_VAL, HUGE_VAL, "end value")
    DV_P(start,    "s", 0,           -HUGE_VAL, HUGE_VAL, "begin")
    DV_P(duration, "s", DV_REQUIRED, 1e-9,      1e9,      "length")
);

DV_LAW(signal)
{
  dv_jet s = signal_clock(c->t, p->start, p->duration, p->start + p->duration);
  real k = 1 / p->duration, x = s.v * k, u = s.d * k, h = p->to - p->from, y = 1 - x;
  real value = x * x * x * (10 + x * (6 * x - 15));
  signal_put(c, dv_jet_of(p->from + h * value, h * 30 * x * x * y * y * u, h * 60 * x * y * (1 - 2 * x) * u * u));
}

DV_INSTANT(next)
{
  (void)c;
  return signal_next_end(p->start, p->start + p->duration, t);
}

DV_KIND(signal, quintic) = {
    .name = "signal.quintic",
    .doc = "point to point by a quintic, zero rate and acceleration at both ends",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: quintic, to: 2, duration: 2 s}\n"
               "until: 3 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 1, within: 1e-14, source: symmetry}\n"
               "      - {value: s.rate, at: 1 s, is: 1.875, within: 1e-14, source: 15/8 h/T}\n",
};
