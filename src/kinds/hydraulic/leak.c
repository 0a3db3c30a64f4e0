// leak.c: laminar gap between two nodes.
//
//   q = thinner G dp (warm.h)
#include "kinds/hydraulic/warm.h"

DV_PARAMETERS(
    DV_P(conductance, "m^3/s/Pa", DV_REQUIRED, 0, 1, "flow per pressure drop")
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "first end" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "second end"}
};
static const dv_quantity ins[] = {WARM_THINNER};

DV_LAW(answer)
{
  c->flow[0] = p->conductance * dv_max(c->in[0], dv_real(0)) * (c->effort[0] - c->effort[1]);
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, leak) = {
    .name = "hydraulic.leak",
    .doc = "laminar gap or resistance",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    .example = "parts:\n"
               "  supply: {kind: hydraulic.pressure, a: P, pressure: 10 MPa}\n"
               "  gap: {kind: hydraulic.leak, a: P, b: A, conductance: 1e-12 m3/s/Pa}\n"
               "  line: {kind: hydraulic.volume, a: A, volume: 1 l, bulk: 1e9 Pa}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: A.pressure, is: 6321205.588285577, relative: 1e-8, source: p (1 - exp(-G bulk "
               "t/V))}]}}\n",
};
