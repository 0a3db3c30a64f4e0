// bond.c: a bond between two junctions; with lists of scalar junctions a power mux.
//
//   one effort, one flow; power from `from` to `to`
#include "kinds/bond/bond.h"

BOND_FROM_TO;

DV_KIND(bond, bond) = {
    .name = "bond.bond",
    .doc = "bond between two junctions; a list of junctions makes it a mux",
    .npar = DV_NPAR(par),
    .bond = DV_BOND_PLAIN,
    DV_ROWS(terminal, terminals),
    .example = "parts:\n"
               "  v: {kind: bond.one}\n"
               "  u: {kind: bond.zero}\n"
               "  b: {kind: bond.bond, from: v, to: u}\n"
               "  m: {kind: bond.I, at: v, inertia: 2 kg, initial: {momentum: 6}}\n"
               "  spring: {kind: bond.C, at: u, stiffness: 8}\n"
               "until: 1 s\n" BOND_RUN "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: m.flow, is: -1.2484405096414273, relative: 1e-8, source: v0 cos(w t)}\n"
               "      - {final: b.effort, is: 10.91156912190818, relative: 1e-8, source: k v0/w sin(w t)}\n"
               "      - " BOND_BOOKS "\n",
};
