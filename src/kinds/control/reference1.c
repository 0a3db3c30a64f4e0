// reference1.c: reference model of order 1: a signal made continuous.
//
//   y' = omega (u - y)
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(omega, "rad/s", DV_REQUIRED, 1e-6, 1e6, "corner frequency")
);

static const dv_quantity states[] = {
    {"y", "", 1, "value", 0}
};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be followed", DV_BY_SIGNAL | DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"value", "", 1, "value",            0},
    {"rate",  "", 1, "first derivative", 0}
};

DV_LAW(signal)
{
  c->out[0] = c->x[0];
  c->out[1] = p->omega * (c->in[0] - c->x[0]);
}

DV_LAW(rate) { c->dx[0] = p->omega * (c->in[0] - c->x[0]); }

DV_KIND(control, reference1) = {
    .name = "control.reference-1",
    .doc = "reference model of order 1: value and rate",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .smooth = 1,
    .example = "signals:\n"
               "  s: {kind: control.reference-1, in: 1, omega: 2 rad/s}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: s, is: 0.8646647167633873, within: 1e-8, source: 1 - exp(-2 t)}\n"
               "      - {final: s.rate, is: 0.2706705664732254, within: 1e-8, source: 2 exp(-2 t)}\n",
};
