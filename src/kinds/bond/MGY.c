// MGY.c: gyrator with a modulus from signals, coordinates or displacements of the graph.
//
//   e_to = M f_from,   e_from = M^T f_to
#include "kinds/bond/bond.h"

BOND_FROM_TO;
static const dv_coefficient coefficients[] = {
    {"modulus", DV_GIVES_MATRIX, 1, "effort out per flow in, effort in per flow out"}
};

DV_KIND(bond, MGY) = {
    .name = "bond.MGY",
    .doc = "gyrator with a modulus from signals; a matrix for vector bonds",
    .npar = DV_NPAR(par),
    .bond = DV_BOND_GY,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  field: {kind: bond.one}\n"
               "  shaft: {kind: bond.one}\n"
               "  motor: {kind: bond.MGY, from: field, to: shaft, modulus: t}\n"
               "  current: {kind: bond.Sf, at: field, flow: 2 A}\n"
               "  rotor: {kind: bond.I, at: shaft, inertia: 0.5}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: shaft.flow, is: 2, within: 1e-8, source: i t^2/(2 J)}\n"
               "      - " BOND_BOOKS "\n",
};
