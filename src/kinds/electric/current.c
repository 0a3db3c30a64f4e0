// current.c: ideal current source: drives a given current out of its end a, whatever the voltage.
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_ANSWERS, "node that it feeds"     },
    {"b", DV_ELECTRIC, DV_ANSWERS, "node that it takes from"}
};
static const dv_quantity ins[] = {
    {"current", "A", 1, "current from b to a, a number or a signal", DV_BY_ANSWER}
};

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = -c->in[0];
  c->flow[1] = c->in[0];
}

DV_KIND(electric, current) = {
    .name = "electric.current",
    .doc = "current source",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(in, ins),
    .answer = answer,
    .active = 1,
    .example =
        "parts:\n"
        "  source: {kind: electric.current, a: A, b: G, current: 2 A}\n"
        "  lamp: {kind: electric.resistor, a: A, b: G, resistance: 4 ohm}\n"
        "  store: {kind: electric.capacitor, a: A, capacitance: 0.25 F}\n"
        "  ground: {kind: electric.ground, a: G}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: A.voltage, is: 8*(1 - exp(-1)), relative: 1e-8, source: R i (1 - exp(-t/RC))}]}}\n",
};
