// flow_sensor.c: flow into a port of another part as a signal, at once or with a first-order lag, and the volume that has passed.
//
//   instant: y = q     first: y' = (q - y)/time;   volume' = q
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(time, "s", 1e-3, 1e-6, 100, "first: time constant")
);

enum { VOLUME, SHOWN };

static const dv_option options[] = {
    {"lag", "instant|first", "how the sensor follows"}
};
static const dv_quantity states[] = {
    {"volume", "m^3",   1e-3, "volume that has passed", 0},
    {"shown",  "m^3/s", 1e-3, "measured flow",          0}
};
static const int state_count[] = {1, 2};
static const dv_quantity ins[] = {
    {"flow", "m^3/s", 1e-3, "flow of a port: part.port.flow", DV_BY_SIGNAL | DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"value", "m^3/s", 1e-3, "measured flow", 0}
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->opt[0] ? c->x[SHOWN] : c->in[0];
}

DV_LAW(rate)
{
  c->dx[VOLUME] = c->in[0];
  if (c->opt[0]) c->dx[SHOWN] = (c->in[0] - c->x[SHOWN]) / p->time;
}

DV_KIND(hydraulic, flow_sensor) = {
    .name = "hydraulic.flow-sensor",
    .doc = "flow of a port as a signal, and the volume that has passed",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .form = "Df",
    .example =
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 10 MPa}\n"
        "  gap: {kind: hydraulic.leak, a: P, b: T, conductance: 1e-11 m3/s/Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "  meter: {kind: hydraulic.flow-sensor, flow: gap.a.flow}\n"
        "until: 2 s\n"
        "cases: {example: {expect: [{final: meter, is: 1e-4, relative: 1e-12, source: G dp}, {final: meter.volume, is: 2e-4, "
        "relative: 1e-9, source: q t}]}}\n",
};
