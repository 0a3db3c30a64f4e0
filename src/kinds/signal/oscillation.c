// oscillation.c: a sine whose amplitude and period follow sliders; value and rate never jump.
//
//   s = offset + A sin(phi),   phi' = nu
//   A'' = w^2 (amplitude - A) - 2 w A',   nu'' = w^2 (2 pi/period - nu) - 2 w nu'
//
// The phase accumulates, so a new period turns neither the value nor the direction of motion. The derivatives are exact. Started
// by `initial:`; else it rests at zero and comes up smoothly.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(omega,  "rad/s", 3, 1e-3,      1e4,      "how fast amplitude and period follow: a critically damped filter")
    DV_P(offset, "*",     0, -HUGE_VAL, HUGE_VAL, "mean value")
);

enum { A, AV, PHI, NU, NUV };
enum { AMPLITUDE, PERIOD };

static const dv_quantity states[] = {
    {"a",   "",       1, "amplitude",        0},
    {"av",  "",       1, "its rate",         0},
    {"phi", "rad",    1, "phase",            0},
    {"nu",  "rad/s",  1, "its rate",         0},
    {"nuv", "rad/s2", 1, "the rate of that", 0},
};
static const dv_quantity ins[] = {
    {"amplitude", "",  1, "amplitude that is asked for",             DV_BY_SIGNAL | DV_BY_RATE},
    {"period",    "s", 1, "period that is asked for, at least 1 ms", DV_BY_SIGNAL | DV_BY_RATE},
};

DV_FN real follow(const par *p, real wanted, real is, real rate) { return p->omega * (p->omega * (wanted - is) - 2 * rate); }

DV_LAW(signal)
{
  real acceleration = follow(p, c->in[AMPLITUDE], c->x[A], c->x[AV]);
  dv_jet turn = dv_jet_sin(dv_jet_of(c->x[PHI], c->x[NU], c->x[NUV]));
  dv_jet s = dv_jet_mul(dv_jet_of(c->x[A], c->x[AV], acceleration), turn);
  signal_put(c, dv_jet_of(p->offset + s.v, s.d, s.dd));
}

DV_LAW(rate)
{
  real nu = 6.28318530717958647692 / dv_max(c->in[PERIOD], dv_real(1e-3));
  c->dx[A] = c->x[AV];
  c->dx[AV] = follow(p, c->in[AMPLITUDE], c->x[A], c->x[AV]);
  c->dx[PHI] = c->x[NU];
  c->dx[NU] = c->x[NUV];
  c->dx[NUV] = follow(p, nu, c->x[NU], c->x[NUV]);
}

DV_KIND(signal, oscillation) = {
    .name = "signal.oscillation",
    .doc = "a sine whose amplitude and period are inputs, for sliders; smooth enough to prescribe a motion",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .rate = rate,
    .smooth = 2,
    .example =
        "signals:\n"
        "  s: {kind: oscillation, amplitude: 2, period: 4 s, initial: {a: 2, phi: 0.5, nu: pi/2}}\n"
        "  up: {kind: oscillation, amplitude: 1, period: 1 s, initial: {phi: pi/2}, omega: 2 rad/s}\n"
        "until: 3 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: s, is: 2*sin(3*pi/2 + 0.5), within: 1e-8, source: a sine}\n"
        "      - {final: s.acceleration, is: -(pi^2/2)*sin(3*pi/2 + 0.5), within: 1e-8, source: a sine}\n"
        "      - {final: up.a, is: 1 - 7*exp(-6), within: 1e-8, source: 1 - (1 + w t) exp(-w t)}\n"
        "      - {final: up.phi, is: \"pi/2 + 2*pi*(2 + 4*exp(-6))\", within: 1e-7, source: \"its integral, t - 2/w + (t + "
        "2/w) exp(-w t), by 2 pi\"}\n",
};
