// constant.c: a value that does not change.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(value, "*", DV_REQUIRED, -HUGE_VAL, HUGE_VAL, "value")
);

DV_LAW(signal) { signal_put(c, dv_jet_const(p->value)); }

DV_KIND(signal, constant) = {
    .name = "signal.constant",
    .doc = "a constant",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: constant, value: 3 m}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 3, within: 1e-15, source: closed form}\n",
};
