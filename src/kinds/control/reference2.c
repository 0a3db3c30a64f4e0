// reference2.c: reference model of order 2: value, rate and acceleration of a signal that has none.
//
//   y'' + 2 zeta omega y' + omega^2 y = omega^2 u
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(omega,   "rad/s", DV_REQUIRED, 1e-6, 1e6, "natural frequency")
    DV_P(damping, "1",     1,           0.01, 100, "damping ratio zeta")
);

enum { Y, V };

static const dv_quantity states[] = {
    {"y", "", 1, "value", 0},
    {"v", "", 1, "rate",  0}
};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be followed", DV_BY_SIGNAL | DV_BY_RATE}
};

DV_FN real acceleration(const par *p, const dv_cell *c)
{
  return p->omega * p->omega * (c->in[0] - c->x[Y]) - 2 * p->damping * p->omega * c->x[V];
}

DV_LAW(signal) { signal_put(c, dv_jet_of(c->x[Y], c->x[V], acceleration(p, c))); }

DV_LAW(rate)
{
  c->dx[Y] = c->x[V];
  c->dx[V] = acceleration(p, c);
}

DV_KIND(control, reference2) = {
    .name = "control.reference-2",
    .doc = "reference model of order 2: value, rate and acceleration",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .rate = rate,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: control.reference-2, in: t, omega: 10 rad/s, damping: 0.5}\n"
               "until: 5 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: s, is: 4.9, within: 1e-8, source: behind a ramp by 2 zeta/omega}\n"
               "      - {final: s.rate, is: 1, within: 1e-8, source: as fast as the ramp}\n",
};
