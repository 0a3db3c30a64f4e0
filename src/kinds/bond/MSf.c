// MSf.c: source of flow that a signal modulates.
#include "kinds/bond/bond.h"

BOND_AT(1);
static const dv_coefficient coefficients[] = {
    {"flow", DV_GIVES_MATRIX, 1, "flow, from signals"}
};

DV_KIND(bond, MSf) = {
    .name = "bond.MSf",
    .doc = "source of flow, from signals",
    .npar = DV_NPAR(par),
    .active = 1,
    .bond = DV_BOND_SF,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  u: {kind: bond.zero}\n"
               "  pump: {kind: bond.MSf, at: u, flow: '6*t'}\n"
               "  store: {kind: bond.C, at: u, capacitance: 0.5}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: store.effort, is: 6, within: 1e-8, source: 3 t^2/C}\n"
               "      - " BOND_BOOKS "\n",
};
