// MSe.c: source of effort that a signal modulates.
#include "kinds/bond/bond.h"

BOND_AT(1);
static const dv_coefficient coefficients[] = {
    {"effort", DV_GIVES_MATRIX, 1, "effort, from signals"}
};

DV_KIND(bond, MSe) = {
    .name = "bond.MSe",
    .doc = "source of effort, from signals",
    .npar = DV_NPAR(par),
    .active = 1,
    .bond = DV_BOND_SE,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  push: {kind: bond.MSe, at: v, effort: '4*sin(t)'}\n"
               "  m: {kind: bond.I, at: v, inertia: 2 kg}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: m.flow, is: 0.9193953882637205, relative: 1e-8, source: F (1 - cos t)/m}\n"
               "      - " BOND_BOOKS "\n",
};
