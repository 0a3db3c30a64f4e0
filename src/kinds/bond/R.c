// R.c: resistance (friction, throttle, resistor).
//
//   e = R f, f = G e, or a law e(f) or f(e)
#include "kinds/bond/bond.h"

BOND_AT(0);
static const dv_coefficient coefficients[] = {
    {"resistance",  DV_GIVES_MATRIX,  1, "effort per flow"               },
    {"conductance", DV_GIVES_INVERSE, 1, "flow per effort"               },
    {"law",         DV_GIVES_LAW,     1, "e = 3*f^3, or f = 0.1*e*abs(e)"},
};

DV_KIND(bond, R) = {
    .name = "bond.R",
    .doc = "resistance: linear (it may be modulated), a field (matrix), or a law e(f) or f(e)",
    .npar = DV_NPAR(par),
    .bond = DV_BOND_R,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  m: {kind: bond.I, at: v, inertia: 2 kg, initial: {momentum: 2}}\n"
               "  drag: {kind: bond.R, at: v, law: 'e = 3*f^3'}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: m.flow, is: 0.5, relative: 1e-8, source: 1/sqrt(1 + 3 t)}\n"
               "      - " BOND_BOOKS "\n",
};
