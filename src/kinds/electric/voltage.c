// voltage.c: ideal voltage source against ground.
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_FIXES, "node that it keeps at the voltage"}
};
static const dv_quantity ins[] = {
    {"voltage", "V", 24, "voltage, a number or a signal", DV_BY_PUBLISH}
};

DV_LAW(publish)
{
  (void)p;
  c->effort[0] = c->in[0];
}

DV_KIND(electric, voltage) = {
    .name = "electric.voltage",
    .doc = "voltage source",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(in, ins),
    .publish = publish,
    .active = 1,
    .example = "parts:\n"
               "  battery: {kind: electric.voltage, a: A, voltage: 12 V}\n"
               "  lamp: {kind: electric.resistor, a: A, b: G, resistance: 4 ohm}\n"
               "  ground: {kind: electric.ground, a: G}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: battery.a.flow, is: -3, within: 1e-14, source: U/R}]}}\n",
};
