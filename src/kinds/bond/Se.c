// Se.c: source of effort: pushes the junction with it.
#include "kinds/bond/bond.h"

BOND_AT(1);
static const dv_coefficient coefficients[] = {
    {"effort", DV_GIVES_MATRIX, 0, "effort"}
};

DV_KIND(bond, Se) = {
    .name = "bond.Se",
    .doc = "source of constant effort",
    .npar = DV_NPAR(par),
    .active = 1,
    .bond = DV_BOND_SE,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  battery: {kind: bond.Se, at: v, effort: 10 V}\n"
               "  lamp: {kind: bond.R, at: v, resistance: 1000 ohm}\n"
               "  store: {kind: bond.C, at: v, capacitance: 1 mF}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: store.effort, is: 6.321205588285577, relative: 1e-8, source: U (1 - exp(-t/RC))}\n"
               "      - " BOND_BOOKS "\n",
};
