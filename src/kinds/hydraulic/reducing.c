// reducing.c: pressure-reducing valve: passes oil from a to b while b is below the setting.
//
//   q = A(p_b) Cd sqrt(2/rho) root(p_a - p_b),   A falls smoothly from `area` at `setting - span` to 0 at `setting`
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area,    "m^2", DV_REQUIRED, 0, 10,  "area when fully open")
    DV_P(setting, "Pa",  DV_REQUIRED, 0, 2e8, "reduced pressure at no flow")
    DV_P(span,    "Pa",  1e6,         1, 1e8, "drop of the reduced pressure until fully open")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "supply"                  },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "line of reduced pressure"}
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
  c->flow[0] = p->gain * edge_ramp(p->setting - c->effort[1], p->span) * edge_passes(&n, dp);
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, reducing) = {
    .name = "hydraulic.reducing",
    .doc = "pressure-reducing valve",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example = "parts:\n"
               "  supply: {kind: hydraulic.pressure, a: P, pressure: 14 MPa}\n"
               "  valve: {kind: hydraulic.reducing, a: P, b: A, area: 10 mm2, setting: 6 MPa, span: 2 MPa, cd: 0.6, rho: 900 "
               "kg/m3, dp0: 1 Pa}\n"
               "  line: {kind: hydraulic.volume, a: A, volume: 0.1 l}\n"
               "  load: {kind: hydraulic.leak, a: A, b: T, conductance: 8.4852813742385703e-11 m3/s/Pa}\n"
               "  tank: {kind: hydraulic.tank, a: T}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: A.pressure, is: 5e6, relative: 1e-8, source: 'half open: G p = Cd A/2 sqrt(2 "
               "dp/rho)'}]}}\n",
};
