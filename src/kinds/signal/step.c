// step.c: jumps from one value to another.
#include "kinds/signal/signal.h"

typedef struct {
  real from, to, at;
} par;

static const dv_param params[] = {
    {"from", "*", 0, -HUGE_VAL, HUGE_VAL, "value before"      },
    {"to",   "*", 1, -HUGE_VAL, HUGE_VAL, "value from `at` on"},
    {"at",   "s", 0, -HUGE_VAL, HUGE_VAL, "time of the step"  },
};

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
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .out = signal_outs,
    .nout = DV_COUNT(signal_outs),
    .signal = signal,
    .next = next,
    .bench = "signals:\n"
             "  s: {kind: step, from: 1, to: 5, at: 1 s}\n"
             "until: 2 s\n"
             "cases:\n"
             "  bench:\n"
             "    expect:\n"
             "      - {value: s, at: 0.99 s, is: 1, within: 1e-15, source: closed form}\n"
             "      - {value: s, at: 1.01 s, is: 5, within: 1e-15, source: closed form}\n",
};
