// pump_compensated.c: pump that swivels back at its pressure setting (pump.h).
//
//   part of the displacement in use: (setting - p)/droop, within 0..1, at once or with a lag
#include "kinds/hydraulic/pump.h"

DV_PARAMETERS(
    DV_GROUP(pump, pump_par, PUMP_PARAMETERS)
    DV_P(setting, "Pa", DV_REQUIRED, 0,    2e8, "pressure at zero displacement")
    DV_P(droop,   "Pa", 1e6,         1,    1e8, "pressure below the setting at which the displacement is full")
    DV_P(time,    "s",  0.05,        1e-4, 100, "first: time constant of the swash plate")
);

static const dv_port ports[] = {PUMP_PORTS};
static const dv_quantity ins[] = {PUMP_INPUTS};

DV_FN real asked(const par *p, const dv_cell *c)
{
  return dv_clamp((p->setting - c->effort[PUMP_P]) / p->droop, dv_real(0), dv_real(1));
}

#include "kinds/hydraulic/swash.inc"

DV_LAW(answer) { pump_answer(&p->pump, used(p, c), c); }

DV_KIND(hydraulic, pump_compensated) = {
    .name = "hydraulic.pump-compensated",
    .doc = "pressure-compensated pump",
    SWASH_PUMP,
    .example =
        "parts:\n"
        "  pump: {kind: hydraulic.pump-compensated, p: P, t: T, displacement: 4 cm3/rad, speed: 100 rad/s, setting: 21 MPa, "
        "droop: 2 MPa, swash: first}\n"
        "  line: {kind: hydraulic.volume, a: P, volume: 0.5 l}\n"
        "  load: {kind: hydraulic.leak, a: P, b: T, conductance: 1e-11 m3/s/Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 5 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: P.pressure, is: 2e7, relative: 1e-8, source: half swivelled back}\n"
        "      - {final: pump.swash, is: 0.5, relative: 1e-7, source: half swivelled back}\n",
};
