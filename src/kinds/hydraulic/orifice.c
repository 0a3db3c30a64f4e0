// orifice.c: sharp-edged orifice between two nodes, fixed or adjustable.
//
//   q = opening area Cd sqrt(2/rho) dp / (dp^2 + dp0^2)^(1/4)
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area, "m^2", DV_REQUIRED, 0, 10, "open area")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "first end" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "second end"}
};
static const dv_quantity ins[] = {
    {"opening", "1", 1, "part of the area that is open", DV_BY_ANSWER | DV_OPTIONAL_ONE}
};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_LAW(answer)
{
  real open = dv_max(c->in[0], dv_real(0));
  c->flow[0] = p->gain * open * edge_root(&p->edge, c->effort[0] - c->effort[1]);
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, orifice) = {
    .name = "hydraulic.orifice",
    .doc = "sharp-edged orifice, fixed or adjustable",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example =
        "nodes: {A: {initial: 16 MPa}}\n"
        "parts:\n"
        "  drum: {kind: hydraulic.volume, a: A, volume: 10 l, bulk: 1e9 Pa}\n"
        "  hole: {kind: hydraulic.orifice, a: A, b: T, area: 1 mm2, cd: 0.5, rho: 800 kg/m3, dp0: 0.001 Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-11, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: A.pressure, is: 7562500, relative: 1e-8, source: sqrt(p) falls by B k t/2V with k "
        "= Cd A sqrt(2/rho)}, {drift: energy.residual, within: 1e-5}]}}\n",
};
