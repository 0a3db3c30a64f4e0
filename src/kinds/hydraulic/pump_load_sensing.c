// pump_load_sensing.c: pump that keeps its pressure a margin above the load's, within a pressure, a stroke and a torque (pump.h).
//
//   part of the displacement in use: (min(p_ls + margin, limit) - p)/droop + 1, within 0..most: zero one droop above the margin;
//   not more than torque/(D dp), so that the drive is not stalled (power hyperbola of a torque-controlled pump)
#include "kinds/hydraulic/pump.h"

DV_PARAMETERS(
    DV_GROUP(pump, pump_par, PUMP_PARAMETERS)
    DV_P(margin, "Pa", 2e6,   0,    1e8, "pressure kept above the load's")
    DV_P(limit,  "Pa", 2.5e7, 0,    2e8, "greatest pressure")
    DV_P(droop,  "Pa", 5e5,   1,    1e8, "pressure from full to zero displacement")
    DV_P(time,   "s",  0.05,  1e-4, 100, "first: time constant of the swash plate")
    DV_P(torque, "N.m", 1e30, 1e-3, 1e30, "torque that the displacement may take from the shaft; it swivels back before")
);

enum { LS = PUMP_AXIS + 1 };
enum { MOST = PUMP_INPUT_COUNT };

static const dv_port ports[] = {
    PUMP_PORTS, {"ls", DV_HYDRAULIC, DV_ANSWERS, "load pressure; takes no flow"}
};
static const dv_quantity ins[] = {
    PUMP_INPUTS, {"most", "1", 1, "greatest part of the displacement, 0..1", DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL_ONE}
};

DV_FN real asked(const par *p, const dv_cell *c)
{
  real goal = dv_min(c->effort[LS] + p->margin, p->limit);
  real dp = dv_max(c->effort[PUMP_P] - c->effort[PUMP_T], dv_real(1)), stroke = dv_clamp(c->in[MOST], dv_real(0), dv_real(1));
  real most = dv_min(stroke, p->torque / (p->pump.displacement * dp));
  return dv_clamp((goal - c->effort[PUMP_P]) / p->droop + 1, dv_real(0), most);
}

#include "kinds/hydraulic/swash.inc"

DV_LAW(answer)
{
  pump_answer(&p->pump, used(p, c), c);
  c->flow[LS] = dv_real(0);
}

DV_KIND(hydraulic, pump_load_sensing) = {
    .name = "hydraulic.pump-load-sensing",
    .doc = "load-sensing pump with limits of pressure, stroke and torque",
    SWASH_PUMP,
    .example = "parts:\n"
               "  pump: {kind: hydraulic.pump-load-sensing, p: P, t: T, ls: LS, displacement: 4 cm3/rad, speed: 100 rad/s, "
               "margin: 2 MPa, droop: 1 MPa}\n"
               "  line: {kind: hydraulic.volume, a: P, volume: 0.5 l}\n"
               "  load: {kind: hydraulic.pressure, a: LS, pressure: 10 MPa}\n"
               "  valve: {kind: hydraulic.leak, a: P, b: LS, conductance: 8e-11 m3/s/Pa}\n"
               "  limited: {kind: hydraulic.pump-load-sensing, p: Q, t: T, ls: LS, displacement: 4 cm3/rad, speed: 100 rad/s, "
               "margin: 2 MPa, torque: 16 N.m, swash: first}\n"
               "  rail: {kind: hydraulic.pressure, a: Q, pressure: 8 MPa}\n"
               "  short: {kind: hydraulic.pump-load-sensing, p: Q, t: T, ls: LS, displacement: 4 cm3/rad, speed: 100 rad/s, "
               "margin: 2 MPa, most: 0.25}\n"
               "  tank: {kind: hydraulic.tank, a: T}\n"
               "until: 5 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: P.pressure, is: 12.5e6, relative: 1e-8, source: 'half swivelled back at margin + droop/2, D w/2 "
               "= G 2.5 MPa'}\n"
               "      - {final: limited.p.flow, is: -2e-4, relative: 1e-8, source: 'half the displacement at 8 MPa is 16 N.m'}\n"
               "      - {final: short.p.flow, is: -1e-4, relative: 1e-12, source: a quarter of its stroke}\n",
};
