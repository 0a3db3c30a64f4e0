// valve22.c: two-way proportional valve between a and b.
//
//   q = area opening(x) Cd sqrt(2/rho) root(p_a - p_b) + G dp;   spool x (spool.h) opens past its overlap
#include "kinds/hydraulic/edge.h"
#include "kinds/hydraulic/spool.h"

DV_PARAMETERS(
    DV_P(area,    "m^2",      DV_REQUIRED, 0,   10,   "area at full opening")
    DV_P(overlap, "1",        0,           -10, 0.99, "travel before it opens; negative: open at rest")
    DV_P(leakage, "m^3/s/Pa", 0,           0,   1,    "conductance when closed")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_GROUP(spool, spool_par, SPOOL_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "first end" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "second end"}
};
static const dv_quantity ins[] = {
    {"command", "1", 1, "command, 0 closed, 1 open", DV_BY_ANSWER | DV_BY_RATE},
    EDGE_WARM,
};

#include "kinds/hydraulic/spool_valve.inc"

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_LAW(answer)
{
  real dp = c->effort[0] - c->effort[1], x = spool(p, c);
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  c->flow[0] = p->gain * spool_opening(x, p->overlap) * edge_passes(&n, dp) + warm_ratio(c->in[1]) * p->leakage * dp;
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, valve22) = {
    .name = "hydraulic.valve22",
    .doc = "2/2 proportional or switching valve",
    SPOOL_VALVE,
    .example =
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 4 MPa}\n"
        "  valve: {kind: hydraulic.valve22, a: P, b: T, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, command: 0.6, "
        "overlap: 0.2}\n"
        "  slow: {kind: hydraulic.valve22, a: P, b: T, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, command: 1, spool: "
        "first, time: 1 s}\n"
        "  creep: {kind: hydraulic.valve22, a: P, b: T, area: 10 mm2, command: 1, spool: second, speed: 0.25}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: valve.a.flow, is: 3e-4, relative: 1e-11, source: half open past the overlap}\n"
        "      - {final: slow.a.flow, is: 3.7927233529713463e-4, relative: 1e-8, source: '(1 - 1/e) of the full flow'}\n"
        "      - {final: creep.spool, is: 0.24947916666666667, relative: 1e-8, source: 'speed (t - 1/(2 damping omega))'}\n",
};
