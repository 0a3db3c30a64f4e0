// accumulator.c: gas-loaded accumulator: below the precharge only its neck yields, above it the gas does.
//
//   P Vg^n = P0 V0^n (absolute),  capacity = Vg/(n P) + V/B,  V = neck + V0 - Vg the oil inside
//   stores P0 V0 (r^(1-a) - 1) a/(1-a) - p_atm (V0 - Vg) + V h,  r = P/P0, a = 1/n: work on the gas above the atmosphere's; oil.h
#include "kinds/hydraulic/oil.h"

DV_PARAMETERS(
    DV_P(volume,    "m^3", DV_REQUIRED, 1e-9, 1e4, "volume of the gas at the precharge")
    DV_P(precharge, "Pa",  DV_REQUIRED, 0,    1e8, "gas pressure without oil, above the atmosphere's")
    DV_P(exponent,  "1",   1.4,         1,    2,   "polytropic exponent: 1 slow, 1.4 fast")
    DV_P(neck,      "m^3", 1e-5,        1e-9, 10,  "oil that stays inside")
    DV_GROUP(oil, oil_par, OIL_PARAMETERS)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_STORES, "node that it belongs to"}
};
static const dv_option options[] = {OIL_OPTION};

// Logarithm of P/P0, zero below the precharge.
DV_FN real squeeze(const par *p, real e)
{
  return dv_log(dv_max((e + OIL_ATMOSPHERE) / (p->precharge + OIL_ATMOSPHERE), dv_real(1)));
}

// Oil that has come in: V0 - Vg.
DV_FN real taken_in(const par *p, real log) { return -p->volume * dv_expm1(-log / p->exponent); }

DV_LAW(publish)
{
  real e = c->effort[0], taken = taken_in(p, squeeze(p, e)), oil = p->neck + taken;
  real yields =
      dv_select(dv_beyond(c, 0, e > p->precharge), (p->volume - taken) / (p->exponent * (e + OIL_ATMOSPHERE)), dv_real(0));
  c->capacity[0] = yields + oil * oil_compliance(&p->oil, c->opt[0], e);
}

DV_LAW(answer)
{
  (void)p;
  c->flow[0] = dv_real(0);
}

DV_AMOUNT(stored)
{
  real log = squeeze(p, c->effort[0]), a = 1 / p->exponent, taken = taken_in(p, log);
  real work = (p->precharge + OIL_ATMOSPHERE) * p->volume * a * log * oil_slope((1 - a) * log) - OIL_ATMOSPHERE * taken;
  return work + (p->neck + taken) * oil_energy(&p->oil, c->opt[0], c->effort[0]);
}

DV_AMOUNT(carried) { return oil_energy(&p->oil, c->opt[0], c->effort[0]) * c->flow[0]; }

// Gas gives way from the precharge on, far more than oil.
DV_LAW(root) { c->root[0] = p->precharge - c->effort[0]; }

DV_KIND(hydraulic, accumulator) = {
    .name = "hydraulic.accumulator",
    .doc = "gas-loaded accumulator",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .nroot = 1,
    .holds = 1,
    .publish = publish,
    .answer = answer,
    .root = root,
    .carried = carried,
    .stored = stored,
    .example = "nodes: {A: {initial: 11898675 Pa}}\n"
               "parts:\n"
               "  pump: {kind: hydraulic.flow, a: A, flow: 0.5 l/s}\n"
               "  bottle: {kind: hydraulic.accumulator, a: A, volume: 2 l, precharge: 9898675 Pa, exponent: 1.25, bulk: 1e9 Pa}\n"
               "until: 1.4889236790775859 s\n"
               "solver: {rtol: 1e-11, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: A.pressure, is: 23898675, relative: 1e-8, source: 'q t = V_1 - V_2 + (integral of V_oil dP)/B, P "
               "V^n constant, from 120 to 240 bar absolute'}\n"
               "      - {drift: energy.residual, within: 1e-4}\n",
};
