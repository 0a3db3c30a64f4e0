// ramp.c: a constant value, then a straight line, then constant again.
//
//   s = from + slope min(max(t - start, 0), stop - start)
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(from,  "*",   0,    -HUGE_VAL, HUGE_VAL, "value before the ramp")
    DV_P(slope, "*/s", 1,    -HUGE_VAL, HUGE_VAL, "change per second")
    DV_P(start, "s",   0,    -HUGE_VAL, HUGE_VAL, "begin of the ramp")
    DV_P(stop,  "s",   1e30, -HUGE_VAL, HUGE_VAL, "end of the ramp")
);

DV_LAW(signal)
{
  dv_jet s = signal_clock(c->t, p->start, p->stop - p->start, p->stop);
  signal_put(c, dv_jet_of(p->from + p->slope * s.v, p->slope * s.d, dv_real(0)));
}

DV_INSTANT(next)
{
  (void)c;
  return signal_next_end(p->start, p->stop, t);
}

DV_KIND(signal, ramp) = {
    .name = "signal.ramp",
    .doc = "a ramp between two times",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .smooth = 1,
    .example = "signals:\n"
               "  s: {kind: ramp, from: 1, slope: 2, start: 0.5 s, stop: 1 s}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0.75 s, is: 1.5, within: 1e-14, source: closed form}\n"
               "      - {final: s, is: 2, within: 1e-14, source: closed form}\n",
};
