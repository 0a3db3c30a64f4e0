// zero.c: 0-junction: its bonds share one effort, their flows add up to zero.
#include "kinds/bond/bond.h"

DV_KIND(bond, zero) = {
    .name = "bond.zero",
    .doc = "0-junction of a bond graph: common effort",
    .npar = DV_NPAR(par),
    .each = "components",
    .bond = DV_BOND_ZERO,
    .example = "parts:\n"
               "  u: {kind: bond.zero}\n"
               "  store: {kind: bond.C, at: u, capacitance: 0.5}\n"
               "  leak: {kind: bond.R, at: u, resistance: 4}\n"
               "  pump: {kind: bond.Sf, at: u, flow: 3}\n"
               "until: 2 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: u.effort, is: 7.585446705942692, relative: 1e-8, source: R q (1 - exp(-t/RC))}\n"
               "      - " BOND_BOOKS "\n",
};
