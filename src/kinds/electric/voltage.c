// voltage.c: ideal voltage source against ground.
#include "davit/kind.h"

typedef struct {
  real none;
} par;

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
    .port = ports,
    .nport = DV_COUNT(ports),
    .npar = DV_NPAR(par),
    .in = ins,
    .nin = DV_COUNT(ins),
    .publish = publish,
    .active = 1,
    .bench = "parts:\n"
             "  battery: {kind: electric.voltage, a: A, voltage: 12 V}\n"
             "  lamp: {kind: electric.resistor, a: A, b: G, resistance: 4 ohm}\n"
             "  ground: {kind: electric.ground, a: G}\n"
             "until: 1 s\n"
             "cases: {bench: {expect: [{final: battery.a.flow, is: -3, within: 1e-14, source: U/R}]}}\n",
};
