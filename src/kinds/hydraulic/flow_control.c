// flow_control.c: pressure-compensated: a set flow from a to b once the drop suffices; an orifice below that and backwards.
//
//   q = opening rated root(min(dp, least))/root(least)
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(rated, "m^3/s", DV_REQUIRED, 0,    10,  "set flow at full opening")
    DV_P(least, "Pa",    1e6,         1e2,  1e8, "drop from which the flow is constant")
    DV_P(dp0,   "Pa",    2e4,         1e-3, 1e8, "pressure drop between laminar and turbulent")
    DV_DERIVED(real gain)  // rated/root(least)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "inlet" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "outlet"}
};
static const dv_quantity ins[] = {
    {"opening", "1", 1, "part of the set flow, 0..1", DV_BY_ANSWER | DV_OPTIONAL_ONE},
    EDGE_WARM,
};

DV_FN real root(const par *p, real dp) { return dp / dv_sqrt(dv_sqrt(dp * dp + p->dp0 * p->dp0)); }

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->rated / root(p, p->least);
}

DV_LAW(answer)
{
  real dp = c->effort[0] - c->effort[1], open = dv_clamp(c->in[0], dv_real(0), dv_real(1));
  edge_now n = edge_warm(p->dp0, c->in + 1);
  c->flow[0] = open * p->gain * edge_passes(&n, dv_min(dp, p->least));
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, flow_control) = {
    .name = "hydraulic.flow-control",
    .doc = "pressure-compensated flow control valve",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example =
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 18 MPa}\n"
        "  low: {kind: hydraulic.pressure, a: Q, pressure: 0.25 MPa}\n"
        "  full: {kind: hydraulic.flow-control, a: P, b: T, rated: 12 l/min, opening: 0.5}\n"
        "  short: {kind: hydraulic.flow-control, a: Q, b: T, rated: 12 l/min, dp0: 1e-3 Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "cases: {example: {expect: [{final: full.a.flow, is: 1e-4, relative: 1e-14, source: set flow}, {final: short.a.flow, "
        "is: 1e-4, relative: 1e-12, source: sqrt(0.25) of it}]}}\n",
};
