// chirp.c: a sine whose frequency grows linearly, then stays.
//
//   phase(t) = 2 pi (f0 s + (f1 - f0) s^2 / (2 duration)),  s = t - start within [0, duration]; f1 afterwards
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(amplitude, "*",  1,           -HUGE_VAL, HUGE_VAL, "amplitude")
    DV_P(from,      "Hz", DV_REQUIRED, 0,         1e6,      "frequency at the start")
    DV_P(to,        "Hz", DV_REQUIRED, 0,         1e6,      "frequency at the end")
    DV_P(start,     "s",  0,           -HUGE_VAL, HUGE_VAL, "begin")
    DV_P(duration,  "s",  DV_REQUIRED, 1e-9,      1e9,      "length of the sweep")
    DV_P(offset,    "*",  0,           -HUGE_VAL, HUGE_VAL, "mean value")
);

DV_LAW(signal)
{
  real two_pi = dv_real(6.28318530717958647692);
  real s = dv_max(c->t - p->start, dv_real(0)), in = dv_min(s, p->duration), slope = (p->to - p->from) / p->duration;
  dv_bool sweeping = signal_between(c->t, p->start, p->start + p->duration), started = c->t >= p->start;
  real phase = two_pi * (p->from * in + 0.5 * slope * in * in + p->to * (s - in));
  real w = two_pi * (p->from + slope * in);
  dv_jet a = dv_jet_sin(dv_jet_of(phase, dv_select(started, w, dv_real(0)), dv_select(sweeping, two_pi * slope, dv_real(0))));
  signal_put(c, dv_jet_of(p->offset + p->amplitude * a.v, p->amplitude * a.d, p->amplitude * a.dd));
}

DV_INSTANT(next)
{
  (void)c;
  return signal_next_end(p->start, p->start + p->duration, t);
}

DV_KIND(signal, chirp) = {
    .name = "signal.chirp",
    .doc = "a sine with linearly growing frequency",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .smooth = 2,
    .example =
        "signals:\n"
        "  s: {kind: chirp, from: 0 Hz, to: 1 Hz, duration: 2 s}\n"
        "  u: {kind: chirp, amplitude: 2, from: 0.5 Hz, to: 1.5 Hz, start: 1 s, duration: 2 s, offset: 3}\n"
        "until: 4 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: s, at: 1 s, is: 1, within: 1e-14, source: sin(2 pi t^2/4) at 1 s}\n"
        "      - {value: u, at: 0.5 s, is: 3, within: 1e-14, source: before it begins}\n"
        "      - {value: u.rate, at: 0.5 s, is: 0, within: 1e-14, source: likewise}\n"
        "      - {value: u, at: 1.5 s, is: 3 + 2*sin(0.625*pi), within: 1e-13, source: 'phase 2 pi (s/2 + s^2/4), s = 1/2'}\n"
        "      - {value: u.rate, at: 1.5 s, is: 3*pi*cos(0.625*pi), within: 1e-12, source: 'A w cos, w = 2 pi (1/2 + s/2)'}\n"
        "      - {value: u.acceleration, at: 1.5 s, is: 2*pi*cos(0.625*pi) - 4.5*pi^2*sin(0.625*pi), within: 1e-11, source: 'A (w'' cos - w^2 sin), w'' = pi'}\n"
        "      - {value: u, at: 3.3 s, is: 3 + 2*sin(0.9*pi), within: 1e-13, source: two turns and 0.3 s of 1.5 Hz}\n"
        "      - {value: u.rate, at: 3.3 s, is: 6*pi*cos(0.9*pi), within: 1e-12, source: the same}\n"
        "      - {value: u.acceleration, at: 3.3 s, is: -18*pi^2*sin(0.9*pi), within: 1e-11, source: the same}\n",
};
