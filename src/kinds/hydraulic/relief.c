// relief.c: relief valve: opens to b when a is above b by more than the setting.
//
//   q = rated z^2/(z + s),  z = (dp - setting)/override for dp > setting, else 0;   s = 0.02 makes the beginning smooth
//
// Far above s the flow rises by `rated` per `override`, as in a data sheet.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(setting,  "Pa",    DV_REQUIRED, 0,    2e8, "pressure drop at which it opens")
    DV_P(rated,    "m^3/s", 1e-3,        1e-9, 10,  "flow at the override")
    DV_P(override, "Pa",    1e6,         1,    1e8, "pressure above the setting for the rated flow")
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "line that it protects"},
    {"b", DV_HYDRAULIC, DV_ANSWERS, "return"               }
};
DV_LAW(answer)
{
  real z = dv_max(c->effort[0] - c->effort[1] - p->setting, dv_real(0)) / p->override;
  c->flow[0] = p->rated * z * z / (z + 0.02);
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, relief) = {
    .name = "hydraulic.relief",
    .doc =
        "pressure relief valve: q = rated z^2/(z + 0.02), z = (drop - setting)/override, so that rated is reached at 1.02 of the override",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .example = "parts:\n"
               "  pump: {kind: hydraulic.flow, a: P, flow: 30 l/min}\n"
               "  line: {kind: hydraulic.volume, a: P, volume: 0.1 l}\n"
               "  relief: {kind: hydraulic.relief, a: P, b: T, setting: 20 MPa, rated: 60 l/min, override: 2 MPa}\n"
               "  tank: {kind: hydraulic.tank, a: T}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: P.pressure, is: 21038516.480713451, relative: 1e-9, source: 'steady: z = (y + "
               "sqrt(y^2 + 4 s y))/2, y = 1/2, s = 0.02'}]}}\n",
};
