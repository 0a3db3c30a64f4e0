// pump_fixed.c: pump of fixed displacement (pump.h).
#include "kinds/hydraulic/pump.h"

DV_PARAMETERS(
    DV_GROUP(pump, pump_par, PUMP_PARAMETERS)
);

static const dv_port ports[] = {PUMP_PORTS};
static const dv_quantity ins[] = {PUMP_INPUTS};

DV_LAW(answer) { pump_answer(&p->pump, dv_real(1), c); }

#include "kinds/hydraulic/pump_laws.inc"

DV_KIND(hydraulic, pump_fixed) = {
    .name = "hydraulic.pump-fixed",
    .doc = "pump of fixed displacement, on a shaft or at a given speed",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    PUMP_END,
    .example =
        "parts:\n"
        "  pump: {kind: hydraulic.pump-fixed, p: P, t: T, displacement: 4 cm3/rad, speed: 100 rad/s, rated_speed: 100 rad/s,\n"
        "         rated_pressure: 20 MPa, volumetric: 0.95, mechanical: 0.9}\n"
        "  line: {kind: hydraulic.volume, a: P, volume: 0.2 l}\n"
        "  load: {kind: hydraulic.leak, a: P, b: T, conductance: 1.9e-11 m3/s/Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 5 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: P.pressure, is: 2e7, relative: 1e-9, source: rated point}\n"
        "      - {final: pump.t.flow, is: 3.8e-4, relative: 1e-9, source: volumetric efficiency}\n"
        "      - {final: pump.axis.effort, is: 88.888888888888886, relative: 1e-9, source: D p/mechanical efficiency}\n",
};
