// ground.c: the node at zero voltage.
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_FIXES, "node at zero voltage"}
};

DV_LAW(publish)
{
  (void)p;
  c->effort[0] = dv_real(0);
}

DV_KIND(electric, ground) = {
    .name = "electric.ground",
    .doc = "ground: zero voltage",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    .publish = publish,
    .example = "parts:\n"
               "  battery: {kind: electric.voltage, a: A, voltage: 12 V}\n"
               "  lamp: {kind: electric.resistor, a: A, b: G, resistance: 4 ohm}\n"
               "  ground: {kind: electric.ground, a: G}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: ground.a.flow, is: 3, within: 1e-14, source: all current ends here}]}}\n",
};
