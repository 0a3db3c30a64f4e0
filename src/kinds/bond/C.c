// C.c: compliance (spring, capacitor, chamber).
//
//   q' = f,   q = C e, or a law e(q);   stored: the integral of e dq
#include "kinds/bond/bond.h"

BOND_AT(0);
static const dv_coefficient coefficients[] = {
    {"capacitance", DV_GIVES_MATRIX,  0, "displacement per effort"                            },
    {"stiffness",   DV_GIVES_INVERSE, 0, "effort per displacement"                            },
    {"law",         DV_GIVES_LAW,     0, "effort as a function of displacement: e = 2*q + q^3"},
};
static const dv_quantity states[] = {
    {"displacement[]", "", 1, "integral of its flow", 0}
};

DV_AMOUNT(stored)
{
  (void)p;
  return bond_stored(c, c->effort);
}

DV_KIND(bond, C) = {
    .name = "bond.C",
    .doc = "compliance: linear, a field (matrix), or a law e(q)",
    .npar = DV_NPAR(par),
    DV_ROWS(state, states),
    .stored = stored,
    .bond = DV_BOND_C,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  u: {kind: bond.zero}\n"
               "  pump: {kind: bond.Sf, at: u, flow: 2}\n"
               "  store: {kind: bond.C, at: u, law: 'e = 2*q + q^3'}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: store.effort, is: 12, within: 1e-7, source: 2 q + q^3}\n"
               "      - {final: store.energy, is: 8, within: 1e-7, source: q^2 + q^4/4}\n"
               "      - " BOND_BOOKS "\n",
};
