// constant.c: a value that does not change.
#include "kinds/signal/signal.h"

typedef struct {
  real value;
} par;

static const dv_param params[] = {
    {"value", "*", DV_REQUIRED, -HUGE_VAL, HUGE_VAL, "value"}
};

DV_LAW(signal) { signal_put(c, dv_jet_const(p->value)); }

DV_KIND(signal, constant) = {
    .name = "signal.constant",
    .doc = "a constant",
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .out = signal_outs,
    .nout = DV_COUNT(signal_outs),
    .signal = signal,
    .smooth = 2,
    .bench = "signals:\n"
             "  s: {kind: constant, value: 3 m}\n"
             "until: 2 s\n"
             "cases:\n"
             "  bench:\n"
             "    expect:\n"
             "      - {value: s, at: 1 s, is: 3, within: 1e-15, source: closed form}\n",
};
