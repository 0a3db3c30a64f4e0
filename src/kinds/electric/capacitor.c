// capacitor.c: capacitor between a node and ground: C u' = i.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(capacitance, "F", DV_REQUIRED, 1e-15, 1e6, "capacitance against ground")
);

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_STORES, "node that it belongs to"}
};
DV_LAW(publish) { c->capacity[0] = p->capacitance; }

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = dv_real(0);
}

DV_AMOUNT(stored) { return 0.5 * p->capacitance * c->effort[0] * c->effort[0]; }

DV_KIND(electric, capacitor) = {
    .name = "electric.capacitor",
    .doc = "capacitor against ground",
    .stands_for = DV_FOR_CAPACITANCE,
    DV_ROWS(port, ports),
    DV_PARAMS,
    .publish = publish,
    .answer = answer,
    .stored = stored,
    .example =
        "parts:\n"
        "  battery: {kind: electric.voltage, a: A, voltage: 10 V}\n"
        "  lamp: {kind: electric.resistor, a: A, b: B, resistance: 1000 ohm}\n"
        "  store: {kind: electric.capacitor, a: B, capacitance: 1 mF}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: B.voltage, is: 6.321205588285577, relative: 1e-8, source: U (1 - exp(-t/RC))}, "
        "{drift: energy.residual, within: 1e-8}]}}\n",
};
