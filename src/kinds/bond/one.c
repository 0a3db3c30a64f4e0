// one.c: 1-junction: its bonds share one flow, their efforts add up to zero.
//
// Its displacement (the integral of its flow) is a state if `initial:` gives it; its flow is one where no storage can set it.
#include "kinds/bond/bond.h"

static const dv_quantity states[] = {
    {"displacement[]", "", 1, "integral of its flow; kept if `initial:` gives it",         0},
    {"flow[]",         "", 1, "flow, if no element sets it without dividing by a modulus", 0},
};

DV_KIND(bond, one) = {
    .name = "bond.one",
    .doc = "1-junction of a bond graph: common flow",
    .npar = DV_NPAR(par),
    DV_ROWS(state, states),
    .each = "components",
    .bond = DV_BOND_ONE,
    .example = "parts:\n"
               "  v: {kind: bond.one, initial: {displacement: 1}}\n"
               "  m: {kind: bond.I, at: v, inertia: 2 kg}\n"
               "  push: {kind: bond.Se, at: v, effort: 6 N}\n"
               "until: 2 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: v.displacement, is: 7, within: 1e-8, source: 1 + F t^2/(2 m)}\n"
               "      - {final: v.flow, is: 6, within: 1e-8, source: F t/m}\n"
               "      - " BOND_BOOKS "\n",
};
