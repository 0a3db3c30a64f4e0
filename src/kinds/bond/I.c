// I.c: inertia (mass, inductance, inertance).
//
//   p' = e,   p = I f, or a law f(p);   stored: the integral of f dp
#include "kinds/bond/bond.h"

BOND_AT(0);
static const dv_coefficient coefficients[] = {
    {"inertia", DV_GIVES_MATRIX, 0, "momentum per flow"                                  },
    {"law",     DV_GIVES_LAW,    0, "flow as a function of momentum: f = p/sqrt(4 + p^2)"},
};
static const dv_quantity states[] = {
    {"momentum[]", "", 1, "integral of its effort", 0}
};

DV_AMOUNT(stored)
{
  (void)p;
  return bond_stored(c, c->flow);
}

DV_KIND(bond, I) = {
    .name = "bond.I",
    .doc = "inertia: linear, a field (matrix), or a law f(p)",
    .npar = DV_NPAR(par),
    DV_ROWS(state, states),
    .stored = stored,
    .bond = DV_BOND_I,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  m: {kind: bond.I, at: v, inertia: 2 kg, initial: {momentum: 1}}\n"
               "  push: {kind: bond.Se, at: v, effort: 6 N}\n"
               "  w: {kind: bond.one}\n"
               "  n: {kind: bond.I, at: w, law: 'f = p/sqrt(4 + p^2)'}\n"
               "  pull: {kind: bond.Se, at: w, effort: 6 N}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: m.flow, is: 3.5, within: 1e-8, source: (p0 + F t)/m}\n"
               "      - {final: n.flow, is: 0.9486832980505138, within: 1e-8, source: p/sqrt(4 + p^2)}\n"
               "      - {final: n.energy, is: 4.324555320336759, within: 1e-8, source: sqrt(4 + p^2) - 2}\n"
               "      - " BOND_BOOKS "\n",
};
