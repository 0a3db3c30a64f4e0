// Sf.c: source of flow: drives it into the junction.
#include "kinds/bond/bond.h"

BOND_AT(1);
static const dv_coefficient coefficients[] = {
    {"flow", DV_GIVES_MATRIX, 0, "flow"}
};

DV_KIND(bond, Sf) = {
    .name = "bond.Sf",
    .doc = "source of constant flow",
    .npar = DV_NPAR(par),
    .active = 1,
    .bond = DV_BOND_SF,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  u: {kind: bond.zero}\n"
               "  pump: {kind: bond.Sf, at: u, flow: 2}\n"
               "  store: {kind: bond.C, at: u, capacitance: 0.5}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: store.effort, is: 4, within: 1e-8, source: q t/C}\n"
               "      - " BOND_BOOKS "\n",
};
