// MTF.c: transformer with a modulus from signals, coordinates or displacements of the graph.
//
//   f_to = M f_from,   e_from = M^T e_to
#include "kinds/bond/bond.h"

BOND_FROM_TO;
static const dv_coefficient coefficients[] = {
    {"modulus", DV_GIVES_MATRIX, 1, "flow out per flow in, effort in per effort out"}
};

DV_KIND(bond, MTF) = {
    .name = "bond.MTF",
    .doc = "transformer with a modulus from signals; a matrix for vector bonds",
    .npar = DV_NPAR(par),
    .bond = DV_BOND_TF,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  w: {kind: bond.one}\n"
               "  lever: {kind: bond.MTF, from: v, to: w, modulus: '1 + t'}\n"
               "  push: {kind: bond.Se, at: v, effort: 6 N}\n"
               "  m: {kind: bond.I, at: w, inertia: 3 kg}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: w.flow, is: 1.3862943611198906, relative: 1e-8, source: F/m log(1 + t)}\n"
               "      - " BOND_BOOKS "\n",
};
