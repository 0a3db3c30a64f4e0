// cubic.c: from one value to another at rest, with the cubic that has zero rate at both ends.
//
//   s(x) = 3 x^2 - 2 x^3,  x = (t - start)/duration
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
  real k = 1 / p->duration, x = s.v * k, u = s.d * k, h = p->to - p->from;
  signal_put(c, dv_jet_of(p->from + h * x * x * (3 - 2 * x), h * 6 * x * (1 - x) * u, h * (6 - 12 * x) * u * u));
}

DV_INSTANT(next)
{
  (void)c;
  return signal_next_end(p->start, p->start + p->duration, t);
}

DV_KIND(signal, cubic) = {
    .name = "signal.cubic",
    .doc = "point to point by a cubic, zero rate at both ends",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: cubic, to: 2, duration: 2 s}\n"
               "until: 3 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 1, within: 1e-14, source: symmetry}\n"
               "      - {value: s.rate, at: 1 s, is: 1.5, within: 1e-14, source: 3/2 h/T}\n",
};
