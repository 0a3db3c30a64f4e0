// input.c: a value set from outside the model: a slider, a joystick, the input of a linearisation.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(value, "*", 0,  -HUGE_VAL, HUGE_VAL, "value until somebody changes it")
    DV_P(lower, "*", -1, -HUGE_VAL, HUGE_VAL, "least value that may be set")
    DV_P(upper, "*", 1,  -HUGE_VAL, HUGE_VAL, "greatest value that may be set")
);

DV_LAW(signal) { c->out[0] = dv_clamp(p->value, p->lower, p->upper); }

DV_LAW(guard) { c->guard[0] = dv_min(p->value - p->lower, p->upper - p->value); }

static const char *const warnings[] = {"the value is outside of the input's range, and the nearer end of the range is taken; "
                                       "give `lower` and `upper` (-1 and 1 where they are not given), or another value"};

DV_KIND(signal, input) = {
    .name = "signal.input",
    .doc = "an input of the machine with a range; set it with --set, sweep it, linearise from it",
    DV_PARAMS,
    .out = signal_outs,
    .nout = 1,
    .signal = signal,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .external = 1,
    .steps = 1,
    .example = "signals:\n"
               "  s: {kind: input, value: 3, upper: 2}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 2, within: 1e-15, source: closed form}\n",
};
