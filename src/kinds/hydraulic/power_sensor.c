// power_sensor.c: power of an effort and a flow as a signal, and the work that it has done.
//
//   y = e f,   work' = y
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_quantity states[] = {
    {"work", "J", 1e3, "work done so far", 0}
};
static const dv_quantity ins[] = {
    {"pressure", "Pa",    1e7,  "pressure: node.pressure",        DV_BY_SIGNAL | DV_BY_RATE},
    {"flow",     "m^3/s", 1e-3, "flow of a port: part.port.flow", DV_BY_SIGNAL | DV_BY_RATE},
};
static const dv_quantity outs[] = {
    {"value", "W", 1e3, "power", 0}
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->in[0] * c->in[1];
}

DV_LAW(rate)
{
  (void)p;
  c->dx[0] = c->in[0] * c->in[1];
}

DV_KIND(hydraulic, power_sensor) = {
    .name = "hydraulic.power-sensor",
    .doc = "hydraulic power as a signal, and its work",
    .npar = DV_NPAR(par),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .example =
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 10 MPa}\n"
        "  gap: {kind: hydraulic.leak, a: P, b: T, conductance: 1e-11 m3/s/Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "  meter: {kind: hydraulic.power-sensor, pressure: P.pressure, flow: gap.a.flow}\n"
        "until: 2 s\n"
        "cases: {example: {expect: [{final: meter, is: 1000, relative: 1e-12, source: G p^2}, {final: meter.work, is: 2000, "
        "relative: 1e-9, source: G p^2 t}]}}\n",
};
