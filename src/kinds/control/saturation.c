// saturation.c: keeps a signal within limits, and says how much it took away.
//
//   y = clamp(u, lower, upper)
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(lower, "*", -1, -1e30, 1e30, "least value")
    DV_P(upper, "*", 1,  -1e30, 1e30, "greatest value")
);

static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be limited", 0}
};
static const dv_quantity outs[] = {
    {"value",  "", 1, "limited signal",      0},
    {"excess", "", 1, "what was taken away", 0}
};

DV_LAW(signal)
{
  c->out[0] = dv_clamp(c->in[0], p->lower, p->upper);
  c->out[1] = c->in[0] - c->out[0];
}

DV_KIND(control, saturation) = {
    .name = "control.saturation",
    .doc = "limits of a signal",
    DV_PARAMS,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .example = "signals:\n"
               "  s: {kind: control.saturation, in: 2 - 3*t, lower: -0.5}\n"
               "until: 1 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0 s, is: 1, within: 1e-15, source: upper limit}\n"
               "      - {value: s, at: 0.5 s, is: 0.5, within: 1e-15, source: inside}\n"
               "      - {final: s, is: -0.5, within: 1e-15, source: lower limit}\n"
               "      - {final: s.excess, is: -0.5, within: 1e-15, source: -1 + 0.5}\n",
};
