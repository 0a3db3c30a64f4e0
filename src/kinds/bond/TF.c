// TF.c: transformer: lever, gear, piston.
//
//   f_to = M f_from,   e_from = M^T e_to
#include "kinds/bond/bond.h"

BOND_FROM_TO;
static const dv_coefficient coefficients[] = {
    {"modulus", DV_GIVES_MATRIX, 0, "flow out per flow in, effort in per effort out"}
};

DV_KIND(bond, TF) = {
    .name = "bond.TF",
    .doc = "transformer: flow out = modulus x flow in; a matrix for vector bonds",
    .npar = DV_NPAR(par),
    .bond = DV_BOND_TF,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  w: {kind: bond.one}\n"
               "  lever: {kind: bond.TF, from: v, to: w, modulus: 2}\n"
               "  push: {kind: bond.Se, at: v, effort: 6 N}\n"
               "  m: {kind: bond.I, at: w, inertia: 3 kg}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: w.flow, is: 1, within: 1e-8, source: F/2 t/m}\n"
               "      - {final: v.flow, is: 0.5, within: 1e-8, source: half of it}\n"
               "      - " BOND_BOOKS "\n",
};
