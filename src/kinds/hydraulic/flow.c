// flow.c: ideal flow source: pushes a given flow into its node, whatever the pressure.
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "node that it feeds"}
};
static const dv_quantity ins[] = {
    {"flow", "m^3/s", 1e-3, "flow into the node, a number or a signal", DV_BY_ANSWER}
};

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = -c->in[0];
}

DV_KIND(hydraulic, flow) = {
    .name = "hydraulic.flow",
    .doc = "flow source",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(in, ins),
    .answer = answer,
    .active = 1,
    .example = "parts:\n"
               "  source: {kind: hydraulic.flow, a: A, flow: 1e-5 m3/s}\n"
               "  line: {kind: hydraulic.volume, a: A, volume: 1 l, bulk: 1e9 Pa}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: A.pressure, is: 1e7, relative: 1e-9, source: bulk q t/V}]}}\n",
};
