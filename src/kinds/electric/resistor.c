// resistor.c: i = u/R.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(resistance, "ohm", DV_REQUIRED, 1e-9, 1e15, "resistance")
);

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_ANSWERS, "first end" },
    {"b", DV_ELECTRIC, DV_ANSWERS, "second end"}
};
DV_LAW(answer)
{
  c->flow[0] = (c->effort[0] - c->effort[1]) / p->resistance;
  c->flow[1] = -c->flow[0];
}

DV_KIND(electric, resistor) = {
    .name = "electric.resistor",
    .doc = "resistor",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .example = "parts:\n"
               "  battery: {kind: electric.voltage, a: A, voltage: 12 V}\n"
               "  lamp: {kind: electric.resistor, a: A, b: G, resistance: 4 ohm}\n"
               "  ground: {kind: electric.ground, a: G}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: lamp.a.power + lamp.b.power, is: 36, within: 1e-12, source: U^2/R}]}}\n",
};
