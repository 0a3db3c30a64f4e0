// step.c: jumps from one value to another.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(from, "*", 0, -HUGE_VAL, HUGE_VAL, "value before")
    DV_P(to,   "*", 1, -HUGE_VAL, HUGE_VAL, "value from `at` on")
    DV_P(at,   "s", 0, -HUGE_VAL, HUGE_VAL, "time of the step")
);

DV_LAW(signal) { signal_put(c, dv_jet_const(dv_select(c->t < p->at, p->from, p->to))); }

DV_INSTANT(next)
{
  (void)c;
  double at = dv_lane(p->at, 0);
  return signal_first_after(&at, 1, t);
}

DV_KIND(signal, step) = {
    .name = "signal.step",
    .doc = "a step in time",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .steps = 1,
    .example = "signals:\n"
               "  s: {kind: step, from: 1, to: 5, at: 1 s}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0.99 s, is: 1, within: 1e-15, source: closed form}\n"
               "      - {value: s, at: 1.01 s, is: 5, within: 1e-15, source: closed form}\n",
};
