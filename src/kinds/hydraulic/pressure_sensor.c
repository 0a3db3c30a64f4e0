// pressure_sensor.c: pressure of a node as a signal, at once or with a first-order lag.
//
//   instant: y = p     first: y' = (p - y)/time
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(time, "s", 1e-3, 1e-6, 100, "first: time constant")
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "node that it measures; takes no flow"}
};
static const dv_option options[] = {
    {"lag", "instant|first", "how the sensor follows"}
};
static const dv_quantity states[] = {
    {"shown", "Pa", 1e6, "measured pressure", 0}
};
static const int state_count[] = {0, 1};
static const dv_quantity outs[] = {
    {"value", "Pa", 1e6, "measured pressure", 0}
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->opt[0] ? c->x[0] : c->effort[0];
}

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = dv_real(0);
}

DV_LAW(rate)
{
  if (c->opt[0]) c->dx[0] = (c->effort[0] - c->x[0]) / p->time;
}

DV_KIND(hydraulic, pressure_sensor) = {
    .name = "hydraulic.pressure-sensor",
    .doc = "pressure of a node as a signal",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(out, outs),
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .form = "De",
    .example = "parts:\n"
               "  supply: {kind: hydraulic.pressure, a: P, pressure: 10 MPa}\n"
               "  now: {kind: hydraulic.pressure-sensor, a: P}\n"
               "  late: {kind: hydraulic.pressure-sensor, a: P, lag: first, time: 1 s}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: now, is: 1e7, within: 1e-30, source: the pressure}, {final: late, is: "
               "6321205.588285577, relative: 1e-8, source: 1 - 1/e of it}]}}\n",
};
