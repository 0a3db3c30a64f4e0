// volume.c: oil in a rigid volume.
//
//   p' = B(p)/V q;   pure oil stores V p^2/2B and takes in p q, aerated oil (oil.h) stores V h and takes in (p + h) q
#include "kinds/hydraulic/oil.h"

DV_PARAMETERS(
    DV_P(volume, "m^3", DV_REQUIRED, 1e-12, 1e6, "volume")
    DV_GROUP(oil, oil_par, OIL_PARAMETERS)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_STORES, "node that it belongs to"}
};
static const dv_option options[] = {OIL_OPTION};

DV_LAW(publish) { c->capacity[0] = p->volume * oil_compliance(&p->oil, c->opt[0], c->effort[0]); }

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = dv_real(0);
}

DV_AMOUNT(stored) { return oil_held(&p->oil, c->opt[0], p->volume, c->effort[0]); }

DV_AMOUNT(carried) { return oil_held_carried(&p->oil, c->opt[0], c->effort[0], c->flow[0]); }

DV_KIND(hydraulic, volume) = {
    .name = "hydraulic.volume",
    .doc = "oil in a rigid volume",
    .stands_for = DV_FOR_VOLUME,
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .publish = publish,
    .answer = answer,
    .carried = carried,
    .stored = stored,
    .example =
        "parts:\n"
        "  source: {kind: hydraulic.flow, a: A, flow: 2e-5 m3/s}\n"
        "  first: {kind: hydraulic.volume, a: A, volume: 1 l, bulk: 1e9 Pa}\n"
        "  second: {kind: hydraulic.volume, a: A, volume: 3 l, bulk: 3e9 Pa}\n"
        "  other: {kind: hydraulic.flow, a: B, flow: 1e-4 m3/s}\n"
        "  foam: {kind: hydraulic.volume, a: B, volume: 1 l, bulk: 1e11 Pa, oil: aerated, air: 0.5, polytropic: 1}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: A.pressure, is: 1e7, relative: 1e-9, source: q t/(V1/B1 + V2/B2)}\n"
        "      - {final: first.energy, is: 50, relative: 1e-9, source: V p^2/2B}\n"
        "      - {final: B.pressure, is: 23817.83, relative: 1e-5, source: 'air at constant temperature, v/v0 = exp(-q t/V)'}\n"
        "      - {drift: energy.residual, within: 1e-7}\n",
};
