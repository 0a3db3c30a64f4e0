// GY.c: gyrator: electric motor, gyroscope.
//
//   e_to = M f_from,   e_from = M^T f_to
#include "kinds/bond/bond.h"

BOND_FROM_TO;
static const dv_coefficient coefficients[] = {
    {"modulus", DV_GIVES_MATRIX, 0, "effort out per flow in, effort in per flow out"}
};

DV_KIND(bond, GY) = {
    .name = "bond.GY",
    .doc = "gyrator: effort out = modulus x flow in; a matrix for vector bonds",
    .npar = DV_NPAR(par),
    .bond = DV_BOND_GY,
    DV_ROWS(terminal, terminals),
    DV_ROWS(coefficient, coefficients),
    .example = "parts:\n"
               "  current: {kind: bond.one}\n"
               "  shaft: {kind: bond.one}\n"
               "  motor: {kind: bond.GY, from: current, to: shaft, modulus: 0.5}\n"
               "  battery: {kind: bond.Se, at: current, effort: 12 V}\n"
               "  winding: {kind: bond.R, at: current, resistance: 2 ohm}\n"
               "  rotor: {kind: bond.I, at: shaft, inertia: 0.1}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: shaft.flow, is: 17.123884875355436, relative: 1e-8, source: U/k (1 - exp(-k^2 t/(R J)))}\n"
               "      - " BOND_BOOKS "\n",
};
