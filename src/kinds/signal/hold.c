// hold.c: sampled and held: takes its input at every multiple of the period.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(period, "s", DV_REQUIRED, 1e-6, 1e6, "sampling period")
);

static const dv_quantity held[] = {
    {"held", "", 1, "last sample", 0}
};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be sampled", DV_BY_SAMPLE}
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->d[0];
}

DV_LAW(sample)
{
  (void)p;
  c->d[0] = c->in[0];
}

DV_KIND(signal, hold) = {
    .name = "signal.hold",
    .doc = "zero-order hold: the input at the last sampling time",
    DV_PARAMS,
    DV_ROWS(discrete, held),
    DV_ROWS(in, ins),
    .out = signal_outs,
    .nout = 1,
    .signal = signal,
    .sample = sample,
    .period = 1 + P_period,
    .steps = 1,
    .example = "# a sample of a sample is of the same instant, wherever it stands\n"
               "signals:\n"
               "  twice: {kind: hold, in: 2*s, period: 0.5 s}\n"
               "  s: {kind: hold, in: t, period: 0.5 s}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1.3 s, is: 1, within: 1e-12, source: last multiple of the period}\n"
               "      - {value: twice, at: 1.3 s, is: 2, within: 1e-12, source: of that instant}\n",
};
