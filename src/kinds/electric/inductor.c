// inductor.c: L i' = u_a - u_b, with the resistance of its winding.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(inductance, "H",   DV_REQUIRED, 1e-12, 1e6,  "inductance")
    DV_P(resistance, "ohm", 0,           0,     1e12, "resistance of the winding")
);

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_ANSWERS, "first end" },
    {"b", DV_ELECTRIC, DV_ANSWERS, "second end"}
};
static const dv_quantity states[] = {
    {"current", "A", 1, "current from a to b", 0}
};

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = c->x[0];
  c->flow[1] = -c->x[0];
}

DV_LAW(rate) { c->dx[0] = (c->effort[0] - c->effort[1] - p->resistance * c->x[0]) / p->inductance; }

DV_AMOUNT(stored) { return 0.5 * p->inductance * c->x[0] * c->x[0]; }

DV_AMOUNT(loss) { return p->resistance * c->x[0] * c->x[0]; }

DV_KIND(electric, inductor) = {
    .name = "electric.inductor",
    .doc = "inductor with winding resistance",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(state, states),
    .answer = answer,
    .rate = rate,
    .stored = stored,
    .loss = loss,
    .form = "I",
    .example = "parts:\n"
               "  battery: {kind: electric.voltage, a: A, voltage: 10 V}\n"
               "  coil: {kind: electric.inductor, a: A, b: G, inductance: 2 H, resistance: 2 ohm}\n"
               "  ground: {kind: electric.ground, a: G}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: coil.current, is: 3.1606027941427886, relative: 1e-8, source: U/R (1 - exp(-R "
               "t/L))}, {drift: energy.residual, within: 1e-7}]}}\n",
};
