// tank.c: reservoir at constant pressure.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(pressure, "Pa", 0, -1e5, 1e8, "pressure above the atmosphere's")
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_FIXES, "node that ends in the tank"}
};
DV_LAW(publish) { c->effort[0] = p->pressure; }

DV_KIND(hydraulic, tank) = {
    .name = "hydraulic.tank",
    .doc = "tank at constant pressure",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .publish = publish,
    .active = 1,
    .example =
        "parts:\n"
        "  source: {kind: hydraulic.flow, a: A, flow: 2 l/min}\n"
        "  line: {kind: hydraulic.volume, a: A, volume: 1 l}\n"
        "  gap: {kind: hydraulic.leak, a: A, b: T, conductance: 1e-11 m3/s/Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T, pressure: 2 bar}\n"
        "until: 20 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: A.pressure, is: 3533333.3333333335, relative: 1e-9, source: p_t + q/G}, {final: "
        "tank.a.flow, is: 3.3333333333333335e-5, relative: 1e-9, source: what goes in comes out}]}}\n",
};
