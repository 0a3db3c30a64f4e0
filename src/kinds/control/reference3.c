// reference3.c: reference model of order 3: value, rate, acceleration and jerk of a signal that has none.
//
//   y''' + (2 zeta + 1) omega y'' + (2 zeta + 1) omega^2 y' + omega^3 y = omega^3 u
//
// A second-order model behind a first-order one of the same omega; zeta 1: triple pole at -omega, 3/omega behind a ramp.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(omega,   "rad/s", DV_REQUIRED, 1e-6, 1e6, "natural frequency")
    DV_P(damping, "1",     1,           0.01, 100, "damping ratio zeta")
);

enum { Y, V, A };

static const dv_quantity states[] = {
    {"y", "", 1, "value",        0},
    {"v", "", 1, "rate",         0},
    {"a", "", 1, "acceleration", 0}
};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be followed", DV_BY_SIGNAL | DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"value",        "", 1, "value",             0},
    {"rate",         "", 1, "first derivative",  0},
    {"acceleration", "", 1, "second derivative", 0},
    {"jerk",         "", 1, "third derivative",  0},
};

DV_FN real jerk(const par *p, const dv_cell *c)
{
  real w = p->omega, k = 2 * p->damping + 1;
  return w * (w * (w * (c->in[0] - c->x[Y]) - k * c->x[V]) - k * c->x[A]);
}

DV_LAW(signal)
{
  signal_put(c, dv_jet_of(c->x[Y], c->x[V], c->x[A]));
  c->out[3] = jerk(p, c);
}

DV_LAW(rate)
{
  c->dx[Y] = c->x[V];
  c->dx[V] = c->x[A];
  c->dx[A] = jerk(p, c);
}

DV_KIND(control, reference3) = {
    .name = "control.reference-3",
    .doc = "reference model of order 3: value, rate, acceleration and jerk",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .smooth = 2,
    .example =
        "signals:\n"
        "  step: {kind: control.reference-3, in: 1, omega: 10 rad/s}\n"
        "  ramp: {kind: control.reference-3, in: t, omega: 10 rad/s}\n"
        "until: 5 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: step, at: 0.2 s, is: 0.32332358381693654, within: 1e-8, source: '1 - (1 + w t + (w t)^2/2) exp(-w t)'}\n"
        "      - {value: step.jerk, at: 0 s, is: 1000, within: 1e-9, source: omega^3}\n"
        "      - {max: step, is: 1, within: 1e-8, source: no overshoot}\n"
        "      - {final: ramp, is: 4.7, within: 1e-8, source: behind by 3/omega}\n",
};
