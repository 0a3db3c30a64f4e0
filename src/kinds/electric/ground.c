// ground.c: the node at zero voltage.
#include "davit/kind.h"

typedef struct {
  real none;
} par;

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
    .port = ports,
    .nport = DV_COUNT(ports),
    .npar = DV_NPAR(par),
    .publish = publish,
    .bench = "parts:\n"
             "  battery: {kind: electric.voltage, a: A, voltage: 12 V}\n"
             "  lamp: {kind: electric.resistor, a: A, b: G, resistance: 4 ohm}\n"
             "  ground: {kind: electric.ground, a: G}\n"
             "until: 1 s\n"
             "cases: {bench: {expect: [{final: ground.a.flow, is: 3, within: 1e-14, source: all current ends here}]}}\n",
};
