// sine.c: a harmonic.
//
//   s = offset + amplitude sin(w t + phase),  w = 2 pi frequency + omega + 2 pi/period
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(amplitude, "*",     1, -HUGE_VAL, HUGE_VAL, "amplitude")
    DV_P(frequency, "Hz",    0, 0,         1e6,      "cycles per second")
    DV_P(omega,     "rad/s", 0, 0,         1e7,      "circular frequency, instead of or in addition to the frequency")
    DV_P(phase,     "rad",   0, -1e3,      1e3,      "phase at t = 0")
    DV_P(offset,    "*",     0, -HUGE_VAL, HUGE_VAL, "mean value")
    DV_P(period,    "s",     0, 0,         1e9,      "time of one cycle, instead of the frequency")
    DV_DERIVED(real w)  // circular frequency
);

DV_FAULT(fault)
{
  int two = dv_lane(p->period, 0) > 0 && (dv_lane(p->frequency, 0) > 0 || dv_lane(p->omega, 0) > 0);
  (void)c;
  return two ? "it has a period and a frequency|give one of them" : NULL;
}

DV_PREPARE(prepare)
{
  (void)c;
  p->w = 6.28318530717958647692 * p->frequency + p->omega +
         dv_select(p->period > 0.0, 6.28318530717958647692 / dv_max(p->period, dv_real(1e-9)), dv_real(0));
}

DV_LAW(signal)
{
  dv_jet s = dv_jet_sin(dv_jet_of(p->w * c->t + p->phase, p->w, dv_real(0)));
  signal_put(c, dv_jet_of(p->offset + p->amplitude * s.v, p->amplitude * s.d, p->amplitude * s.dd));
}

DV_KIND(signal, sine) = {
    .name = "signal.sine",
    .doc = "a sine of time",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: sine, amplitude: 2, frequency: 0.25 Hz, offset: 1}\n"
               "  swell: {kind: sine, amplitude: 2, period: 4 s, offset: 1}\n"
               "  late: {kind: sine, amplitude: 2, period: 4 s, phase: pi/6}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 3, within: 1e-14, source: closed form}\n"
               "      - {value: swell - s, at: 0.7 s, is: 0, within: 1e-14, source: the same cycle}\n"
               "      - {value: late, at: 0.5 s, is: 2*sin(5*pi/12), within: 1e-14, source: phase pi/4 + pi/6}\n"
               "      - {value: late.rate, at: 0.5 s, is: pi*cos(5*pi/12), within: 1e-13, source: the same}\n"
               "      - {value: s.acceleration, at: 1 s, is: -4.934802200544679, within: 1e-12, source: -2 (pi/2)^2}\n",
};
