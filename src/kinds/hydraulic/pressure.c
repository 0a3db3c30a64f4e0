// pressure.c: ideal pressure source: keeps its node at a given pressure, whatever flows.
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_FIXES, "node that it keeps at the pressure"}
};
static const dv_quantity ins[] = {
    {"pressure", "Pa", 1e7, "pressure, a number or a signal", DV_BY_PUBLISH}
};

DV_LAW(publish)
{
  (void)p;
  c->effort[0] = c->in[0];
}

DV_KIND(hydraulic, pressure) = {
    .name = "hydraulic.pressure",
    .doc = "pressure source",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(in, ins),
    .publish = publish,
    .active = 1,
    .example = "parts:\n"
               "  supply: {kind: hydraulic.pressure, a: P, pressure: 4 MPa}\n"
               "  gap: {kind: hydraulic.orifice, a: P, b: T, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa}\n"
               "  tank: {kind: hydraulic.tank, a: T}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: supply.a.flow, is: -6e-4, within: 1e-12, source: Cd A sqrt(2 dp/rho)}]}}\n",
};
