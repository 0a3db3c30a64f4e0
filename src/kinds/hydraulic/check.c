// check.c: check valve: lets oil pass from a to b once the drop exceeds the cracking pressure.
//
//   q = A(dp) Cd sqrt(2/rho) root(dp) + G dp,   A rises smoothly from 0 at `crack` to `area` at `crack + span`
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area,    "m^2",      DV_REQUIRED, 0, 10,  "area when fully open")
    DV_P(crack,   "Pa",       5e4,         0, 1e8, "drop at which it begins to open")
    DV_P(span,    "Pa",       1e5,         1, 1e8, "further drop until it is fully open")
    DV_P(leakage, "m^3/s/Pa", 0,           0, 1,   "conductance when closed")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "inlet" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "outlet"}
};
static const dv_quantity ins[] = {EDGE_WARM};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_LAW(answer)
{
  real dp = c->effort[0] - c->effort[1];
  edge_now n = edge_warm(p->edge.dp0, c->in);
  c->flow[0] = p->gain * edge_ramp(dp - p->crack, p->span) * edge_passes(&n, dp) + warm_ratio(c->in[0]) * p->leakage * dp;
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, check) = {
    .name = "hydraulic.check",
    .doc = "check valve with cracking pressure",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example =
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 1 MPa}\n"
        "  open: {kind: hydraulic.check, a: P, b: T, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa}\n"
        "  half: {kind: hydraulic.check, a: P, b: T, area: 10 mm2, crack: 0.9 MPa, span: 0.2 MPa, cd: 0.6, rho: 800 kg/m3, "
        "dp0: 1 Pa}\n"
        "  shut: {kind: hydraulic.check, a: T, b: P, area: 10 mm2}\n"
        "  leaky: {kind: hydraulic.check, a: T, b: P, area: 10 mm2, leakage: 1e-12 m3/s/Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: open.a.flow, is: 3e-4, relative: 1e-11, source: Cd A sqrt(2 dp/rho)}\n"
        "      - {final: half.a.flow, is: 1.5e-4, relative: 1e-11, source: half way open}\n"
        "      - {final: shut.a.flow, is: 0, within: 1e-30, source: closed}\n"
        "      - {final: leaky.a.flow, is: -1e-6, relative: 1e-11, source: 'G dp, backwards'}\n",
};
