// check.c: check valve: lets oil pass from a to b once the drop exceeds the cracking pressure.
//
//   q = A(dp) Cd sqrt(2/rho) root(dp) + G dp,   A rises smoothly from 0 at `crack` to `area` at `crack + span`
#include "kinds/hydraulic/edge.h"

typedef struct {
  real area, crack, span, leakage;
  edge_par edge;
  real gain;  // derived: area Cd sqrt(2/rho)
} par;

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "inlet" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "outlet"}
};
static const dv_param params[] = {
    {"area",    "m^2",      DV_REQUIRED, 0, 10,  "area when fully open"               },
    {"crack",   "Pa",       5e4,         0, 1e8, "drop at which it begins to open"    },
    {"span",    "Pa",       1e5,         1, 1e8, "further drop until it is fully open"},
    {"leakage", "m^3/s/Pa", 0,           0, 1,   "conductance when closed"            },
    EDGE_PARAMS,
};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_LAW(answer)
{
  real dp = c->effort[0] - c->effort[1];
  c->flow[0] = p->gain * edge_ramp(dp - p->crack, p->span) * edge_root(&p->edge, dp) + p->leakage * dp;
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, check) = {
    .name = "hydraulic.check",
    .doc = "check valve with cracking pressure",
    .port = ports,
    .nport = DV_COUNT(ports),
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .prepare = prepare,
    .answer = answer,
    .bench = "parts:\n"
             "  supply: {kind: hydraulic.pressure, a: P, pressure: 1 MPa}\n"
             "  open: {kind: hydraulic.check, a: P, b: T, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa}\n"
             "  half: {kind: hydraulic.check, a: P, b: T, area: 10 mm2, crack: 0.9 MPa, span: 0.2 MPa, cd: 0.6, rho: 800 kg/m3, "
             "dp0: 1 Pa}\n"
             "  shut: {kind: hydraulic.check, a: T, b: P, area: 10 mm2}\n"
             "  tank: {kind: hydraulic.tank, a: T}\n"
             "until: 1 s\n"
             "cases:\n"
             "  bench:\n"
             "    expect:\n"
             "      - {final: open.a.flow, is: 3e-4, relative: 1e-11, source: Cd A sqrt(2 dp/rho)}\n"
             "      - {final: half.a.flow, is: 1.5e-4, relative: 1e-11, source: half way open}\n"
             "      - {final: shut.a.flow, is: 0, within: 1e-30, source: closed}\n",
};
