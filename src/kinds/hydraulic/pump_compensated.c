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
static const dv_option options[] = {
    {"swash", "instant|first", "how the swash plate follows"}
};
static const dv_quantity ins[] = {PUMP_INPUT};
static const dv_quantity states[] = {
    {"swash", "1", 1, "part of the displacement in use", 0}
};
static const int state_count[] = {0, 1};

DV_FN real asked(const par *p, const dv_cell *c)
{
  return dv_clamp((p->setting - c->effort[PUMP_P]) / p->droop, dv_real(0), dv_real(1));
}

DV_FN real used(const par *p, const dv_cell *c) { return c->opt[0] ? c->x[0] : asked(p, c); }

DV_LAW(answer) { pump_answer(&p->pump, used(p, c), c->in[0], c); }

DV_LAW(rate)
{
  if (c->opt[0]) c->dx[0] = (asked(p, c) - c->x[0]) / p->time;
}

DV_AMOUNT(loss) { return pump_loss(&p->pump, c->in[0], c); }

DV_LAW(guard) { pump_guard(&p->pump, c); }

DV_KIND(hydraulic, pump_compensated) = {
    .name = "hydraulic.pump-compensated",
    .doc = "pressure-compensated pump",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    .answer = answer,
    .rate = rate,
    DV_ROWS(warning, pump_warnings),
    .guard = guard,
    .loss = loss,
    .active = 1,
    .form = "MSf",
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
